"""Writes the network as ONNX: weights stored as fp16, computed in fp32.

    python fold.py CHECKPOINT.pt OUT.onnx

What the four numbers add to the planes goes into the biases of the convolutions before them, so that it takes no time.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

from restoration import Restore

sys.path.append(str(Path(__file__).resolve().parents[1]))
from export import TOLERANCE, as_stored, build
from network import U

LEVELS = {"head": "half_spread", "to_quarter": "quarter_spread", "to_eighth": "eighth_spread"}  # convolution, what is added to its bias


def load(checkpoint):
    net = Restore()
    weights = torch.load(checkpoint, map_location="cpu")["weights"]
    net.load_state_dict({name: value.float() for name, value in weights.items()})
    return net


def fixed(net, numbers):
    """A network of `U` that gives what `net` gives for these four numbers."""
    weights = {name: value.clone() for name, value in net.state_dict().items() if "spread" not in name}
    values = torch.tensor([numbers], dtype=torch.float32)
    for layer, spread in LEVELS.items():
        weights[f"{layer}.bias"] += getattr(net, spread)(values).detach().flatten()
    plain = U()
    plain.load_state_dict(weights)
    return plain


def told(net):
    """The same as ONNX, with the numbers as a second input: `strengths` [1, 4]."""
    model = build(as_stored(fixed(net, [0.0] * 4)), "restore")
    graph, nodes = model.graph, []
    graph.input.append(helper.make_tensor_value_info("strengths", TensorProto.FLOAT, [1, 4]))
    graph.initializer.append(numpy_helper.from_array(np.array([-1]), "flat"))
    for layer, spread in LEVELS.items():
        weights = getattr(net, spread).linear.weight.detach().numpy().T.copy()
        graph.initializer.append(numpy_helper.from_array(weights, f"{layer}.strengths"))
        nodes += [
            helper.make_node("MatMul", ["strengths", f"{layer}.strengths"], [f"{layer}.row"], f"{layer}.row"),
            helper.make_node("Reshape", [f"{layer}.row", "flat"], [f"{layer}.added"], f"{layer}.added"),
            helper.make_node("Add", [f"{layer}.bias", f"{layer}.added"], [f"{layer}.told"], f"{layer}.told"),
        ]
        convolution = next(node for node in graph.node if node.output[0] == layer)
        convolution.input[2] = f"{layer}.told"
    casts = sum(node.op_type == "Cast" for node in graph.node)
    rest = [*graph.node[:casts], *nodes, *graph.node[casts:]]
    del graph.node[:]
    graph.node.extend(rest)
    return model


def compare(net, path):
    """The largest difference to PyTorch, for each number alone and all together."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    pixels = torch.nn.functional.avg_pool2d(torch.rand(1, 3, 64, 96, generator=torch.Generator().manual_seed(1)), 5, 1, 2)
    differences = []
    for numbers in [*np.eye(4), np.ones(4)]:
        strengths = np.array([numbers], np.float32)
        (found,) = session.run(["output"], {"input": pixels.numpy(), "strengths": strengths})
        with torch.no_grad():
            differences.append(float(np.abs(found - net(pixels, torch.from_numpy(strengths)).numpy()).max()))
    if max(differences) > 10 * TOLERANCE:  # the weights are rounded
        raise SystemExit(f"Expected {path} to equal PyTorch within {10 * TOLERANCE} but it differs by {max(differences)}")
    return max(differences)


def main():
    checkpoint, path = sys.argv[1:]
    net = load(checkpoint)
    model = told(net)
    onnx.checker.check_model(model, full_check=True)
    Path(path).write_bytes(model.SerializeToString(deterministic=True))
    print(f"differs from PyTorch by {compare(net, path):.1e}")


if __name__ == "__main__":
    main()
