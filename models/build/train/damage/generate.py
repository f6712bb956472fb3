"""Writes pictures with known damage as raw RGBA: `python generate.py training|development|training-cut-outs|development-cut-outs DATA
PACKAGES FOLDER COUNT SEED`."""

import json
import os
import sys

import cv2
import numpy as np

import damage
import pictures


def cut(pixels, random):
    """Some are parts, so that the blocks of a JPEG begin anywhere."""
    top, left = random.integers(0, 8, 2) if random.random() < 0.5 else (0, 0)
    return pixels[top:, left:]


def main(which, data, packages, folder, count, seed):
    cv2.setNumThreads(1)
    kept, random, found = pictures.load(data, packages, "development" in which, "cut-outs" in which), np.random.default_rng(int(seed)), []
    os.makedirs(folder, exist_ok=True)
    for i in range(int(count)):
        picture, drawn = pictures.clean(kept, random)
        picture, truth, restore = damage.undamaged(picture, random, drawn) if i % 2 else damage.damaged(picture, random, drawn)
        pixels = cut(damage.clipped(picture + 0.5).astype(np.uint8), random)
        np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)]).tofile(f"{folder}/{i}.rgba")
        found.append([dict(truth, restore=restore, drawn=drawn), pixels.shape[1], pixels.shape[0]])
        if i % 500 == 499 or i + 1 == int(count):
            with open(f"{folder}/list.json", "w") as file:
                json.dump(found, file, default=float)


if __name__ == "__main__":
    main(*sys.argv[1:])
