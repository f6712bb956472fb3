"""Fits the kernels by which the colours of an image vote for the colour of its light.

    python models/build/balance/white_balance.py --data BSDS500 --out workers/operations/white-balance/illuminant-kernels.ts

Convolutional colour constancy (Barron, "Convolutional Color Constancy", ICCV 2015; Barron and Tsai, "Fast Fourier Color
Constancy", CVPR 2017): a cast moves every colour by the same vector in log chroma (log R/G, log B/G in linear light), so that
the light is found by filtering histograms of log chroma; a softmax over the candidates, with a prior, and its mean give
the estimate. Here each filter is a sum of Gaussians with axes along and across the blue-yellow (daylight) direction, and
the prior a narrow peak at 'no cast' on a wide Gaussian. An ambiguous picture gets a flat posterior, hence little correction.

Training: BSDS500 (`train`, and nine tenths of `test`), taken as free of casts; drawn at random each time: less saturation (40 %), a
neutral surface of 10 to 97 % of the area (30 %), a cast of 1 to 18 degrees (65 %, half of them within 15 degrees of the blue-yellow
axis), clipping, 8 bit. Seeded; Adam, cosine. Mean distance in log chroma plus 0.02.
"""

import argparse
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch

from thumbnail import LUMINANCE, encoded, linear, shrink, split

BINS, STEP = 63, 0.05  # a histogram spans -1.55 to 1.55
CANDIDATES = 33  # the light spans -0.8 to 0.8
TAPS = BINS - CANDIDATES + 1
CHANNELS = 5
GAUSSIANS = 4
CLIPPED = 252


def splat(u, v, weight):
    """A histogram with rows v; each colour is split among four bins, colours outside are dropped."""
    x, y = u / STEP + BINS // 2, v / STEP + BINS // 2
    inside = (x >= 0) & (x < BINS - 1) & (y >= 0) & (y < BINS - 1)
    x, y, weight = x[inside], y[inside], weight[inside]
    i, j = x.astype(int), y.astype(int)
    fx, fy = x - i, y - j
    histogram = np.zeros(BINS * BINS)
    for dx, wx in ((0, 1 - fx), (1, fx)):
        for dy, wy in ((0, 1 - fy), (1, fy)):
            histogram += np.bincount((j + dy) * BINS + i + dx, weight * wx * wy, BINS * BINS)
    return histogram.reshape(BINS, BINS)


def chroma(rgb):
    rgb = np.maximum(rgb, 1e-4)
    return np.log(rgb[..., 0] / rgb[..., 1]), np.log(rgb[..., 2] / rgb[..., 1])


def histograms(picture, clipped):
    """Five histograms of a thumbnail in linear light: colours, their square root, bright ones, edges, clipped ones.

    `clipped`: where more than half of a block has a channel at the top.
    """
    u, v = chroma(picture)
    luminance = picture @ LUMINANCE
    weight = np.clip(luminance / 0.02 - 0.25, 0, 1)
    count = luminance.size
    whole = ~clipped
    colours = splat(u[whole], v[whole], weight[whole])
    colours /= max(colours.sum(), count * 0.02)
    lit = luminance[whole]
    bright = whole & (luminance >= (np.quantile(lit, 0.85) if lit.size else 1))
    brightest = splat(u[bright], v[bright], weight[bright])
    brightest /= max(brightest.sum(), count * 0.01)
    edges = np.zeros((BINS, BINS))
    for a, b, skip in (
        (picture[:, 1:], picture[:, :-1], clipped[:, 1:] | clipped[:, :-1]),
        (picture[1:], picture[:-1], clipped[1:] | clipped[:-1]),
    ):
        step = (a - b) * np.sign((a - b).sum(2, keepdims=True))
        step = step[(step.min(2) > 0.004) & ~skip]
        edges += splat(*chroma(step), np.sqrt(step @ LUMINANCE))
    edges /= max(edges.sum(), 1)
    blown = splat(u[clipped], v[clipped], np.ones(clipped.sum())) / count
    return np.stack(
        [colours, np.sqrt(colours) / 10, brightest, np.sqrt(edges) / 10, np.sqrt(blown) / 2]
    )


def angle(rgb):
    """Degrees from grey."""
    return np.degrees(np.arccos(min(1, rgb.sum() / np.linalg.norm(rgb) / 3**0.5)))


def with_angle(direction, degrees):
    """The log chroma in a direction, that many degrees from grey."""
    low, high = 0, 1.5
    for _ in range(24):
        middle = (low + high) / 2
        u, v = middle * direction
        low, high = (middle, high) if angle(np.exp([u, 0, v])) < degrees else (low, middle)
    return low * direction


def random_cast(rng):
    if rng.random() < 0.35:
        return np.zeros(2)
    turn = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.5:
        turn = np.arctan2(-1, 1) + (np.pi if rng.random() < 0.5 else 0) + rng.normal(0, 0.25)
    return with_angle(np.array([np.cos(turn), np.sin(turn)]), rng.uniform(1, 18))


def neutral_surface(picture, rng):
    height, width = picture.shape[:2]
    side = np.sqrt(1 - rng.uniform(0.1, 0.97))
    h, w = max(1, int(height * side)), max(1, int(width * side))
    top, left = rng.integers(0, height - h + 1), rng.integers(0, width - w + 1)
    y, x = np.mgrid[:height, :width]
    light = rng.uniform(0.1, 1) * (
        1 + rng.normal(0, 0.3) * (x / width - 0.5) + rng.normal(0, 0.3) * (y / height - 0.5)
    )
    surface = np.clip(light, 0.02, 1)[..., None] * np.exp(rng.normal(0, 0.01, picture.shape))
    surface[top : top + h, left : left + w] = picture[top : top + h, left : left + w]
    return surface


