"""Fits the estimate: `python train.py OUT.json DEVELOPMENT TRAINING...`, folders of `generate.py` with `features.json`."""

import csv
import json
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional

HIDDEN, STEPS, BATCH, RATE, HARM = 24, 3600, 256, 3e-3, 2.5


def read(folder):
    with open(f"{folder}/list.json") as file, open(f"{folder}/features.json") as features:
        rows = [(seen, known[0]) for seen, known in zip(json.load(features), json.load(file)) if seen]
    target = [
        [-1 if one["restore"] is None else one["restore"], one["screen"], np.log1p(one["sigma"]), one["blur"], (100 - one["quality"]) / 50, np.log2(one["factor"])]
        for _, one in rows
    ]
    return torch.tensor([seen for seen, _ in rows]).float(), torch.tensor(target).float()


def losses(answer, target):
    known, weight = (target[:, 0] >= 0).float(), torch.where(target[:, 0] == 0, HARM, 1.0)
    return (
        functional.binary_cross_entropy_with_logits(answer[:, 0], target[:, 0].clamp(min=0), known * weight),
        functional.binary_cross_entropy_with_logits(answer[:, 1], target[:, 1]),
        functional.smooth_l1_loss(answer[:, 2:], target[:, 2:], beta=0.2),
    )


def main(out, development, *training):
    torch.set_num_threads(1)
    torch.manual_seed(3)
    seen, target = (torch.cat(one) for one in zip(*map(read, training)))
    judged, truth = read(development)
    mean, deviation = seen.mean(0), seen.std(0) + 1e-3
    net = nn.Sequential(nn.Linear(seen.shape[1], HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 6))
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.1)
    scaled, judged = (seen - mean) / deviation, (judged - mean) / deviation
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    rows = [["step", "training restore", "development restore", "screen", "numbers", "harm, %", "misses, %"]]
    for step in range(1, STEPS + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.01 + 0.99 * np.cos(np.pi / 2 * step / STEPS) ** 2)
        some = torch.randint(0, len(scaled), (BATCH,))
        # A little noise in what is measured, so that no single picture is learned by heart.
        three = losses(net(scaled[some] + 0.15 * torch.randn(BATCH, scaled.shape[1])), target[some])
        optimiser.zero_grad()
        sum(three).backward()
        optimiser.step()
        average.update_parameters(net)
        if step % (STEPS // 12) == 0:
            with torch.no_grad():
                answer = average(judged)
            harm, misses = rates(answer[:, 0], truth[:, 0], 0)
            rows.append([step, *(round(float(one), 4) for one in (three[0].detach(), *losses(answer, truth))), round(100 * harm, 2), round(100 * misses, 2)])
            print(rows[-1])
    with open("curve.csv", "w") as file:
        csv.writer(file).writerows(rows)
    for limit in np.arange(-2, 4.1, 0.5):
        harm, misses = rates(answer[:, 0], truth[:, 0], limit)
        print(f"limit {limit}: harm {harm:.3f}, misses {misses:.3f}, cost {5 * harm + misses:.3f}")
    write(average.module, mean, deviation, out)


def rates(logits, restore, limit):
    return [float(one.float().mean()) for one in (logits[restore == 0] > limit, logits[restore == 1] <= limit)]


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
