"""Tiles along borders: (RGB and the alpha found, [4, S, S]; alpha, [1, S, S]; 1 where something is to be learned, [1, S, S]), 0 to 1.

Four fifths are parts of pictures.py's pictures, enlarged or reduced; the others are shapes and strands that are drawn.
"""

import random
from pathlib import Path

import cv2
import numpy as np
import torch

cv2.setNumThreads(0)
TILE = 192
KINDS = ("people", "street", "things")
SHARES = {"people": 0.36, "street": 0.24, "things": 0.22, "drawn": 0.18}
BINARY, GIVEN, STEEP = 0.12, 0.1, 0.15  # shares of masks of a caller, of 0 and 1 or coarse, and of those with another contrast
WRONG, WINDOW = 60, 41  # the border of what is so far off, of 255, within so many px cannot be learned
SAMPLES = 4  # a side, of each pixel of what is drawn


def read(path, kind=cv2.IMREAD_COLOR):
    return cv2.imread(str(path), kind)


def part(values, y, x, side):
    return values[y : y + side, x : x + side]


def fitted(values, side=TILE):
    kind = cv2.INTER_AREA if values.shape[0] > side else cv2.INTER_CUBIC
    return cv2.resize(values, (side, side), interpolation=kind).astype(np.float32)


def is_soft(alpha):
    """Where alpha, 0 to 255, is partly transparent or goes from one side to the other."""
    border = cv2.morphologyEx((alpha > 127).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    return ((alpha > 12) & (alpha < 243)) | border


def from_picture(path):
    """A window around a place of the border, of 0.5 to 1.6 tiles; None where there is none."""
    image, alpha = read(path), read(path.with_suffix(".png"), cv2.IMREAD_GRAYSCALE)
    found = read(path.with_name(f"{path.stem}-found.png"), cv2.IMREAD_GRAYSCALE)
    found = cv2.resize(found, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)
    height, width = alpha.shape
    side = min(int(TILE * random.uniform(0.5, 1.6)), height, width)
    wrong = cv2.blur(np.abs(found.astype(np.float32) - alpha), (WINDOW, WINDOW)) > WRONG
    known = 255 - 255 * cv2.dilate(wrong.astype(np.uint8), np.ones((WINDOW // 2 | 1,) * 2, np.uint8))
    places = np.argwhere(is_soft(alpha) & (known > 0))
    if len(places) == 0:
        return None
    y, x = places[random.randrange(len(places))]
    y, x = (int(np.clip(place - side * random.uniform(0.2, 0.8), 0, length - side)) for place, length in ((y, height), (x, width)))
    return [fitted(part(values, y, x, side)) for values in (image, found, alpha, known)]


def strand(alpha, points, thickness):
    cv2.polylines(alpha, [np.int32(points * SAMPLES * 16)], False, 255, max(1, round(thickness * SAMPLES)), cv2.LINE_AA, 4)


def drawn_alpha():
    """A smooth shape across the tile, with strands on its border in most cases."""
    canvas = np.zeros((TILE * SAMPLES,) * 2, np.uint8)
    count = random.randint(3, 9)
    angles = np.sort(np.random.uniform(0, 2 * np.pi, count))
    radius = TILE * np.random.uniform(0.2, 0.9, count)
    center = np.random.uniform(-0.2, 1.2, 2) * TILE
    corners = center + np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None]
    if random.random() < 0.7:  # rounded: each corner by a curve between the middles of its sides
        t = np.linspace(0, 1, 16)[:, None]
        a, b, c = (corners + np.roll(corners, 1, 0)) / 2, corners, (corners + np.roll(corners, -1, 0)) / 2
        outline = np.concatenate([(1 - t) ** 2 * p + 2 * t * (1 - t) * q + t**2 * r for p, q, r in zip(a, b, c)])
    else:
        outline = corners
    cv2.fillPoly(canvas, [np.int32(outline * SAMPLES)], 255)
    if random.random() < 0.7:
        base = np.random.uniform(0, 2 * np.pi)
        for _ in range(random.randint(5, 120)):
            start = outline[random.randrange(len(outline))] + np.random.normal(0, 6, 2)
            angle, bend, length = base + random.gauss(0, 0.5), random.gauss(0, 0.02), random.uniform(8, 90)
            steps = np.linspace(0, length, 12)
            turned = angle + bend * steps
            strand(canvas, start + np.stack([np.cos(turned), np.sin(turned)], 1) * steps[:, None], random.uniform(0.3, 2.5))
    alpha = cv2.resize(canvas, (TILE, TILE), interpolation=cv2.INTER_AREA).astype(np.float32)
    if random.random() < 0.3:
        alpha = cv2.GaussianBlur(alpha, (0, 0), random.uniform(0.4, 4))
    return alpha


def coarse(alpha):
    """An alpha as a caller may have it: at a fraction of the size."""
    side = round(TILE / random.uniform(1.3, 5))
    small = cv2.resize(alpha, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (TILE, TILE), interpolation=cv2.INTER_LINEAR)


def as_found(alpha):
    """An alpha as a network of 448 px would find it: coarse, moved, strands lost."""
    if random.random() < 0.3:
        return coarse(alpha)
    blur = random.uniform(1, 5)
    found = alpha
    if random.random() < 0.7:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (random.choice((3, 5, 7, 9)),) * 2)
        found = cv2.morphologyEx(found, random.choice((cv2.MORPH_OPEN, cv2.MORPH_OPEN, cv2.MORPH_CLOSE)), kernel)
    waves = [cv2.resize(np.random.normal(0, random.uniform(0, 4), (8, 8)).astype(np.float32), (TILE, TILE), interpolation=cv2.INTER_CUBIC) for _ in "xy"]
    y, x = np.mgrid[:TILE, :TILE].astype(np.float32)
    found = cv2.remap(found, x + waves[0], y + waves[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    found = cv2.GaussianBlur(found, (0, 0), blur)
    steep = random.uniform(1, 2.5)
    return ((found - 127.5) * steep + 127.5).clip(0, 255)


def texture(paths):
    image = read(random.choice(paths))
    side = random.randint(64, min(image.shape[:2]))
    y, x = (random.randint(0, length - side) for length in image.shape[:2])
    values = fitted(part(image, y, x, side))
    if random.random() < 0.4:
        values = cv2.GaussianBlur(values, (0, 0), random.uniform(1, 12))
    return values * random.uniform(0.5, 1.2) + random.uniform(-20, 20)


def from_drawing(grounds):
    alpha = drawn_alpha()
    colors, behind = texture(grounds).clip(0, 255), texture(grounds)
    share = alpha[..., None] / 255
    image = colors * share + behind * (1 - share)
    if random.random() < 0.4:
        image += np.random.standard_normal(image.shape) * random.uniform(1, 8)
    image = image.clip(0, 255)
    if random.random() < 0.4:
        image = cv2.imdecode(cv2.imencode(".jpg", image.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)])[1], cv2.IMREAD_COLOR)
    return [image.astype(np.float32), as_found(alpha), alpha, np.full_like(alpha, 255)]


def as_given(found, alpha, is_drawn):
    """Some masks are not those of `matte`, but of a caller."""
    if random.random() < BINARY:
        return ((found > random.uniform(90, 160)) * 255.0).astype(np.float32)
    if random.random() < GIVEN and not is_drawn:
        return coarse(alpha)
    if random.random() < STEEP:
        return ((found - 127.5) * random.uniform(0.7, 2) + 127.5).clip(0, 255)
    return found


class Samples(torch.utils.data.IterableDataset):
    def __init__(self, root, grounds):
        self.pictures = {kind: sorted(Path(root).glob(f"{kind}/train/*.jpg")) for kind in KINDS}
        self.grounds = grounds

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        if worker:
            random.seed(worker.seed), np.random.seed(worker.seed % 2**32)
        while True:
            kind = random.choices([*SHARES], [*SHARES.values()])[0]
            values = from_drawing(self.grounds) if kind == "drawn" else from_picture(random.choice(self.pictures[kind]))
            if values:
                yield self.turned(kind, *values)

    def turned(self, kind, image, found, alpha, known):
        values = [image, as_given(found, alpha, kind == "drawn"), alpha, known]
        if random.random() < 0.5:
            values = [a[:, ::-1] for a in values]
        if random.random() < 0.2:
            values = [np.rot90(a, random.choice((1, 3))) for a in values]
        image, found, alpha, known = (np.ascontiguousarray(a).clip(0, 255).astype(np.float32) / 255 for a in values)
        rgb = image[..., ::-1].transpose(2, 0, 1)
        return np.concatenate([rgb, found[None]]), alpha[None], (known[None] > 0.99).astype(np.float32)
