"""What the network for white balance sees; workers/operations/white-balance/cells.ts makes the same."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

SIDE = 32


def linear(x):
    """sRGB numbers, 0..1, to linear light."""
    return torch.where(x <= 0.04045, x / 12.92, ((x.clamp(min=0) + 0.055) / 1.055) ** 2.4)


def encoded(x):
    return torch.where(x <= 0.0031308, x * 12.92, 1.055 * x.clamp(min=1e-9) ** (1 / 2.4) - 0.055)


def read(path):
    """3 x H x W, 0..255."""
    image = Image.open(path).convert("RGB")
    if max(image.size) > 1000:
        image.thumbnail((1000, 1000), Image.Resampling.BOX)
    return torch.from_numpy(np.array(image)).permute(2, 0, 1).float()


def cells(picture):
    """6 x SIDE x SIDE: the means and the highest values of SIDE x SIDE cells, in linear light."""
    light = linear(picture / 255)
    return torch.cat([F.adaptive_avg_pool2d(light, SIDE), F.adaptive_max_pool2d(light, SIDE)])


def window(picture, rng):
    """A random part. Dithered: the numbers of the file leave no gaps."""
    picture = (picture + torch.rand_like(picture) - 0.5).clamp(0, 255)
    height, width = picture.shape[1:]
    tall, wide = (int(length * share) for length, share in zip((height, width), rng.uniform(0.4, 1, 2)))
    top, left = rng.integers(0, height - tall + 1), rng.integers(0, width - wide + 1)
    return picture[:, top : top + tall, left : left + wide]


def crop(picture, rng):
    """The cells of a random part, sometimes at half the size or with noise."""
    picture = window(picture, rng)
    if rng.random() < 0.4:
        picture = F.avg_pool2d(picture[None], 2)[0]
    elif rng.random() < 0.3:
        picture = (picture + torch.randn_like(picture) * rng.uniform(1, 8)).clamp(0, 255)
    return cells(picture)


def views(paths, each, seed=0):
    """photographs x each x 6 x SIDE x SIDE, fp16; the first of each is the whole photograph."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    found = []
    for path in paths:
        picture = read(path)
        found.append(torch.stack([cells(picture), *(crop(picture, rng) for _ in range(each - 1))]).half())
    return torch.stack(found)


def parts(paths, each, seed=0):
    """The cells of small parts, most of them of one colour."""
    rng, found = np.random.default_rng(seed), []
    for path in paths:
        picture = read(path)
        height, width = picture.shape[1:]
        mine = []
        for _ in range(each):
            side = int(rng.uniform(0.08, 0.3) * min(height, width))
            top, left = rng.integers(0, height - side + 1), rng.integers(0, width - side + 1)
            part = picture[:, top : top + side, left : left + side]
            mine.append(cells((part + torch.rand_like(part) - 0.5).clamp(0, 255)))
        found.append(torch.stack(mine).half())
    return torch.stack(found)


def dusks(count, each):
    """One colour that runs into another from top to bottom."""
    size = (count * each, 3, 1, 1)
    above, below = torch.rand(size) ** 2, torch.rand(size) ** 2 * 0.5
    one = (count * each, 1, 1, 1)
    down = torch.linspace(0, 1, SIDE)[None, None, :, None] ** torch.exp(torch.randn(one) * 0.4)
    grain = torch.exp(torch.randn(count * each, 1, SIDE, SIDE) * torch.rand(one) * 0.2)
    mean = (above + (below - above) * down).expand(-1, -1, SIDE, SIDE) * grain
    found = torch.cat([mean, mean * torch.exp(torch.rand(one) * 0.3)], 1).clamp(0, 1)
    return found.reshape(count, each, 6, SIDE, SIDE).half()


def split(root):
    """(training, held out) files of BSDS500: every tenth of `test` is held out."""
    train, test = (sorted((Path(root) / part).glob("*.jpg")) for part in ("train", "test"))
    return train + [path for i, path in enumerate(test) if i % 10], test[::10]
