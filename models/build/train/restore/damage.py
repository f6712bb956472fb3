"""Damage for training, a batch at a time on the device, and what is left when some of it is removed.

Every kind of damage is what it adds to the picture: the target of numbers c is the damaged picture without c times what each
kind added. So a kind whose number is 0 stays as it is, the same noise included. Pictures are float32 [n, 3, height, width]
in 0..1, sizes multiples of 16; levels of noise are in 1/255, blur in pixels.
"""

import math
import sys
from pathlib import Path

import torch
from torch.nn import functional

sys.path.append(str(Path(__file__).resolve().parents[1]))
import camera
import degrade
from degrade import column, maybe, quantise

NOISE, BLUR, COMPRESSION, SCREEN = range(4)
SHOT_NOISE = math.log(1e-4), math.log(1.6e-2)


class Damaged:
    """A batch, what was done to it, and the numbers that remove it."""

    def __init__(self, sharp):
        self.seen, self.parts = sharp, [torch.zeros_like(sharp) for _ in range(4)]
        self.numbers = torch.zeros(len(sharp), 4, device=sharp.device)

    def add(self, kind, changed):
        self.parts[kind] = self.parts[kind] + (changed - self.seen)
        self.seen = changed
        return self

    def remove(self, *kinds, which=True):
        for kind in kinds:
            self.numbers[:, kind] = torch.where(torch.as_tensor(which, device=self.seen.device), 1.0, self.numbers[:, kind])
        return self

    def target(self):
        return self.seen - sum(column(self.numbers[:, kind]) * part for kind, part in enumerate(self.parts))


# Noise


def white(pixels, chance):
    """0 to 62, more often strong than weak; one in eight of them nothing."""
    count = len(pixels)
    sigma = 62 * chance.uniform(count, 0, 1) ** 0.45 * ~chance.happens(count, 0.125)
    return degrade.gaussian_noise(pixels, sigma, chance)


def grain(pixels, chance):
    """Of films: gray or coloured, clumped, even or growing with brightness; 2 to 35."""
    count = len(pixels)
    noise = chance.normal(pixels.shape)
    noise = maybe(chance.happens(count, 0.6), noise[:, :1].expand_as(noise), noise)
    kernels = degrade.gaussian_kernels(torch.where(chance.happens(count, 0.75), chance.uniform(count, 0.3, 1.6), 0.05))
    noise = degrade.blur(noise, kernels / kernels.square().sum((1, 2), keepdim=True).sqrt())
    noise = maybe(chance.happens(count, 0.4), noise * (pixels.clamp(min=0.02) * 2).sqrt(), noise)
    sigma = torch.exp(chance.uniform(count, math.log(2), math.log(35)))
    return quantise(pixels + noise * column(sigma / 255))


class Tones(camera.Camera):
    """A camera with a gamma of 1.8 to 2.5 and a curve of any contrast, instead of one of each."""

    def __init__(self, count, chance):
        super().__init__(count, chance)
        self.gamma = column(chance.uniform(count, 1.8, 2.5))
        self.contrast = column(torch.exp(chance.uniform(count, 0, math.log(1.7))))

    @staticmethod
    def sigmoid(x, power):
        x = x.clamp(1e-4, 1 - 1e-4)
        return x**power / (x**power + (1 - x) ** power)

    def light(self, pixels):
        return self.sigmoid(pixels, 1 / self.contrast) ** self.gamma

    def shown(self, light):
        return self.sigmoid(light.clamp(min=1e-8) ** (1 / self.gamma), self.contrast)


ACROSS, CHANGE, CURVATURE = ((-0.25, 0.5, 0.5, 0.5, -0.25),), ((0, -1, 0, 1, 0),), ((-1, 0, 2, 0, -1),)
SQUARE = ((0.25, 0.5, 0.25), (0.5, 1, 0.5), (0.25, 0.5, 0.25))


def directed(mosaic):
    """Green along the direction of the smaller change, then the colours by their difference to green: J. Hamilton and J. Adams (1997)."""
    red, green, blue = camera.sites(mosaic)
    turned = lambda kernel: tuple(zip(*kernel))
    change = lambda turn: sum(camera.filtered(mosaic, turn(kernel)).abs() for kernel in (CURVATURE, CHANGE))
    share = ((change(turned) - change(tuple)) * 50).clamp(-0.5, 0.5) + 0.5
    across, down = camera.filtered(mosaic, ACROSS), camera.filtered(mosaic, turned(ACROSS))
    full = green * mosaic + (red + blue) * (share * across + (1 - share) * down)
    at_red, at_blue = (full + camera.filtered((mosaic - full) * site, SQUARE) for site in (red, blue))
    return torch.cat([at_red, full, at_blue], 1)


