"""Writes a trained network as ONNX: weights stored as fp16, computed in fp32, and compared with PyTorch.

    python export.py TASK CHECKPOINT.pt OUT.onnx
"""

import copy
import hashlib
import operator
import sys
from itertools import count, takewhile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import fx, nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from fp16 import store_as_fp16
from network import span_key
from tasks import SPAN, TASKS, read_constants

OPSET, IR_VERSION = 17, 9
KINDS = {operator.add: "Add", operator.sub: "Sub", operator.mul: "Mul"}
NEAREST = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
TOLERANCE = 2e-4  # between PyTorch and onnxruntime, of 0..1


def adopted_weights(path, names):
    """The weights of a model that was exported here, under the names of PyTorch."""
    constants, weights = read_constants(path), {}
    for name in names:
        layer, kind = name.rsplit(".", 1)
        layer, kind = layer.replace(".", "_"), "kernel" if kind == "weight" else kind
        whole = constants.get(f"{layer}.{kind}")
        if whole is None:  # of concatenated inputs: one kernel for each, and the bias at the first
            parts = takewhile(lambda part: part is not None, (constants.get(f"{layer}_{number}.{kind}") for number in count()))
            whole = np.concatenate([*parts], 1 if kind == "kernel" else 0)
        weights[name] = torch.from_numpy(whole.copy())
    return weights


class Graph:
    """Follows a traced network, one ONNX node for each of its steps."""

    def __init__(self, net):
        self.modules = dict(net.named_modules())
        self.nodes, self.constants = [], []
        self.joined, self.channels = {}, {}  # by the name of a step
        for step in fx.symbolic_trace(net).graph.nodes:
            self.follow(step)

    def follow(self, step):
        inputs = [self.argument(argument, step.name) for argument in step.args]
        self.channels[step.name] = self.channels.get(inputs[0], 3) if inputs else 3
        if step.op == "placeholder":
            self.source = step.name
        elif step.op == "output":
            self.result = inputs[0]
        elif step.op == "call_function" and step.target is torch.cat:
            self.joined[step.name] = [name for part in step.args[0] for name in self.joined.get(part.name, [part.name])]
        elif step.op == "call_function":
            self.add(KINDS[step.target], inputs, step.name)
        else:
            self.module(self.modules[step.target], inputs, step.name)

    def argument(self, value, name):
        """The name of an input; numbers become constants."""
        if isinstance(value, fx.Node):
            return value.name
        if isinstance(value, float):
            self.constant(np.array(value, np.float32), f"{name}.factor")
            return f"{name}.factor"
        return ""

    def constant(self, values, name):
        self.constants.append(numpy_helper.from_array(values, name))

    def module(self, module, inputs, name):
        if isinstance(module, nn.Conv2d):
            self.convolution(module, inputs[0], name)
        elif isinstance(module, nn.ReLU):
            self.add("Relu", inputs, name)
        elif isinstance(module, nn.LeakyReLU):
            self.add("LeakyRelu", inputs, name, alpha=module.negative_slope)
        elif isinstance(module, nn.PixelShuffle):
            self.channels[name] //= module.upscale_factor**2
            self.add("DepthToSpace", inputs, name, blocksize=module.upscale_factor, mode="CRD")
        elif isinstance(module, nn.MaxPool2d):
            self.add("MaxPool", inputs, name, kernel_shape=[module.kernel_size] * 2, strides=[module.stride] * 2)
        elif isinstance(module, nn.Upsample):
            self.constant(np.array([1, 1, module.scale_factor, module.scale_factor], np.float32), f"{name}.scales")
            self.add("Resize", [*inputs, "", f"{name}.scales"], name, **NEAREST)
        else:
            raise TypeError(f"Expected a layer that is written here but received {type(module).__name__}")

    def convolution(self, module, source, name):
        """A convolution of concatenated inputs, as the sum of one per input: onnxruntime-web 1.30 computes those of 6 channels wrongly on WebGPU."""
        sources = self.joined.get(source, [source])
        terms = [name] if len(sources) == 1 else [f"{name}_{number}" for number in range(len(sources))]
        kernels = module.weight.split([self.channels[part] for part in sources], 1)
        self.channels[name] = module.out_channels
        for number, (part, kernel, output) in enumerate(zip(sources, kernels, terms)):
            tensors = {"kernel": kernel, "bias": module.bias if number == 0 else None}
            inputs = [part]
            for kind, tensor in tensors.items():
                if tensor is not None:
                    self.constant(tensor.detach().float().cpu().numpy(), f"{output}.{kind}")
                    inputs.append(f"{output}.{kind}")
            padding, size, strides = list(module.padding) * 2, list(module.kernel_size), list(module.stride)
            self.add("Conv", inputs, output, kernel_shape=size, strides=strides, pads=padding)
        total = terms[0]
        for number, term in enumerate(terms[1:], 2):
            last = number == len(terms)
            self.add("Add", [total, term], name if last else f"{name}_sum{number}")
            total = f"{name}_sum{number}"

    def add(self, kind, inputs, output, **attributes):
        names = {self.source: "input"}
        self.nodes.append(helper.make_node(kind, [names.get(name, name) for name in inputs], [output], output, **attributes))


