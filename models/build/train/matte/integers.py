"""U2-Net small in integers of 8 bits, from its input to the last convolution but one: python integers.py PACK

Writes u2netp-int8.onnx; PACK is pack.py's. All that lies between its convolutions keeps proportions: ReLU, the largest of four, the mean of neighbours, sums,
joined planes. So each channel gets a scale of its own, which the kernels before and after it take in, and a value everywhere is a number of steps, 0 to
255: no operator has to convert. Channels that are added to each other share a scale (Nagel et al., arXiv 1906.04721, scale them so too).
"""

import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from draw import batch
from graph import GraphBuilder, as_model
from known import INTEGERS, SIDE, folded, u2netp
from onnx import TensorProto, helper, numpy_helper
from onnx_torch import OPERATORS, attributes
from pool import Pool
from preprocess import DEVIATION, MEAN

MOST = 255
INPUT_ZERO, INPUT_STEP = 114, 2.64 / 141  # of what is normalised by ImageNet's means and deviations: -2.12 to 2.64
LEAST_RANGE = 1e-4
BATCHES, DRAWN, SAMPLES = 4, 12, 6000  # the latter of each channel
SHARES = [1.12**-power for power in range(22)]  # of the whole range


def operations(graph):
    """[(kind, inputs, output, (kernel, bias, dilation, padding) of a convolution)], each ReLU a part of its convolution."""
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    after = {node.input[0]: node.output[0] for node in graph.node if node.op_type == "Relu"}
    found = []
    for node in graph.node:
        options, convolution = attributes(node), None
        inputs = [name for name in node.input if name and name not in constants]
        if node.op_type == "Conv":
            convolution = *(constants[name] for name in node.input[1:]), options.get("dilations", [1])[0], options["pads"][0]
        if node.op_type != "Relu":
            found.append((node.op_type, inputs, after.get(node.output[0], node.output[0]), convolution))
    return found


def answers(graph, image):
    """{name: planes} of all that fp32 computes."""
    values = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
    values["input"] = image
    for node in graph.node:
        values[node.output[0]] = OPERATORS[node.op_type]([values.get(name) for name in node.input], attributes(node))
    return values


def shared_channels(operations):
    """({name: the index of each channel's scale}, how many scales there are)."""
    channels, parents = {}, []

    def first(index):
        while parents[index] != index:
            index = parents[index]
        return index

    for kind, inputs, output, convolution in operations:
        if kind == "Conv":
            channels[output] = list(range(len(parents), len(parents) + len(convolution[0])))
            parents += channels[output]
        else:
            channels[output] = [index for name in inputs for index in channels[name]] if kind == "Concat" else channels[inputs[0]]
        if kind == "Add":
            for one, other in zip(*(channels[name] for name in inputs)):
                parents[first(other)] = first(one)
    return {name: torch.tensor([first(index) for index in found]) for name, found in channels.items()}, len(parents)


