"""Reads an ncnn model: the text graph (.param) and its weights (.bin)."""

from dataclasses import dataclass, field

import numpy as np

MAGIC = "7767517"
FP16_TAG = 0x01306B47

# Parameter numbers, as ncnn writes them.
OUTPUTS, HAS_BIAS, WEIGHT_COUNT = 0, 5, 6
KERNEL_WIDTH, KERNEL_HEIGHT = 1, 11
INNER_WEIGHT_COUNT = 2  # of an inner product


@dataclass
class Layer:
    kind: str
    name: str
    parameters: dict
    weights: dict = field(default_factory=dict)


class Weights:
    """The weights lie one after another, in the order of the layers."""

    def __init__(self, data):
        self.data = data
        self.position = 0

    def take(self, kind, count):
        values = np.frombuffer(self.data, kind, count, self.position)
        self.position += (values.nbytes + 3) // 4 * 4
        return values.astype(np.float32)

    def plain(self, count):
        return self.take("<f4", count)

    def tagged(self, count):
        tag = int(np.frombuffer(self.data, "<u4", 1, self.position)[0])
        self.position += 4
        if tag not in (0, FP16_TAG):
            raise ValueError(f"Expected fp16 or fp32 weights but received tag {tag:#x}")
        return self.take("<f2" if tag == FP16_TAG else "<f4", count)


def parse_number(text):
    return float(text) if "." in text or "e" in text else int(text)


def parse_value(text):
    """A number, or an array: its length, then its numbers."""
    first, *others = text.split(",")
    return [parse_number(item) for item in others] if others else parse_number(first)


def parse_layer(line):
    kind, name, inputs, outputs, *rest = line.split()
    pairs = (item.split("=") for item in rest[int(inputs) + int(outputs) :])
    return Layer(kind, name, {int(key): parse_value(value) for key, value in pairs})


def read_convolution(parameters, weights):
    outputs, width = parameters[OUTPUTS], parameters[KERNEL_WIDTH]
    height = parameters.get(KERNEL_HEIGHT, width)
    kernel = weights.tagged(parameters[WEIGHT_COUNT]).reshape(outputs, -1, height, width)
    bias = weights.plain(outputs) if parameters.get(HAS_BIAS) else np.zeros(outputs, np.float32)
    return {"kernel": kernel, "bias": bias}


def read_inner_product(parameters, weights):
    outputs = parameters[OUTPUTS]
    kernel = weights.tagged(parameters[INNER_WEIGHT_COUNT]).reshape(outputs, -1)
    return {"kernel": kernel, "bias": weights.plain(outputs)}


def read_constant(parameters, weights):
    shape = [parameters[axis] for axis in (2, 1, 0) if parameters.get(axis)]
    return {"value": weights.plain(int(np.prod(shape))).reshape(shape)}


def read_slopes(parameters, weights):
    return {"slope": weights.plain(parameters[0])}


READERS = {
    "Convolution": read_convolution,
    "Deconvolution": read_convolution,
    "InnerProduct": read_inner_product,
    "MemoryData": read_constant,
    "PReLU": read_slopes,
}


def read_ncnn(param, data):
    """`param` is the text of the .param file, `data` the bytes of the .bin file."""
    magic, _counts, *lines = param.strip().splitlines()
    if magic.strip() != MAGIC:
        raise ValueError("Expected an ncnn .param file in its text form")
    weights = Weights(data)
    layers = [parse_layer(line) for line in lines]
    for layer in layers:
        if layer.kind in READERS:
            layer.weights = READERS[layer.kind](layer.parameters, weights)
    if weights.position != len(data):
        raise ValueError(f"Expected {weights.position} bytes of weights but received {len(data)}")
    return layers
