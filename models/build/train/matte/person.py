"""Trains the output `person` alone, which leaves alpha as it is.

    python person.py PACK START.pt OUT --draw 480 --seed 21    # on as many cores at once as there are, each with its own seed
    python person.py PACK START.pt OUT --fit 240

What the layers before that output make of drawn samples is kept in OUT, so that each sample is seen many times, which takes
seconds. Every tenth one is only looked at: OUT/curve.csv has steps, loss, and the loss of those. OUT/matte.pt has the weights, as fp16.
"""

import argparse
import csv
import math
import pickle
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from draw import batch, with_losses
from network import FOUND, WIDTH, Matte
from pool import Pool
from preprocess import DEVIATION, MEAN
from train import Known, known_parts, load

CELL = 16  # px of the image, that the output has one value for
LEAST = 0.8  # cells, below which a picture counts less


def cells(plane):
    return F.avg_pool2d(plane.float(), CELL)


def draw(options):
    """Inputs of `who`, what the known networks add to its answer, the share of people, and how much of each cell is known."""
    torch.manual_seed(options.seed)
    pack = pickle.loads(options.pack.read_bytes())
    net, known = load(Matte(), options.start).eval(), Known(pack["known"])
    pool, (mean, deviation) = Pool(pack["pictures"], "cpu", held_out=False, workers=1), (torch.tensor(values)[:, None, None] for values in (MEAN, DEVIATION))
    seen, samples, started = [], [], time.time()
    net.who.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    while time.time() - started < options.draw:
        image, alpha, person = batch(pool, options.batch)
        x = (image - mean) / deviation
        with torch.no_grad():
            found = with_losses(known(image, x), alpha)
            with torch.autocast("cpu", torch.bfloat16):
                net(x, found)
        logit, inside = torch.logit(found.clamp(0.02, 0.98)), known_parts(alpha, person)
        others = net.people[-1] + sum(net.people[i + 1] * logit[:, i : i + 1] for i in range(FOUND))
        shown = cells(inside)
        samples.append([values.detach().half().numpy() for values in (seen.pop(), cells(others), cells(inside * person) / shown.clamp(min=1e-4), shown)])
    np.savez(options.out / f"features-{options.seed}.npz", *(np.concatenate(values) for values in zip(*samples)))


def loss_of(net, inputs, others, people, shown):
    logits = net.people[0] * (net.person(inputs[:, :WIDTH]) + net.who(inputs)) + others
    weight = shown / shown.sum((1, 2, 3), keepdim=True).clamp(min=LEAST)
    return (F.binary_cross_entropy_with_logits(logits, people, reduction="none") * weight).sum() / len(inputs)


def read(files):
    """The arrays of all files joined, each file in memory only once: they are gigabytes."""
    rows, joined = [len(file[file.files[-1]]) for file in files], []
    for name in files[0].files:
        whole = torch.empty((sum(rows), *files[0][name].shape[1:]), dtype=torch.half)
        for part, file in zip(whole.split(rows), files):
            part.copy_(torch.from_numpy(file[name]))
        joined.append(whole)
    return joined


def fit(options):
    torch.manual_seed(options.seed)
    values = read([np.load(path) for path in sorted(options.out.glob("features-*.npz"))])
    some = lambda index: (part[index].float() for part in values)
    count, looked_at = len(values[0]), torch.arange(0, len(values[0]), 10)
    trained = torch.arange(count)[torch.arange(count) % 10 > 0]
    net = load(Matte(), options.start).requires_grad_(False)
    weights = [p.requires_grad_() for part in (net.person, net.who) for p in part.parameters()]
    means = [p.detach().clone() for p in weights]
    optimizer = torch.optim.AdamW(weights, weight_decay=1e-3)
    steps, losses, started = 0, [], time.time()
    while (elapsed := time.time() - started) < options.fit:
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (steps + 1) / 30) * (0.5 * (1 + math.cos(math.pi * elapsed / options.fit)) * 0.98 + 0.02)
        loss = loss_of(net, *some(trained[torch.randint(len(trained), (48,))]))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        steps += 1
        losses.append(float(loss.detach()))
        for mean, new in zip(means, weights):
            mean.lerp_(new.detach(), 1 - min(0.99, steps / (steps + 20)))
        if steps % 200 == 0:
            with torch.no_grad():
                of_others = np.mean([float(loss_of(net, *some(part))) for part in looked_at.split(64)])
            print(line := [steps, round(float(np.mean(losses[-200:])), 4), round(float(of_others), 4)], flush=True)
            with open(options.out / "curve.csv", "a") as file:
                csv.writer(file).writerow(line)
    for mean, new in zip(means, weights):
        new.data.copy_(mean)
    kept = {name: v.half() if v.dtype.is_floating_point else v for name, v in net.state_dict().items()}
    torch.save({"steps": steps, "average": kept}, options.out / "matte.pt")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pack", "start", "out"):
        parser.add_argument(name, type=Path)
    for name, default in (("draw", 0.0), ("fit", 0.0), ("batch", 12), ("rate", 2e-3), ("seed", 1)):
        parser.add_argument(f"--{name}", type=type(default), default=default)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.draw:
        draw(options)
    if options.fit:
        fit(options)


if __name__ == "__main__":
    main()
