"""Clean pictures of many kinds: files reduced until they are clean, and what is drawn here. Every tenth is for development."""

import glob
import os

import cv2
import numpy as np

# Pattern below DATA or PACKAGES, least and most reduction, most files.
SOURCES = [
    ("data/matting/street/*.jpg", 2, 3.2, 500),
    ("data/matting/things/n*.jpg", 1.8, 3, 650),
    ("data/matting/people/*.jpg", 1.5, 4, 90),
    ("data/bsds500/*/*.jpg", 1.5, 2.2, 400),
    ("packages/material-kit-*/**/*.jp*g", 3, 7, 60),
    ("packages/paper-kit-*/**/*.jpg", 3, 7, 60),
    ("packages/soft-ui-*/**/*.jp*g", 3, 7, 60),
    ("packages/argon-*/**/*.jpg", 3, 7, 60),
    ("packages/now-ui-kit-*/**/*.jpg", 3, 7, 60),
    ("packages/material-dashboard-*/**/*.jpg", 3, 7, 60),
    ("packages/arcade/**/*.png", 1, 1, 300),
]
MOST = 1600  # px of the longer side that are kept in memory


def load(data, packages, development=False):
    kept = []
    for pattern, least, most, count in SOURCES:
        root, rest = pattern.split("/", 1)
        names = sorted(glob.glob(os.path.join(data if root == "data" else packages, rest), recursive=True))
        names = names[:: max(1, len(names) // count)] if len(names) > count else names
        for name in (name for i, name in enumerate(names) if (i % 10 == 0) == development):
            if os.path.getsize(name) < 8000 and "arcade" not in name:
                continue
            picture = opened(name)
            if picture is None or min(picture.shape[:2]) < 40:
                continue
            shrink = max(picture.shape[:2]) / MOST
            if shrink > 1:
                picture = cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
            kept.append((picture, max(1, least / max(1, shrink)), max(1, most / max(1, shrink))))
    return kept


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
    """A clean picture of 72 to 320 px, float32."""
    if random.random() < 0.15:
        return drawn(random)
    picture, least, most = pictures[random.integers(len(pictures))]
    if least == most == 1:
        return sprites(pictures, random)
    side, factor = int(random.integers(72, 320)), random.uniform(least, most)
    need = int(side * factor)
    height, width = picture.shape[:2]
    y, x = (int(random.integers(0, max(1, length - need + 1))) for length in (height, width))
    part = picture[y : y + need, x : x + need].astype(np.float32)
    way = random.choice([cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4])
    if way != cv2.INTER_AREA:
        part = cv2.GaussianBlur(part, (0, 0), 0.3 * factor)
    size = (max(48, round(part.shape[1] / factor)), max(48, round(part.shape[0] / factor)))
    part = np.clip(cv2.resize(part, size, interpolation=int(way)), 0, 255)
    if random.random() < 0.12:
        part = np.repeat(part.mean(2, keepdims=True), 3, 2)
    if random.random() < 0.2:
        part = 255 * (part / 255) ** random.uniform(0.7, 1.4)
    part = part[:, ::-1] if random.random() < 0.5 else part
    return np.ascontiguousarray(part.transpose(1, 0, 2) if random.random() < 0.2 else part, np.float32)


def sprites(pictures, random):
    out = np.full((200, 200, 3), random.integers(0, 256, 3), np.float32)
    few = [one for one, least, most in pictures if least == most == 1]
    for _ in range(int(random.integers(1, 5))):
        one = few[random.integers(len(few))][:200, :200]
        y, x = int(random.integers(0, 201 - one.shape[0])), int(random.integers(0, 201 - one.shape[1]))
        out[y : y + one.shape[0], x : x + one.shape[1]] = one
    return out


FONTS = sorted(glob.glob("/usr/share/fonts/truetype/**/*.ttf", recursive=True))


def drawn(random):
    """Text, lines, areas and gradients, as in screenshots, diagrams and cartoons."""
    height, width = (int(random.integers(100, 200)) for _ in range(2))
    paper = random.integers(200, 256, 3) if random.random() < 0.6 else random.integers(0, 256, 3)
    out = np.full((height, width, 3), paper, np.uint8)
    if random.random() < 0.3:
        ramp = np.linspace(0, 1, width)[None, :, None]
        out = (out * (1 - ramp) + random.integers(0, 256, 3) * ramp).astype(np.uint8)
    colour = lambda: tuple(int(value) for value in random.integers(0, 256, 3))
    point = lambda: (int(random.integers(0, width)), int(random.integers(0, height)))
    for _ in range(int(random.integers(0, 14))):
        kind = random.integers(4)
        thick = int(random.choice([-1, 1, 1, 2, 3, 5]))
        if kind == 0:
            cv2.circle(out, point(), int(random.integers(3, 60)), colour(), thick, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(out, point(), point(), colour(), thick)
        elif kind == 2:
            cv2.line(out, point(), point(), colour(), abs(thick), cv2.LINE_AA)
        else:
            cv2.fillPoly(out, [np.array([point() for _ in range(int(random.integers(3, 7)))])], colour(), cv2.LINE_AA)
    if random.random() < 0.7:
        text(out, random)
    return out.astype(np.float32)


def text(out, random):
    from PIL import Image, ImageDraw, ImageFont

    size = int(random.integers(9, 40))
    font = ImageFont.truetype(str(random.choice(FONTS)), size) if FONTS else ImageFont.load_default(size)
    image = Image.fromarray(out)
    pen, ink = ImageDraw.Draw(image), tuple(int(value) for value in random.integers(0, 256, 3))
    ink = (20, 20, 20) if random.random() < 0.5 else ink
    for y in range(int(random.integers(0, 20)), out.shape[0], round(size * random.uniform(1.2, 2))):
        pen.text((int(random.integers(0, 30)), y), "".join(random.choice(list("abcdefghijklmnoprstuvwzABDEFGHKLMRST   .,0123456789"), 40)), ink, font)
    out[:] = np.array(image)
