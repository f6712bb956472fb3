"""Larger networks on some of what measure.py reads: python compare.py DATA isnet=isnet.onnx u2net=u2net.onnx

Prints the mean intersection over union, and the least, of street photographs, reference cut-outs and portraits.
"""

import sys
from collections import defaultdict
from itertools import chain
from pathlib import Path

import cv2
import onnxruntime
from export import SIZE
from measure import before_photographs, figures, photographs
from teachers import OPTIONS, answer

KINDS = "street", "reference cut-outs", "portraits before photographs"


def main(data, *models):
    for kind, path in (model.split("=") for model in models):
        net = onnxruntime.InferenceSession(path, OPTIONS, providers=["CPUExecutionProvider"])
        rows = defaultdict(list)
        for what, image, truth in chain(photographs(data), before_photographs(data)):
            if what in KINDS:
                truth = cv2.resize(truth, (SIZE, SIZE), interpolation=cv2.INTER_AREA) / 255
                rows[what].append(figures(answer(net, kind, image, SIZE), truth)[0])
        for what, values in rows.items():
            print(f"| {kind} | {what} | {len(values)} | {sum(values) / len(values):.3f} ({min(values):.3f}) |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
