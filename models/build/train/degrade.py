"""What is done to a clean picture before a network must restore it. Everything runs on the device, a batch at a time.

A picture is float32 [n, 3, height, width] in 0..1; what a function returns has been rounded to 8 bits, as files are.
All chance comes from the given `Chance`. Noise levels are in 1/255, blur in pixels.
"""

import math
import random

import torch
from torch.nn import functional

from camera import photograph

KERNEL = 31  # px: every blur kernel is drawn in such a square
MIRROR = 20  # px: how much of the mirrored border is added before a blur, so that 176 px become 216: a quick transform


class Chance:
    """Random numbers on one device from one seed."""

    def __init__(self, device, seed):
        self.device = device
        self.generator = torch.Generator(device).manual_seed(seed)
        self.random = random.Random(seed)

    def uniform(self, count, low, high):
        return low + (high - low) * torch.rand(count, generator=self.generator, device=self.device)

    def normal(self, shape):
        return torch.randn(shape, generator=self.generator, device=self.device)

    def happens(self, count, probability):
        return self.uniform(count, 0, 1) < probability


def column(values):
    return values.view(-1, 1, 1, 1)


def quantise(pixels):
    return pixels.clamp(0, 1).mul(255).round().div(255)


# Noise


def gaussian_noise(pixels, sigma, chance):
    """White, the same in every channel and brightness; sigma [n]."""
    return quantise(pixels + chance.normal(pixels.shape) * column(sigma / 255))


def camera_noise(pixels, sigma, chance):
    """Photon and read noise in linear light, partly correlated between neighbours (as demosaicing leaves it), seen in sRGB.

    sigma [n]: what it amounts to in a middle grey. Red and blue have 1 to 1.6 times the noise of green (white balance).
    """
    count = len(pixels)
    linear = torch.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    grey, slope = 0.214, 1.05  # of sRGB 0.5: its linear light, and d(sRGB) / d(linear)
    variance = column((sigma / 255 / slope) ** 2)
    photons = column(chance.uniform(count, 0.95, 1))
    red, blue = chance.uniform(count, 1, 1.6), chance.uniform(count, 1, 1.6)
    gains = torch.stack([red, torch.ones_like(red), blue], 1)
    noise = chance.normal(pixels.shape)
    kernels = gaussian_kernels(torch.where(chance.happens(count, 0.5), chance.uniform(count, 0.3, 0.9), 0.05))
    noise = blur(noise, kernels / kernels.square().sum((1, 2), keepdim=True).sqrt())
    linear = linear + noise * gains[:, :, None, None] * (variance * (photons * linear / grey + 1 - photons)).sqrt()
    linear = linear.clamp(0, 1)
    return quantise(torch.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear.clamp(min=0.003) ** (1 / 2.4) - 0.055))


# Blur


def grid(device):
    axis = torch.arange(KERNEL, device=device) - KERNEL // 2
    return axis[None, :, None].float(), axis[None, None, :].float()


def normalise(kernels):
    return kernels / kernels.sum((1, 2), keepdim=True)


def gaussian_kernels(sigma, ratio=None, angle=None):
    """sigma [n] along one axis, sigma * ratio along the other, turned by angle."""
    rows, columns = grid(sigma.device)
    sigma = sigma.clamp(min=0.05).view(-1, 1, 1)
    if ratio is not None:
        cosine, sine = angle.cos().view(-1, 1, 1), angle.sin().view(-1, 1, 1)
        rows, columns = rows * cosine + columns * sine, (columns * cosine - rows * sine) / ratio.view(-1, 1, 1)
    return normalise(torch.exp(-(rows**2 + columns**2) / (2 * sigma**2)))


def disc_kernels(radius):
    """An out-of-focus lens: a disc whose border is one pixel soft."""
    rows, columns = grid(radius.device)
    return normalise((radius.view(-1, 1, 1) + 0.5 - (rows**2 + columns**2).sqrt()).clamp(0, 1))


def motion_kernels(length, angle, bend):
    """A camera that moves: a soft line of that length in px, bent sideways by `bend` of it."""
    rows, columns = grid(length.device)
    time = torch.linspace(-0.5, 0.5, 48, device=length.device)
    along, across = length[:, None] * time, (length * bend)[:, None] * (1 - 4 * time**2)
    across = across - across.mean(1, keepdim=True)
    cosine, sine = angle.cos()[:, None], angle.sin()[:, None]
    row, part = along * sine + across * cosine, along * cosine - across * sine
    distance = (rows[..., None] - row[:, None, None]) ** 2 + (columns[..., None] - part[:, None, None]) ** 2
    return normalise(torch.exp(-distance / (2 * 0.45**2)).sum(3))


