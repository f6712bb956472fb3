"""Trains the second network of a cut-out; goes on from OUT/matte.pt.

    python train.py --data DATA --root ROOT --trial trial.pt --out OUT --seconds 4500

The learning rate falls by one cosine over `--seconds`, those of earlier runs included. Batch normalisation keeps its means. OUT/curve.csv
gets a line at each measurement: seconds, steps, loss, then IoU, alpha error and error in the border by kind, on what is held out.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from evaluate import evaluate, of
from network import Matte
from samples import Pictures, Samples
from torch import nn


def edges(x):
    return torch.cat([(x[..., 1:, :] - x[..., :-1, :])[..., :-1], (x[..., 1:] - x[..., :-1])[..., :-1, :]], 1)


def loss_of(net, image, found, alpha, person):
    logits, persons, coarse = net(image, found)
    a = torch.sigmoid(logits)
    overlap, union = (a * alpha).sum((1, 2, 3)), (a + alpha - a * alpha).sum((1, 2, 3))
    iou = 1 - (overlap + 50) / (union + 50)
    known, binary = person >= 0, F.binary_cross_entropy_with_logits
    who = binary(persons[known], person[known]) if known.any() else 0
    return binary(logits, alpha) + iou.mean() + F.l1_loss(a, alpha) + 3 * F.l1_loss(edges(a), edges(alpha)) + 0.4 * binary(coarse, alpha) + 0.15 * who


def main():
    parser = argparse.ArgumentParser()
    for name, kind, default in (("data", str, None), ("root", str, None), ("trial", str, None), ("out", str, "out"), ("seconds", float, 4500), ("size", int, 448), ("batch", int, 4), ("rate", float, 1e-3), ("every", float, 900)):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    torch.set_num_threads(1)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    net, average = Matte(), Matte().eval()
    state = {"seconds": 0.0, "steps": 0}
    if (out / "matte.pt").exists():
        state = torch.load(out / "matte.pt", map_location="cpu")
        kept = state.pop("average")
        average.load_state_dict(kept)
        net.load_state_dict(state.pop("net", kept))
    else:
        net.load_trial(options.trial)
        average.load_state_dict(net.state_dict())
    pictures, held_out = (Pictures(options.data, options.root, held_out) for held_out in (False, True))
    inner = {id(p) for p in net.backbone()}
    groups = [{"params": [p for p in net.parameters() if (id(p) in inner) == kept], "rate": options.rate * (0.25 if kept else 1)} for kept in (True, False)]
    optimizer = torch.optim.AdamW(groups, weight_decay=1e-4)
    last = measured = time.time()
    total = count = 0

    def measure():
        row = evaluate(of(average), held_out)
        line = [round(state["seconds"]), state["steps"], round(total / max(1, count), 4), *(round(float(v), 4) for values in row.values() for v in values)]
        print(line, flush=True)
        with open(out / "curve.csv", "a") as file:
            csv.writer(file).writerow(line)
        torch.save({**state, "net": net.state_dict(), "average": average.state_dict()}, out / "matte.tmp")
        (out / "matte.tmp").rename(out / "matte.pt")

    net.train().to(memory_format=torch.channels_last)
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()
    for batch in torch.utils.data.DataLoader(Samples(pictures, options.size), options.batch):
        now = time.time()
        state["seconds"], last = state["seconds"] + min(60, now - last), now
        if state["seconds"] > options.seconds:
            break
        rate = min(1, (state["steps"] + 1) / 50) * (0.5 * (1 + math.cos(math.pi * state["seconds"] / options.seconds)) * 0.98 + 0.02)
        for group in optimizer.param_groups:
            group["lr"] = group["rate"] * rate
        loss = loss_of(net, *batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()
        decay = min(0.995, state["steps"] / (state["steps"] + 20))
        with torch.no_grad():
            for kept, new in zip(average.state_dict().values(), net.state_dict().values()):
                kept.lerp_(new, 1 - decay) if kept.dtype.is_floating_point else kept.copy_(new)
        state["steps"], total, count = state["steps"] + 1, total + loss.item(), count + 1
        if now - measured > options.every:
            measured = now
            measure()
            total = count = 0
    measure()


if __name__ == "__main__":
    main()
