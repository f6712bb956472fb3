"""A small ONNX graph in PyTorch, for any batch: what the known networks of a cut-out need, no more."""

import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper
from torch import nn


def symmetric(pads):
    """ONNX's pads as PyTorch's padding, and what has to be padded before where the sides differ."""
    top, left, bottom, right = pads or (0, 0, 0, 0)
    return ((top, left), None) if (top, left) == (bottom, right) else ((0, 0), (left, right, top, bottom))


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
        self.nodes = [(n.op_type, list(n.input), list(n.output), {a.name: helper.get_attribute_value(a) for a in n.attribute}) for n in graph.node]
        last = {name: index for index, (_, inputs, *_) in enumerate(self.nodes) for name in inputs}
        self.done = [[name for name in set(inputs) if last[name] == index and name not in self.names and name not in self.sizes] for index, (_, inputs, *_) in enumerate(self.nodes)]
        self.source, self.target = graph.input[0].name, graph.output[0].name

    def forward(self, x):
        values = {self.source: x}
        get = lambda name: getattr(self, self.names[name]) if name in self.names else self.sizes[name] if name in self.sizes else values[name]
        for (kind, inputs, outputs, options), done in zip(self.nodes, self.done):
            values[outputs[0]] = getattr(self, f"on_{kind}")([get(name) if name else None for name in inputs], options)
            for name in done:
                values.pop(name, None)
        return values[self.target]

    def on_Conv(self, inputs, options):
        padding, before = symmetric(options.get("pads"))
        x = F.pad(inputs[0], before) if before else inputs[0]
        return F.conv2d(x, *inputs[1:], stride=options.get("strides", 1), padding=padding, dilation=options.get("dilations", 1), groups=options.get("group", 1))

    def on_ConvTranspose(self, inputs, options):
        padding, before = symmetric(options.get("pads"))
        assert before is None
        return F.conv_transpose2d(*inputs, stride=options.get("strides", 1), padding=padding, groups=options.get("group", 1))

    def on_MaxPool(self, inputs, options):
        assert not any(options.get("pads") or ())
        return F.max_pool2d(inputs[0], options["kernel_shape"], options["strides"], ceil_mode=bool(options.get("ceil_mode", 0)))

    def on_Resize(self, inputs, options):
        height, width = inputs[3][2:] if len(inputs) > 3 else [round(side * scale) for side, scale in zip(inputs[0].shape[2:], inputs[2][2:])]
        assert options.get("mode") == b"linear", options
        corners = options.get("coordinate_transformation_mode", b"half_pixel") == b"align_corners"
        return F.interpolate(inputs[0], size=(int(height), int(width)), mode="bilinear", align_corners=corners)

    def on_Add(self, inputs, _):
        return inputs[0] + inputs[1]

    def on_Mul(self, inputs, _):
        return inputs[0] * inputs[1]

    def on_Concat(self, inputs, options):
        return torch.cat(inputs, options["axis"])

    def on_Relu(self, inputs, _):
        return F.relu(inputs[0])

    def on_Sigmoid(self, inputs, _):
        return torch.sigmoid(inputs[0])

    def on_HardSigmoid(self, inputs, options):
        return (inputs[0] * options.get("alpha", 0.2) + options.get("beta", 0.5)).clamp(0, 1)

    def on_GlobalAveragePool(self, inputs, _):
        return inputs[0].mean((2, 3), keepdim=True)