def example(picture, seed):
    """(histograms, log chroma of the cast) of a thumbnail in linear light."""
    rng = np.random.default_rng(seed)
    picture = np.minimum(picture * np.exp(rng.normal(0, 0.2)), 1)
    if rng.random() < 0.4:
        grey = (picture @ LUMINANCE)[..., None]
        picture = grey + (picture - grey) * rng.random()
    if rng.random() < 0.3:
        picture = neutral_surface(picture, rng)
    cast = random_cast(rng)
    gains = np.exp([cast[0], 0, cast[1]])
    stored = np.round(encoded(np.minimum(picture * gains / (LUMINANCE @ gains), 1)) * 255)
    return histograms(linear(stored / 255), stored.max(2) >= CLIPPED).astype(np.float32), cast


class Votes(torch.nn.Module):
    def __init__(self):
        super().__init__()
        first = torch.tensor([6.0] + [0.0] * (GAUSSIANS - 1))
        self.height = torch.nn.Parameter(torch.randn(CHANNELS, GAUSSIANS) + first)
        widths = torch.linspace(-3, -0.7, GAUSSIANS)[None, :, None]
        self.width = torch.nn.Parameter(widths.repeat(CHANNELS, 1, 2))
        self.centre = torch.nn.Parameter(torch.randn(CHANNELS, GAUSSIANS, 2) * 0.05)
        self.peak = torch.nn.Parameter(torch.tensor([3.0, -3.5]))
        self.spread = torch.nn.Parameter(torch.tensor([-1.2, -1.6]))

    def kernels(self):
        offset = (torch.arange(TAPS) - TAPS // 2) * STEP
        dy, dx = torch.meshgrid(offset, offset, indexing="ij")
        dx = dx - self.centre[..., 0, None, None]
        dy = dy - self.centre[..., 1, None, None]
        width = self.width.exp().clamp(0.03, 2)[..., None, None]
        square = ((dx + dy) / width[:, :, 0]) ** 2 + ((dx - dy) / width[:, :, 1]) ** 2
        return (self.height[..., None, None] * torch.exp(-square / 4)).sum(1)

    def prior(self):
        c = (torch.arange(CANDIDATES) - CANDIDATES // 2) * STEP
        v, u = torch.meshgrid(c, c, indexing="ij")
        peak = self.peak[0] - (u * u + v * v) / 2 / self.peak[1].exp().clamp(0.02) ** 2
        across = ((u + v) / self.spread[0].exp()) ** 2 + ((u - v) / self.spread[1].exp()) ** 2
        return torch.logaddexp(peak, -across / 4)

    def forward(self, histograms):
        size = (64, 64)
        spectra = torch.fft.rfft2(histograms, size) * torch.fft.rfft2(self.kernels(), size).conj()
        votes = torch.fft.irfft2(spectra.sum(1), size)[:, :CANDIDATES, :CANDIDATES] + self.prior()
        share = torch.softmax(votes.flatten(1), 1).view_as(votes)
        c = (torch.arange(CANDIDATES) - CANDIDATES // 2) * STEP
        return torch.stack([(share.sum(1) * c).sum(1), (share.sum(2) * c).sum(1)], 1)


def fit(inputs, casts, steps):
    torch.manual_seed(0)
    votes = Votes()
    optimizer = torch.optim.Adam(votes.parameters(), 0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, 1e-4)
    for step in range(steps):
        batch = torch.randint(0, len(inputs), (64,))
        miss = ((votes(inputs[batch].float()) - casts[batch]) ** 2).sum(1)
        loss = torch.sqrt(miss + 0.02**2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(step, round(loss.item(), 4), flush=True)
    return votes


def table(votes):
    """The TypeScript file."""
    with torch.no_grad():
        width = votes.width.exp().clamp(0.03, 2)
        rows = torch.cat([votes.height[..., None], width, votes.centre], 2).tolist()
        peak = [votes.peak[0].item(), votes.peak[1].exp().clamp(0.02).item()]
        spread = votes.spread.exp().tolist()
    text = lambda numbers: "[" + ", ".join(f"{x:.3f}".rstrip("0").rstrip(".") for x in numbers) + "]"
    lines = [
        "/**",
        " * Written by models/build/balance/white_balance.py: for each histogram of illuminant.ts the Gaussians of its filter. Height,",
        " * widths along and across the direction (1, 1) of (log R/G, log B/G), centre.",
        " */",
        "export const kernels = [",
        *("  [\n" + "".join(f"    {text(g)},\n" for g in channel) + "  ]," for channel in rows),
        "] as const",
        "",
        "/** Of the light, in log chroma: the height and width of the peak at 'no cast'; the widths along and across (1, 1). */",
        f"export const prior = {{ peak: {text(peak)}, spread: {text(spread)} }} as const",
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--examples", type=int, default=12000)
    parser.add_argument("--steps", type=int, default=1500)
    options = parser.parse_args()
    small = [shrink(linear(picture / 255)) for picture in split(options.data)[0]]
    with Pool() as pool:
        jobs = [(small[i % len(small)], i) for i in range(options.examples)]
        examples = pool.starmap(example, jobs, chunksize=50)
    inputs = torch.from_numpy(np.stack([h for h, _ in examples]))
    casts = torch.tensor(np.stack([c for _, c in examples]), dtype=torch.float32)
    Path(options.out).write_text(table(fit(inputs, casts, options.steps)))


if __name__ == "__main__":
    main()
