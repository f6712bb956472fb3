"""Writes the network for one choice of what to remove, as a plain U: weights stored as fp16, computed in fp32.

    python fold.py CHECKPOINT.pt OUT.onnx NOISE BLUR COMPRESSION SCREEN

The numbers' values for the planes go into the biases of the convolutions before them.
"""

import sys
from pathlib import Path

import torch

from restoration import Restore

sys.path.append(str(Path(__file__).resolve().parents[1]))
from export import export
from network import U


def load(checkpoint):
    net = Restore()
    weights = torch.load(checkpoint, map_location="cpu")["weights"]
    net.load_state_dict({name: value.float() for name, value in weights.items()})
    return net


def fixed(net, numbers):
    """A network of `U` that gives what `net` gives for these four numbers."""
    weights = {name: value.clone() for name, value in net.state_dict().items() if "spread" not in name}
    values = torch.tensor([numbers], dtype=torch.float32)
    for layer, spread in (("head", net.half_spread), ("to_quarter", net.quarter_spread), ("to_eighth", net.eighth_spread)):
        weights[f"{layer}.bias"] += spread(values).detach().flatten()
    plain = U()
    plain.load_state_dict(weights)
    return plain


def main():
    checkpoint, path, *numbers = sys.argv[1:]
    print(export("restore", fixed(load(checkpoint), [float(number) for number in numbers]), path))


if __name__ == "__main__":
    main()
