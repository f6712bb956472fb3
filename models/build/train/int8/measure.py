"""Prints what the integers of a network lose against fp32, in dB (RGB, 8 bits) on a folder of pictures.

    python measure.py NAME FOLDER [LIMIT]

Rows are those of ../evaluate.py, on the middle 320 x 320 px; pictures for SPAN and `restore-x4` are made smaller by antialiased bicubic.
Then, for pictures that lie beyond photographs: how far integers are from fp32 there, and where either leaves 0..1. SPAN's
pixels whose output is not plausible are interpolated, as the library does where fp32 is no better.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[0] = str(HERE.parent)  # whose network.py evaluate.py means

import numpy as np
import onnxruntime
from PIL import Image, ImageDraw, ImageFont

from evaluate import ROWS, jpeg, noisy, psnr, untouched

MODELS = HERE.parents[2]
OVERSHOOT, DRIFT = 0.3, 0.2  # of workers/inference/plausible.ts
CROP, SIDE = 320, 128
SHARPNESS, ALL = [0, 1, 0, 0], [1, 1, 1, 0]  # `strengths` of deblur
SMALL = {"made smaller": untouched, "... noise 10": noisy(10), "... JPEG 60": jpeg(60)}


def uses(name):
    """[(rows, what the network is fed beside its input)]."""
    if name == "deblur":
        return [(ROWS["deblur"], SHARPNESS), (ROWS["denoise"], ALL)]
    if name == "restore-x4":
        return [(SMALL, None)]
    return [(ROWS.get(name.split("-")[0], {"made smaller": untouched}), None)]


def open_network(name, file, strengths=None):
    """A function from uint8 [height, width, 3] to (output [3, height, width], where it is implausible)."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(MODELS / name / file, options, providers=["CPUExecutionProvider"])
    told = {"strengths": np.array([strengths], np.float32)} if strengths else {}

    def run(picture):
        pixels = picture.transpose(2, 0, 1)[None].astype(np.float32) / 255
        (output,) = session.run(["output"], {"input": pixels, **told})
        return output[0], implausible(pixels[0], output[0])

    return run


def implausible(pixels, output):
    """The rule of workers/inference/tiles-on-cpu.ts."""
    _, height, width = pixels.shape
    scale = output.shape[1] // height
    blocks = output.reshape(3, height, scale, width, scale).transpose(0, 1, 3, 2, 4).reshape(3, height, width, scale**2)
    beyond = (np.abs(blocks - 0.5) >= 0.5 + OVERSHOOT).any(-1) | (np.abs(blocks.mean(-1) - pixels) >= DRIFT)
    return beyond.any(0)


def shown(run, picture, repaired):
    """(uint8 [height, width, 3], where it is implausible); `repaired`: that is interpolated."""
    output, marked = run(picture)
    scale = output.shape[1] // picture.shape[0]
    pixels = np.rint(output.transpose(1, 2, 0).clip(0, 1) * 255).astype(np.uint8)
    plain = np.asarray(Image.fromarray(picture).resize(pixels.shape[1::-1], Image.Resampling.BICUBIC))
    return np.where(marked.repeat(scale, 0).repeat(scale, 1)[..., None] & repaired, plain, pixels), marked


def middle(path):
    picture = Image.open(path).convert("RGB")
    left, top = (picture.width - CROP) // 2, (picture.height - CROP) // 2
    return picture.crop((left, top, left + CROP, top + CROP))


def measure(runs, change, picture, scale, seed, repaired):
    """[(dB, the share of pixels that are implausible) of fp32, of integers]."""
    small = picture.resize((CROP // scale, CROP // scale), Image.Resampling.BICUBIC) if scale > 1 else picture
    source = change(np.asarray(small), seed)
    results = [shown(run, source, repaired) for run in runs]
    return [(psnr(pixels, np.asarray(picture)), marked.mean()) for pixels, marked in results]


def page():
    """uint8 [side, side, 3]: small black text on white."""
    picture = Image.new("RGB", (SIDE, SIDE), "white")
    for row in range(10):
        ImageDraw.Draw(picture).text((2, 2 + 12 * row), "Small text, 1234567890", "black", ImageFont.load_default(11))
    return np.asarray(picture)


def extremes():
    """uint8 [side, side, 3]."""
    random = np.random.default_rng(1)
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    gray = 0.5 + 0.3 * np.sin(column / 20)
    letters = np.ones((SIDE, SIDE))
    letters[(row % 9 < 6) & (random.random((SIDE, SIDE // 2)).repeat(2, 1) < 0.45)] = 0
    found = {
        "checkerboard": ((row + column) % 2)[..., None].repeat(3, 2),
        "dither": (gray > random.random((SIDE, SIDE)))[..., None].repeat(3, 2),
        "strokes as of small text": letters[..., None].repeat(3, 2),
        "noise of 50": gray[..., None] + random.normal(0, 50 / 255, (SIDE, SIDE, 3)),
    }
    return {"a page": page()} | {name: np.rint(np.clip(pixels, 0, 1) * 255).astype(np.uint8) for name, pixels in found.items()}


def main():
    name, folder, *limit = sys.argv[1:]
    paths = sorted(path for path in Path(folder).iterdir() if path.suffix in {".png", ".jpg"})[: int(limit[0]) if limit else None]
    scale, repaired = (int(name[-1]) if name[-2] == "x" else 1), name.startswith("span")
    for rows, strengths in uses(name):
        runs = [open_network(name, file, strengths) for file in ("model.onnx", "int8.onnx")]
        for row, change in rows.items():
            found = [measure(runs, change, middle(path), scale, seed, repaired) for seed, path in enumerate(paths)]
            decibels, marked = np.moveaxis(found, 2, 0)
            (fp32, integers), worst = decibels.mean(0), np.diff(decibels).min()
            shares = ", ".join(f"{share:.4f}" for share in marked.mean(0))
            print(f"{row:24} {fp32:.2f}, {integers:.2f} dB, {integers - fp32:+.3f}, worst {worst:+.3f}; implausible {shares}", flush=True)
        for row, picture in extremes().items():
            (exact, fp32), (near, integers) = (shown(run, picture, repaired) for run in runs)
            changed = min(psnr(np.asarray(Image.fromarray(exact).resize((SIDE, SIDE), Image.Resampling.BOX)), picture), 99)
            print(f"{row:24} fp32 is {changed:.1f} dB from it, integers {psnr(exact, near):.1f} dB from fp32; implausible {fp32.mean():.3f}, {integers.mean():.3f}, of fp32's {(fp32 & integers).sum() / max(1, fp32.sum()):.3f}")


if __name__ == "__main__":
    main()