def photograph(pixels, chance):
    """Taken again by a sensor of any ISO level, by one of three demosaicers."""
    count = len(pixels)
    shot = torch.exp(chance.uniform(count, *SHOT_NOISE))
    read = torch.exp(2.18 * shot.log() + 1.2 + 0.4 * chance.normal((count,)))
    one = (camera.Camera if chance.random.random() < 0.4 else Tones)(count, chance)
    raw = camera.sample(one.unprocess(pixels))
    variance = raw * column(shot) + column(read)
    raw = raw + chance.normal(raw.shape) * variance.sqrt()
    demosaic = chance.random.choice([camera.bilinear, camera.gradients, camera.gradients, directed])
    return one.develop(raw, demosaic)


def guided(pixels, radius, epsilon):
    """Smooths where the variance is below epsilon [n]: K. He et al., "Guided image filtering" (2010), guided by itself."""
    mean = lambda values: functional.avg_pool2d(functional.pad(values, [radius] * 4, mode="reflect"), 2 * radius + 1, 1)
    average = mean(pixels)
    variance = (mean(pixels**2) - average**2).clamp(min=0)
    share = variance / (variance + column(epsilon))
    return mean(share) * pixels + mean((1 - share) * average)


def smoothed(pixels, chance):
    """What a camera makes of noise: colours blurred, brightness smoothed where it is nearly even."""
    count = len(pixels)
    ycc = degrade.mix(pixels, degrade.TO_YCC)
    luma = guided(ycc[:, :1], chance.random.choice([1, 2, 3]), torch.exp(chance.uniform(count, math.log(2e-5), math.log(2e-3))))
    luma = maybe(chance.happens(count, 0.7), luma, ycc[:, :1])
    chroma = degrade.blur(ycc[:, 1:], degrade.gaussian_kernels(chance.uniform(count, 0.6, 3)))
    return degrade.mix(torch.cat([luma, chroma], 1), degrade.TO_RGB)


def developed(pixels, chance):
    """A camera's picture: three in ten denoised by the camera, one in four sharpened, three in four a JPEG of 70 to 98."""
    count = len(pixels)
    pixels = quantise(photograph(pixels, chance))
    pixels = maybe(chance.happens(count, 0.3), smoothed(pixels, chance), pixels)
    pixels = maybe(chance.happens(count, 0.25), degrade.sharpened(pixels, chance), pixels)
    return maybe(chance.happens(count, 0.75), degrade.jpeg(pixels, chance.uniform(count, 70, 98), chance), quantise(pixels))


# Screens


def halftone(pixels, chance):
    """Dots or lines of a print: gray, or one screen for each ink."""
    count, _, height, width = pixels.shape
    rows = torch.arange(height, device=pixels.device, dtype=torch.float32)[:, None]
    columns = torch.arange(width, device=pixels.device, dtype=torch.float32)
    period, hard = column(chance.uniform(count, 2.3, 8)), column(torch.exp(chance.uniform(count, math.log(3), math.log(20))))
    gray = chance.happens(count, 0.5)
    turn = torch.where(gray, 0.0, math.pi / 6)[:, None] * torch.arange(3, device=pixels.device)
    angle = (chance.uniform(count, 0, math.pi)[:, None] + turn)[:, :, None, None]
    inks = maybe(gray, pixels.mean(1, keepdim=True).expand_as(pixels), pixels)
    u, v = (2 * math.pi / period * (columns * a + rows * b) for a, b in ((angle.cos(), angle.sin()), (-angle.sin(), angle.cos())))
    dots = 0.5 + 0.25 * (u.cos() + v.cos())
    dots = maybe(chance.happens(count, 0.2), 0.5 + 0.5 * u.cos(), dots)
    shown = torch.sigmoid(hard * (inks - dots))
    keep = column(chance.uniform(count, 0.15, 1))
    return quantise(degrade.blur(shown * keep + pixels * (1 - keep), degrade.gaussian_kernels(chance.uniform(count, 0.2, 0.8))))


