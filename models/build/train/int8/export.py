"""Writes a trained state as ONNX.

    python export.py state.pt model.onnx

A convolution is QuantizeLinear (a step for each channel), ConvInteger and BatchNormalization, which gives 32-bit sums their
steps and adds the bias: what enters SiLU is as exact as fp32. Both sides of ConvInteger are uint8, as onnxruntime-web has no
quick kernel for anything else there (README.md).

Where values are clipped, the network no longer leaves 0..1 as fp32 does on checkerboards, dither, small text and strong noise.
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
from graph import IR_VERSION, OPSET, GraphBuilder
from network import BLOCKS, Span, constants, key

MODEL = HERE.parents[2] / "span-x2" / "model.onnx"
MIDDLE = 128  # the zero of kernels
BEYOND = 1.5  # ranges: 4 of 100,000 pixels of photographs go beyond
ALARM = 4
AROUND = 5  # px


class Builder(GraphBuilder):
    def __init__(self, net):
        super().__init__()
        self.net = net
        channels = net.values[key("entry.bias")].numel()
        self.middle = self.constant("middle", MIDDLE, "uint8")
        self.zeros, self.ones = self.constant("zeros", np.zeros(channels)), self.constant("ones", np.ones(channels))

    def values(self, name):
        return self.net.values[key(name)].detach().numpy()

    def exact(self, source, name, bias=True):
        kernel = self.values(f"{name}.kernel")
        inputs = [source, self.constant(f"{name}.kernel", kernel)]
        if bias:
            inputs.append(self.constant(f"{name}.bias", self.values(f"{name}.bias")))
        return self.add("Conv", inputs, name, kernel_shape=list(kernel.shape[2:]), pads=[kernel.shape[2] // 2] * 4)

    def integer(self, source, name):
        net = self.net
        whole, worth = net.integers(name)
        kernel = self.constant(f"{name}.kernel", whole.detach().round().numpy() + MIDDLE, "uint8")
        zeros = self.constant(f"{name}.zeros", np.full(worth.numel(), int(net.zero(name))), "uint8")
        zero = self.constant(f"{name}.zero", int(net.zero(name)), "uint8")
        steps = self.constant(f"{name}.steps", net.steps[key(name)].detach().exp().numpy())
        taken = self.add("QuantizeLinear", [source, steps, zeros], f"{name}.integers", axis=1)
        sums = self.add("ConvInteger", [taken, kernel, zero, self.middle], f"{name}.sums", kernel_shape=[3, 3], pads=[1] * 4)
        whole = self.add("Cast", [sums], f"{name}.whole", to=TensorProto.FLOAT)
        worth = self.constant(f"{name}.worth", worth.detach().flatten().numpy())
        bias = self.constant(f"{name}.bias", self.values(f"{name}.bias"))
        return self.add("BatchNormalization", [whole, worth, bias, self.zeros, self.ones], name, epsilon=0.0)

    def alarm(self, entry):
        """[1, 1, height, width]: ALARM within some pixels of places where a channel goes BEYOND its range, else 0."""
        first, add = "block1.first", self.add
        steps = self.constant("wide.steps", BEYOND * self.net.steps[key(first)].detach().exp().numpy())
        taken = add("QuantizeLinear", [entry, steps, f"{first}.zeros"], "wide", axis=1)
        highest, lowest = (
            add("Cast", [add(kind, [taken], f"wide.{kind}", axes=[1])], f"wide.{kind}.whole", to=TensorProto.FLOAT)
            for kind in ("ReduceMax", "ReduceMin")
        )
        clipped = add("Or", [
            add("Greater", [highest, self.constant("below highest", 254.5)], "wide.high"),
            add("Less", [lowest, self.constant("above lowest", 0.5)], "wide.low"),
        ], "wide.clipped")
        found = add("Cast", [clipped], "wide.found", to=TensorProto.FLOAT)
        around = add("MaxPool", [found], "wide.around", kernel_shape=[AROUND] * 2, pads=[AROUND // 2] * 4)
        return add("Mul", [around, self.constant("alarm size", ALARM)], "alarm")

    def swish(self, source):
        return self.add("Mul", [source, self.add("Sigmoid", [source], f"{source}.sigmoid")], f"{source}.swish")


def span_graph(net):
    graph = Builder(net)
    half, mean = graph.constant("half", 0.5), graph.constant("mean", graph.values("mean"))
    entry = graph.exact(graph.add("Sub", ["input", mean], "centred"), "entry")
    outputs = [entry]
    for number in range(1, BLOCKS + 1):
        name, source = f"block{number}", outputs[-1]
        middle = graph.swish(graph.integer(source, f"{name}.first"))
        second = graph.swish(graph.integer(middle, f"{name}.second"))
        third = graph.integer(second, f"{name}.third")
        gate = graph.add("Sub", [graph.add("Sigmoid", [third], f"{third}.sigmoid"), half], f"{name}.attention")
        outputs.append(graph.add("Mul", [graph.add("Add", [third, source], f"{name}.residual"), gate], name))
    last = graph.integer(outputs[-1], "last")
    total = graph.exact(entry, "join.entry")
    for source in (outputs[1], middle, last):
        part = graph.exact(source, f"join.{source}", bias=False)
        total = graph.add("Add", [total, part], f"{part}.sum")
    packed = graph.add("Add", [graph.exact(total, "packed"), graph.alarm(entry)], "told")
    graph.add("DepthToSpace", [packed], "output", blocksize=2, mode="CRD")
    sides = {"input": ["height", "width"], "output": ["output_height", "output_width"]}
    infos = {name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3, *side]) for name, side in sides.items()}
    return helper.make_graph(graph.nodes, "span-x2-int8", [infos["input"]], [infos["output"]], graph.constants)


def main():
    state, target = sys.argv[1:]
    net = Span(constants(MODEL))
    net.load_state_dict(torch.load(state))
    graph = span_graph(net)
    store_as_fp16(graph, keep=["entry.kernel"])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    model.producer_name = "darkroom models/build/train/int8/export.py"
    onnx.checker.check_model(model, full_check=True)
    Path(target).write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
