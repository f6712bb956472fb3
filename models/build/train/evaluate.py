"""Prints the PSNR (RGB, 8 bits) of models on images that no training step has read.

    python evaluate.py NAME=model.onnx [NAME=model.onnx ...] --pictures FOLDER [--limit 12]

NAME is a task of tasks.py and chooses the rows: denoise, clean or text (for text, FOLDER holds fonts).
Columns: the degraded input, then each model's mean (and worst).
"""

import argparse
import io
import math
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageFilter

import degrade
from pictures import read
from tasks import TASKS


def to_tensor(picture):
    return torch.from_numpy(np.array(picture)).permute(2, 0, 1)[None].float() / 255


def to_array(pixels):
    return (degrade.quantise(pixels)[0] * 255).round().byte().permute(1, 2, 0).numpy()


def on_tensor(change):
    """A row, as a function of (pixels, random generator); the numbers are the same on every machine."""
    return lambda picture, seed: to_array(change(to_tensor(picture), degrade.Chance("cpu", seed)))


def noisy(sigma, kernels=None):
    def change(pixels, chance):
        pixels = degrade.blur(pixels, kernels()) if kernels else pixels
        return degrade.gaussian_noise(pixels, torch.tensor([float(sigma)]), chance)

    return on_tensor(change)


def gaussian(sigma):
    return lambda: degrade.gaussian_kernels(torch.tensor([float(sigma)]))


def disc(radius):
    return lambda: degrade.disc_kernels(torch.tensor([float(radius)]))


def motion(length):
    return lambda: degrade.motion_kernels(torch.tensor([float(length)]), torch.tensor([0.5]), torch.tensor([0.0]))


def camera(sigma):
    return on_tensor(lambda pixels, chance: degrade.camera_noise(pixels, torch.tensor([float(sigma)]), chance))


LOW, MIDDLE, HIGH = 3e-4, 1.7e-3, 4.3e-3  # shot noise


def iso(shot, quality):
    """As a camera takes it: `camera.py`. An odd last row or column repeats the one before."""

    def change(picture, seed):
        chance = degrade.Chance("cpu", seed)
        height, width = (side - side % 2 for side in picture.shape[:2])
        pixels = degrade.photograph(to_tensor(picture[:height, :width]), torch.tensor([shot]), chance)
        rest = [(0, picture.shape[0] - height), (0, picture.shape[1] - width), (0, 0)]
        return np.pad(through_jpeg(to_array(pixels), quality), rest, mode="edge")

    return change


def through_jpeg(picture, quality):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file).convert("RGB"))


def untouched(picture, seed):
    return picture


def jpeg(quality):
    return lambda picture, seed: through_jpeg(picture, quality)


