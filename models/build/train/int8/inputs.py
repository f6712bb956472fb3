"""What the networks are shown: crops of pictures, damaged as in each network's own training."""

import string
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE.parent / "restore")]

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFont

import damage
import degrade
from degrade import gaussian_noise, maybe, quantise

LETTERS = string.ascii_letters + string.digits + ".,:;  "
INKS = [((225, 256), (0, 70))] * 4 + [((0, 60), (190, 256)), ((0, 256), (0, 256))]  # ranges of paper and ink
PAGES = {"deblur": 1 / 3, "denoise-v1": 1 / 6, "denoise-v2": 1 / 6}  # the share of them; where SPAN meets small text, `alarm` of export.py tells
LEAST = 16  # pictures that are damaged at once, so that there is some of each kind


def pictures(options):
    """(training, held out): every tenth by name is held out."""
    folders = [Path(options.bsds500) / "train", Path(options.street)]
    paths = [path for folder in folders for path in sorted(folder.glob("*.jpg"))]
    return [path for index, path in enumerate(paths) if index % 10], paths[::10]


def read(path, size, random):
    """A crop [3, size, size] of 0..1: of the picture at its own size or at half of it."""
    picture = Image.open(path).convert("RGB")
    if random.random() < 0.5:
        picture = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BICUBIC)
    left, top = random.randrange(picture.width - size + 1), random.randrange(picture.height - size + 1)
    pixels = np.asarray(picture.crop((left, top, left + size, top + size)), np.float32) / 255
    return torch.from_numpy(pixels.transpose(2, 0, 1).copy())


def page(size, random):
    """[3, size, size] of 0..1: lines of text, dark on light or light on dark, or in two of any colours."""
    height = random.randrange(7, 26)
    font = ImageFont.load_default(height)
    paper, ink = ([random.randrange(low, high) for _ in range(3)] for low, high in random.choice(INKS))
    picture = Image.new("RGB", (size, size), tuple(paper))
    draw = ImageDraw.Draw(picture)
    for top in range(-random.randrange(height), size, height + random.randrange(2, 8)):
        line = "".join(random.choice(LETTERS) for _ in range(size))
        draw.text((-random.randrange(height), top), line, fill=tuple(ink), font=font)
    return torch.from_numpy(np.asarray(picture, np.float32).transpose(2, 0, 1) / 255)


def enlarged(pixels, chance):
    """One in twenty noisy, one in ten with strong contrasts."""
    count = len(pixels)
    noisy = gaussian_noise(pixels, chance.uniform(count, 2, 10), chance)
    pixels = maybe(chance.happens(count, 0.05), noisy, pixels)
    strong = (pixels - 0.5) * chance.uniform(count, 1, 2).view(-1, 1, 1, 1) + 0.5
    return [quantise(maybe(chance.happens(count, 0.1), strong, pixels))]


def restored(pixels, chance):
    """(damaged pictures, one row of what is to be removed)."""
    (change,) = chance.random.choices([share[0] for share in damage.SHARES], [share[1] for share in damage.SHARES])
    one = change(pixels, chance)
    return quantise(one.seen), one.numbers[chance.random.randrange(len(pixels))][None]


CHANGES = {
    "clean": lambda pixels, chance: [degrade.clean(pixels, chance)],
    "deblur": restored,
    "denoise-v1": lambda pixels, chance: [degrade.denoise_v1(pixels, chance)],
    "denoise-v2": lambda pixels, chance: [degrade.denoise_v2(pixels, chance)],
    "restore-x4": lambda pixels, chance: [quantise(damage.mixed(pixels, chance).seen)],
}


def sharp_one(paths, size, pages, random):
    return page(size, random) if random.random() < pages else read(random.choice(paths), size, random)


def batch(name, paths, chance, count, size):
    """{name of an input: tensor} for a network: `count` pictures of `size` x `size` px."""
    sharp = torch.stack([sharp_one(paths, size, PAGES.get(name, 0), chance.random) for _ in range(max(count, LEAST))])
    some = chance.random.sample(range(len(sharp)), count)
    seen, *strengths = CHANGES.get(name, enlarged)(sharp, chance)
    return {"input": seen[some], **({"strengths": strengths[0]} if strengths else {})}