def scan_lines(pixels, chance):
    """Dark lines, two fields that moved, or the columns of a screen's three colours; half of them softened."""
    count, _, height, width = pixels.shape
    rows = torch.arange(height, device=pixels.device, dtype=torch.float32)[:, None]
    columns = torch.arange(width, device=pixels.device, dtype=torch.float32)
    start = column(chance.uniform(count, 0, 2 * math.pi))
    dark = 1 - column(chance.uniform(count, 0.12, 0.5)) * (0.5 + 0.5 * (2 * math.pi * rows / column(chance.uniform(count, 2, 6)) + start).cos())
    moved = pixels.roll(chance.random.choice([-1, 1]) * chance.random.randrange(2, 9), 3)
    fields = torch.where(rows % 2 == 1, moved, pixels)
    shift = torch.arange(3, device=pixels.device)[:, None, None] / 3
    colours = 1 - column(chance.uniform(count, 0.15, 0.5)) * (0.5 + 0.5 * (2 * math.pi * (columns / column(chance.uniform(count, 2.2, 5)) + shift)).cos())
    which = chance.uniform(count, 0, 1)
    lined = maybe(which < 0.25, fields, maybe(which < 0.7, pixels * dark, pixels * colours))
    soft = degrade.blur(lined, degrade.gaussian_kernels(chance.uniform(count, 0.1, 0.7)))
    return quantise(maybe(chance.happens(count, 0.5), soft, lined))


# What is drawn: sharp -> Damaged


def noises(pixels, chance):
    """White noise; one in four also asks for sharpness."""
    one = Damaged(pixels).remove(NOISE).add(NOISE, white(pixels, chance))
    return one.remove(BLUR, which=chance.happens(len(pixels), 0.25))


def grains(pixels, chance):
    one = Damaged(pixels).remove(NOISE).add(NOISE, grain(pixels, chance))
    return one.remove(BLUR, which=chance.happens(len(pixels), 0.25))


def cameras(pixels, chance):
    """A camera's noise, its JPEG included; one in three also asks for sharpness."""
    one = Damaged(pixels).remove(NOISE).add(NOISE, developed(pixels, chance))
    return one.remove(BLUR, which=chance.happens(len(pixels), 0.33)).remove(COMPRESSION, which=chance.happens(len(pixels), 0.2))


def lenses(pixels, chance):
    """3/16: sharp already. 13/16: Gaussian blur of 0.4 to 3.2 or a disc of 0.5 to 5, then noise of up to 4, some JPEG."""
    sharp, strong, weak = degrade.parts(pixels, 3, 7, 6)
    blurred = torch.cat([sharp, degrade.lens_blur(strong, chance, (1.6, 3.2), (2.2, 5)), degrade.lens_blur(weak, chance, (0.4, 1.6), (0.5, 2.2))])
    count = len(pixels)
    is_sharp = torch.arange(count, device=pixels.device) < len(sharp)
    one = Damaged(pixels).remove(BLUR).add(BLUR, blurred)
    sigma = torch.where(is_sharp, chance.uniform(count, 0, 1.5), chance.uniform(count, 0, 1) ** 2 * 4)
    one.add(NOISE, degrade.gaussian_noise(one.seen, sigma, chance))
    coded = degrade.jpeg(one.seen, chance.uniform(count, 80, 98), chance)
    one.add(COMPRESSION, maybe(chance.happens(count, 0.2), coded, one.seen))
    return one.remove(NOISE, which=chance.happens(count, 0.3)).remove(COMPRESSION, which=chance.happens(count, 0.3))


def blurred_noise(pixels, chance):
    """Blur, then noise of 4 to 50."""
    count = len(pixels)
    one = Damaged(pixels).remove(NOISE).add(BLUR, degrade.lens_blur(pixels, chance, (0.3, 2.2), (0.5, 2.5)))
    one.add(NOISE, degrade.gaussian_noise(one.seen, chance.uniform(count, 4, 50), chance))
    return one.remove(BLUR, which=chance.happens(count, 0.85))


def compressed(pixels, chance):
    """As `clean` of `../degrade.py`: JPEG once, on two grids, or sharpened too much; some nothing. One in five asks for the noise too."""
    one = Damaged(pixels).remove(COMPRESSION).add(COMPRESSION, degrade.clean(pixels, chance))
    return one.remove(NOISE, which=chance.happens(len(pixels), 0.2))


