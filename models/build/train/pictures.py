"""The training images: BSDS500 train and test, without the 20 that no training step reads, and crops of them on the device."""

from pathlib import Path

import numpy as np
import torch
from PIL import Image

SCALES = (1.0, 0.75)  # the smaller ones are sharper, and freer of the JPEG marks of the originals
FIRST_SCALE = 0.7  # how often a batch comes from the originals


def split(root):
    """(training, held out) paths: every tenth image of `test` is held out."""
    train, test = (sorted((Path(root) / part).glob("*.jpg")) for part in ("train", "test"))
    held_out = test[::10]
    if not train or not held_out:
        raise SystemExit(f"Expected pictures in {root}/train and {root}/test")
    return train + [path for path in test if path not in held_out], held_out


def read(path):
    return np.asarray(Image.open(path).convert("RGB"))


def middle(picture, side):
    """Its middle `side` px, or all of what is smaller."""
    top, left = (max(0, length - side) // 2 for length in picture.shape[:2])
    return picture[top : top + side, left : left + side]


def landscape(path, scale):
    picture = Image.open(path).convert("RGB")
    if picture.height > picture.width:
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    size = (round(picture.width * scale), int(picture.height * scale))
    return np.asarray(picture if scale == 1 else picture.resize(size, Image.Resampling.BICUBIC))


class Pool:
    """Images of one size, as uint8 on the device: batches are cropped there."""

    def __init__(self, stacks, device, seed):
        self.stacks = [torch.from_numpy(stack).to(device) for stack in stacks]
        self.device = device
        self.generator = torch.Generator(device).manual_seed(seed)
        self.random = np.random.default_rng(seed)

    def crop(self, count, size):
        """[count, 3, size, size] in 0..1, each randomly rotated, mirrored and (one in four) darkened."""
        first = len(self.stacks) == 1 or self.random.random() < FIRST_SCALE
        stack = self.stacks[0 if first else 1]
        number, height, width, _ = stack.shape
        picture = self.integers(number, count)[:, None, None]
        rows = self.integers(height - size + 1, count)[:, None] + torch.arange(size, device=self.device)
        columns = self.integers(width - size + 1, count)[:, None] + torch.arange(size, device=self.device)
        pixels = stack[picture, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2).float() / 255
        pixels = torch.cat([self.turn(part) for part in pixels.chunk(4)])
        uniform = torch.rand(2, count, 1, 1, 1, generator=self.generator, device=self.device)
        return pixels * torch.where(uniform[0] < 0.25, 0.4 + 0.6 * uniform[1], 1.0)

    def integers(self, limit, count):
        return torch.randint(limit, (count,), generator=self.generator, device=self.device)

    def turn(self, pixels):
        if self.random.random() < 0.5:
            pixels = pixels.transpose(2, 3)
        axes = [axis for axis in (2, 3) if self.random.random() < 0.5]
        return pixels.flip(axes) if axes else pixels


def photographs(root, device, seed, scales=SCALES):
    training, _ = split(root)
    stacks = [np.stack([landscape(path, scale) for path in training]) for scale in scales]
    return Pool(stacks, device, seed)
