"""Writes models/restore-x4/model.onnx and curve.csv from a finished training, and compares them with PyTorch.

    python export.py .cache/run

onnxruntime-web 1.30 has no PRelu kernel for WebGPU. It is written as (1 - s) (relu(x) + s / (1 - s) x), and the next kernel
absorbs the factor 1 - s: one Relu, one Mul and one Add remain.
"""

import argparse
import shutil
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnx import TensorProto, helper
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from fp16 import store_as_fp16
from graph import MODELS, GraphBuilder, report, write_model
from student import SCALE, trained

NAME = "restore-x4"
SIZES = [(48, 64), (37, 53)]
TOLERANCE = 2e-3  # of 0..1: the file has fp16 weights, PyTorch fp32
NEAREST = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
LEAST = 0.01  # of |1 - s|, which is a divisor


def complement(slope):
    """1 - s, kept away from zero."""
    rest = 1 - slope
    return np.where(np.abs(rest) < LEAST, np.copysign(LEAST, rest), rest)


class StudentBuilder(GraphBuilder):
    def convolve(self, source, layer, factors, output):
        kernel = layer.weight.detach().numpy() * factors[:, None, None]
        inputs = [source, self.constant(f"{output}.kernel", kernel), self.constant(f"{output}.bias", layer.bias.detach().numpy())]
        return self.add("Conv", inputs, output, kernel_shape=[3, 3], pads=[1] * 4)

    def activate(self, source, rest, output):
        """PReLU divided by `rest`, which is 1 - s."""
        slope = self.constant(f"{output}.slope", ((1 - rest) / rest)[:, None, None])
        positive = self.add("Relu", [source], f"{output}.positive")
        linear = self.add("Mul", [source, slope], f"{output}.linear")
        return self.add("Add", [positive, linear], output)


def student_graph(student):
    graph = StudentBuilder()
    found, factors = "input", np.ones(3, np.float32)
    for number, layer in enumerate(student.body):
        if isinstance(layer, nn.Conv2d):
            found = graph.convolve(found, layer, factors, f"convolution{number // 2}")
        else:
            factors = complement(layer.weight.detach().numpy())
            found = graph.activate(found, factors, f"activation{number // 2}")
    shuffled = graph.add("DepthToSpace", [found], "shuffled", blocksize=SCALE, mode="CRD")
    scales = graph.constant("scales", [1, 1, SCALE, SCALE])
    enlarged = graph.add("Resize", ["input", "", scales], "enlarged", **NEAREST)
    graph.add("Add", [shuffled, enlarged], "output")
    proto = helper.make_graph(
        graph.nodes,
        NAME,
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, [1, 3, "output_height", "output_width"])],
        graph.constants,
    )
    slopes = [tensor.name for tensor in graph.constants if tensor.name.endswith(".slope")]
    store_as_fp16(proto, keep=slopes)
    return proto


def difference(path, student):
    """The largest difference between the file and PyTorch, on smooth random pictures of several sizes."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    largest = 0
    for height, width in SIZES:
        pixels = torch.rand(1, 3, height, width, generator=torch.Generator().manual_seed(0))
        pixels = nn.functional.avg_pool2d(pixels, 5, 1, 2)
        (found,) = session.run(["output"], {"input": pixels.numpy()})
        with torch.inference_mode():
            largest = max(largest, float(np.abs(found - student(pixels).numpy()).max()))
    return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="the folder that distil.py wrote")
    options = parser.parse_args()
    student = trained(options.run / "student.pt")
    path = write_model(student_graph(student), NAME, "restore/export.py")
    shutil.copyfile(options.run / "curve.csv", MODELS / NAME / "curve.csv")
    report([path])
    found = difference(path, student)
    print(f"differs from PyTorch by {found:.1e}")
    if found > TOLERANCE:
        raise SystemExit(f"Expected at most {TOLERANCE}")


if __name__ == "__main__":
    main()
