"""Tiles along borders: (RGB and the alpha found, [4, S, S]; alpha, [1, S, S]; the colours of the subject, [3, S, S]), 0 to 1.

Two thirds are parts of portraits.py's pictures, enlarged or reduced; the others are shapes and strands that are drawn.
"""

import random
from pathlib import Path

import cv2
import numpy as np
import torch

cv2.setNumThreads(0)
TILE = 192
DRAWN = 0.33
SAMPLES = 4  # a side, of each pixel of what is drawn


def read(path, kind=cv2.IMREAD_COLOR):
    return cv2.imread(str(path), kind)


def part(values, y, x, side):
    return values[y : y + side, x : x + side]


def fitted(values, side=TILE):
    kind = cv2.INTER_AREA if values.shape[0] > side else cv2.INTER_CUBIC
    return cv2.resize(values, (side, side), interpolation=kind).astype(np.float32)


def from_composite(path):
    """A window around a place of the border, of 0.5 to 1.6 tiles."""
    image, colors = read(path), read(path.with_name(f"{path.stem}-colors.jpg"))
    alpha = read(path.with_suffix(".png"), cv2.IMREAD_GRAYSCALE)
    found = read(path.with_name(f"{path.stem}-found.png"), cv2.IMREAD_GRAYSCALE)
    found = cv2.resize(found, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)
    height, width = alpha.shape
    side = min(int(TILE * random.uniform(0.5, 1.6)), height, width)
    soft = (alpha > 12) & (alpha < 243)
    places = np.argwhere(soft | ((found > 12) & (found < 243)))
    if len(places) == 0:
        return None
    y, x = random.choice(places)
    y, x = (int(np.clip(place - side * random.uniform(0.2, 0.8), 0, length - side)) for place, length in ((y, height), (x, width)))
    return [fitted(part(values, y, x, side)) for values in (image, found, alpha, colors)]


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


def as_found(alpha):
    """An alpha as a network of 448 px would find it: coarse, moved, strands lost."""
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
    return [image.astype(np.float32), as_found(alpha), alpha, colors]


class Samples(torch.utils.data.IterableDataset):
    def __init__(self, composites, grounds):
        self.composites = sorted(path for path in Path(composites).glob("*.jpg") if path.stem.isdigit())
        self.grounds = grounds

    def __iter__(self):
        while True:
            drawn = random.random() < DRAWN
            values = from_drawing(self.grounds) if drawn else from_composite(random.choice(self.composites))
            if values is None:
                continue
            if random.random() < 0.5:
                values = [a[:, ::-1] for a in values]
            if random.random() < 0.3:
                values = [np.rot90(a) for a in values]
            image, found, alpha, colors = (np.ascontiguousarray(a).clip(0, 255) / 255 for a in values)
            rgb = lambda a: a[..., ::-1].transpose(2, 0, 1).astype(np.float32)
            yield np.concatenate([rgb(image), found[None].astype(np.float32)]), alpha[None].astype(np.float32), rgb(colors)
