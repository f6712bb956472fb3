"""Content of the tiles: photographs of BSDS500 and of other folders, rendered text, simple drawings.

A source is float32 [n, n, 3] in 0..255, RGB.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "train"))
import text
from pictures import read, split

PHOTOGRAPHS, TEXT = 0.84, 0.12  # the rest are drawings
LARGEST = 4  # a source is up to 4 times wider and higher than its tile
LEAST = 320  # px of the shorter side of a photograph of other folders


def training(folder):
    """The photographs of a folder that are large enough to be reduced by four, without what others measure by (every tenth;
    every twelfth from the fourth and from the sixth on, which `../train/restore/enlarged.py` reads)."""
    paths = [path for index, path in enumerate(sorted(folder.glob("*.jpg"))) if index % 10 and index % 12 not in (3, 5)]
    return [page for page in map(read, paths) if min(page.shape[:2]) >= LEAST]


class Sources:
    def __init__(self, data, fonts, more=()):
        """`data`: BSDS500; `more`: folders of other photographs."""
        self.photographs = [read(path) for path in split(data)[0]] + [page for folder in more for page in training(folder)]
        self.fonts = sorted(path for path in Path(fonts).rglob("*") if path.suffix in (".ttf", ".otf", ".woff"))
        if not self.fonts:
            raise SystemExit(f"Expected fonts in {fonts}")

    def cut(self, side, random):
        """A random square that will be reduced to `side` px."""
        kind = random.random()
        if kind < PHOTOGRAPHS:
            page = self.photographs[random.integers(len(self.photographs))]
        elif kind < PHOTOGRAPHS + TEXT:
            page = text.page(int(random.integers(2**31)), self.fonts)
        else:
            page = drawing(random)
        ratio = float(random.choice([LARGEST, random.uniform(1, LARGEST)]))
        return crop(page, min(round(side * ratio), *page.shape[:2]), random).astype(np.float32)


def crop(page, side, random):
    top, left = (int(random.integers(length - side + 1)) for length in page.shape[:2])
    return page[top : top + side, left : left + side]


def drawing(random):
    """Flat shapes with outlines, and lines."""
    sheet = Image.new("RGB", (text.SIZE, text.SIZE), text.colour(random, True))
    draw = ImageDraw.Draw(sheet)
    for _ in range(random.integers(8, 40)):
        centre, reach = random.uniform(0, text.SIZE, 2), random.uniform(10, 180)
        fill, ink = (text.colour(random, light) for light in (random.random() < 0.6, random.random() < 0.1))
        width, kind = int(random.integers(1, 8)), random.integers(3)
        if kind == 0:
            height = reach * random.uniform(0.3, 1)
            draw.ellipse([centre[0] - reach, centre[1] - height, centre[0] + reach, centre[1] + height], fill, ink, width)
        else:
            angles = np.sort(random.uniform(0, 2 * np.pi, random.integers(3, 9)))
            points = [tuple(centre + reach * random.uniform(0.4, 1) * np.array([np.cos(a), np.sin(a)])) for a in angles]
            if kind == 1:
                draw.polygon(points, fill, ink, width)
            else:
                draw.line(points, ink, width, joint="curve")
    return np.asarray(sheet)
