"""Fits the estimate: `python train.py OUT.json DEVELOPMENT TRAINING...`, folders of `generate.py` with `features.json`."""

import csv
import json
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

HIDDEN, STEPS, BATCH, RATE, HARM = 40, 10000, 256, 3e-3, 2.5
# In the order of the outputs.
ANSWERS = ["restore", "noise", "blur", "compression", "enlargement", "screen", "drawing"]


def between(value, least, most):
    """1 from `most`, 0 up to `least`, -1 where it is open."""
    return 1 if value >= most else 0 if value <= least else -1


def answers(truth):
    reduced = truth["reduced"] > 1
    return [
        -1 if truth["restore"] is None else truth["restore"],
        between(truth["sigma"], 2, 4),
        between(truth["blur"], 0.3, 0.8),
        -1 if reduced and truth["quality"] < 88 else between(-truth["quality"], -95 if truth["drawn"] else -88, -92 if truth["drawn"] else -75),
        between(truth["factor"], 1.1, 1.5),
        -1 if reduced and truth["screen"] else truth["screen"],
        float(truth["drawn"]),
    ]


def read(folder):
    with open(f"{folder}/list.json") as file, open(f"{folder}/features.json") as features:
        rows = [(seen, one) for seen, one in zip(json.load(features), json.load(file)) if seen]
    small = [max(width, height) < 110 for _, (_, width, height) in rows]
    return torch.tensor([seen for seen, _ in rows]).float(), torch.tensor([answers(known) for _, (known, _, _) in rows]).float(), torch.tensor(small)


def losses(answer, target):
    known, weight = (target >= 0).float(), torch.ones_like(target)
    weight[:, 0] = torch.where(target[:, 0] == 0, HARM, 1.0)
    each = functional.binary_cross_entropy_with_logits(answer, target.clamp(min=0), known * weight, reduction="none").mean(0)
    return each[0], each[1:].mean()


def main(out, development, *training):
    torch.set_num_threads(1)
    torch.manual_seed(3)
    seen, target = (torch.cat(one) for one in list(zip(*map(read, training)))[:2])
    judged, truth, small = read(development)
    mean, deviation = seen.mean(0), seen.std(0) + 1e-3
    net = nn.Sequential(nn.Linear(seen.shape[1], HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(ANSWERS)))
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.1)
    scaled, judged = (seen - mean) / deviation, (judged - mean) / deviation
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    rows = [["step", "training restore", "development restore", "others", "harm, %", "misses, %"]]
    for step in range(1, STEPS + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.01 + 0.99 * np.cos(np.pi / 2 * step / STEPS) ** 2)
        some = torch.randint(0, len(scaled), (BATCH,))
        # A little noise in what is measured, so that no single picture is learned by heart.
        both = losses(net(scaled[some] + 0.15 * torch.randn(BATCH, scaled.shape[1])), target[some])
        optimiser.zero_grad()
        (both[0] + 2 * both[1]).backward()
        optimiser.step()
        average.update_parameters(net)
        if step % (STEPS // 12) == 0:
            with torch.no_grad():
                answer = average(judged)
            harm, misses = rates(answer[:, 0], truth[:, 0], 0)
            rows.append([step, *(round(float(one), 4) for one in (both[0].detach(), *losses(answer, truth))), round(100 * harm, 2), round(100 * misses, 2)])
            print(rows[-1])
    with open("curve.csv", "w") as file:
        csv.writer(file).writerows(rows)
    for limit in np.arange(-2, 4.1, 0.5):
        harm, misses = rates(answer[:, 0], truth[:, 0], limit)
        little = rates(answer[small, 0], truth[small, 0], limit)
        print(f"limit {limit}: harm {harm:.3f}, misses {misses:.3f}, cost {5 * harm + misses:.3f}; of small ones {little[0]:.3f}, {little[1]:.3f}")
    for i, name in enumerate(ANSWERS):
        print(name, *(f"{one:.3f}" for one in rates(answer[:, i], truth[:, i], 0)))
    write(average.module, mean, deviation, out)


def rates(logits, known, limit):
    return [float(one.float().mean()) for one in (logits[known == 0] > limit, logits[known == 1] <= limit)]


def write(net, mean, deviation, out):
    """Layers of [weights..., bias] for each output; the first takes the features as they are."""
    layers = []
    for i, layer in enumerate(one for one in net if isinstance(one, nn.Linear)):
        weight, bias = layer.weight.detach(), layer.bias.detach()
        if i == 0:
            weight, bias = weight / deviation, bias - (weight * mean / deviation).sum(1)
        layers.append([[float(f"{value:.4g}") for value in [*row, offset]] for row, offset in zip(weight.tolist(), bias.tolist())])
    with open(out, "w") as file:
        file.write(json.dumps(layers, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
