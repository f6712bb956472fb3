"""Trains the matting network; goes on from OUT/matte.pt where that is.

    python train.py --data shared/data --teachers TEACHERS --backbone WEIGHTS.pth --out OUT --seconds 3600 --size 448 --batch 8

The learning rate follows one cosine over a progress of 0 to 1, from where OUT/matte.pt left it to `--until`. OUT/curve.csv gets a
line at each measurement: progress, steps, loss, then IoU and mean alpha error by kind on the development set.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from data import Pictures, Samples
from evaluate import evaluate
from network import Matte


def edges(x):
    return torch.cat([(x[..., 1:, :] - x[..., :-1, :])[..., :-1], (x[..., 1:] - x[..., :-1])[..., :-1, :]], 1)


def loss_of(net, image, alpha, person):
    logits, persons, coarse = net(image)
    found = torch.sigmoid(logits)
    overlap, union = (found * alpha).sum((1, 2, 3)), (found + alpha - found * alpha).sum((1, 2, 3))
    iou = 1 - (overlap + 20) / (union + 20)
    known = person >= 0
    who = F.binary_cross_entropy_with_logits(persons[known], person[known]) if known.any() else 0
    binary = F.binary_cross_entropy_with_logits
    return binary(logits, alpha) + iou.mean() + F.l1_loss(found, alpha) + 2 * F.l1_loss(edges(found), edges(alpha)) + 0.5 * binary(coarse, alpha) + 0.2 * who


def main():
    parser = argparse.ArgumentParser()
    for name, kind, default in (("data", str, None), ("teachers", str, None), ("backbone", str, None), ("out", str, "out"), ("seconds", float, 600), ("size", int, 448), ("batch", int, 8), ("rate", float, 2e-3), ("until", float, 1), ("loaders", int, 0), ("every", float, 600), ("name", str, "efficientnet-lite2")):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu":
        torch.set_num_threads(1)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    net = Matte(options.name, options.backbone).to(device)
    average = Matte(options.name).to(device).eval()
    state = {"progress": 0.0, "steps": 0}
    if (out / "matte.pt").exists():
        state = torch.load(out / "matte.pt", map_location=device)
        net.load_state_dict(state.pop("net"))
        average.load_state_dict(state.pop("average"))
    else:
        average.load_state_dict(net.state_dict())
    pictures, held_out = (Pictures(options.data, options.teachers, held_out) for held_out in (False, True))
    samples = torch.utils.data.DataLoader(Samples(pictures, options.size), options.batch, num_workers=options.loaders, pin_memory=device == "cuda")
    inner = {id(p) for p in net.backbone()}
    groups = [{"params": [p for p in net.parameters() if (id(p) in inner) == kept], "rate": options.rate * (0.25 if kept else 1)} for kept in (True, False)]
    optimizer = torch.optim.AdamW(groups, weight_decay=1e-4)
    begun, measured, start, total, count = time.time(), time.time(), state["progress"], 0.0, 0

    def measure():
        row = evaluate(average, held_out, options.size, device)
        line = [round(state["progress"], 4), state["steps"], round(total / max(1, count), 4), *(round(v, 4) for pair in row.values() for v in pair)]
        print(line, flush=True)
        with open(out / "curve.csv", "a") as file:
            csv.writer(file).writerow(line)
        torch.save({**state, "net": net.state_dict(), "average": average.state_dict()}, out / "matte.tmp")
        (out / "matte.tmp").rename(out / "matte.pt")

    for image, alpha, person in samples:
        elapsed = time.time() - begun
        if elapsed > options.seconds:
            break
        state["progress"] = start + (options.until - start) * elapsed / options.seconds
        rate = min(1, (count + 1) / 100) * (0.5 * (1 + math.cos(math.pi * state["progress"])) * 0.98 + 0.02)
        for group in optimizer.param_groups:
            group["lr"] = group["rate"] * rate
        net.train()
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss = loss_of(net, *(x.to(device, non_blocking=True) for x in (image, alpha, person)))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimizer.step()
        decay = min(0.998, state["steps"] / (state["steps"] + 20))
        with torch.no_grad():
            for kept, new in zip(average.state_dict().values(), net.state_dict().values()):
                kept.lerp_(new, 1 - decay) if kept.dtype.is_floating_point else kept.copy_(new)
        state["steps"] += 1
        total, count = total + loss.item(), count + 1
        if time.time() - measured > options.every:
            measured = time.time()
            measure()
    state["progress"] = options.until
    measure()


if __name__ == "__main__":
    main()