def build(net, name):
    graph = Graph(net)
    for node in graph.nodes:  # the last one's output gets its public name
        node.output[:] = ["output" if node.output[0] == graph.result else node.output[0]]
    shape = [1, 3, "height", "width"]
    proto = helper.make_graph(
        graph.nodes,
        name,
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, shape)],
        graph.constants,
    )
    store_as_fp16(proto)
    model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    model.producer_name = "darkroom models/build/train"
    return model


def build_span(net, name):
    """The graph of SPAN x4 with other weights."""
    model = onnx.load(SPAN)
    for tensor in model.graph.initializer:
        key = span_key(tensor.name.removesuffix("_fp16"))
        kind = numpy_helper.to_array(tensor).dtype
        values = net.values[key].detach().cpu().numpy().astype(kind)
        tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    model.graph.name = name
    model.producer_name = "darkroom models/build/train"
    return model


def as_stored(net):
    """The network as stored in the file: its larger weights rounded to fp16."""
    net = copy.deepcopy(net).float().cpu().eval()
    for name, value in net.named_parameters():
        if value.numel() >= 64 and name != f"values.{span_key('entry.kernel')}":
            value.data = value.data.half().float()
    return net


def export(task, net, path):
    """Writes and checks the file; returns a line that describes it."""
    net = as_stored(net)
    model = (build_span if task == "text-x4" else build)(net, task)
    onnx.checker.check_model(model, full_check=True)
    data = model.SerializeToString(deterministic=True)
    Path(path).write_bytes(data)
    difference = compare(net, path)
    name, digest = Path(path).name, hashlib.sha256(data).hexdigest()
    return f"{name}: {len(data)} bytes, SHA-256 {digest}, differs from PyTorch by {difference:.1e}"


def compare(net, path):
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    multiple = getattr(net, "multiple", 1)
    pixels = np.random.default_rng(0).random((1, 3, 5 * multiple + 32, 7 * multiple + 32)).astype(np.float32)
    pixels = torch.nn.functional.avg_pool2d(torch.from_numpy(pixels), 5, 1, 2)
    (found,) = session.run(["output"], {"input": pixels.numpy()})
    with torch.no_grad():
        expected = net(pixels).numpy()
    difference = float(np.abs(found - expected).max())
    if not difference < TOLERANCE:
        raise SystemExit(f"Expected {path} to equal PyTorch within {TOLERANCE} but it differs by {difference}")
    return difference


def main():
    task, checkpoint, path = sys.argv[1:]
    net = TASKS[task].network()
    weights = torch.load(checkpoint, map_location="cpu")["weights"]
    net.load_state_dict({name: value.float() for name, value in weights.items()})
    print(export(task, net, path))


if __name__ == "__main__":
    main()
