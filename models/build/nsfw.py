"""Writes models/nsfw/model.onnx: the MobileNet v2 of nsfwjs, with its 8-bit weights unchanged.

    python nsfw.py           downloads the weights and writes the model
    python nsfw.py --check   also compares it with the SHA-256 in the card
"""

import json
import subprocess

import numpy as np
from onnx import TensorProto, helper

from graph import GraphBuilder, report, write_model
from packages import npm

PACKAGE = "nsfwjs@4.4.0"
PACKAGE_SHA256 = "585cd178f3b994337c4d10a87b080d342fc52f8b9bf0085c4d1f345a3a1c5382"
FOLDER = "dist/models/mobilenet_v2"
SIDE = 224
SMALL = 256  # kernels below this size are stored as fp32

# The package has its files as JavaScript that exports JSON or base64; node reads both, without access to anything else.
READ = """
const vm = require('vm'), fs = require('fs'), module = { exports: {} }
vm.runInNewContext(fs.readFileSync(process.argv[1], 'utf8'), { module, exports: module.exports })
const held = module.exports.default ?? module.exports
process.stdout.write(typeof held === 'string' ? Buffer.from(held, 'base64') : JSON.stringify(held))
"""


def read(file):
    return subprocess.run(["node", "-e", READ, file], check=True, capture_output=True).stdout


class Weights:
    """The weights of a TensorFlow.js model: 8-bit numbers with a scale and a minimum, or fp32."""

    def __init__(self, manifest, data):
        self.stored, self.ranges = {}, {}
        at = 0
        for weight in (weight for group in manifest for weight in group["weights"]):
            quantized = weight.get("quantization")
            kind = np.dtype(np.uint8 if quantized else np.float32)
            count = int(np.prod(weight["shape"]))
            self.stored[weight["name"]] = np.frombuffer(data, kind, count, at).reshape(weight["shape"])
            at += count * kind.itemsize
            if quantized:
                self.ranges[weight["name"]] = (np.float32(quantized["scale"]), np.float32(quantized["min"]))
        if at != len(data):
            raise ValueError(f"Expected {at} bytes of weights but received {len(data)}")

    def __getitem__(self, name):
        values = self.stored[name].astype(np.float32)
        if name not in self.ranges:
            return values
        scale, least = self.ranges[name]
        return values * scale + least


