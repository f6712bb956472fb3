"""What U2-Net small answers, as PNGs of 320 px in OUT/<folder>/: python coarse.py MODEL.onnx OUT PICTURE.jpg [...]

A picture whose answer exists is skipped.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from composites import DEVIATION, MEAN
from teachers import session

SIDE = 320


def coarse(net, bgr):
    x = cv2.resize(bgr, (SIDE, SIDE), interpolation=cv2.INTER_AREA)[:, :, ::-1].astype(np.float32)
    x = (x / max(1, x.max()) - MEAN) / DEVIATION
    return net.run(None, {net.get_inputs()[0].name: x.transpose(2, 0, 1)[None].astype(np.float32)})[0][0, 0]


if __name__ == "__main__":
    net, out = session(sys.argv[1]), Path(sys.argv[2])
    for picture in map(Path, sys.argv[3:]):
        target = out / picture.parent.name / f"{picture.stem}.png"
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(target), (coarse(net, cv2.imread(str(picture))).clip(0, 1) * 255).round().astype(np.uint8))
