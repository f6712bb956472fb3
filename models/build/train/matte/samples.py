"""Pictures with soft masks, and with what known networks found in them.

ROOT has `found/` (coarse.py), `teachers/` (teachers.py) and `made/train`, `made/dev` (composites.py). A sample is (image [3, S, S],
normalised; what the others found [3, S, S]; alpha [1, S, S], all in 0..1; person [1, S, S]: 1 person, 0 thing, -1 not known).
"""

import random
from pathlib import Path

import cv2
import numpy as np
import torch
from composites import is_held_out, jitter, normalised, read

# What training draws; of BSDS500 the teachers' answers are the truth.
SHARES = {"street": 0.15, "things": 0.15, "bsds500": 0.28, "made": 0.27, "limbs": 0.15}
TEACHERS = {"isnet": 0.75, "u2net": 0.25}
PERSON = {"street": 1, "people": 1, "limbs": 1, "things": 0}


class Pictures:
    def __init__(self, data, root, held_out=False):
        data, self.root, self.cache = Path(data), Path(root), {}
        kept = lambda paths: [path for index, path in enumerate(sorted(paths)) if is_held_out(index) == held_out]
        masked = lambda kind: kept(path.with_suffix(".jpg") for path in (data / "matting" / kind).glob("*.png"))
        made = sorted((self.root / "made" / ("dev" if held_out else "train")).glob("*.jpg"))
        grounds = kept((data / "bsds500").glob("*/*.jpg"))
        limbs = [path for path in made if path.stem.startswith("limbs")]
        self.paths = {"street": masked("street"), "things": masked("things"), "bsds500": grounds, "made": made, "limbs": limbs}
        for kind, paths in self.paths.items():
            self.paths[kind] = [path for path in paths if self.answer("found", path).exists()]

    def answer(self, folder, path):
        return self.root / folder / path.parent.name / f"{path.stem}.png"

    def get(self, path, flags=cv2.IMREAD_COLOR):
        key = (path, flags)
        if key not in self.cache:
            self.cache[key] = read(path, flags)
        return self.cache[key]

    def fitted(self, path, size, flags=cv2.IMREAD_GRAYSCALE):
        mask = self.get(path, flags)
        return cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)

    def triple(self, kind, path):
        """An image in BGR, its alpha and what the others found, all 0 to 255."""
        image = self.get(path)
        size = image.shape[1::-1]
        if kind == "bsds500":
            found = [(weight, self.answer(f"teachers/{name}", path)) for name, weight in TEACHERS.items()]
            found = [(weight, self.fitted(mask, size)) for weight, mask in found if mask.exists()]
            alpha = sum(weight * mask for weight, mask in found) / sum(weight for weight, _ in found)
        else:
            alpha = self.fitted(path.with_suffix(".png"), size)
        return image, alpha, self.fitted(self.answer("found", path), size, cv2.IMREAD_COLOR)


def window(alpha, whole=0.6):
    """All of a picture, or a part of it."""
    height, width = alpha.shape
    if random.random() < whole:
        return slice(None), slice(None)
    share = random.uniform(0.65, 1)
    h, w = int(height * share), int(width * min(1, share * random.uniform(0.85, 1.2)))
    y, x = random.randint(0, height - h), random.randint(0, width - w)
    return slice(y, y + h), slice(x, x + w)


def with_gaps(found):
    """A part of one known answer is lost, as limbs are: the image and the other answers must make up for it."""
    height, width, planes = found.shape
    h, w = int(height * random.uniform(0.1, 0.6)), int(width * random.uniform(0.1, 0.6))
    y, x = random.randint(0, height - h), random.randint(0, width - w)
    gap = cv2.GaussianBlur(cv2.rectangle(np.zeros((height, width), np.float32), (x, y), (x + w, y + h), 1, -1), (0, 0), random.uniform(2, 12))
    lost = random.choices(range(planes), (0.6, 0.2, 0.2))[0]
    found[..., lost] *= 1 - gap * random.uniform(0.6, 1)
    return found


def without_limbs(found, alpha):
    """One or two thin parts of the subject are lost, in one known answer or in all."""
    solid = (alpha > 128).astype(np.uint8)
    side = int(0.28 * np.sqrt(solid.sum())) | 1
    thin = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) - cv2.morphologyEx(solid, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((thin == 1).astype(np.uint8))
    limbs = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] > 0.012 * solid.sum()]
    if not limbs:
        return found
    lost = np.isin(labels, random.sample(limbs, min(len(limbs), random.choice((1, 1, 2))))).astype(np.uint8)
    gap = cv2.GaussianBlur(cv2.dilate(lost, np.ones((7, 7), np.uint8)).astype(np.float32), (0, 0), random.uniform(1, 5))
    planes = random.choices(([0], [0, 1, 2], [0, 2], [1, 2]), (0.55, 0.2, 0.2, 0.05))[0]
    for plane in planes:
        found[..., plane] *= 1 - gap * random.uniform(0.75, 1)
    return found


class Samples(torch.utils.data.IterableDataset):
    """Endless samples of a size."""

    def __init__(self, pictures, size):
        self.pictures, self.size = pictures, size

    def __iter__(self):
        kinds = [kind for kind in SHARES if self.pictures.paths[kind]]
        while True:
            kind = random.choices(kinds, [SHARES[kind] for kind in kinds])[0]
            path = random.choice(self.pictures.paths[kind])
            image, alpha, found = self.pictures.triple(kind, path)
            y, x = window(alpha)
            if alpha[y, x].mean() < 5:
                y, x = slice(None), slice(None)
            size = (self.size, self.size)
            image, alpha, found = (cv2.resize(a[y, x], size, interpolation=cv2.INTER_AREA).astype(np.float32) for a in (image, alpha, found))
            if random.random() < 0.5:
                image, alpha, found = (np.ascontiguousarray(a[:, ::-1]) for a in (image, alpha, found))
            if random.random() < 0.7:
                image = jitter(image)
            lost = random.random()
            if lost < 0.65:
                found = with_gaps(found) if lost < 0.15 else without_limbs(found, alpha)
            if random.random() < 0.3:
                found = cv2.GaussianBlur(found, (0, 0), random.uniform(1, 5))
            label = PERSON.get(path.stem.split("-")[0] if kind == "made" else kind, -1)
            person = np.where(alpha > 128, label, -1).astype(np.float32)
            yield normalised(image), found.transpose(2, 0, 1) / 255, alpha[None] / 255, person[None]
