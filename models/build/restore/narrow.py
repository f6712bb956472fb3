"""Takes channels out of the student: of each layer those that the next one misses least.

    python narrow.py ../../restore-x4/model.onnx --pairs .cache/pairs --features 48 --out .cache/narrow.pt

Layer by layer, the next convolution is fitted to what it gave in the whole network (least squares, He et al., Channel Pruning,
ICCV 2017); the channel goes whose loss the others make up for best, until enough have gone.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from distil import load
from student import Student, exported

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "train"))
from tasks import read_constants

TILES, RIDGE = 48, 1e-4
TAPS = 9


def columns(features):
    """[positions, channels x 9 + 1]: what a convolution of 3x3 multiplies, and 1 for its bias."""
    found = functional.unfold(features, 3, padding=1).transpose(1, 2).flatten(0, 1)
    return torch.cat([found, torch.ones(len(found), 1)], 1).double()


def fit(features, wanted, count):
    """(the channels kept, kernel, bias) that give `wanted` from `count` of the channels of `features`."""
    values, outputs = columns(features), wanted.permute(0, 2, 3, 1).flatten(0, 2).double()
    products = values.T @ values / len(values)
    products.diagonal().add_(RIDGE * products.diagonal().mean())
    inverse = torch.linalg.inv(products)
    weights = inverse @ (values.T @ outputs / len(values))
    kept = [*range(features.shape[1])]
    while len(kept) > count:
        places = {channel: torch.arange(TAPS) + TAPS * channel for channel in kept}
        losses = {channel: missed(inverse, weights, place) for channel, place in places.items()}
        worst = min(losses, key=losses.get)
        place = places[worst]
        solved = inverse[:, place] @ torch.linalg.inv(inverse[place][:, place])
        weights = weights - solved @ weights[place]
        inverse = inverse - solved @ inverse[place]
        kept.remove(worst)
    rows = torch.cat([torch.arange(TAPS) + TAPS * channel for channel in kept])
    kernel = weights[rows].T.reshape(-1, len(kept), 3, 3)
    return kept, kernel.float(), weights[-1].float()


def missed(inverse, weights, place):
    """By how much the square error grows without these rows, when the others are fitted anew."""
    return float((weights[place] * torch.linalg.solve(inverse[place][:, place], weights[place])).sum())


@torch.no_grad()
def narrow(whole, tiles, count):
    student = Student(count)
    seen, wanted = tiles, whole.convolutions[0](tiles)
    kernel, bias = whole.convolutions[0].weight, whole.convolutions[0].bias
    for number, activation in enumerate(whole.activations):
        features = activation(functional.conv2d(seen, kernel, bias, padding=1))
        wanted = whole.convolutions[number + 1](activation(wanted))
        kept, following, offset = fit(features, wanted, count)
        student.convolutions[number].weight.copy_(kernel[kept])
        student.convolutions[number].bias.copy_(bias[kept])
        student.activations[number].weight.copy_(activation.weight[kept])
        seen, kernel, bias = features[:, kept], following, offset
        print(f"layer {number}: {float((functional.conv2d(seen, kernel, bias, padding=1) - wanted).square().mean() / wanted.var()):.4f}", flush=True)
    student.convolutions[-1].weight.copy_(kernel)
    student.convolutions[-1].bias.copy_(bias)
    return student


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--features", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    (low, _), _ = load(options.pairs)
    tiles = low[torch.from_numpy(np.random.default_rng(0).permutation(len(low))[:TILES])].permute(0, 3, 1, 2).float() / 255
    whole = exported(read_constants(options.model))
    student = narrow(whole, tiles, options.features)
    with torch.no_grad():
        difference = (student(tiles).clamp(0, 1) - whole(tiles).clamp(0, 1)).square().mean((1, 2, 3))
    print(f"{float(-10 * difference.log10().mean()):.2f} dB from the whole network")
    torch.save(student.state_dict(), options.out)


if __name__ == "__main__":
    main()
