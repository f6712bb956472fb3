"""Trains the integers of SPAN x2 to answer as fp32 does, within a budget of seconds.

    python train.py --bsds500 .cache/bsds500 --street DIR --out DIR --seconds 2400 [--resume]

It needs no truth: the loss is the distance (L1) to the fp32 network's output and to what each of its blocks finds. Steps of the
values that enter a convolution are learned too: their clipping, as PAMS has it (arXiv 2011.04212), but one for each channel.
The learning rate follows half a cosine over the seconds. DIR gets state.pt (weights, and what --resume reads) and curve.csv.
"""

import argparse
import copy
import csv
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from network import Span, calibrate, constants

MODEL = Path(__file__).resolve().parents[3] / "span-x2" / "model.onnx"
BATCH, SIZE = 2, 64
KERNEL_RATE, STEP_RATE = 4e-5, 2e-3  # of a tensor's root mean square; of a logarithm
FEATURES = 0.02  # what their distance weighs, in deviations, beside that of the output in 0..1
LOOK_EVERY = 60  # seconds between two rows of the curve


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bsds500", required=True)
    parser.add_argument("--street", required=True)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--seconds", type=float, default=2400)
    parser.add_argument("--resume", action="store_true")
    return parser.parse_args()


def pictures(options):
    """(training, held out): every tenth by name is held out."""
    paths = [path for folder in (Path(options.bsds500) / "train", Path(options.street)) for path in sorted(folder.glob("*.jpg"))]
    return [path for index, path in enumerate(paths) if index % 10], paths[::10]


def read(path, size, chance):
    """A crop [3, size, size] of 0..1: of the picture at its own size or at half of it, some noisy or with strong contrasts."""
    picture = Image.open(path).convert("RGB")
    if chance.random() < 0.5:
        picture = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BICUBIC)
    left, top = chance.randrange(picture.width - size + 1), chance.randrange(picture.height - size + 1)
    pixels = np.asarray(picture.crop((left, top, left + size, top + size)), np.float32) / 255
    kind = chance.random()
    if kind < 0.05:
        pixels = pixels + np.random.default_rng(chance.getrandbits(32)).normal(0, chance.uniform(2, 10) / 255, pixels.shape)
    elif kind < 0.15:
        pixels = (pixels - 0.5) * chance.uniform(1, 2) + 0.5
    pixels = np.rint(pixels.clip(0, 1) * 255) / 255
    return torch.from_numpy(pixels.astype(np.float32).transpose(2, 0, 1))


def batch(paths, chance, count=BATCH, size=SIZE):
    return torch.stack([read(chance.choice(paths), size, chance) for _ in range(count)])


def distance(net, teacher, pixels):
    """(L1 of the outputs, mean L1 of the features in deviations)."""
    with torch.no_grad():
        target, features = teacher.features(pixels)
    output, found = net.features(pixels)
    parts = [(soft((a - b).abs() / (b.std((0, 2, 3), keepdim=True) + 1e-3), 1)).mean() for a, b in zip(found, features)]
    return soft((output - target).abs(), 0.1).mean(), torch.stack(parts).mean()


def soft(error, most):
    """The error, but little more than `most`: where fp32 itself leaves 0..1 by hundreds, no step is to follow it."""
    return error / (1 + error / most)


def groups(net):
    """What Adam trains: kernels and biases by their own size, steps by their logarithm."""
    values = [value for value in net.values.values() if value.requires_grad]
    sized = [{"params": [value], "rate": KERNEL_RATE * float(value.detach().square().mean().sqrt())} for value in values]
    return [*sized, {"params": list(net.steps.values()), "rate": STEP_RATE}]


def held_out_error(net, teacher, batches):
    """Root mean square of the difference to fp32, of 255."""
    with torch.no_grad():
        errors = [(net(pixels).clamp(0, 1) - teacher(pixels).clamp(0, 1)).square().mean() for pixels in batches]
    return 255 * float(torch.stack(errors).mean().sqrt())


def main():
    options = read_options()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    chance = random.Random(1)
    training, held_out = pictures(options)
    teacher = Span(constants(MODEL)).requires_grad_(False)
    net = copy.deepcopy(teacher).requires_grad_(True)
    for name in ("span/mean", "span/half"):
        net.values[name].requires_grad_(False)
    if options.resume:
        net.load_state_dict(torch.load(options.out / "state.pt"))
        chance = random.Random(time.time())
    else:
        calibrate(net, [batch(training, chance, 16, 96) for _ in range(3)])
    net.quantised = True
    fixed = random.Random(7)
    checks = [batch(held_out, fixed, 4, 96) for _ in range(3)]
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
        output, features = distance(net, teacher, batch(training, chance))
        optimiser.zero_grad()
        (output + FEATURES * features).backward()
        optimiser.step()
        losses.append((255 * output.item(), features.item()))
        step += 1


if __name__ == "__main__":
    main()
