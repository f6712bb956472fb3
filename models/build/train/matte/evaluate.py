"""Intersection over union and mean alpha error by kind, on the development set.

    python evaluate.py OUT/matte.pt --data shared/data --teachers TEACHERS --size 448
"""

import argparse
import random

import cv2
import numpy as np
import torch
from data import Pictures, composite, normalised

KINDS = ("street", "things", "people composite", "things composite", "grounds")


def cases(pictures, kind, size, count):
    """Images in BGR with alpha in 0..255; composites are the same at each call."""
    random.seed(3), np.random.seed(3)
    if kind.endswith("composite"):
        for _ in range(count):
            yield composite(pictures, size, kind.split()[0])[:2]
    elif kind == "grounds":
        for path in pictures.grounds[:count]:
            answer = pictures.answer(path)
            if answer is not None:
                yield pictures.get(path), answer
    else:
        for mask in pictures.masks[kind][:count]:
            yield pictures.pair(mask)


def evaluate(net, pictures, size, device="cpu", count=40):
    kept = random.getstate()
    rows = {}
    for kind in KINDS:
        values = []
        for image, alpha in cases(pictures, kind, size, count):
            x = normalised(cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32))
            with torch.no_grad():
                found = net(torch.from_numpy(x)[None].to(device))[0, 0].float().cpu().numpy()
            found, truth = cv2.resize(found, alpha.shape[::-1]), alpha.astype(np.float32) / 255
            one, other = found > 0.5, truth > 0.5
            values.append((((one & other).sum() + 1e-6) / ((one | other).sum() + 1e-6), np.abs(found - truth).mean()))
        rows[kind] = tuple(np.mean(values, 0)) if values else (float("nan"),) * 2
    random.setstate(kept)
    return rows


if __name__ == "__main__":
    from network import Matte

    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    for name, kind, default in (("data", str, None), ("teachers", str, None), ("size", int, 448), ("count", int, 200), ("name", str, "efficientnet-lite2")):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    net = Matte(options.name)
    net.load_state_dict(torch.load(options.checkpoint, map_location="cpu")["average"])
    for kind, (iou, error) in evaluate(net.eval(), Pictures(options.data, options.teachers, True), options.size, count=options.count).items():
        print(f"{kind:18} IoU {iou:.4f}  error {error:.4f}")
