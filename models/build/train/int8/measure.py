"""Prints what the integers of SPAN x2 lose against fp32, in dB of luma on a folder of pictures, and where each leaves 0..1.

    python measure.py model.onnx FOLDER

Pictures are made smaller by antialiased bicubic and enlarged again, as in models/build/check_span.py. Pixels whose output is
not plausible are interpolated, as the library does.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

import numpy as np
import onnxruntime
from PIL import Image

from check_span import luma_psnr

MODEL = HERE.parents[2] / "span-x2" / "model.onnx"
OVERSHOOT, DRIFT = 0.3, 0.2  # of workers/inference/plausible.ts
SIDE = 128


def open_session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def enlarge(session, pixels):
    """(output, where it is implausible) for float32 [3, height, width] of 0..1; the rule is that of workers/inference/tiles-on-cpu.ts."""
    (output,) = session.run(["output"], {"input": pixels[None]})
    _, height, width = pixels.shape
    blocks = output[0].reshape(3, height, 2, width, 2).transpose(0, 1, 3, 2, 4).reshape(3, height, width, 4)
    beyond = (np.abs(blocks - 0.5) >= 0.5 + OVERSHOOT).any(-1) | (np.abs(blocks.mean(-1) - pixels) >= DRIFT)
    return output[0], beyond.any(0)


def repaired(session, source):
    """A picture twice as large."""
    output, marked = enlarge(session, np.asarray(source, np.float32).transpose(2, 0, 1) / 255)
    pixels = np.rint(output.transpose(1, 2, 0).clip(0, 1) * 255).astype(np.uint8)
    plain = source.resize((2 * source.width, 2 * source.height), Image.Resampling.BICUBIC)
    return np.where(marked.repeat(2, 0).repeat(2, 1)[..., None], np.asarray(plain), pixels)


def losses(sessions, folder):
    for path in sorted(path for path in Path(folder).iterdir() if path.suffix in {".png", ".jpg"}):
        picture = Image.open(path).convert("RGB")
        small = (picture.width // 2, picture.height // 2)
        truth = picture.crop((0, 0, 2 * small[0], 2 * small[1]))
        source = truth.resize(small, Image.Resampling.BICUBIC)
        yield path.name, [luma_psnr(repaired(session, source), truth, 2) for session in sessions]


def extremes():
    """What SPAN answers with values far beyond 0..1: [3, side, side] of 0..1."""
    random = np.random.default_rng(1)
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    gray = 0.5 + 0.3 * np.sin(column / 20)
    noise = random.normal(0, 50 / 255, (3, SIDE, SIDE))
    letters = np.ones((SIDE, SIDE))
    letters[(row % 9 < 6) & (random.random((SIDE, SIDE // 2)).repeat(2, 1) < 0.45)] = 0
    return {
        "checkerboard": np.stack([(row + column) % 2] * 3),
        "dither": np.stack([(gray > random.random((SIDE, SIDE)))] * 3),
        "strokes as of small text": np.stack([letters] * 3),
        "noise of 50": (gray + noise).clip(0, 1),
    }


def main():
    model, folder = sys.argv[1:]
    sessions = [open_session(MODEL), open_session(model)]
    rows = []
    for name, figures in losses(sessions, folder):
        rows.append(figures)
        print(f"{name}: {figures[0]:.3f}, {figures[1]:.3f} dB, {figures[1] - figures[0]:+.3f}", flush=True)
    means = np.mean(rows, 0)
    print(f"mean: {means[0]:.3f}, {means[1]:.3f} dB, {means[1] - means[0]:+.3f}")
    for name, pixels in extremes().items():
        rounded = (np.rint(pixels * 255) / 255).astype(np.float32)
        fp32, int8 = (enlarge(session, rounded)[1] for session in sessions)
        print(f"{name}: marked {fp32.mean():.3f}, {int8.mean():.3f}, of fp32's {(fp32 & int8).sum() / max(1, fp32.sum()):.3f}")


if __name__ == "__main__":
    main()
