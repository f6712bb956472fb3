"""Writes pictures with known damage as raw RGBA: `python generate.py training|development DATA PACKAGES FOLDER COUNT SEED`."""

import json
import os
import sys

import cv2
import numpy as np

import damage
import pictures


def main(which, data, packages, folder, count, seed):
    cv2.setNumThreads(1)
    kept, random, found = pictures.load(data, packages, which == "development"), np.random.default_rng(int(seed)), []
    os.makedirs(folder, exist_ok=True)
    for i in range(int(count)):
        picture = pictures.clean(kept, random)
        picture, truth, restore = (damage.undamaged if i % 2 else damage.damaged)(picture, random)
        pixels = damage.clipped(picture + 0.5).astype(np.uint8)
        np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)]).tofile(f"{folder}/{i}.rgba")
        found.append([dict(truth, restore=restore), pixels.shape[1], pixels.shape[0]])
        if i % 500 == 499:
            with open(f"{folder}/list.json", "w") as file:
                json.dump(found, file, default=float)


if __name__ == "__main__":
    main(*sys.argv[1:])
