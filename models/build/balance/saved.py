"""Photographs with casts, saved as JPEG: what cells show of files as they are. In cells alone, clipped channels stay sharp."""

from io import BytesIO

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from casts import moved, random_lights, scaled
from cells import cells, encoded, linear, read, window

NO_CAST = 0.12  # share of the pictures
STORED = 0.2  # share of casts put on the numbers of the file


def jpeg(picture, quality, subsampling=2):
    """3 x H x W, 0..255, saved as JPEG and read again."""
    file = BytesIO()
    pixels = picture.round().clamp(0, 255).byte().permute(1, 2, 0).numpy()
    Image.fromarray(pixels).save(file, "jpeg", quality=quality, subsampling=subsampling)
    return torch.from_numpy(np.array(Image.open(file))).permute(2, 0, 1).float()


def with_cast(picture, gains, exposure=1.0, stored=False):
    """A picture in the numbers of its file under gains in linear light, before and after in linear light."""
    light = linear(picture / 255)
    after = linear(encoded(light) * gains ** (1 / 2.2)) if stored else light * gains
    return light, (after * exposure).clamp(0, 1)


def part(picture, rng):
    """A random part, mirrored or not, at half the size or not."""
    picture = window(picture, rng)
    if rng.random() < 0.5:
        picture = picture.flip(-1)
    return F.avg_pool2d(picture[None], 2)[0] if rng.random() < 0.4 else picture


def drawn(picture, rng):
    """(cells, log chroma of the cast) of a part of a picture as a file."""
    picture = part(picture, rng)
    light = random_lights(1, NO_CAST)
    gains = scaled(torch.stack([light[:, 0].exp(), torch.ones(1), light[:, 1].exp()], 1))[0, :, None, None]
    exposure = float(np.exp(rng.normal(0, 0.25))) if rng.random() < 0.5 else 1.0
    before, after = with_cast(picture, gains, exposure, rng.random() < STORED)
    truth = moved(before[None] * exposure, after[None], light)[0]
    numbers = encoded(after) * 255
    if rng.random() < 0.4:
        numbers = numbers + torch.randn_like(numbers) * rng.uniform(0.5, 6)
    saved = jpeg(numbers, int(rng.uniform(50, 98)), 2 if rng.random() < 0.75 else 0)
    return cells(saved), truth


def files(paths, each, seed=0):
    """Cells [N, 6, SIDE, SIDE] as fp16 and log chroma of the casts [N, 2], `each` of every photograph."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    found = [drawn(picture, rng) for path in paths for picture in [read(path)] for _ in range(each)]
    return torch.stack([one for one, _ in found]).half(), torch.stack([light for _, light in found])


def some(files, count):
    """(input, log chroma of the cast) of as many, mirrored or not."""
    values, lights = files
    chosen = torch.randint(len(values), (count,))
    x = values[chosen].float()
    mirrored = torch.rand(count) < 0.5
    x[mirrored] = x[mirrored].flip(-1)
    return x, lights[chosen]