def blur(pixels, kernels):
    """Each picture with its own kernel [n, 31, 31]; the border is mirrored."""
    padded = functional.pad(pixels, [MIRROR] * 4, mode="reflect")
    size, middle = padded.shape[-2:], KERNEL // 2
    centred = torch.roll(functional.pad(kernels, [0, size[1] - KERNEL, 0, size[0] - KERNEL]), (-middle, -middle), (1, 2))
    spectrum = torch.fft.rfft2(padded) * torch.fft.rfft2(centred)[:, None]
    return torch.fft.irfft2(spectrum, s=size)[..., MIRROR:-MIRROR, MIRROR:-MIRROR]


def lens_blur(pixels, chance, gaussian, disc):
    """Half of the pictures by a Gaussian (a third of them oval), half by a disc; each range is (low, high) in px."""
    count = len(pixels)
    oval = chance.happens(count, 0.33)
    ratio = torch.where(oval, chance.uniform(count, 0.6, 1), 1.0)
    round_ones = gaussian_kernels(chance.uniform(count, *gaussian), ratio, chance.uniform(count, 0, math.pi))
    discs = disc_kernels(chance.uniform(count, *disc))
    return blur(pixels, torch.where(chance.happens(count, 0.5).view(-1, 1, 1), round_ones, discs))


# JPEG

LUMA_TABLE = """16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62
    18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99"""
CHROMA_TABLE = """17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99
    99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99 99"""
TO_YCC = ((0.299, 0.587, 0.114), (-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312))
TO_RGB = ((1, 0, 1.402), (1, -0.344136, -0.714136), (1, 1.772, 0))


def mix(pixels, matrix):
    return torch.einsum("oc,nchw->nohw", torch.tensor(matrix, device=pixels.device, dtype=pixels.dtype), pixels)


