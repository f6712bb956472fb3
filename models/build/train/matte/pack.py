"""Packs all that the training reads into one file of some 55 MB: python pack.py DATA ROOT PACK

`pictures`: {kind, folder, person, held_out, size, image, mask}, both WebP of at most 448 x 448 px, stretched; `size` is the picture's own,
`person` 1 for people, 0 for things, -1 where both are seen or it is not known.
Of BSDS500 the mask is what the teachers answered (ROOT/teachers). `known`: the networks that `matte` begins with.
"""

import pickle
import sys
from pathlib import Path

import cv2
import numpy as np
from known import folded, known
from preprocess import PEOPLE_TOO, WRONG, is_held_out, kind_of

SIDE = 448
PERSON = {"street": 1, "people": 1, "various": 1, "things": 0, "bsds500": 0}
QUALITY = {"street": 75, "various": 75, "things": 62, "people": 88, "bsds500": 62}  # people have hair
TEACHERS = {"isnet": 0.75, "u2net": 0.25}
SHIFT = 0.5  # px, by which the masks of street lie too far to the right of their photographs


def packed(values, quality):
    height, width = values.shape[:2]
    small = cv2.resize(values, (min(SIDE, width), min(SIDE, height)), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()


def aligned(mask):
    return cv2.warpAffine(mask, np.float32([[1, 0, -SHIFT], [0, 1, 0]]), mask.shape[::-1], borderMode=cv2.BORDER_REPLICATE)


def taught(root, path):
    """What the teachers answer, weighted, or None."""
    answers = [(weight, root / "teachers" / name / path.parent.name / f"{path.stem}.png") for name, weight in TEACHERS.items()]
    answers = [(weight, cv2.imread(str(file), 0).astype(np.float32)) for weight, file in answers if file.exists()]
    return (sum(weight * mask for weight, mask in answers) / sum(weight for weight, _ in answers)).round().astype(np.uint8) if answers else None


def pictures(data, root):
    for kind in ("street", "things", "people"):
        caltech = 0
        for index, path in enumerate(sorted((data / "matting" / kind).glob("*.png"))):
            caltech += path.stem.startswith("caltech")
            if path.stem in WRONG:
                continue
            # Half of those of Caltech-101 that are trained on: small, centred, and much like each other.
            own = kind_of(kind, path.stem)
            if not path.stem.startswith("caltech") or own == "various" or is_held_out(index) or caltech % 2:
                mask = cv2.imread(str(path), 0)
                yield own, index, path.with_suffix(".jpg"), aligned(mask) if kind == "street" else mask
    for index, path in enumerate(sorted((data / "bsds500").glob("*/*.jpg"))):
        mask = taught(root, path)
        if mask is not None:
            yield kind_of("bsds500", path.stem), index, path, mask


def main(data, root, target):
    items = []
    for kind, index, path, mask in pictures(data, root):
        image = cv2.imread(str(path))
        quality = 85 if kind == "people" else 60
        person = -1 if path.stem in PEOPLE_TOO else PERSON[kind]
        folder = path.relative_to(data).parts[0]
        items.append({"kind": kind, "folder": folder, "person": person, "held_out": is_held_out(index, kind), "size": image.shape[1::-1], "image": packed(image, QUALITY[kind]), "mask": packed(mask, quality)})
    networks = {name: folded(graph) for name, graph in known().items()}
    target.write_bytes(pickle.dumps({"pictures": items, "known": networks}, 5))
    for kind in PERSON:
        chosen = [item for item in items if item["kind"] == kind]
        print(kind, len(chosen), sum(len(i["image"]) for i in chosen) >> 10, sum(len(i["mask"]) for i in chosen) >> 10)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
