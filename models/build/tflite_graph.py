"""Turns float TFLite models into ONNX graphs: NHWC becomes NCHW, fp16 weights stay unchanged.

Only the operators of the MediaPipe models that are used here are known.
"""

import struct

import numpy as np
import tflite
from onnx import TensorProto, helper

from graph import GraphBuilder

TYPES = {0: np.float32, 1: np.float16, 2: np.int32}
OPERATORS = {value: name for name, value in vars(tflite.BuiltinOperator).items() if isinstance(value, int)}
SAME, RELU = 0, 1


class TfliteGraph(GraphBuilder):
    """The graph of a TFLite file. `names` renames its input and outputs, in the file's order."""

    def __init__(self, data, names):
        super().__init__()
        self.model = tflite.Model.GetRootAsModel(data, 0)
        self.source = self.model.Subgraphs(0)
        self.values = {i: value for i in range(self.source.TensorsLength()) if (value := self.stored(i)) is not None}
        self.inputs = [self.source.Inputs(i) for i in range(self.source.InputsLength())]
        self.outputs = [self.source.Outputs(i) for i in range(self.source.OutputsLength())]
        self.names = dict(zip([*self.inputs, *self.outputs], names, strict=True))
        for i in range(self.source.OperatorsLength()):
            self.convert(self.source.Operators(i))

    def proto(self, name):
        return helper.make_graph(
            self.nodes,
            name,
            [self.described(tensor) for tensor in self.inputs],
            [self.described(tensor) for tensor in self.outputs],
            self.constants,
        )

    # Reading the file

    def stored(self, tensor):
        found = self.source.Tensors(tensor)
        buffer = self.model.Buffers(found.Buffer())
        if not buffer.DataLength():
            return None
        return np.frombuffer(buffer.DataAsNumpy().tobytes(), TYPES[found.Type()]).reshape(self.shape(tensor))

    def shape(self, tensor):
        found = self.source.Tensors(tensor)
        return [int(size) for size in found.ShapeAsNumpy()] if found.ShapeLength() else []

    def options(self, operator, kind):
        found = getattr(tflite, kind)()
        table = operator.BuiltinOptions()
        found.Init(table.Bytes, table.Pos)
        return found

    def described(self, tensor):
        shape = self.shape(tensor)
        planes = [shape[0], shape[3], *shape[1:3]] if len(shape) == 4 else shape
        return helper.make_tensor_value_info(self.name(tensor), TensorProto.FLOAT, planes)

    # Writing the graph

    def name(self, tensor):
        return self.names.get(tensor, f"t{tensor}")

    def convert(self, operator):
        code = self.model.OperatorCodes(operator.OpcodeIndex())
        kind = OPERATORS[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        sources = [operator.Inputs(i) for i in range(operator.InputsLength())]
        if kind == "DEQUANTIZE":
            self.values[operator.Outputs(0)] = self.values[sources[0]].astype(np.float32)
            return
        name = code.CustomCode().decode() if kind == "CUSTOM" else kind.lower()
        getattr(self, f"on_{name}")(operator, sources, operator.Outputs(0))

    def weights(self, tensor, axes, output, part):
        return self.constant(f"{output}.{part}", self.values[tensor].transpose(axes))

    def operand(self, tensor, output):
        """A tensor of the graph, or a constant that is added to or multiplied with one."""
        if tensor not in self.values:
            return self.name(tensor)
        value = self.values[tensor]
        planes = value.transpose(0, 3, 1, 2) if value.ndim == 4 else value.reshape(-1, 1, 1)
        return self.constant(f"{output}.operand", planes)

    def activated(self, kind, inputs, output, activation, **attributes):
        if activation not in (0, RELU):
            raise ValueError(f"Expected no activation or ReLU but received {activation}")
        if activation == 0:
            return self.add(kind, inputs, output, **attributes)
        return self.add("Relu", [self.add(kind, inputs, f"{output}.linear", **attributes)], output)

    def convolution(self, operator, sources, target, kind, axes, groups):
        options = self.options(operator, kind)
        output = self.name(target)
        height, width = self.values[sources[1]].shape[1:3]
        strides = [options.StrideH(), options.StrideW()]
        dilations = [options.DilationHFactor(), options.DilationWFactor()]
        pads = same_padding(self.shape(sources[0])[1:3], [height, width], strides, dilations)
        inputs = [
            self.name(sources[0]),
            self.weights(sources[1], axes, output, "kernel"),
            self.weights(sources[2], (0,), output, "bias"),
        ]
        self.activated(
            "Conv",
            inputs,
            output,
            options.FusedActivationFunction(),
            kernel_shape=[height, width],
            strides=strides,
            dilations=dilations,
            pads=pads if options.Padding() == SAME else [0] * 4,
            group=groups,
        )

    def on_conv_2d(self, operator, sources, target):
        self.convolution(operator, sources, target, "Conv2DOptions", (0, 3, 1, 2), 1)

    def on_depthwise_conv_2d(self, operator, sources, target):
        channels = self.shape(sources[0])[3]
        self.convolution(operator, sources, target, "DepthwiseConv2DOptions", (3, 0, 1, 2), channels)

    def on_Convolution2DTransposeBias(self, operator, sources, target):
        """MediaPipe's own options: padding and the strides of width and height, as three integers."""
        output = self.name(target)
        _, across, down = struct.unpack("<iii", operator.CustomOptionsAsNumpy().tobytes()[:12])
        height, width = self.values[sources[1]].shape[1:3]
        excess = [
            (size - 1) * stride + kernel - wanted
            for size, stride, kernel, wanted in zip(
                self.shape(sources[0])[1:3], (down, across), (height, width), self.shape(target)[1:3], strict=True
            )
        ]
        before = [cut // 2 for cut in excess]
        after = [cut - cut // 2 for cut in excess]
        inputs = [
            self.name(sources[0]),
            self.weights(sources[1], (3, 0, 1, 2), output, "kernel"),
            self.weights(sources[2], (0,), output, "bias"),
        ]
        attributes = dict(kernel_shape=[height, width], strides=[down, across], pads=[*before, *after])
        self.add("ConvTranspose", inputs, output, **attributes)

    def elementwise(self, operator, sources, target, kind):
        options = self.options(operator, f"{kind}Options")
        output = self.name(target)
        inputs = [self.operand(source, output) for source in sources]
        self.activated(kind, inputs, output, options.FusedActivationFunction())

    def on_add(self, operator, sources, target):
        self.elementwise(operator, sources, target, "Add")

    def on_mul(self, operator, sources, target):
        self.elementwise(operator, sources, target, "Mul")

    def on_relu(self, _, sources, target):
        self.add("Relu", [self.name(sources[0])], self.name(target))

    def on_logistic(self, _, sources, target):
        self.add("Sigmoid", [self.name(sources[0])], self.name(target))

    def on_hard_swish(self, _, sources, target):
        self.add("HardSwish", [self.name(sources[0])], self.name(target))

    def on_pad(self, _, sources, target):
        output = self.name(target)
        pads = self.values[sources[1]][[0, 3, 1, 2]].T.reshape(-1)
        self.add("Pad", [self.name(sources[0]), self.constant(f"{output}.pads", pads, "int64")], output)

    def on_max_pool_2d(self, operator, sources, target):
        options = self.options(operator, "Pool2DOptions")
        kernel = [options.FilterHeight(), options.FilterWidth()]
        strides = [options.StrideH(), options.StrideW()]
        pads = same_padding(self.shape(sources[0])[1:3], kernel, strides) if options.Padding() == SAME else [0] * 4
        attributes = dict(kernel_shape=kernel, strides=strides, pads=pads)
        self.add("MaxPool", [self.name(sources[0])], self.name(target), **attributes)

    def on_average_pool_2d(self, operator, sources, target):
        options = self.options(operator, "Pool2DOptions")
        if [options.FilterHeight(), options.FilterWidth()] != self.shape(sources[0])[1:3]:
            raise ValueError("Expected an average over everything")
        self.on_mean(operator, sources, target)

    def on_mean(self, _, sources, target):
        self.add("GlobalAveragePool", [self.name(sources[0])], self.name(target))

    def on_resize_bilinear(self, operator, sources, target):
        options = self.options(operator, "ResizeBilinearOptions")
        output = self.name(target)
        shape = self.shape(target)
        centred = "half_pixel" if options.HalfPixelCenters() else "asymmetric"
        mode = "align_corners" if options.AlignCorners() else centred
        sizes = self.constant(f"{output}.sizes", [shape[0], shape[3], *shape[1:3]], "int64")
        inputs = [self.name(sources[0]), "", "", sizes]
        self.add("Resize", inputs, output, mode="linear", coordinate_transformation_mode=mode)

    def on_reshape(self, _, sources, target):
        """Values are in NHWC order: all channels of each position."""
        output = self.name(target)
        source = self.name(sources[0])
        if len(self.shape(sources[0])) == 4:
            source = self.add("Transpose", [source], f"{output}.rows", perm=[0, 2, 3, 1])
        self.add("Reshape", [source, self.constant(f"{output}.shape", self.shape(target), "int64")], output)


def same_padding(sizes, kernel, strides, dilations=(1, 1)):
    """Top, left, bottom, right; where the sum is odd, TensorFlow pads more at the end."""
    totals = [
        max((-(-size // stride) - 1) * stride + (length - 1) * dilation + 1 - size, 0)
        for size, length, stride, dilation in zip(sizes, kernel, strides, dilations, strict=True)
    ]
    return [total // 2 for total in totals] + [total - total // 2 for total in totals]