def calibrated(graph, operations, images):
    """{name: what a step of each channel is worth}: with the least square error for what some images give."""
    channels, count = shared_channels(operations)
    computed = [output for kind, _, output, _ in operations if kind in ("Conv", "Add")]
    samples = {name: [] for name in computed}
    for image in images:
        values = answers(graph, image)
        for name in computed:
            flat = values[name].transpose(0, 1).flatten(1)
            samples[name].append(flat[:, torch.randperm(flat.shape[1])[: SAMPLES // len(images)]])
    highest, errors = torch.full((count,), LEAST_RANGE), torch.zeros(len(SHARES), count)
    samples = {name: torch.cat(found, 1) for name, found in samples.items()}
    for name, values in samples.items():
        highest.index_reduce_(0, channels[name], values.amax(1), "amax")
    for name, values in samples.items():
        for error, share in zip(errors, SHARES):
            step = (highest * share / MOST)[channels[name]][:, None]
            error.index_add_(0, channels[name], ((values / step).round().clamp(0, MOST) * step - values).square().mean(1))
    steps = highest * torch.tensor(SHARES)[errors.argmin(0)] / MOST
    return {"input": torch.tensor([INPUT_STEP]), **{name: steps[index] for name, index in channels.items()}}


class Integers(GraphBuilder):
    """The graph, [1, 3, 320, 320] to [1, 1, 160, 160]; sums by onnxruntime's own `QLinearAdd`."""

    def __init__(self, operations, worth):
        super().__init__()
        self.worth = worth
        self.steps = self.constant("one", 1.0), self.constant("zero", 0, "uint8")
        self.entry = self.constant("input.step", INPUT_STEP), self.constant("input.zero", INPUT_ZERO, "uint8")
        self.constant("twice", [1, 1, 2, 2])
        self.add("QuantizeLinear", ["input", *self.entry], "input.integers")
        # In integers the last convolution before the mask's own loses most: its channels cancel each other.
        *most, last, addition, mask = operations
        for operation in most:
            self.integer(*operation)
        large = self.floats(last[1][0])
        found = self.add("Relu", [self.convolve(large, *last[2:])], last[2])
        beside = next(name for name in addition[1] if name != last[2])
        self.convolve(self.add("Add", [found, self.floats(beside)], addition[2]), *mask[2:])

    def integer(self, kind, inputs, output, convolution):
        if kind == "Conv":
            self.convolve_integers(inputs[0], output, *convolution)
        elif kind == "Add":
            self.add("QLinearAdd", [inputs[0], *self.steps, inputs[1], *self.steps, *self.steps], output, domain="com.microsoft")
        elif kind == "Resize":
            self.add("Resize", [*inputs, "", "twice"], output, mode="linear", coordinate_transformation_mode="half_pixel")
        elif kind == "MaxPool":
            self.add("MaxPool", inputs, output, kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1)
        else:
            self.add("Concat", inputs, output, axis=1)

    def convolve_integers(self, source, output, kernel, bias, dilation, padding):
        before, after = self.worth[source].numpy(), self.worth[output].numpy()
        kernel = kernel * before[None, :, None, None] / after[:, None, None, None]
        step = np.maximum(np.abs(kernel).max((1, 2, 3)) / 127, 1e-12)
        constant = lambda name, values, kind="float32": self.constant(f"{output}.{name}", values, kind)
        whole = constant("kernel", np.round(kernel / step[:, None, None, None]), "int8")
        zeros = constant("zeros", np.zeros(len(step)), "int8")
        sums = constant("bias", np.round(bias / after / step), "int32")
        # What a step of the input is worth is in the kernel already.
        taken, steps = (["input.integers", *self.entry], step / INPUT_STEP) if source == "input" else ([source, *self.steps], step)
        self.add("QLinearConv", [*taken, whole, constant("steps", steps), zeros, *self.steps, sums], output, pads=[padding] * 4, dilations=[dilation] * 2)

    def floats(self, name):
        """What integers are worth."""
        worth = self.constant(f"{name}.worth", self.worth[name].numpy()[:, None, None])
        return self.add("Mul", [self.add("Cast", [name], f"{name}.floats", to=TensorProto.FLOAT), worth], f"{name}.values")

    def convolve(self, source, output, convolution):
        kernel, bias, dilation, padding = convolution
        constants = self.constant(f"{output}.kernel", kernel), self.constant(f"{output}.bias", bias)
        name = output if output == "output" else f"{output}.sums"
        return self.add("Conv", [source, *constants], name, pads=[padding] * 4, dilations=[dilation] * 2)

    def proto(self):
        info = lambda name, channels, side: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, side, side])
        return helper.make_graph(self.nodes, "u2netp", [info("input", 3, SIDE)], [info("output", 1, SIDE // 2)], self.constants)


def samples(pack):
    """What the training of `matte` draws, as U2-Net small sees it."""
    pool = Pool(pickle.loads(pack.read_bytes())["pictures"], "cpu", held_out=False, workers=1)
    mean, deviation = (torch.tensor(values)[:, None, None] for values in (MEAN, DEVIATION))
    torch.manual_seed(1)
    for _ in range(BATCHES):
        image = (batch(pool, DRAWN)[0] - mean) / deviation
        yield F.interpolate(image, size=(SIDE, SIDE), mode="bilinear", align_corners=False)


@torch.no_grad()
def main(pack):
    graph = onnx.load_from_string(folded(u2netp())).graph
    found = operations(graph)
    integers = Integers(found, calibrated(graph, found, list(samples(pack))))
    onnx.save(as_model(integers.proto()), INTEGERS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