def rescaled(filter, sharpen=False, quality=None):
    def change(picture, seed):
        image = Image.fromarray(picture)
        image = image.resize((image.width // 2, image.height // 2), Image.Resampling.BICUBIC).resize(image.size, filter)
        if sharpen:
            image = image.filter(ImageFilter.UnsharpMask(2, 100, 0))
        changed = np.asarray(image)
        return through_jpeg(changed, quality) if quality else changed

    return change


def quarter(quality=None):
    def change(picture, seed):
        height, width = (side // 4 for side in picture.shape[:2])
        small = np.asarray(Image.fromarray(picture).resize((width, height), Image.Resampling.BICUBIC))
        return through_jpeg(small, quality) if quality else small

    return change


NEAREST, BILINEAR, BICUBIC = Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC
ROWS = {
    "denoise": {
        "clean": untouched,
        "noise 5": noisy(5),
        "noise 15": noisy(15),
        "noise 25": noisy(25),
        "noise 50": noisy(50),
        "noise 70": noisy(70),
        "noise 25, blur 1.5": noisy(25, gaussian(1.5)),
        "camera noise 20": camera(20),
        "ISO low": iso(LOW, 90),
        "ISO middle": iso(MIDDLE, 90),
        "ISO high": iso(HIGH, 90),
    },
    "deblur": {
        "sharp": untouched,
        "sharp, noise 1": noisy(1),
        "Gaussian 1.0": noisy(1, gaussian(1)),
        "Gaussian 1.6": noisy(1, gaussian(1.6)),
        "Gaussian 2.5": noisy(1, gaussian(2.5)),
        "disc 2": noisy(1, disc(2)),
        "disc 4": noisy(1, disc(4)),
        "motion 10": noisy(1, motion(10)),
    },
    "clean": {
        "nothing to do": untouched,
        "JPEG 10": jpeg(10),
        "JPEG 20": jpeg(20),
        "JPEG 40": jpeg(40),
        "JPEG 80": jpeg(80),
        "half, nearest": rescaled(NEAREST),
        "half, bilinear": rescaled(BILINEAR),
        "sharpened": on_tensor(lambda pixels, chance: degrade.sharpened(pixels, chance)),
        "half, bicubic, sharpened": rescaled(BICUBIC, sharpen=True),
        "half, bilinear, JPEG 60": rescaled(BILINEAR, quality=60),
    },
    "text": {"a quarter": quarter(), "a quarter, JPEG 80": quarter(80)},
}


def psnr(first, second):
    error = np.mean((first.astype(np.float64) - second) ** 2)
    return min(10 * math.log10(255**2 / error), 99) if error else 99.0


def restore(run, picture, multiple):
    """Runs whole images of any size, mirrored at the border up to a multiple."""
    height, width = picture.shape[:2]
    padding = [(0, -height % multiple), (0, -width % multiple), (0, 0)]
    pixels = np.pad(picture, padding, mode="symmetric").transpose(2, 0, 1)[None].astype(np.float32) / 255
    output = run(pixels)[0].transpose(1, 2, 0)
    scale = output.shape[0] // pixels.shape[2]
    output = output[: height * scale, : width * scale]
    return np.rint(output.clip(0, 1) * 255).astype(np.uint8)


def measure(runs, kind, pictures):
    """row -> list over the images of [input, first model, second, ...] in dB. runs: (function, multiple) each."""
    table = {}
    for name, change in ROWS[kind].items():
        table[name] = []
        for number, picture in enumerate(pictures):
            source = change(picture, number)
            seen = source
            if seen.shape != picture.shape:
                seen = np.asarray(Image.fromarray(source).resize(picture.shape[1::-1], BICUBIC))
            values = [psnr(seen, picture)]
            values += [psnr(restore(run, source, multiple), picture) for run, multiple in runs]
            table[name].append(values)
    return table


def describe(table, names):
    lines = [f"{'':26}{'input':>8}" + "".join(f"{name:>24}" for name in names)]
    for row, values in table.items():
        mean, worst = np.mean(values, 0), np.min(values, 0)
        cells = (f"{f'{mean[n]:.2f} (worst {worst[n]:.2f})':>24}" for n in range(1, len(mean)))
        lines.append(f"{row:26}{mean[0]:8.2f}" + "".join(cells))
    return "\n".join(lines)


def open_model(path):
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return lambda pixels: session.run(["output"], {"input": pixels})[0]


def mean_of_views(run, views):
    axes = [(), (3,), (2,), (2, 3)][:views]
    return lambda pixels: np.mean([np.flip(run(np.flip(pixels, axis).copy()), axis) for axis in axes], 0)


def runner(name, path):
    """(function, multiple): a model as it is used; a task with 4 views runs on every mirrored image."""
    return mean_of_views(open_model(path), TASKS[name].views), multiple_of(name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--limit", type=int, default=12)
    options = parser.parse_args()
    models = [model.split("=", 1) for model in options.models]
    kind = TASKS[models[0][0]].evaluate
    if kind == "text":
        from text import pages

        pictures = list(pages(options.limit, options.pictures, seed=10**6, workers=1))
    else:
        paths = sorted(path for path in Path(options.pictures).glob("*") if path.suffix in {".png", ".jpg"})
        pictures = [read(path) for path in paths[: options.limit]]
    if not pictures:
        raise SystemExit(f"skipped: no pictures in {options.pictures}")
    runs = [runner(name, path) for name, path in models]
    print(f"{kind}, {len(pictures)} pictures, PSNR in dB")
    print(describe(measure(runs, kind, pictures), [name for name, _ in models]))


def multiple_of(name):
    return getattr(TASKS[name].network, "multiple", 1)


if __name__ == "__main__":
    main()