class NsfwGraph(GraphBuilder):
    """A layered Keras model; each batch normalization is folded into the convolution before it."""

    def __init__(self, layers, weights):
        super().__init__()
        self.weights = weights
        self.layers = {layer["name"]: layer for layer in layers}
        self.sizes, self.outputs, self.pads = {}, {}, {}
        for layer in layers:
            sources = [node[0] for node in layer["inbound_nodes"][0]] if layer["inbound_nodes"] else []
            getattr(self, f"on_{layer['class_name']}")(layer["name"], layer["config"], sources)
        self.last = self.outputs[layers[-1]["name"]]

    def follow(self, name, source, output=None, size=None):
        self.outputs[name] = output or self.outputs[source]
        self.sizes[name] = size or self.sizes[source]

    def kernel(self, name, axes, gains):
        """8 bits in the file, `(value - zero) * scale` in the graph: onnxruntime folds that on loading. `gains` are per output."""
        values, gains = self.weights.stored[name].transpose(axes), gains.reshape([-1, 1, 1, 1][: len(axes)])
        if name not in self.weights.ranges or values.size < SMALL:
            return self.constant(name, self.weights[name].transpose(axes) * gains)
        scale, least = self.weights.ranges[name]
        whole = self.add("Cast", [self.constant(f"{name}.bytes", values, "uint8")], f"{name}.whole", to=TensorProto.FLOAT)
        centred = self.add("Sub", [whole, self.constant(f"{name}.zero", -least / scale)], f"{name}.centred")
        return self.add("Mul", [centred, self.constant(f"{name}.scale", gains * scale)], name)

    def on_InputLayer(self, name, config, sources):
        self.follow(name, None, "input", (SIDE, SIDE))

    def on_ZeroPadding2D(self, name, config, sources):
        self.follow(name, sources[0])
        self.pads[name] = config["padding"]

    def convolution(self, name, config, sources, kernel, axes, grouped):
        size, strides = self.sizes[sources[0]], config["strides"]
        length = self.weights.stored[kernel].shape[:2]
        if config["padding"] == "same":
            pads = [same_padding(*each) for each in zip(size, length, strides, strict=True)]
        else:
            pads = self.pads.get(sources[0], [[0, 0], [0, 0]])
        gains, bias = self.normalization(name)
        inputs = [self.outputs[sources[0]], self.kernel(kernel, axes, gains), self.constant(f"{name}.bias", bias)]
        attributes = dict(kernel_shape=length, strides=strides, group=gains.size if grouped else 1)
        self.add("Conv", inputs, name, pads=[pad[0] for pad in pads] + [pad[1] for pad in pads], **attributes)
        out = [(side + sum(pad) - k) // s + 1 for side, pad, k, s in zip(size, pads, length, strides, strict=True)]
        self.follow(name, None, name, tuple(out))

    def normalization(self, name):
        """The factor and the offset of the batch normalization after a convolution."""
        (after,) = [layer for layer in self.layers.values() if name in inbound(layer)]
        parts = ("gamma", "beta", "moving_mean", "moving_variance")
        gamma, beta, mean, variance = (self.weights[f"{after['name']}/{part}"] for part in parts)
        gains = gamma / np.sqrt(variance + after["config"]["epsilon"])
        return gains, beta - mean * gains

    def on_Conv2D(self, name, config, sources):
        self.convolution(name, config, sources, f"{name}/kernel", (3, 2, 0, 1), False)

    def on_DepthwiseConv2D(self, name, config, sources):
        self.convolution(name, config, sources, f"{name}/depthwise_kernel", (2, 3, 0, 1), True)

    def on_BatchNormalization(self, name, config, sources):
        self.follow(name, sources[0])

    def on_ReLU(self, name, config, sources):
        bounds = [self.constant(f"{name}.{bound}", value) for bound, value in (("least", 0), ("most", config["max_value"]))]
        self.follow(name, sources[0], self.add("Clip", [self.outputs[sources[0]], *bounds], name))

    def on_Add(self, name, config, sources):
        self.follow(name, sources[0], self.add("Add", [self.outputs[source] for source in sources], name))

    def on_AveragePooling2D(self, name, config, sources):
        if tuple(config["pool_size"]) != self.sizes[sources[0]]:
            raise ValueError("Expected an average over everything")
        self.follow(name, sources[0], self.add("GlobalAveragePool", [self.outputs[sources[0]]], name), (1, 1))

    def on_Flatten(self, name, config, sources):
        self.follow(name, sources[0], self.add("Flatten", [self.outputs[sources[0]]], name))

    def on_Dropout(self, name, config, sources):
        self.follow(name, sources[0])

    def on_Dense(self, name, config, sources):
        kernel = self.kernel(f"{name}/kernel", (0, 1), np.ones(1, np.float32))
        inputs = [self.outputs[sources[0]], kernel, self.constant(f"{name}.bias", self.weights[f"{name}/bias"])]
        sums = self.add("Gemm", inputs, f"{name}.sums")
        kind = {"relu": "Relu", "softmax": "Softmax"}[config["activation"]]
        self.follow(name, sources[0], self.add(kind, [sums], name))


def inbound(layer):
    return [node[0] for nodes in layer["inbound_nodes"] for node in nodes]


def same_padding(size, length, stride):
    total = max((-(-size // stride) - 1) * stride + length - size, 0)
    return [total // 2, total - total // 2]


def build(folder):
    model = json.loads(read(folder / "model.min.js"))
    weights = Weights(model["weightsManifest"], read(folder / "group1-shard1of1.min.js"))
    graph = NsfwGraph(model["modelTopology"]["model_config"]["config"]["layers"], weights)
    graph.nodes.append(helper.make_node("Identity", [graph.last], ["output"], "output"))
    proto = helper.make_graph(
        graph.nodes,
        "nsfw",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 5])],
        graph.constants,
    )
    return write_model(proto, "nsfw", "nsfw.py")


if __name__ == "__main__":
    with npm(PACKAGE, PACKAGE_SHA256) as folder:
        targets = [build(folder / FOLDER)]
    report(targets)
