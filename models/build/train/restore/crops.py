"""Pictures to train on, in one folder, and crops of them on the device.

    python crops.py DATA PACKAGES OUT

OUT becomes `originals` (BSDS500 as it is, without what is held out) and `clean`: files reduced until they are free of
JPEG's traces, and drawings, as JPEGs of quality 94 and PNGs. Sources as in `../damage/pictures.py`; every tenth is left out.
"""

import glob
import importlib.util
import random
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from PIL import Image

TRAIN = Path(__file__).resolve().parents[1]
sys.path.append(str(TRAIN))
from pictures import split

DRAWINGS = 60
# Pattern below DATA or PACKAGES, reduction (least, most), number of files.
SOURCES = (
    ("data/matting/street/*.jpg", 1.7, 2.2, 330),
    ("data/matting/people/*.jpg", 1.5, 2.5, 100),
    ("data/matting/things/n*.jpg", 1.5, 2.0, 200),
    ("packages/*/**/*.jp*g", 2.5, 4.5, 150),
)


def drawer():
    """`page` of `../damage/pictures.py`, which has the name of another module here."""
    spec = importlib.util.spec_from_file_location("drawings", TRAIN / "damage" / "pictures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.page


def pack(data, packages, out):
    page = drawer()
    chance = random.Random(5)
    for name in ("originals", "clean"):
        (out / name).mkdir(parents=True, exist_ok=True)
    for number, (pattern, least, most, count) in enumerate(SOURCES):
        root, rest = pattern.split("/", 1)
        paths = sorted(glob.glob(f"{data if root == 'data' else packages}/{rest}", recursive=True))
        paths = [path for i, path in enumerate(paths) if i % 10]
        for path in chance.sample(paths, min(count, len(paths))):
            picture = Image.open(path).convert("RGB")
            factor = max(chance.uniform(least, most), max(picture.size) / 900)
            size = tuple(round(side / factor) for side in picture.size)
            if min(size) >= 230:
                picture.resize(size, Image.Resampling.BICUBIC).save(out / "clean" / f"{number}-{Path(path).stem}.jpg", quality=94, subsampling=0)
    for number in range(DRAWINGS):
        Image.fromarray(page((320, 320), np.random.default_rng(number), 1)).save(out / "clean" / f"drawn-{number}.png", optimize=True)
    for path in split(Path(data) / "bsds500")[0]:
        shutil.copy(path, out / "originals")


class Pool:
    """Pictures of any sizes, as bytes on the device."""

    def __init__(self, pictures, device, seed):
        self.device = device
        self.sizes = torch.tensor([picture.shape[:2] for picture in pictures], device=device)
        areas = self.sizes.prod(1)
        self.starts = torch.cat([areas.new_zeros(1), areas.cumsum(0)[:-1]])
        self.shares = areas.float()
        self.bytes = torch.from_numpy(np.concatenate([picture.reshape(-1, 3) for picture in pictures])).to(device)
        self.generator = torch.Generator(device).manual_seed(seed)
        self.random = random.Random(seed)

    def crop(self, count, size):
        """[count, 3, size, size] in 0..1, each turned or mirrored, one in four darkened."""
        chosen = torch.multinomial(self.shares, count, replacement=True, generator=self.generator)
        uniform = torch.rand(4, count, 1, 1, generator=self.generator, device=self.device)
        sizes = self.sizes[chosen]
        steps = torch.arange(size, device=self.device)
        rows, columns = (((sizes[:, axis, None, None] - size + 1) * uniform[axis]).long() for axis in (0, 1))
        index = self.starts[chosen][:, None, None] + (rows + steps[:, None]) * sizes[:, 1, None, None] + columns + steps
        pixels = self.bytes[index].permute(0, 3, 1, 2).float() / 255
        pixels = torch.cat([self.turn(part) for part in pixels.chunk(4)])
        return pixels * torch.where(uniform[2] < 0.25, 0.4 + 0.6 * uniform[3], 1.0)[:, None]

    def turn(self, pixels):
        if self.random.random() < 0.5:
            pixels = pixels.transpose(2, 3)
        axes = [axis for axis in (2, 3) if self.random.random() < 0.5]
        return pixels.flip(axes) if axes else pixels


def read(path, factor=1):
    picture = Image.open(path).convert("RGB")
    if factor != 1:
        picture = picture.resize(tuple(round(side * factor) for side in picture.size), Image.Resampling.BICUBIC)
    return np.asarray(picture)


def pools(folder, least, device, seed):
    """(originals, clean), of pictures of at least `least` px; the originals at 0.72 of their size are clean as well."""

    def every(part, factor=1):
        paths = sorted((Path(folder) / part).glob("*"))
        with ThreadPoolExecutor() as pool:
            return [one for one in pool.map(lambda path: read(path, factor), paths) if min(one.shape[:2]) >= least]

    originals = every("originals")
    return Pool(originals, device, seed), Pool(every("clean") + every("originals", 0.72), device, seed + 1)


if __name__ == "__main__":
    pack(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
