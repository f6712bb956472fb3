"""Stores the weights of an ONNX graph as fp16 behind a Cast, or as int8 behind a Cast and a Mul: a smaller download, fp32 arithmetic.

onnxruntime folds the casts when it creates the session, so running costs nothing more, and
no device needs fp16 shaders.
"""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

SMALL = 64  # tensors below this size stay as they are


def store_as_fp16(graph, keep=()):
    """Changes `graph`; the tensors named in `keep` stay fp32."""
    tensors, casts = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALL or tensor.name in keep:
            tensors.append(tensor)
            continue
        half = f"{tensor.name}_fp16"
        tensors.append(numpy_helper.from_array(values.astype(np.float16), half))
        casts.append(helper.make_node("Cast", [half], [tensor.name], to=TensorProto.FLOAT))
    nodes = casts + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(tensors)
    graph.node.extend(nodes)


def store_as_int8(graph, names):
    """Changes the named kernels [outputs, inputs, height, width] of `graph`: int8, with a scale for each output."""
    tensors, nodes = [], []
    for tensor in graph.initializer:
        if tensor.name not in names:
            tensors.append(tensor)
            continue
        values = numpy_helper.to_array(tensor)
        scale = np.maximum(np.abs(values).max((1, 2, 3), keepdims=True) / 127, 1e-12).astype(np.float32)
        rounded, whole, factor = (f"{tensor.name}_{kind}" for kind in ("int8", "whole", "scale"))
        tensors += [numpy_helper.from_array(np.round(values / scale).astype(np.int8), rounded), numpy_helper.from_array(scale, factor)]
        nodes += [helper.make_node("Cast", [rounded], [whole], to=TensorProto.FLOAT), helper.make_node("Mul", [whole, factor], [tensor.name])]
    nodes += list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(tensors)
    graph.node.extend(nodes)
