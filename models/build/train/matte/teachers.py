"""What known networks answer to the training pictures: soft masks to train on, as 8-bit PNGs of `--size` pixels a side.

  python teachers.py u2netp=MODEL.onnx u2net=u2net.onnx isnet=isnet.onnx --out FOLDER --pictures FOLDER [FOLDER ...]

A picture whose answer exists is skipped, so that the command goes on where it stopped.
"""
import argparse
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from preprocess import DEVIATION, MEAN


OPTIONS = onnxruntime.SessionOptions()
OPTIONS.intra_op_num_threads = 1


def answer(net, kind, bgr, size):
    side = 1024 if kind == "isnet" else 320
    x = cv2.resize(bgr, (side, side), interpolation=cv2.INTER_AREA)[:, :, ::-1].astype(np.float32)
    x = x / 255 - 0.5 if kind == "isnet" else (x / max(1, x.max()) - MEAN) / DEVIATION
    y = net.run(None, {net.get_inputs()[0].name: x.transpose(2, 0, 1)[None].astype(np.float32)})[0][0, 0]
    # As published: each answer is stretched to 0..1. Where nothing stands out that would invent a subject.
    y = (y - y.min()) / max(1e-6, y.max() - y.min()) if y.max() > 0.3 else y
    return cv2.resize(y, (size, size), interpolation=cv2.INTER_AREA)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pictures", nargs="+", type=Path)
    parser.add_argument("--size", type=int, default=448)
    options = parser.parse_args()
    for kind, path in (model.split("=") for model in options.models):
        net = onnxruntime.InferenceSession(path, OPTIONS, providers=["CPUExecutionProvider"])
        for picture in (p for folder in options.pictures for p in sorted(folder.glob("*.jpg"))):
            target = options.out / kind / picture.parent.name / f"{picture.stem}.png"
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            mask = answer(net, kind, cv2.imread(str(picture)), options.size).clip(0, 1) * 255
            partial = target.with_suffix(".partial.png")
            cv2.imwrite(str(partial), mask.round().astype(np.uint8))
            partial.rename(target)


if __name__ == "__main__":
    main()
