"""Intersection over union, alpha error, and error in the border's band, by kind, on what is held out.

    python evaluate.py DATA ROOT [matte.pt]

Without a checkpoint: of U2-Net small alone, stretched to 0..1.
"""

import sys

import cv2
import numpy as np
import torch
from composites import normalised
from samples import Pictures

SIZE = 448
KINDS = {"street": "street", "things": "things", "bsds500": "bsds500", "people": "made", "street composites": "made", "things composites": "made"}


def figures(found, truth):
    one, other = found > 0.5, truth > 0.5
    band = cv2.dilate(((truth > 0.04) & (truth < 0.96)).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    error = np.abs(found - truth)
    return ((one & other).sum() + 1e-6) / ((one | other).sum() + 1e-6), error.mean(), error[band].mean() if band.any() else np.nan


def of(net):
    """The alpha that a network finds, of the image's size."""

    def run(image, found):
        size = (SIZE, SIZE)
        x = normalised(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32))
        with torch.no_grad():
            alpha = net(torch.from_numpy(x)[None], torch.from_numpy(cv2.resize(found, size).transpose(2, 0, 1))[None])[0]
        return cv2.resize(alpha[0, 0].numpy(), image.shape[1::-1])

    return run


def stretched(_, found):
    found = found[..., 0]
    return (found - found.min()) / max(1e-6, found.max() - found.min())


def evaluate(method, pictures, count=40):
    rows = {}
    for name, kind in KINDS.items():
        paths = [path for path in pictures.paths[kind] if kind != "made" or path.stem.startswith(name.split(" ")[0])]
        paths = paths[:: max(1, len(paths) // count)][:count]
        cases = ((image, alpha / 255, found / 255) for image, alpha, found in (pictures.triple(kind, path) for path in paths))
        values = [figures(method(image, found), alpha) for image, alpha, found in cases if alpha.max() > 0.5]
        rows[name] = tuple(np.nanmean(values, 0)) if values else (np.nan,) * 3
    return rows


if __name__ == "__main__":
    from network import Matte

    method = stretched
    if len(sys.argv) > 3:
        net = Matte()
        net.load_state_dict(torch.load(sys.argv[3], map_location="cpu")["average"])
        method = of(net.eval())
    for name, (iou, error, band) in evaluate(method, Pictures(*sys.argv[1:3], held_out=True)).items():
        print(f"{name:18} IoU {iou:.4f}  error {error:.4f}  in the border {band:.3f}")
