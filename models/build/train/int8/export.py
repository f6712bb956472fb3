"""Writes a trained state as models/NAME/int8.onnx.

    python export.py NAME state.pt

A convolution is QuantizeLinear (a step for each channel), ConvInteger and BatchNormalization, which gives 32-bit sums their
steps and adds the bias: what follows is as exact as fp32. Both sides of ConvInteger are uint8, as onnxruntime-web has no
quick kernel for anything else there (README.md).

Where values are clipped, SPAN no longer leaves 0..1 as fp32 does on checkerboards, dither, small text and strong noise.
There the entry exceeds its range by far: `alarm` adds so much to the output that it is not plausible.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from fp16 import store_as_fp16
from graph import MODELS, GraphBuilder, write_model
from network import Network, key
from onnx_torch import attributes

MIDDLE = 128  # the zero of kernels
BEYOND = {"span-x2": 1.5, "span-x4": 2}  # ranges: README.md has how many pixels of photographs go beyond
ALARM = 4
AROUND = 5  # px


class Builder(GraphBuilder):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.used = set()
        self.middle = self.constant("middle", MIDDLE, "uint8")

    def value(self, name):
        """A constant of the network, as it is after the training."""
        if name in self.net.constants and name not in self.used:
            self.used.add(name)
            kind = self.net.constants[name].dtype
            self.constant(name, self.net.values[key(name)].detach().numpy(), kind)
        return name

    def copy(self, node):
        inputs = [self.value(name) for name in node.input]
        return self.add(node.op_type, inputs, node.output[0], **attributes(node))

    def integer(self, node):
        net, source, name = self.net, node.input[0], node.output[0]
        whole, worth = net.whole_kernel(name)
        zero = int(net.zero(name))
        kernel = self.constant(f"{name}.kernel", whole.detach().round().numpy() + MIDDLE, "uint8")
        zeros = self.constant(f"{name}.zeros", np.full(whole.shape[1], zero), "uint8")
        steps = self.constant(f"{name}.steps", net.steps[key(name)].detach().exp().numpy())
        taken = self.add("QuantizeLinear", [source, steps, zeros], f"{name}.integers", axis=1)
        inputs = [taken, kernel, self.constant(f"{name}.zero", zero, "uint8"), self.middle]
        sums = self.add("ConvInteger", inputs, f"{name}.sums", **attributes(node))
        floats = self.add("Cast", [sums], f"{name}.floats", to=TensorProto.FLOAT)
        channels = worth.numel()
        worth = self.constant(f"{name}.worth", worth.detach().flatten().numpy())
        bias = self.value(node.input[2]) if len(node.input) > 2 else self.zeros(channels)
        rest = [worth, bias, self.zeros(channels), self.ones(channels)]
        return self.add("BatchNormalization", [floats, *rest], name, epsilon=0.0)

    def zeros(self, count):
        return self.shared(f"zeros{count}", np.zeros(count))

    def ones(self, count):
        return self.shared(f"ones{count}", np.ones(count))

    def shared(self, name, values):
        if name not in self.used:
            self.used.add(name)
            self.constant(name, values)
        return name

    def alarm(self, first, beyond):
        """[1, 1, height, width]: ALARM within some pixels of places where a channel goes so many times beyond its range in the first convolution of integers, else 0."""
        add = self.add
        name, source = first.output[0], first.input[0]
        steps = self.constant("wide.steps", beyond * self.net.steps[key(name)].detach().exp().numpy())
        taken = add("QuantizeLinear", [source, steps, f"{name}.zeros"], "wide", axis=1)
        highest, lowest = (
            add("Cast", [add(kind, [taken], f"wide.{kind}", axes=[1])], f"wide.{kind}.floats", to=TensorProto.FLOAT)
            for kind in ("ReduceMax", "ReduceMin")
        )
        clipped = add("Or", [
            add("Greater", [highest, self.constant("below highest", 254.5)], "wide.high"),
            add("Less", [lowest, self.constant("above lowest", 0.5)], "wide.low"),
        ], "wide.clipped")
        found = add("Cast", [clipped], "wide.found", to=TensorProto.FLOAT)
        around = add("MaxPool", [found], "wide.around", kernel_shape=[AROUND] * 2, pads=[AROUND // 2] * 4)
        return add("Mul", [around, self.constant("alarm size", ALARM)], "alarm")


def integer_graph(net, name, infos):
    graph = Builder(net)
    for node in net.nodes:
        if node.output[0] in net.integers:
            graph.integer(node)
        else:
            graph.copy(node)
    if name in BEYOND:
        add_alarm(graph, net, BEYOND[name])
    return helper.make_graph(graph.nodes, f"{name}-int8", *infos, graph.constants)


def add_alarm(graph, net, beyond):
    """To what is unpacked into pixels."""
    first = next(node for node in net.nodes if node.output[0] in net.integers)
    unpack = graph.nodes.pop()
    told = graph.add("Add", [unpack.input[0], graph.alarm(first, beyond)], "told")
    graph.add(unpack.op_type, [told], unpack.output[0], **attributes(unpack))


def main():
    name, state = sys.argv[1:]
    source = MODELS / name / "model.onnx"
    net = Network(source)
    net.load_state_dict(torch.load(state))
    fp32 = onnx.load(source).graph
    graph = integer_graph(net, name, [fp32.input, fp32.output])
    store_as_fp16(graph, keep=["entry.kernel"])
    write_model(graph, name, "train/int8/export.py", file="int8.onnx")


if __name__ == "__main__":
    main()
