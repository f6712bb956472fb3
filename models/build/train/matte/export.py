"""Writes models/matte/model.onnx from a checkpoint: U2-Net small at 320 px, and the network that corrects it at 448 px, in one graph.

    python export.py OUT/matte.pt
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from network import Matte, folded
from onnx import TensorProto, compose, helper, numpy_helper, version_converter

BUILD = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(BUILD))
from fp16 import store_as_fp16, store_as_int8
from graph import MODELS, OPSET, write_model
from packages import temporary_folder

SIZE, COARSE = 448, 320
LARGE = 4096  # numbers of a kernel
TOLERANCE = 1e-2  # between PyTorch and onnxruntime with fp16 weights, of 0..1


def corrector(net):
    with temporary_folder() as folder:
        path = str(folder / "matte.onnx")
        torch.onnx.export(net, (torch.zeros(1, 3, SIZE, SIZE), torch.zeros(1, 1, SIZE, SIZE)), path, input_names=["input", "found"], output_names=["alpha", "person"], opset_version=OPSET, dynamo=False)
        return onnx.load(path).graph


def resized(name, source, target, side):
    """A node that scales planes, linearly, and its sizes."""
    channels = 3 if target == "small" else 1
    sizes = numpy_helper.from_array(np.array([1, channels, side, side], np.int64), f"{name}.sizes")
    return helper.make_node("Resize", [source, "", "", sizes.name], [target], name, mode="linear", coordinate_transformation_mode="half_pixel"), sizes


def joined(first, second):
    down, down_sizes = resized("shrink", "input", "small", COARSE)
    up, up_sizes = resized("enlarge", "u2net.output", "found", SIZE)
    first = compose.add_prefix_graph(first, "u2net.")
    for node in first.node:
        node.input[:] = ["small" if name == "u2net.input" else name for name in node.input]
    value = lambda name, channels: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, SIZE, SIZE])
    outputs = [value(name, 1) for name in ("alpha", "found", "person")]
    constants = [*first.initializer, *second.initializer, down_sizes, up_sizes]
    return helper.make_graph([down, *first.node, up, *second.node], "matte", [value("input", 3)], outputs, constants)


def pointwise(graph):
    """The kernels of the second network's large 1 x 1 convolutions, which lose nothing as int8; those of U2-Net would."""
    return {t.name for t in graph.initializer if not t.name.startswith("u2net.") and list(t.dims[2:]) == [1, 1] and np.prod(t.dims) >= LARGE}


def main(checkpoint):
    net = Matte()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["average"])
    net = folded(net.eval())
    salient = version_converter.convert_version(onnx.load(MODELS / "u2netp/model.onnx"), OPSET).graph
    graph = joined(salient, corrector(net))
    store_as_int8(graph, pointwise(graph))
    store_as_fp16(graph)
    target = write_model(graph, "matte", "train/matte/export.py")
    x = np.random.default_rng(1).normal(size=(1, 3, SIZE, SIZE)).astype(np.float32)
    session = onnxruntime.InferenceSession(target, providers=["CPUExecutionProvider"])
    alpha, found, person = session.run(["alpha", "found", "person"], {"input": x})
    with torch.no_grad():
        expected = [output.numpy() for output in net(torch.from_numpy(x), torch.from_numpy(found))]
    worst = max(float(np.abs(a - b).max()) for a, b in zip((alpha, person), expected))
    print(f"{target.name}: {target.stat().st_size} bytes, differs from PyTorch by {worst:.2g} at most")
    if worst > TOLERANCE:
        raise SystemExit(f"Expected a difference of at most {TOLERANCE}")


if __name__ == "__main__":
    main(sys.argv[1])
