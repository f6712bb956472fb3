"""The means of cells that both estimates read; workers/image/cell-means.ts computes the same."""

from pathlib import Path

import numpy as np
from PIL import Image

SIDE = 128
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def linear(x):
    """sRGB numbers, 0..1, to linear light."""
    return np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def encoded(x):
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * x ** (1 / 2.4) - 0.055)


def shrink(picture):
    """The means of square blocks, H x W x C: the smallest blocks that make the longer side at most SIDE."""
    block = -(-max(picture.shape[:2]) // SIDE)
    rows, columns = picture.shape[0] // block, picture.shape[1] // block
    whole = picture[: rows * block, : columns * block]
    return whole.reshape(rows, block, columns, block, -1).mean((1, 3))


def read(path):
    """H x W x 3, 8 bit."""
    return np.asarray(Image.open(path).convert("RGB"))


def split(root):
    """(training, held out) images of BSDS500: every tenth of `test` is held out."""
    train, test = (sorted((Path(root) / part).glob("*.jpg")) for part in ("train", "test"))
    return [read(p) for p in train + [p for i, p in enumerate(test) if i % 10]], [
        read(p) for p in test[::10]
    ]
