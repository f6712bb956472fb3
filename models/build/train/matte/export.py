"""Writes models/matte/model.onnx and int8.onnx from a checkpoint: the known networks and the one that corrects them at 448 px, in one graph.

    python export.py OUT/matte.pt [--check]    # compares it with the SHA-256 in the card too

In int8.onnx, which is for WASM, U2-Net small computes in integers.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from preprocess import DEVIATION, MEAN
from known import SIZES, in_integers, known, store_weights
from network import Matte, folded
from onnx import TensorProto, compose, helper

BUILD = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(BUILD))
from fp16 import store_as_int8
from graph import OPSET, GraphBuilder, assert_alike, report, write_model
from packages import temporary_folder

SIZE = 448
LARGE = 4096  # numbers of a kernel
TOLERANCE = 0.1  # between PyTorch and onnxruntime with fp16 and int8 weights, of 0..1, for random numbers


def corrector(net):
    with temporary_folder() as folder:
        path = str(folder / "matte.onnx")
        inputs = (torch.zeros(1, 3, SIZE, SIZE), torch.zeros(1, len(SIZES), SIZE, SIZE))
        torch.onnx.export(net, inputs, path, input_names=["input", "found"], output_names=["alpha", "person"], opset_version=OPSET, dynamo=False)
        return onnx.load(path).graph


def resize(graph, source, target, channels, width, height):
    sizes = graph.constant(f"{target}.sizes", [1, channels, height, width], "int64")
    return graph.add("Resize", [source, "", "", sizes], target, mode="linear", coordinate_transformation_mode="half_pixel")


def include(graph, name, other, source):
    """Another graph, whose input is a value of this one; returns its first output."""
    other = compose.add_prefix_graph(other, f"{name}.")
    for node in other.node:
        node.input[:] = [source if value == other.input[0].name else value for value in node.input]
    graph.nodes += other.node
    graph.constants += other.initializer
    return other.output[0].name


def joined(networks, second):
    """The known networks, each at its own size, then the second one. `found` has what they answer."""
    graph, found = GraphBuilder(), []
    planes = lambda name, values: graph.constant(name, np.reshape(values, (1, 3, 1, 1)))
    scaled = graph.add("Mul", ["input", planes("deviation", DEVIATION)], "input.scaled")
    plain = graph.add("Add", [scaled, planes("mean", MEAN)], "input.plain")
    for name, other in networks.items():
        small = resize(graph, "input" if name == "u2netp" else plain, f"{name}.small", 3, *SIZES[name])
        mask = resize(graph, include(graph, name, other, small), f"{name}.large", 1, SIZE, SIZE)
        found.append(graph.add("Sigmoid", [mask], f"{name}.found") if name == "u2netp" else mask)
    graph.add("Concat", found, "found", axis=1)
    value = lambda name, channels: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, SIZE, SIZE])
    outputs = [value("alpha", 1), value("found", len(SIZES)), value("person", 1)]
    return helper.make_graph([*graph.nodes, *second.node], "matte", [value("input", 3)], outputs, [*graph.constants, *second.initializer])


def pointwise(graph):
    """The kernels of the second network's large 1 x 1 convolutions, which lose nothing as int8; those of U2-Net would."""
    own = [t for t in graph.initializer if t.name.split(".")[0] not in SIZES]
    return {t.name for t in own if list(t.dims[2:]) == [1, 1] and np.prod(t.dims) >= LARGE}


def main(checkpoint):
    net = Matte()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["average"])
    net = folded(net.eval())
    second, networks = corrector(net), known()
    report([written(net, second, networks, "model.onnx"), written(net, second, in_integers(networks), "int8.onnx")])


def written(net, second, networks, file):
    """Writes a file and compares what it answers with PyTorch."""
    graph = joined(networks, second)
    store_as_int8(graph, pointwise(graph))
    store_weights(graph)
    target = write_model(graph, "matte", "train/matte/export.py", file=file)
    x = np.random.default_rng(1).normal(size=(1, 3, SIZE, SIZE)).astype(np.float32)
    session = onnxruntime.InferenceSession(target, providers=["CPUExecutionProvider"])
    alpha, found, person = session.run(["alpha", "found", "person"], {"input": x})
    with torch.no_grad():
        expected = [output.numpy() for output in net(torch.from_numpy(x), torch.from_numpy(found))]
    assert_alike(zip((alpha, person), expected), TOLERANCE)
    return target


if __name__ == "__main__":
    main(sys.argv[1])
