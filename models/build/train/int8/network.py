"""SPAN x2 whose 3x3 convolutions between 48 channels compute in integers of 8 bits; the others stay fp32.

The values that enter such a convolution have one step for each channel, which the kernel takes in, and one zero for all. With
one step for all channels, calibration alone loses 3.3 dB on Kodak.
"""

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

BLOCKS = 6
INTEGER = [f"block{block}.{part}" for block in range(1, BLOCKS + 1) for part in ("first", "second", "third")] + ["last"]
LEAST_STEP = 1e-6
SAMPLES = 15000  # of each channel and batch
FEW = 3e-4
NEAR = (1, 0.7, 1.3, 0.45)  # zeros that are tried, of the usual one
SHARES = [1.15**-power for power in range(18)]  # of the whole range


def key(name):
    """A name of the ONNX file as a parameter's: without dots, and no attribute of its container."""
    return "span/" + name.replace(".", "/")


def constants(path):
    """Name -> fp32 array: the weights of models/span-x2/model.onnx."""
    tensors = onnx.load(path).graph.initializer
    return {tensor.name.removesuffix("_fp16"): numpy_helper.to_array(tensor).astype(np.float32) for tensor in tensors}


class Span(nn.Module):
    """`quantised`: whether it computes as the integers do. `watch(name, pixels)` is told what enters each convolution."""

    def __init__(self, values):
        super().__init__()
        self.values = nn.ParameterDict({key(name): nn.Parameter(torch.tensor(value)) for name, value in values.items()})
        for name in ("mean", "half"):
            self.values[key(name)].requires_grad_(False)
        channels = values["entry.bias"].size
        self.steps = nn.ParameterDict({key(name): nn.Parameter(torch.zeros(channels)) for name in INTEGER})  # logarithms
        for name in INTEGER:
            self.register_buffer(f"zero/{key(name)}".replace(".", "/"), torch.zeros(()))
        self.quantised, self.watch = False, None

    def zero(self, name):
        return getattr(self, f"zero/{key(name)}")

    def set_range(self, name, zero, steps):
        self.zero(name).fill_(zero)
        self.steps[key(name)].data.copy_(steps.log())

    def kernel(self, name):
        return self.values[key(f"{name}.kernel")]

    def integers(self, name):
        """(kernel in steps, -127 to 127, before rounding; what one step is worth, for each output channel)."""
        kernel = self.kernel(name) * self.steps[key(name)].exp().reshape(1, -1, 1, 1)
        worth = kernel.abs().amax((1, 2, 3), keepdim=True) / 127
        return kernel / worth, worth

    def convolve(self, pixels, name):
        kernel, bias = self.kernel(name), self.values[key(f"{name}.bias")] if key(f"{name}.bias") in self.values else None
        if self.watch:
            self.watch(name, pixels)
        if self.quantised and name in INTEGER:
            steps, zero = self.steps[key(name)].exp().reshape(1, -1, 1, 1), self.zero(name)
            pixels = rounded((pixels / steps).clamp(-zero, 255 - zero)) * steps
            whole, worth = self.integers(name)
            kernel = rounded(whole) * worth / steps
        return functional.conv2d(pixels, kernel, bias, padding=kernel.shape[-1] // 2)

    def forward(self, pixels):
        return self.features(pixels)[0]

    def features(self, pixels):
        """(output, [what each block found, and what enters the last convolution])."""
        entry = found = self.convolve(pixels - self.values[key("mean")], "entry")
        outputs = []
        for block in range(1, BLOCKS + 1):
            middle = functional.silu(self.convolve(found, f"block{block}.first"))
            second = functional.silu(self.convolve(middle, f"block{block}.second"))
            third = self.convolve(second, f"block{block}.third")
            found = (third + found) * (torch.sigmoid(third) - 0.5)
            outputs.append(found)
        last = self.convolve(found, "last")
        total = self.convolve(entry, "join.entry") + self.convolve(outputs[0], "join.block1")
        total = total + self.convolve(middle, f"join.block{BLOCKS}.first.swish") + self.convolve(last, "join.last")
        return functional.pixel_shuffle(self.convolve(total, "packed"), 2), [*outputs, total]


def rounded(values):
    """Rounded, with the gradient of the values as they were."""
    return values + (values.detach().round() - values.detach())


def calibrate(net, pictures):
    """Sets zeros and steps by what enters the convolutions for some pictures."""
    samples = {name: [] for name in INTEGER}

    def watch(name, pixels):
        if name in INTEGER:
            flat = pixels.transpose(0, 1).flatten(1)
            samples[name].append(flat[:, torch.randperm(flat.shape[1])[:SAMPLES]])

    net.quantised, net.watch = False, watch
    with torch.no_grad():
        for picture in pictures:
            net(picture)
        net.watch = None
        for name in INTEGER:
            net.set_range(name, *best_range(torch.cat(samples[name], 1), net.kernel(name).square().sum((0, 2, 3))))


def best_range(values, power):
    """(zero, steps) of [channels, values] with the least square error, weighed by the power of each channel's kernel."""
    low, high = (-values.amin(1)).clamp(min=0), values.amax(1).clamp(min=0)
    choices, usual = [], usual_zero(values, power)
    for share in NEAR:
        zero = min(254, max(1, int(usual * share)))
        widest = torch.maximum(low / zero, high / (255 - zero)).clamp(min=LEAST_STEP)
        errors = torch.stack([square_error(values, zero, widest * share) for share in SHARES])
        least, index = errors.min(0)
        choices.append((float((least * power).sum()), zero, widest * torch.tensor(SHARES)[index]))
    return min(choices, key=lambda choice: choice[0])[1:]


def usual_zero(values, power):
    """The zero for which steps are least where all but a few values are in range."""
    few = max(1, int(values.shape[1] * FEW))
    low = (-values.kthvalue(few, 1).values).clamp(min=0)
    high = values.kthvalue(values.shape[1] - few + 1, 1).values.clamp(min=0)
    return min(range(1, 255), key=lambda zero: float((power * torch.maximum(low / zero, high / (255 - zero)).square()).sum()))


def square_error(values, zero, steps):
    steps = steps[:, None]
    return ((values / steps).round().clamp(-zero, 255 - zero) * steps - values).square().mean(1)
