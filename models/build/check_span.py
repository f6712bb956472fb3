"""Prints the luma PSNR of SPAN, Lanczos and bicubic on a folder of images.

    python check_span.py [FOLDER]
"""

import math
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

MODELS = Path(__file__).resolve().parent.parent
PICTURES = MODELS.parent.parent / "shared" / "data" / "kodak"
LUMA = np.array([65.481, 128.553, 24.966]) / 255  # BT.601


def open_session(scale):
    model = MODELS / f"span-x{scale}" / "model.onnx"
    return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def enlarge(session, picture):
    pixels = np.asarray(picture, np.float32).transpose(2, 0, 1)[None] / 255
    (output,) = session.run(["output"], {"input": pixels})
    return Image.fromarray(np.rint(output[0].transpose(1, 2, 0).clip(0, 1) * 255).astype(np.uint8))


def luma_psnr(picture, reference, border):
    difference = (np.asarray(picture, float) - np.asarray(reference, float)) @ LUMA
    inner = difference[border:-border, border:-border]
    return 10 * np.log10(255**2 / np.mean(inner**2))


def measure(session, path, scale):
    picture = Image.open(path).convert("RGB")
    small = (int(picture.width / scale), int(picture.height / scale))
    large = (round(small[0] * scale), round(small[1] * scale))
    reference = picture.crop((0, 0, *large))
    source = reference.resize(small, Image.Resampling.BICUBIC)
    results = {
        "span": enlarge(session, source).resize(large, Image.Resampling.LANCZOS),
        "lanczos": source.resize(large, Image.Resampling.LANCZOS),
        "bicubic": source.resize(large, Image.Resampling.BICUBIC),
    }
    return {name: luma_psnr(result, reference, math.ceil(scale)) for name, result in results.items()}


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    paths = sorted(path for path in folder.glob("*") if path.suffix in {".png", ".jpg"})
    if not paths:
        raise SystemExit(f"skipped: no pictures in {folder}")
    # 1.1: x2 and Lanczos down, the smallest factor for which the model is used.
    for scale in (2, 4, 1.1):
        session = open_session(max(scale, 2))
        results = [measure(session, path, scale) for path in paths]
        means = (f"{name} {np.mean([result[name] for result in results]):.2f}" for name in results[0])
        print(f"x{scale}, {len(paths)} pictures, PSNR-Y in dB:", ", ".join(means))


if __name__ == "__main__":
    main()
