"""Fits the estimate of the gamma that was applied to an image.

    python models/build/balance/exposure.py --data BSDS500 --out workers/operations/exposure-correction/exposure-weights.ts

With y ** gamma in place of y, log(-log y) moves by log gamma whatever y is. So the estimate of log gamma is linear in quantiles of
log(-log luminance), and in what tells a picture that is rightly dark or bright from one that was made so: how much of it is
clipped at either end, and how light its upper, middle and lower third are. Ridge regression, closed form, seeded.

Training: BSDS500 (`train`, and nine tenths of `test`), taken as well exposed; drawn at random each time: gamma 0.35 to 2.8 (80 %); each
for half of them: black and white moved, resized by 0.4 to 1, cropped before it, stored as JPEG (quality 30 to 95) after it, so
that it learns neither where these pictures have their white nor the gaps that a gamma leaves in a histogram. Prints, for Kodak and for the pictures held out, how the mean luminance comes back.
"""

import argparse
import io
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from PIL import Image

from thumbnail import LUMINANCE, read, shrink, split

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
NAMES = (*QUANTILES, "clipped high", "clipped low", "upper third", "middle third", "lower third")
RIDGE = 1e-3
DEAD_BAND = 0.15


def features(picture):
    """14 features of an 8-bit image."""
    luminance = shrink(picture / 255) @ LUMINANCE
    high = shrink(picture.max(2, keepdims=True) >= 252).mean()
    low = shrink(picture.max(2, keepdims=True) <= 4).mean()
    depth = np.log(-np.log(np.clip(luminance, 1.5 / 255, 253.5 / 255)))
    height = len(luminance)
    thirds = [luminance[height * k // 3 : height * (k + 1) // 3].mean() for k in range(3)]
    return np.array([*np.quantile(depth, QUANTILES), np.sqrt(high), np.sqrt(low), *thirds])


def with_gamma(picture, gamma):
    return np.round(255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)[picture]


def with_levels(picture, black, white):
    """The image with other black and white points, 0..1."""
    stored = np.clip(black + (white - black) * np.arange(256) / 255, 0, 1)
    return np.round(255 * stored).astype(np.uint8)[picture]


def example(picture, seed):
    """(features, log gamma) of a randomly changed image."""
    rng = np.random.default_rng(seed)
    gamma = 1 if rng.random() < 0.2 else np.exp(rng.uniform(np.log(0.35), np.log(2.8)))
    if rng.random() < 0.5:
        picture = with_levels(picture, rng.uniform(-0.06, 0.06), rng.uniform(0.85, 1.1))
    image = Image.fromarray(picture)
    if rng.random() < 0.5:
        width = int(image.width * rng.uniform(0.4, 1))
        size = (width, image.height * width // image.width)
        image = image.resize(size, Image.Resampling.BILINEAR)
    if rng.random() < 0.5:
        width, height = (int(side * rng.uniform(0.55, 1)) for side in image.size)
        left = rng.integers(0, image.width - width + 1)
        top = rng.integers(0, image.height - height + 1)
        image = image.crop((left, top, left + width, top + height))
    image = Image.fromarray(with_gamma(np.asarray(image), gamma))
    if rng.random() < 0.5:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=int(rng.integers(30, 96)))
        image = Image.open(file)
    return features(np.asarray(image)), np.log(gamma)


def fit(inputs, outputs):
    """(weights, bias), for features as they are."""
    mean, deviation = inputs.mean(0), inputs.std(0)
    x = (inputs - mean) / deviation
    matrix = x.T @ x / len(x) + RIDGE * np.eye(x.shape[1])
    weights = np.linalg.solve(matrix, x.T @ (outputs - outputs.mean()) / len(x)) / deviation
    return weights, outputs.mean() - weights @ mean


def mean_luminance(picture):
    return (picture @ LUMINANCE).mean()


def psnr(a, b):
    return 10 * np.log10(255**2 / max(((a.astype(float) - b) ** 2).mean(), 1e-2))


def judge(pictures, estimate):
    """Rows: gamma; share within 15 %, median and mean error of the mean luminance; PSNR before and after."""
    rows = []
    for gamma in (0.5, 0.7, 1, 1.4, 2):
        given = [with_gamma(p, gamma) for p in pictures]
        back = [with_gamma(g, np.exp(-estimate(g))) for g in given]
        off = [abs(mean_luminance(b) / mean_luminance(p) - 1) for b, p in zip(back, pictures)]
        before, after = (np.mean([psnr(x, p) for x, p in zip(s, pictures)]) for s in (given, back))
        within = np.mean(np.array(off) < 0.15)
        rows.append((gamma, within, np.median(off), np.mean(off), before, after))
    return rows


def fixed_target(picture):
    return np.log(np.log(mean_luminance(picture) / 255) / np.log(0.45))


def table(weights, bias):
    number = lambda x: f"{x:.4f}".rstrip("0")
    rows = "".join(f"  {number(weight)}, // {name}\n" for weight, name in zip(weights, NAMES))
    return (
        "/**\n * Written by models/build/balance/exposure.py: the weights of the features of exposure.ts in the estimate of log\n"
        f" * gamma: quantiles of log(-log luminance), then the rest.\n */\nexport const weights = [\n{rows}]\n\n"
        f"export const bias = {number(bias)}\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--kodak", default="../shared/data/kodak")
    parser.add_argument("--out", required=True)
    parser.add_argument("--examples", type=int, default=12000)
    options = parser.parse_args()
    training, held_out = split(options.data)
    with Pool() as pool:
        jobs = [(training[i % len(training)], i) for i in range(options.examples)]
        examples = pool.starmap(example, jobs, chunksize=50)
    weights, bias = fit(np.stack([x for x, _ in examples]), np.array([y for _, y in examples]))
    Path(options.out).write_text(table(weights, bias))

    def estimate(picture):
        log_gamma = np.clip(features(picture) @ weights + bias, -1.1, 1.1)
        return log_gamma if abs(log_gamma) > DEAD_BAND else 0

    kodak = [read(path) for path in sorted(Path(options.kodak).glob("*.png"))]
    for name, pictures in (("Kodak", kodak), ("held out", held_out)):
        for how, method in (("mean to 0.45", fixed_target), ("ridge", estimate)):
            for row in judge(pictures, method):
                print(f"| {name} | {how} | " + " | ".join(f"{x:.3g}" for x in row) + " |")


if __name__ == "__main__":
    main()
