"""Clean pictures of many kinds: files reduced until they are clean, and what is drawn here. Every tenth is for development."""

import glob
import os

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Pattern below DATA or PACKAGES, reduction from which it is clean, and a usual one, most files.
SOURCES = [
    ("data/matting/street/*.jpg", 2, 3.2, 500),
    ("data/matting/things/n*.jpg", 1.8, 3, 650),
    ("data/matting/people/*.jpg", 1.5, 4, 90),
    ("data/bsds500/train/*.jpg", 1.5, 2.2, 200),
    ("packages/material-kit-*/**/*.jp*g", 3, 7, 60),
    ("packages/paper-kit-*/**/*.jpg", 3, 7, 60),
    ("packages/soft-ui-*/**/*.jp*g", 3, 7, 60),
    ("packages/argon-*/**/*.jpg", 3, 7, 60),
    ("packages/now-ui-kit-*/**/*.jpg", 3, 7, 60),
    ("packages/material-dashboard-*/**/*.jpg", 3, 7, 60),
    ("packages/arcade/**/*.png", 1, 1, 300),
    ("packages/emojione/**/128/*.png", 1, 1, 150),
]
MOST = 1600  # px of the longer side that are kept in memory


def load(data, packages, development=False, cut_outs=False):
    kept = []
    for pattern, least, most, count in SOURCES:
        if cut_outs and least > 1 and "matting" not in pattern:
            continue
        root, rest = pattern.split("/", 1)
        names = sorted(glob.glob(os.path.join(data if root == "data" else packages, rest), recursive=True))
        names = names[:: max(1, len(names) // count)] if len(names) > count else names
        for name in (name for i, name in enumerate(names) if (i % 10 == 0) == development):
            if os.path.getsize(name) < 8000 and least > 1:
                continue
            picture = opened(name)
            if cut_outs and least > 1:
                picture = on_ground(picture, cv2.imread(name[:-3] + "png", cv2.IMREAD_GRAYSCALE), len(kept))
            if picture is None or min(picture.shape[:2]) < 40:
                continue
            shrink = max(picture.shape[:2]) / MOST
            if shrink > 1:
                picture = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
            kept.append((picture, max(1, least / max(1, shrink)), max(1, most / max(1, shrink))))
    return kept


def on_ground(picture, mask, seed):
    """What the mask shows on white, black or a colour, with some of the ground around it, as shops have it."""
    if picture is None or mask is None or mask.shape != picture.shape[:2] or mask.max() < 128:
        return None
    random = np.random.default_rng(seed)
    grounds = [np.full(3, 255), np.full(3, random.integers(240, 256)), np.zeros(3), random.integers(0, 256, 3)]
    alpha, ground = mask[..., None] / 255, grounds[random.choice(4, p=[0.45, 0.15, 0.2, 0.2])]
    picture = (picture * alpha + ground * (1 - alpha)).astype(np.uint8)
    left, top, width, height = cv2.boundingRect((mask > 127).astype(np.uint8))
    picture, side = picture[top : top + height, left : left + width], int(max(width, height) * random.uniform(0.02, 0.2))
    return cv2.copyMakeBorder(picture, side, side, side, side, cv2.BORDER_CONSTANT, value=[int(value) for value in ground])


def opened(name):
    picture = cv2.imread(name, cv2.IMREAD_UNCHANGED)
    if picture is None or picture.dtype != np.uint8:
        return None
    if picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, 2)
    if picture.shape[2] == 4:
        alpha = picture[..., 3:] / 255
        picture = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return np.ascontiguousarray(picture[..., 2::-1])


def clean(pictures, random):
    """A clean picture of 60 to 400 px, most of them small, float32; and whether it is drawn."""
    if random.random() < 0.22:
        return drawn(pictures, random), True
    picture, least, most = pictures[random.integers(len(pictures))]
    if least == most == 1:
        return sprites(pictures, random), True
    small = random.random() < 0.6
    side = int(np.exp(random.uniform(*np.log([60, 170] if small else [150, 400]))))
    shape = np.array(picture.shape[:2])
    # A part, or all of the picture, which has more detail in a pixel.
    largest = max(most, shape.min() / side)
    factor = np.exp(random.uniform(np.log(least), np.log(largest))) if random.random() < 0.5 else random.uniform(least, most)
    tall = np.exp(random.uniform(-0.4, 0.4))
    need = np.minimum(shape, (side * factor * np.array([tall, 1 / tall])).astype(int))
    y, x = (int(random.integers(0, rest + 1)) for rest in shape - need)
    part = picture[y : y + need[0], x : x + need[1]]
    part = reduced(part, np.maximum(56, np.round(need / factor)).astype(int), random)
    if random.random() < 0.12:
        part = np.repeat(part.mean(2, keepdims=True), 3, 2)
    if random.random() < 0.2:
        part = 255 * (part / 255) ** random.uniform(0.7, 1.4)
    part = part[:, ::-1] if random.random() < 0.5 else part
    return np.ascontiguousarray(part.transpose(1, 0, 2) if random.random() < 0.2 else part, np.float32), False


def reduced(part, shape, random):
    """By the mean, by bicubic interpolation over what a pixel covers, or of a picture that was softened before."""
    height, width = (int(side) for side in shape)
    way = random.integers(4)
    if way == 0:
        return cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    if way < 3:
        return np.array(Image.fromarray(part).resize((width, height), Image.Resampling.BICUBIC), np.float32)
    soft = cv2.GaussianBlur(part.astype(np.float32), (0, 0), 0.3 * part.shape[1] / width)
    return np.clip(cv2.resize(soft, (width, height), interpolation=int(random.choice([cv2.INTER_CUBIC, cv2.INTER_LANCZOS4]))), 0, 255)


def sprites(pictures, random):
    height, width = (int(side) for side in random.integers(70, 230, 2))
    out = np.full((height, width, 3), random.integers(0, 256, 3), np.float32)
    few = [one for one, least, most in pictures if least == most == 1]
    for _ in range(int(random.integers(1, 5))):
        one = few[random.integers(len(few))][:height, :width]
        y, x = (int(random.integers(0, rest + 1)) for rest in (height - one.shape[0], width - one.shape[1]))
        out[y : y + one.shape[0], x : x + one.shape[1]] = one
    return out


FONTS = sorted(glob.glob("/usr/share/fonts/truetype/**/*.ttf", recursive=True))


def drawn(pictures, random):
    """Text, lines, areas and gradients, as in screenshots, diagrams and cartoons; some are drawn larger and reduced, some hold a photograph."""
    shape = random.integers(64, 240, 2)
    if random.random() < 0.5:
        out = page(shape, random, 1).astype(np.float32)
    else:
        factor = float(random.uniform(1.5, 4))
        out = reduced(page((shape * factor).astype(int), random, factor), shape, random).astype(np.float32)
    return with_photograph(out, pictures, random) if random.random() < 0.25 else out


def with_photograph(out, pictures, random):
    """A photograph on up to a quarter of it."""
    few = [(one, most) for one, _, most in pictures if most > 1]
    one, most = few[random.integers(len(few))]
    height, width = (int(side * random.uniform(0.2, 0.5)) for side in out.shape[:2])
    factor = min(most, one.shape[0] / height, one.shape[1] / width)
    part = reduced(one[: int(height * factor), : int(width * factor)], (height, width), random)
    y, x = (int(random.integers(0, rest + 1)) for rest in (out.shape[0] - height, out.shape[1] - width))
    out[y : y + height, x : x + width] = part
    return out


def page(shape, random, scale):
    height, width = (int(side) for side in shape)
    paper = random.integers(200, 256, 3) if random.random() < 0.6 else random.integers(0, 256, 3)
    paper = np.full(3, 255) if random.random() < 0.3 else paper
    out = np.full((height, width, 3), paper, np.uint8)
    if random.random() < 0.3:
        ramp = np.linspace(0, 1, width)[None, :, None]
        out = (out * (1 - ramp) + random.integers(0, 256, 3) * ramp).astype(np.uint8)
    for _ in range(int(random.integers(0, 14))):
        shape_on(out, random, scale)
    for _ in range(int(random.choice([0, 1, 1, 2]))):
        text(out, random, scale)
    return out


def shape_on(out, random, scale):
    colour = tuple(int(value) for value in random.integers(0, 256, 3))
    point = lambda: (int(random.integers(0, out.shape[1])), int(random.integers(0, out.shape[0])))
    kind, thick = random.integers(4), int(random.choice([-1, 1, 1, 2, 3, 5]))
    thick = thick if thick < 0 else round(thick * scale)
    if kind == 0:
        cv2.circle(out, point(), int(random.integers(3, 60) * scale), colour, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(out, point(), point(), colour, thick)
    elif kind == 2:
        cv2.line(out, point(), point(), colour, abs(thick), cv2.LINE_AA)
    else:
        cv2.fillPoly(out, [np.array([point() for _ in range(int(random.integers(3, 7)))])], colour, cv2.LINE_AA)


def text(out, random, scale):
    size = max(6, int(random.integers(8, 42) * scale))
    font = ImageFont.truetype(str(random.choice(FONTS)), size) if FONTS else ImageFont.load_default(size)
    image = Image.fromarray(out)
    pen, ink = ImageDraw.Draw(image), tuple(int(value) for value in random.integers(0, 256, 3))
    ink = (20, 20, 20) if random.random() < 0.4 else ink
    left, top, letters = random.integers(0, 30) * scale, random.uniform(0, 0.6) * out.shape[0], list("abcdefghijklmnoprstuvwzABDEFGHKLMRST   .,0123456789")
    step, lines = size * random.uniform(1.1, 2), int(random.integers(1, 20))
    for y in np.arange(top, out.shape[0], step)[:lines]:
        pen.text((left, y), "".join(random.choice(letters, 40)), ink, font)
    out[:] = np.array(image)
