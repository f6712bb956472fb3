"""The held-out pictures: `python evaluate.py PACKAGES FOLDER` writes them as raw RGBA with `list.json`; once `measure.mjs`
has been over FOLDER, `python evaluate.py PACKAGES FOLDER WEIGHTS.json LIMIT` counts misses and harm."""

import glob
import json
import os
import sys

import cv2
import numpy as np

import held_out
import pictures

PHOTOGRAPHS = ["startbootstrap-*/**/*.jp*g", "skimage/skimage/data/*.png", "skimage/skimage/data/*.jpg", "sk/**/*.jpg", "mpl/**/sample_data/*.jpg"]
DRAWINGS = ["startbootstrap-*/**/*.png", "pygame/pygame/docs/**/introduction-*.png", "pygame/pygame/docs/**/surfarray_*.png"]
NO_PICTURES = ("motorcycle_right", "chessboard", "clock_motion", "phantom", "multipage", "horse", "microaneurysms", "ihc1")


def sources(packages):
    for patterns, width in ((PHOTOGRAPHS, 520), (DRAWINGS, 400)):
        seen = set()
        for name in sorted(name for pattern in patterns for name in glob.glob(os.path.join(packages, pattern), recursive=True)):
            picture = pictures.opened(name)
            if picture is None or min(picture.shape[:2]) < 100 or any(one in name for one in NO_PICTURES) or picture.tobytes() in seen:
                continue
            seen.add(picture.tobytes())
            yield name, picture, width


def held(packages):
    random, number = np.random.default_rng(77), 0
    for name, picture, most in sources(packages):
        drawing = name.endswith(".png") and most == 400 and "startbootstrap" not in name
        def small():
            # Of a photograph at most half its size, so that it is clean.
            limit = picture.shape[1] if drawing else picture.shape[1] / 2
            return held_out.sized(picture, min(limit, random.uniform(140, most)), held_out.Image.Resampling.LANCZOS)
        yield "clean", held_out.clean(picture if drawing else small(), random)
        for _ in range(2):
            kind = held_out.KINDS[number % len(held_out.KINDS)]
            number += 1
            yield kind.__name__, kind(small(), random)


def write(items, folder):
    os.makedirs(folder, exist_ok=True)
    kinds = []
    for i, (kind, picture) in enumerate(items):
        np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).tofile(f"{folder}/{i}.rgba")
        kinds.append([kind, picture.shape[1], picture.shape[0]])
    json.dump(kinds, open(f"{folder}/list.json", "w"))
    print(len(kinds), "pictures")


def logit(features, layers):
    if features is None:
        return -99
    for i, layer in enumerate(layers):
        layer = np.array(layer)
        features = layer[:, :-1] @ (np.maximum(features, 0) if i else np.array(features)) + layer[:, -1]
    return features[0]


if __name__ == "__main__":
    packages, folder, *judged = sys.argv[1:]
    cv2.setNumThreads(1)
    if not os.path.exists(f"{folder}/list.json"):
        write(held(packages), folder)
    if judged:
        kinds = [kind for kind, _, _ in json.load(open(f"{folder}/list.json"))]
        layers, limit = json.load(open(judged[0])), float(judged[1])
        restored = [logit(one, layers) > limit for one in json.load(open(f"{folder}/features.json"))]
        for kind in dict.fromkeys(kinds):
            mine = [one for one, name in zip(restored, kinds) if name == kind]
            print(f"| {kind} | {len(mine)} | {sum(mine)} |")
