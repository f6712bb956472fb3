"""Assembles ONNX graphs and writes them into `models/`."""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET, IR_VERSION = 17, 9
MODELS = Path(__file__).resolve().parent.parent


class GraphBuilder:
    """Collects the nodes and constants of an ONNX graph; every node is named after its output."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values, kind="float32"):
        self.constants.append(numpy_helper.from_array(np.asarray(values, kind), name))
        return name

    def add(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], output, **attributes))
        return output


def as_model(graph, opset=OPSET):
    """With the graph's operators outside of ONNX, as onnxruntime's own."""
    versions = {"": opset} | {node.domain: 1 for node in graph.node if node.domain}
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(*each) for each in versions.items()], ir_version=IR_VERSION)


def write_model(graph, name, script, opset=OPSET, file="model.onnx"):
    """Checks a graph and writes it as models/<name>/<file>, byte for byte the same each time."""
    model = as_model(graph, opset)
    model.producer_name = f"darkroom models/build/{script}"
    onnx.checker.check_model(model, full_check=True)
    target = MODELS / name / file
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(model.SerializeToString(deterministic=True))
    return target


def assert_alike(pairs, tolerance):
    """Compares what onnxruntime and PyTorch compute: pairs of arrays."""
    worst = max(float(np.abs(found - expected).max()) for found, expected in pairs)
    print(f"differs from PyTorch by {worst:.2g} at most")
    if worst > tolerance:
        raise SystemExit(f"Expected a difference of at most {tolerance}")


def report(targets):
    """Prints sizes and SHA-256; with --check, compares them with those in the cards."""
    for target in targets:
        data = target.read_bytes()
        found = hashlib.sha256(data).hexdigest()
        print(target.relative_to(MODELS), len(data), "bytes, SHA-256", found)
        if "--check" in sys.argv[1:] and found not in (target.parent / "card.md").read_text():
            raise SystemExit(f"Expected {target.parent.name} to have the SHA-256 in its card but received {found}")
