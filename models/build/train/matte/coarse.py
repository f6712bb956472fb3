"""What known networks answer, as PNGs of 320 px in OUT/<folder>/: python coarse.py OUT PICTURE.jpg [...]

Blue is U2-Net small, green and red are MediaPipe's selfie segmentation for portraits and for landscapes. A picture whose answer
exists is skipped.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from composites import DEVIATION, MEAN
from known import SIDE, SIZES, known, serialized
from teachers import OPTIONS


def session(graph):
    return onnxruntime.InferenceSession(serialized(graph), OPTIONS, providers=["CPUExecutionProvider"])


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
