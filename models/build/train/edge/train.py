"""Trains the network for borders; goes on from OUT/edge.pt.

    python train.py --data DATA --root ROOT --out OUT --seconds 2400

ROOT has people/, street/ and things/, each with train/ and dev/, which pictures.py wrote. OUT/curve.csv gets a line at each measurement:
seconds, steps, loss, then of each kind what `evaluate` returns.
"""

import argparse
import csv
import math
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from network import Edge
from samples import KINDS, Samples, is_soft, read
from torch import nn

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in (".", "matte")]
from muon import Muon
from preprocess import is_held_out

BAND = 4  # px, around what is partly transparent
REACH, END, FADE = 10, 1.5, 1  # as in workers/operations/cut-out/refine.ts
WARM = 200  # steps until the rate is whole
DECAY = 0.997  # of the mean of the weights


def steps(x):
    return torch.cat([(x[..., 1:, :] - x[..., :-1, :])[..., :-1], (x[..., 1:] - x[..., :-1])[..., :-1, :]], 1)


def loss_of(net, x, alpha, known):
    """Differences of alpha, those near the border again, and those of its slopes, where something is to be learned."""
    drawn = net(x)
    soft = (alpha > 0.02) & (alpha < 0.98) | (F.max_pool2d(alpha, 3, 1, 1) + F.max_pool2d(-alpha, 3, 1, 1) > 0.3)
    near = F.max_pool2d(soft.float(), 2 * BAND + 1, 1, BAND) * known
    off = (drawn - alpha).abs()
    slopes = ((steps(drawn) - steps(alpha)).abs() * known[..., 1:, 1:]).mean()
    return (off * known).mean() + 0.5 * (off * near).sum() / (near.sum() + 1) + 2 * slopes


def held_out(root):
    for kind in KINDS:
        for path in sorted(path for path in Path(root).glob(f"{kind}/dev/*.jpg")):
            image = read(path)[..., ::-1] / np.float32(255)
            alpha, found = (read(p, cv2.IMREAD_GRAYSCALE) / np.float32(255) for p in (path.with_suffix(".png"), path.with_name(f"{path.stem}-found.png")))
            yield kind, image, cv2.resize(found, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR), alpha


def whole(net, image, found):
    """The alpha of a whole picture."""
    height, width = found.shape
    x = torch.from_numpy(np.ascontiguousarray(np.dstack([image, found]).transpose(2, 0, 1)[None]))
    with torch.no_grad():
        return net(F.pad(x, (0, -width % 8, 0, -height % 8), mode="replicate"))[0, 0, :height, :width].numpy()


def refined(net, image, found):
    """As refine.ts does it: drawn near the border, 0 or 1 away from it."""
    inside = (found > 0.5).astype(np.float32)
    reach = REACH * max(found.shape) / 1000
    mean = lambda values, radius: cv2.blur(values, (2 * radius + 1,) * 2, borderType=cv2.BORDER_REPLICATE)
    share, radius = mean(inside, max(2, round(END * reach))), max(1, round(FADE * reach / 2))
    near = mean(mean(((share > 0.001) & (share < 0.999)).astype(np.float32), radius), radius)
    return near * whole(net, image, found) + (1 - near) * inside


def figures(found, alpha):
    """Mean error of alpha, that at the border, and intersection over union, in per cent."""
    border = cv2.dilate(is_soft(255 * alpha).astype(np.uint8), np.ones((2 * BAND + 1,) * 2, np.uint8)) > 0
    off, one, two = np.abs(found - alpha), found > 0.5, alpha > 0.5
    return [100 * off.mean(), 100 * off[border].mean(), 100 * (one & two).sum() / max(1, (one | two).sum())]


def evaluate(net, pictures):
    """{kind: figures of what was found, then of what is drawn}"""
    rows = {}
    for kind, image, found, alpha in pictures:
        rows.setdefault(kind, []).append(figures(found, alpha) + figures(refined(net, image, found), alpha))
    return {kind: [round(float(value), 3) for value in np.mean(each, 0)] for kind, each in rows.items()}


def main():
    parser = argparse.ArgumentParser()
    for name, kind, default in (("data", str, None), ("root", str, None), ("out", str, "out"), ("seconds", float, 2400), ("batch", int, 8), ("rate", float, 1.5e-3), ("every", float, 300)):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    out, data = Path(options.out), Path(options.data)
    out.mkdir(parents=True, exist_ok=True)
    net, average = Edge(), Edge().eval()
    average.load_state_dict(net.state_dict())
    state = {"seconds": 0.0, "steps": 0}
    if (out / "edge.pt").exists():
        saved = torch.load(out / "edge.pt", map_location="cpu")
        for one, name in ((net, "net"), (average, "average")):
            one.load_state_dict({key: values.float() for key, values in saved.get(name, saved["average"]).items()})
    grounds = sorted((data / "bsds500").glob("*/*.jpg")) + sorted((data / "matting" / "street").glob("*.jpg"))
    grounds = [path for index, path in enumerate(grounds) if not is_held_out(index)]
    pictures = list(held_out(options.root))
    net.train().to(memory_format=torch.channels_last)
    wide = lambda p: p.ndim == 4 and min(p.shape[:2]) >= 16
    kernels, others = ([p for p in net.parameters() if wide(p) == kind] for kind in (True, False))
    optimizers = Muon(kernels, options.rate), torch.optim.Adam(others, lr=options.rate, betas=(0.9, 0.99))
    last = measured = time.time()
    total = count = 0

    def measure():
        found = evaluate(average, pictures)
        print(line := [round(state["seconds"]), state["steps"], round(total / max(1, count), 4), *(value for kind in KINDS for value in found[kind])], flush=True)
        with open(out / "curve.csv", "a") as file:
            csv.writer(file).writerow(line)
        torch.save({"net": net.state_dict(), "average": average.state_dict()}, out / "edge.tmp")
        (out / "edge.tmp").rename(out / "edge.pt")

    for x, alpha, known in torch.utils.data.DataLoader(Samples(options.root, grounds), options.batch, num_workers=1, prefetch_factor=4):
        now = time.time()
        state["seconds"], last = state["seconds"] + min(60, now - last), now
        if state["seconds"] > options.seconds:
            break
        for group in (group for optimizer in optimizers for group in optimizer.param_groups):
            group["lr"] = options.rate * min(1, (state["steps"] + 1) / WARM) * (0.49 * (1 + math.cos(math.pi * state["seconds"] / options.seconds)) + 0.02)
        loss = loss_of(net, x.contiguous(memory_format=torch.channels_last), alpha, known)
        net.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        for optimizer in optimizers:
            optimizer.step()
        decay = min(DECAY, state["steps"] / (state["steps"] + 20))
        with torch.no_grad():
            for kept, new in zip(average.parameters(), net.parameters()):
                kept.lerp_(new, 1 - decay)
        state["steps"], total, count = state["steps"] + 1, total + loss.item(), count + 1
        if now - measured > options.every:
            measure()
            measured = last = time.time()
            total = count = 0
    measure()


if __name__ == "__main__":
    main()
