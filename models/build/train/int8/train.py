"""Trains the integers of a network to answer as fp32 does, within a budget of seconds.

    python train.py NAME --bsds500 .cache/bsds500 --street DIR --out DIR --seconds 1080 [--resume]

It needs no truth: the loss is the distance to the fp32 network's output (root mean square) and to what enters each convolution (L1). Steps of
these values are learned too: their clipping, as PAMS has it (arXiv 2011.04212), but one for each channel. The learning rate
follows half a cosine over the seconds. DIR gets state.pt (weights, and what --resume reads) and curve.csv.
"""

import argparse
import copy
import csv
import math
import time
from pathlib import Path

import numpy as np
import torch

from inputs import batch, pictures
from degrade import Chance
from network import Network, calibrate

MODELS = Path(__file__).resolve().parents[3]
BATCH, SIZE = 2, 64
KERNEL_RATE, STEP_RATE = 4e-5, 2e-3  # of a tensor's root mean square; of a logarithm
FEATURES = 0.02  # what their distance weighs, in deviations, beside that of the output in 0..1
USUAL_CHANGE, LEAST_CHANGE = 4 / 255, 1 / 255
LOOK_EVERY = 60  # seconds between two rows of the curve


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("name", help="of a folder of models/")
    parser.add_argument("--bsds500", required=True)
    parser.add_argument("--street", required=True)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--seconds", type=float, default=1080)
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def distance(net, teacher, inputs):
    """(root mean square of each picture's difference, weighed by `importance`; mean L1 of the features in deviations)."""
    with torch.no_grad():
        target, features = teacher.features(inputs)
    output, found = net.features(inputs)
    parts = [soft((a - b).abs() / (b.std((0, 2, 3), keepdim=True) + 1e-3)).mean() for a, b in zip(found, features)]
    errors = root_mean_square(shown(output) - shown(target))
    return (errors * importance(inputs["input"], target)).mean(), torch.stack(parts).mean()


def importance(pixels, target):
    """What a difference in each picture weighs: the more, the less a network that restores changes."""
    if pixels.shape != target.shape:
        return 1
    return (USUAL_CHANGE / (root_mean_square(target - pixels) + LEAST_CHANGE)).sqrt()


def root_mean_square(difference):
    return difference.square().mean((1, 2, 3)).add(1e-10).sqrt()


def soft(error):
    """The error, but little more than 1: where fp32 itself leaves 0..1 by hundreds, no step is to follow it."""
    return error / (1 + error)


def shown(output):
    return output.clamp(-0.1, 1.1)


def groups(net):
    """What Adam trains: kernels and biases by their own size, steps by their logarithm."""
    values = [value for value in net.values.values() if value.requires_grad]
    sized = [{"params": [value], "rate": KERNEL_RATE * float(value.detach().square().mean().sqrt())} for value in values]
    return [*sized, {"params": list(net.steps.values()), "rate": STEP_RATE}]


def held_out_error(net, teacher, batches):
    """Root mean square of the difference to fp32, of 255."""
    with torch.no_grad():
        errors = [(net(inputs).clamp(0, 1) - teacher(inputs).clamp(0, 1)).square().mean() for inputs in batches]
    return 255 * float(torch.stack(errors).mean().sqrt())


def main():
    options = read_options()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    chance = Chance("cpu", time.time_ns() if options.resume else 1)
    training, held_out = pictures(options)
    teacher = Network(MODELS / options.name / "model.onnx").requires_grad_(False)
    net = copy.deepcopy(teacher)
    if options.resume:
        net.load_state_dict(torch.load(options.out / "state.pt"))
    else:
        calibrate(net, [batch(options.name, training, chance, 8, 96) for _ in range(8)])
    net.train_quantised()
    fixed = Chance("cpu", 7)
    checks = [batch(options.name, held_out, fixed, 4, 96) for _ in range(6)]
    optimiser = torch.optim.Adam(groups(net), betas=(0.9, 0.99))
    started, looked, step, losses = time.monotonic(), -math.inf, 0, []
    while True:
        progress = min(1, (time.monotonic() - started) / options.seconds)
        if time.monotonic() - looked > LOOK_EVERY or progress == 1:
            row = [step, round(time.monotonic() - started), held_out_error(net, teacher, checks), *np.mean(losses or [[0, 0]], 0)]
            with open(options.out / "curve.csv", "a") as file:
                csv.writer(file).writerow([value if isinstance(value, int) else f"{value:.5f}" for value in row])
            torch.save(net.state_dict(), options.out / "state.pt")
            looked, losses = time.monotonic(), []
        if progress == 1:
            return
        for group in optimiser.param_groups:
            group["lr"] = group["rate"] * min(1, (step + 1) / 20) * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
        output, features = distance(net, teacher, batch(options.name, training, chance, BATCH, SIZE))
        optimiser.zero_grad()
        (output + FEATURES * features).backward()
        optimiser.step()
        losses.append((255 * output.item(), features.item()))
        step += 1


if __name__ == "__main__":
    main()