def code_blocks(plane, text, quality):
    """Through the quantised cosine transform of 8x8 blocks and back; plane [n, c, h, w] around 0 in levels."""
    device = plane.device
    table = torch.tensor([int(value) for value in text.split()], device=device).view(8, 8).float()
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality)
    table = ((table * scale.view(-1, 1, 1) + 50) / 100).floor().clamp(1, 255)[:, None, None, None]
    index = torch.arange(8, device=device).float()
    basis = torch.cos((2 * index + 1) * index[:, None] * math.pi / 16) / 2
    basis[0] /= math.sqrt(2)
    count, channels, height, width = plane.shape
    blocks = plane.view(count, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
    blocks = ((basis @ blocks @ basis.T) / table).round() * table
    return (basis.T @ blocks @ basis).transpose(3, 4).reshape(plane.shape)


def jpeg(pixels, quality, chance):
    """As libjpeg does it, with the colours at half resolution in 3 of 4 pictures; sizes are multiples of 16; quality [n]."""
    ycc = mix(quantise(pixels) * 255, TO_YCC).round()
    luma = code_blocks(ycc[:, :1] - 128, LUMA_TABLE, quality)
    full = code_blocks(ycc[:, 1:], CHROMA_TABLE, quality)
    half = code_blocks(functional.avg_pool2d(ycc[:, 1:], 2).round(), CHROMA_TABLE, quality)
    half = functional.interpolate(half.clamp(-128, 127), scale_factor=2, mode="bilinear")
    chroma = torch.where(column(chance.happens(len(pixels), 0.75)), half, full)
    ycc = torch.cat([luma.round().clamp(-128, 127) + 128, chroma.round().clamp(-128, 127)], 1)
    return quantise(mix(ycc, TO_RGB) / 255)


def maybe(condition, changed, pixels):
    return torch.where(column(condition), changed, pixels)


# The tasks: clean [n, 3, size, size] -> degraded


def parts(pixels, *shares):
    """Cuts the batch by shares in 1/16 that add up to 16; an empty part is left out by the caller's cat."""
    ends = [round(len(pixels) * sum(shares[: number + 1]) / 16) for number in range(len(shares))]
    return [pixels[begin:end] for begin, end in zip([0, *ends], ends)]


def developed(pixels, chance):
    """A camera's picture at any ISO level (shot noise of 0.0001 to 0.012, as `camera.py` has it), 7 in 8 of them a JPEG of quality 70 to 98."""
    count = len(pixels)
    shot = torch.exp(chance.uniform(count, math.log(1e-4), math.log(1.2e-2)))
    pixels = quantise(photograph(pixels, shot, chance))
    return maybe(chance.happens(count, 0.875), jpeg(pixels, chance.uniform(count, 70, 98), chance), pixels)


def denoise_v1(pixels, chance):
    """13/16: white Gaussian noise of 0 to 60, more often strong than weak; one in eight of them is clean. 3/16: a camera's
    noise (`camera.py`) of any ISO level, 7 in 8 of them then a JPEG of quality 70 to 98."""
    white, camera = parts(pixels, 13, 3)
    count = len(white)
    sigma = 60 * chance.uniform(count, 0, 1) ** 0.4 * ~chance.happens(count, 0.125)
    return torch.cat([gaussian_noise(white, sigma, chance), developed(camera, chance)])


def denoise_v2(pixels, chance):
    """8/16: Gaussian noise, of them 8 in 10 of 0 to 65, much more often strong than weak, 1 in 10 of 0 to 12, 1 in 10 clean.
    2/16: blur (Gaussian 0.3 to 2.2, disc 0.5 to 2.5), then noise of 6 to 50. 6/16: a camera's noise (`camera.py`) of any ISO
    level, 7 in 8 of them then a JPEG of quality 70 to 98.

    Weak noise is seldom with blur: else what lies out of focus is sharpened in good pictures."""
    plain, blurred, camera = parts(pixels, 8, 2, 6)
    count = len(plain)
    which = chance.uniform(count, 0, 1)
    strong = 65 * chance.uniform(count, 0, 1) ** 0.4
    sigma = torch.where(which < 0.1, chance.uniform(count, 0, 12), strong) * (which < 0.9)
    plain = gaussian_noise(plain, sigma, chance)
    blurred = lens_blur(blurred, chance, (0.3, 2.2), (0.5, 2.5))
    blurred = gaussian_noise(blurred, chance.uniform(len(blurred), 6, 50), chance)
    return torch.cat([plain, blurred, developed(camera, chance)])


def sharpened(pixels, chance):
    """Unsharp masking, too much of it."""
    soft = blur(pixels, gaussian_kernels(chance.uniform(len(pixels), 0.5, 2)))
    return quantise(pixels + column(chance.uniform(len(pixels), 0.3, 1.5)) * (pixels - soft))


def clean(pixels, chance):
    """2/16: nothing to do. 9/16: JPEG of quality 10 to 95, more often low than high. 3/16: JPEG twice, on two grids.
    2/16: sharpened too much, half of them then JPEG of 40 to 95."""
    good, once, twice, sharp = parts(pixels, 2, 9, 3, 2)
    once = jpeg(once, 10 + 85 * chance.uniform(len(once), 0, 1) ** 1.7, chance)
    shift = [chance.random.randrange(1, 8) for _ in range(2)]
    twice = jpeg(twice, chance.uniform(len(twice), 30, 90), chance).roll(shift, (2, 3))
    twice = jpeg(twice, chance.uniform(len(twice), 30, 95), chance).roll([-step for step in shift], (2, 3))
    sharp = sharpened(sharp, chance)
    count = len(sharp)
    sharp = maybe(chance.happens(count, 0.5), jpeg(sharp, chance.uniform(count, 40, 95), chance), sharp)
    return torch.cat([quantise(good), once, twice, sharp])


def text_x4(pixels, chance):
    """A quarter of the size, mostly by antialiased bicubic; a quarter blurred before, a quarter with noise of up to 6
    after, a third then a JPEG of 50 to 95."""
    count = len(pixels)
    soft = blur(pixels, gaussian_kernels(chance.uniform(count, 0.5, 2.5)))
    pixels = maybe(chance.happens(count, 0.25), soft, pixels)
    mode = chance.random.choice(["bicubic", "bicubic", "bilinear"])
    small = functional.interpolate(pixels, scale_factor=0.25, mode=mode, antialias=True)
    small = gaussian_noise(small, chance.uniform(count, 0, 6) * chance.happens(count, 0.25), chance)
    return maybe(chance.happens(count, 0.33), jpeg(small, chance.uniform(count, 50, 95), chance), small)
