"""Trains the network for borders; goes on from OUT/edge.pt.

    python train.py --data DATA --composites FOLDER --out OUT --seconds 4000

FOLDER has train/ and dev/, which portraits.py wrote. OUT/curve.csv gets a line at each measurement: seconds, steps, loss, then, over
the held-out pictures, the mean error of alpha near the border as `matte` found it and as it is drawn, and that of the colours.
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
from portraits import is_held_out
from network import Edge
from samples import Samples, read
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from muon import Muon

NEAR = 7  # px, around what is partly transparent


def steps(x):
    return torch.cat([(x[..., 1:, :] - x[..., :-1, :])[..., :-1], (x[..., 1:] - x[..., :-1])[..., :-1, :]], 1)


def loss_of(net, x, alpha, colors):
    out = net(x)
    found, drawn = out[:, :1], out[:, 1:]
    band = ((alpha > 0.02) & (alpha < 0.98)).float()
    seen = band * alpha
    color = ((drawn - colors).abs() * seen).sum() / (seen.sum() * 3 + 1)
    near = F.max_pool2d(band, 9, 1, 4)
    close = ((found - alpha).abs() * near).sum() / (near.sum() + 1)
    return F.l1_loss(found, alpha) + 0.5 * close + 2 * F.l1_loss(steps(found), steps(alpha)) + 0.3 * color


def held_out(folder):
    for path in sorted(p for p in Path(folder).glob("*.jpg") if p.stem.isdigit()):
        image, colors = (read(p)[..., ::-1] / np.float32(255) for p in (path, path.with_name(f"{path.stem}-colors.jpg")))
        alpha, found = (read(p, cv2.IMREAD_GRAYSCALE) / np.float32(255) for p in (path.with_suffix(".png"), path.with_name(f"{path.stem}-found.png")))
        yield path, image, cv2.resize(found, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR), alpha, colors


def whole(net, image, found):
    """Alpha and colours of a whole picture."""
    height, width = found.shape
    x = np.dstack([image, found]).transpose(2, 0, 1)[None]
    x = F.pad(torch.from_numpy(np.ascontiguousarray(x)), (0, -width % 8, 0, -height % 8), mode="replicate")
    with torch.no_grad():
        out = net(x)[0, :, :height, :width].numpy()
    return out[0].clip(0, 1), out[1:].transpose(1, 2, 0).clip(0, 1)


def near_border(alpha):
    soft = ((alpha > 0.02) & (alpha < 0.98)).astype(np.uint8)
    return cv2.dilate(soft, np.ones((2 * NEAR + 1,) * 2, np.uint8)) > 0


def evaluate(net, folder):
    rows = []
    for _, image, found, alpha, colors in held_out(folder):
        band = near_border(alpha)
        a, drawn = whole(net, image, found)
        seen = band * alpha
        error = lambda c: (np.abs(c - colors).mean(2) * seen).sum() / seen.sum()
        rows.append([np.abs(found - alpha)[band].mean(), np.abs(a - alpha)[band].mean(), error(image), error(drawn)])
    return [round(float(value), 4) for value in np.mean(rows, 0)]


def main():
    parser = argparse.ArgumentParser()
    for name, kind, default in (("data", str, None), ("composites", str, None), ("out", str, "out"), ("seconds", float, 4000), ("batch", int, 8), ("rate", float, 1.5e-3), ("every", float, 600)):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    torch.set_num_threads(1)
    out, folder = Path(options.out), Path(options.composites)
    out.mkdir(parents=True, exist_ok=True)
    net, average = Edge(), Edge().eval()
    state = {"seconds": 0.0, "steps": 0}
    if (out / "edge.pt").exists():
        state = torch.load(out / "edge.pt", map_location="cpu")
        kept = state.pop("average")
        average.load_state_dict(kept)
        net.load_state_dict(state.pop("net", kept))
    grounds = sorted((Path(options.data) / "bsds500").glob("*/*.jpg")) + sorted((Path(options.data) / "matting" / "street").glob("*.jpg"))
    grounds = [path for index, path in enumerate(grounds) if not is_held_out(index)]
    net.train().to(memory_format=torch.channels_last)
    wide = lambda p: p.ndim == 4 and min(p.shape[:2]) >= 16
    kernels, others = ([p for p in net.parameters() if wide(p) == kind] for kind in (True, False))
    optimizers = Muon(kernels, options.rate), torch.optim.Adam(others, lr=options.rate, betas=(0.9, 0.99))
    last = measured = time.time()
    total = count = 0

    def measure():
        line = [round(state["seconds"]), state["steps"], round(total / max(1, count), 4), *evaluate(average, folder / "dev")]
        print(line, flush=True)
        with open(out / "curve.csv", "a") as file:
            csv.writer(file).writerow(line)
        torch.save({**state, "net": net.state_dict(), "average": average.state_dict()}, out / "edge.tmp")
        (out / "edge.tmp").rename(out / "edge.pt")

    for x, alpha, colors in torch.utils.data.DataLoader(Samples(folder / "train", grounds), options.batch):
        now = time.time()
        state["seconds"], last = state["seconds"] + min(60, now - last), now
        if state["seconds"] > options.seconds:
            break
        for group in (group for optimizer in optimizers for group in optimizer.param_groups):
            group["lr"] = options.rate * min(1, (state["steps"] + 1) / 50) * (0.5 * (1 + math.cos(math.pi * state["seconds"] / options.seconds)) * 0.98 + 0.02)
        loss = loss_of(net, x.contiguous(memory_format=torch.channels_last), alpha, colors)
        net.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        for optimizer in optimizers:
            optimizer.step()
        decay = min(0.995, state["steps"] / (state["steps"] + 20))
        with torch.no_grad():
            for kept, new in zip(average.parameters(), net.parameters()):
                kept.lerp_(new, 1 - decay)
        state["steps"], total, count = state["steps"] + 1, total + loss.item(), count + 1
        if now - measured > options.every:
            measured = now
            measure()
            total = count = 0
    measure()


if __name__ == "__main__":
    main()
