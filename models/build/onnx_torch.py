"""ONNX graphs in PyTorch, for any batch: the operators that the networks here have, no more."""

import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper
from torch import nn


def attributes(node):
    return {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}


def symmetric(pads):
    """ONNX's pads as PyTorch's padding, and what has to be padded before where the sides differ."""
    top, left, bottom, right = pads or (0, 0, 0, 0)
    return ((top, left), None) if (top, left) == (bottom, right) else ((0, 0), (left, right, top, bottom))


def convolve(inputs, options):
    padding, before = symmetric(options.get("pads"))
    x = F.pad(inputs[0], before) if before else inputs[0]
    return F.conv2d(x, *inputs[1:], stride=options.get("strides", 1), padding=padding, dilation=options.get("dilations", 1), groups=options.get("group", 1))


def convolve_transposed(inputs, options):
    padding, before = symmetric(options.get("pads"))
    assert before is None
    return F.conv_transpose2d(*inputs, stride=options.get("strides", 1), padding=padding, groups=options.get("group", 1))


def max_pool(inputs, options):
    assert not any(options.get("pads") or ())
    return F.max_pool2d(inputs[0], options["kernel_shape"], options["strides"], ceil_mode=bool(options.get("ceil_mode", 0)))


def resize(inputs, options):
    pixels, _, scales, *sizes = inputs
    size = [int(side) for side in sizes[0][2:]] if sizes else [round(side * float(scale)) for side, scale in zip(pixels.shape[2:], scales[2:])]
    if options.get("mode", b"nearest") == b"nearest":
        return F.interpolate(pixels, size, mode="nearest")
    assert options["mode"] == b"linear", options
    corners = options.get("coordinate_transformation_mode", b"half_pixel") == b"align_corners"
    return F.interpolate(pixels, size, mode="bilinear", align_corners=corners)


# From inputs (None where one is left out) and attributes to the output.
OPERATORS = {
    "Add": lambda inputs, _: inputs[0] + inputs[1],
    "Concat": lambda inputs, options: torch.cat(inputs, options["axis"]),
    "Conv": convolve,
    "ConvTranspose": convolve_transposed,
    "DepthToSpace": lambda inputs, options: F.pixel_shuffle(inputs[0], options["blocksize"]),
    "GlobalAveragePool": lambda inputs, _: inputs[0].mean((2, 3), keepdim=True),
    "HardSigmoid": lambda inputs, options: (inputs[0] * options.get("alpha", 0.2) + options.get("beta", 0.5)).clamp(0, 1),
    "LeakyRelu": lambda inputs, options: F.leaky_relu(inputs[0], options["alpha"]),
    "MatMul": lambda inputs, _: inputs[0] @ inputs[1],
    "MaxPool": max_pool,
    "Mul": lambda inputs, _: inputs[0] * inputs[1],
    "Relu": lambda inputs, _: F.relu(inputs[0]),
    "Reshape": lambda inputs, _: inputs[0].reshape([int(side) for side in inputs[1]]),
    "Resize": resize,
    "Sigmoid": lambda inputs, _: torch.sigmoid(inputs[0]),
    "Sub": lambda inputs, _: inputs[0] - inputs[1],
}


class Graph(nn.Module):
    """`model`: the bytes of a graph of one input and one output, batches of any size."""

    def __init__(self, model):
        super().__init__()
        graph = onnx.load_model_from_string(model).graph
        self.names, self.sizes = {}, {}
        for index, value in enumerate(graph.initializer):
            values = torch.from_numpy(numpy_helper.to_array(value).copy())
            if values.dtype == torch.int64:
                self.sizes[value.name] = values.tolist()
                continue
            self.names[value.name] = f"w{index}"
            self.register_buffer(f"w{index}", values)
        self.nodes = [(n.op_type, list(n.input), list(n.output), attributes(n)) for n in graph.node]
        last = {name: index for index, (_, inputs, *_) in enumerate(self.nodes) for name in inputs}
        self.done = [[name for name in set(inputs) if last[name] == index and name not in self.names and name not in self.sizes] for index, (_, inputs, *_) in enumerate(self.nodes)]
        self.source, self.target = graph.input[0].name, graph.output[0].name

    def forward(self, x):
        values = {self.source: x}
        get = lambda name: getattr(self, self.names[name]) if name in self.names else self.sizes[name] if name in self.sizes else values[name]
        for (kind, inputs, outputs, options), done in zip(self.nodes, self.done):
            values[outputs[0]] = OPERATORS[kind]([get(name) if name else None for name in inputs], options)
            for name in done:
                values.pop(name, None)
        return values[self.target]
