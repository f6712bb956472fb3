"""What known networks answer, as PNGs of 320 px in OUT/<folder>/: python coarse.py OUT PICTURE.jpg [...]

Blue is U2-Net small, green and red are MediaPipe's selfie segmentation for portraits and for landscapes. A picture whose answer
exists is skipped.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
from composites import DEVIATION, MEAN
from onnx import helper, version_converter
from teachers import OPTIONS

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from graph import IR_VERSION, MODELS, OPSET

SIDE = 320
SIZES = {"u2netp": (SIDE, SIDE), "selfie": (256, 256), "selfie-landscape": (256, 144)}  # width, height


def known():
    """The graphs, by the names of SIZES."""
    models = {name: onnx.load(MODELS / name / "model.onnx") for name in SIZES}
    return {name: version_converter.convert_version(model, OPSET).graph for name, model in models.items()}


def session(graph):
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    return onnxruntime.InferenceSession(model.SerializeToString(), OPTIONS, providers=["CPUExecutionProvider"])


def found(nets, bgr):
    planes = []
    for name, size in SIZES.items():
        x = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)[:, :, ::-1].astype(np.float32)
        x = (x / max(1, x.max()) - MEAN) / DEVIATION if name == "u2netp" else x / 255
        plane = nets[name].run(None, {"input": x.transpose(2, 0, 1)[None].astype(np.float32)})[0][0, 0]
        planes.append(cv2.resize(plane, (SIDE, SIDE)))
    return np.dstack(planes).clip(0, 1) * 255


if __name__ == "__main__":
    nets, out = {name: session(graph) for name, graph in known().items()}, Path(sys.argv[1])
    for picture in map(Path, sys.argv[2:]):
        target = out / picture.parent.name / f"{picture.stem}.png"
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(target), found(nets, cv2.imread(str(picture))).round().astype(np.uint8))
