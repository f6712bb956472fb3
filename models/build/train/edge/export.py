"""Writes models/edge/model.onnx from a checkpoint.

    python export.py edge.pt [--check]    # compares it with the SHA-256 in the card too
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from network import Edge

BUILD = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(BUILD))
from fp16 import store_as_fp16
from graph import OPSET, assert_alike, report, write_model
from packages import temporary_folder

SIZE = 256
TOLERANCE = 0.01  # between PyTorch and onnxruntime with fp16 weights, of 0..1


def graph_of(net):
    with temporary_folder() as folder:
        path = str(folder / "edge.onnx")
        sides = {2: "height", 3: "width"}
        torch.onnx.export(net, torch.zeros(1, 4, SIZE, SIZE), path, input_names=["input"], output_names=["alpha"], dynamic_axes={"input": sides, "alpha": sides}, opset_version=OPSET, dynamo=False)
        return onnx.load(path).graph


def main(checkpoint):
    net = Edge().eval()
    net.load_state_dict({name: values.float() for name, values in torch.load(checkpoint, map_location="cpu")["average"].items()})
    graph = graph_of(net)
    store_as_fp16(graph)
    target = write_model(graph, "edge", "train/edge/export.py")
    x = np.random.default_rng(1).random((1, 4, SIZE, SIZE), np.float32)
    (alpha,) = onnxruntime.InferenceSession(target, providers=["CPUExecutionProvider"]).run(None, {"input": x})
    with torch.no_grad():
        assert_alike([(alpha, net(torch.from_numpy(x)).numpy())], TOLERANCE)
    report([target])


if __name__ == "__main__":
    main(sys.argv[1])
