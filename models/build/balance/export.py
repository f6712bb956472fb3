"""Writes the trained networks as one ONNX file: weights stored as fp16, computed in fp32, compared with PyTorch.

    python models/build/balance/export.py .cache/white-balance models/white-balance/model.onnx [--before .cache/second --share 0.7]

With --before, the weights are mixed with those from before the last training: SHARE of the new ones. The mean keeps most of what
either can.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cells import SIDE
from fp16 import store_as_fp16
from illuminant_network import NETWORKS, Both
from weights import weights

OPSET, IR_VERSION = 18, 10
TOLERANCE = 2e-3  # the rounding to fp16, in log chroma: a fifteenth of a degree


def trained(options):
    networks = []
    for name, kind in NETWORKS.items():
        network, values = kind(), weights(options.folder, name)
        if options.before:
            before = weights(options.before, name)
            values = {key: torch.lerp(before[key], value, options.share) for key, value in values.items()}
        network.load_state_dict(values)
        networks.append(network)
    return Both(networks).eval()


def build(network):
    example = torch.rand(1, 3, 2 * SIDE, SIDE)
    names = {"input_names": ["input"], "output_names": ["output"]}
    model = torch.onnx.export(network, (example,), opset_version=OPSET, dynamo=True, verbose=False, **names).model_proto
    for part in (model, model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.initializer):
        del part.metadata_props[:]  # where each step stands in Python
    for node in model.graph.node:
        node.doc_string = ""
    del model.graph.value_info[:]
    model.graph.name, model.producer_name, model.producer_version = "white-balance", "darkroom models/build/balance", ""
    model.ir_version = IR_VERSION
    store_as_fp16(model.graph)
    return model


def difference(network, path):
    """From PyTorch, on random cells."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    inputs = torch.rand(20, 1, 3, 2 * SIDE, SIDE, generator=torch.Generator().manual_seed(0)) ** 2
    with torch.no_grad():
        expected = np.concatenate([network(one).numpy() for one in inputs])
    found = np.concatenate([session.run(["output"], {"input": one.numpy()})[0] for one in inputs])
    return float(np.abs(found - expected).max())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("path", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--share", type=float, default=1)
    options = parser.parse_args()
    network, path = trained(options), options.path
    model = build(network)
    onnx.checker.check_model(model, full_check=True)
    data = model.SerializeToString(deterministic=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    off = difference(network, path)
    if not off < TOLERANCE:
        raise SystemExit(f"Expected {path} to equal PyTorch within {TOLERANCE} but it differs by {off}")
    print(f"{len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}, differs from PyTorch by {off:.1e}")


if __name__ == "__main__":
    main()
