"""Stores the weights of an ONNX graph as fp16 behind a Cast: half the download, fp32 arithmetic.

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