def screened(pixels, chance):
    """A print's or a display's pattern on a picture that may be soft and noisy, some as JPEG."""
    count = len(pixels)
    one = Damaged(pixels).remove(SCREEN)
    soft = degrade.lens_blur(pixels, chance, (0.3, 1.2), (0.5, 1.5))
    one.add(BLUR, maybe(chance.happens(count, 0.2), soft, one.seen))
    one.add(SCREEN, maybe(chance.happens(count, 0.5), halftone(one.seen, chance), scan_lines(one.seen, chance)))
    noisy = degrade.gaussian_noise(one.seen, chance.uniform(count, 1, 10), chance)
    one.add(NOISE, maybe(chance.happens(count, 0.3), noisy, one.seen))
    coded = degrade.jpeg(one.seen, chance.uniform(count, 60, 96), chance)
    one.add(COMPRESSION, maybe(chance.happens(count, 0.5), coded, one.seen))
    return one.remove(NOISE, BLUR, COMPRESSION, which=chance.happens(count, 0.6))


def mixed(pixels, chance):
    """Any of them together. Half ask for all that is there, others for any kinds, some of it in part."""
    count = len(pixels)
    one = Damaged(pixels)
    there = torch.stack([chance.happens(count, share) for share in (0.65, 0.5, 0.7, 0.12)], 1)
    one.add(BLUR, maybe(there[:, BLUR], degrade.lens_blur(one.seen, chance, (0.3, 2), (0.5, 2.5)), one.seen))
    noise = chance.random.choice([white, grain, developed])
    noisy = degrade.gaussian_noise(one.seen, 25 * chance.uniform(count, 0, 1), chance) if noise is white else noise(one.seen, chance)
    one.add(NOISE, maybe(there[:, NOISE], noisy, one.seen))
    screen = chance.random.choice([halftone, scan_lines])
    one.add(SCREEN, maybe(there[:, SCREEN], screen(one.seen, chance), one.seen))
    coded = degrade.jpeg(one.seen, 20 + 75 * chance.uniform(count, 0, 1), chance)
    one.add(COMPRESSION, maybe(there[:, COMPRESSION], coded, one.seen))
    asked = torch.where(chance.happens(count, 0.5)[:, None], there, chance.uniform(count * 4, 0, 1).view(count, 4) < 0.5)
    part = torch.where(chance.happens(count, 0.25)[:, None], chance.uniform(count * 4, 0, 1).view(count, 4), 1.0)
    one.numbers = asked * part
    return one


# Parts of a batch, in 1/32: (drawn by, share, whether the files of the pictures must be free of JPEG's traces)
SHARES = (
    (noises, 6, False),
    (cameras, 6, False),
    (grains, 2, False),
    (lenses, 7, False),
    (blurred_noise, 2, False),
    (compressed, 4, True),
    (screened, 1, True),
    (mixed, 4, True),
)


def reduced(one, size):
    """The same at a smaller size: everything that was added shrinks with the picture."""
    shrink = lambda values: functional.interpolate(values, size=(size, size), mode="bicubic", antialias=True)
    one.seen, one.parts = shrink(one.seen), [shrink(part) for part in one.parts]
    return one


def draw(originals, clean, count, size, margin, chance, shares=SHARES):
    """(seen, target, numbers): crops of `size`, cut of larger ones at any place, so that a JPEG's grid may begin anywhere.
    One in five batches of a camera's noise is reduced afterwards."""
    seen, targets, numbers = [], [], []
    for change, share, needs_clean in shares:
        part = count * share // 32
        if not part:
            continue
        large = change is cameras and chance.random.random() < 0.2
        pool = clean if needs_clean or (not large and chance.random.random() < 0.4) else originals
        drawn = size + margin
        one = change(pool.crop(part, drawn + (48 if large else 0)), chance)
        one = reduced(one, drawn) if large else one
        top, left = (chance.random.randrange(margin // 3, margin * 2 // 3 + 1) for _ in range(2))
        cut = lambda values: values[..., top : top + size, left : left + size]
        seen.append(cut(quantise(one.seen)))
        targets.append(cut(one.target()))
        numbers.append(one.numbers)
    return torch.cat(seen), torch.cat(targets), torch.cat(numbers)
