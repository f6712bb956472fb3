"""A network of models/ whose 3x3 convolutions compute in integers of 8 bits; what is small, the first and the last ones stay fp32.

The values that enter such a convolution have one step for each channel, which the kernel takes in, and one zero for all. With
one step for all channels, calibration alone loses 3.3 dB on Kodak.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from onnx_torch import OPERATORS, attributes

FEWEST = 32  # channels: fewer do not pay
FP32 = {"deblur": "half_up"}  # begin the names of what stays fp32: tiles differ by 3 of 255 where it does not
LEAST_STEP = 1e-6
SAMPLES = 15000  # of each channel and batch
FEW = 3e-4
NEAR = (1, 0.7, 1.3, 0.45)  # zeros that are tried, of the usual one
SHARES = [1.15**-power for power in range(18)]  # of the whole range


def key(name):
    """A name of the ONNX file as a parameter's: without dots, and no attribute of its container."""
    return "onnx/" + name.replace(".", "/")


def read_graph(path):
    """(nodes, {name: array}) of an ONNX file, with weights as fp32 where it casts them to that."""
    graph = onnx.load(path).graph
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    casts = [node for node in graph.node if node.op_type == "Cast"]
    for cast in casts:
        constants[cast.output[0]] = constants.pop(cast.input[0]).astype("float32")
    return [node for node in graph.node if node.op_type != "Cast"], constants


def convolutions_for_integers(name, nodes, constants):
    """The names of 3x3 convolutions between many channels, but for a network's last ones."""
    found = [node for node in nodes if node.op_type == "Conv"][:-1]
    shapes = {node.output[0]: constants[node.input[1]].shape for node in found}
    return [output for output, shape in shapes.items() if min(shape[:2]) >= FEWEST and shape[2:] == (3, 3) and not output.startswith(FP32.get(name, ()))]


class Network(nn.Module):
    """`quantised`: whether it computes as the integers do. `watch(name, pixels)` is told what enters each of their convolutions."""

    def __init__(self, path):
        super().__init__()
        self.nodes, self.constants = read_graph(path)
        self.integers = convolutions_for_integers(Path(path).parent.name, self.nodes, self.constants)
        self.values, self.steps = nn.ParameterDict(), nn.ParameterDict()
        for name, value in self.constants.items():
            self.values[key(name)] = nn.Parameter(torch.tensor(value), requires_grad=False)
        for name in self.integers:
            channels = self.constants[f"{name}.kernel"].shape[1]
            self.steps[key(name)] = nn.Parameter(torch.zeros(channels))  # logarithms
            self.register_buffer(f"zero/{key(name)}", torch.zeros(()))
        self.quantised, self.watch = False, None

    def train_quantised(self):
        """From now on it computes as the integers do, and kernels, biases and steps are trained."""
        self.quantised = True
        for name in self.constants:
            self.values[key(name)].requires_grad_(name.endswith((".kernel", ".bias")))
        self.steps.requires_grad_(True)

    def zero(self, name):
        return getattr(self, f"zero/{key(name)}")

    def set_range(self, name, zero, steps):
        self.zero(name).fill_(zero)
        self.steps[key(name)].data.copy_(steps.log())

    def kernel(self, name):
        return self.values[key(f"{name}.kernel")]

    def whole_kernel(self, name):
        """(kernel in steps, -127 to 127, before rounding; what one step is worth, for each output channel)."""
        kernel = self.kernel(name) * self.steps[key(name)].exp().reshape(1, -1, 1, 1)
        worth = kernel.abs().amax((1, 2, 3), keepdim=True) / 127
        return kernel / worth, worth

    def convolve(self, name, inputs, options):
        pixels, kernel, *bias = inputs
        if name in self.integers:
            if self.watch:
                self.watch(name, pixels)
            if self.quantised:
                pixels, kernel = self.as_integers(name, pixels)
        return OPERATORS["Conv"]([pixels, kernel, *bias], options)

    def as_integers(self, name, pixels):
        steps, zero = self.steps[key(name)].exp().reshape(1, -1, 1, 1), self.zero(name)
        whole, worth = self.whole_kernel(name)
        return rounded((pixels / steps).clamp(-zero, 255 - zero)) * steps, rounded(whole) * worth / steps

    def forward(self, inputs):
        """The output for {name: tensor}, fp32."""
        found = {**inputs, **{name: self.values[key(name)] for name in self.constants}}
        for node in self.nodes:
            name, options = node.output[0], attributes(node)
            taken = [found.get(source) for source in node.input]
            is_convolution = node.op_type == "Conv"
            found[name] = self.convolve(name, taken, options) if is_convolution else OPERATORS[node.op_type](taken, options)
        return found["output"]

    def features(self, inputs):
        """(output, [what enters each convolution of integers])."""
        entered = []
        self.watch = lambda _, pixels: entered.append(pixels)
        output = self(inputs)
        self.watch = None
        return output, entered


def rounded(values):
    """Rounded, with the gradient of the values as they were."""
    return values + (values.detach().round() - values.detach())


def calibrate(net, batches):
    """Sets zeros and steps by what enters the convolutions for some inputs."""
    samples = {name: [] for name in net.integers}

    def watch(name, pixels):
        flat = pixels.transpose(0, 1).flatten(1)
        samples[name].append(flat[:, torch.randperm(flat.shape[1])[:SAMPLES]])

    net.quantised, net.watch = False, watch
    with torch.no_grad():
        for inputs in batches:
            net(inputs)
        net.watch = None
        for name in net.integers:
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
