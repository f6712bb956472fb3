"""How SPAN's answer differs from bicubic interpolation in the cells that `needed-cells.ts` calls plain.

    python models/build/train/plain_cells.py models/span-x2/model.onnx 2 PHOTOGRAPHS [limit ...]

Of every eighth photograph of a folder, by name, reduced by two, which no limit was chosen on. Prints for each limit the share of the
cells of 32 px that are plain, and the root mean square of the difference in them, of 255: the mean, and the largest.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

SIDE = 32
LIMITS = (5, 6, 7)


def second_differences(image, distance):
    """Of each pixel the largest of both directions and the three channels."""
    height, width = image.shape[:2]
    padded = np.pad(image.astype(int), ((distance, distance), (distance, distance), (0, 0)), "edge")
    middle = 2 * padded[distance:-distance, distance:-distance]
    down = middle - padded[:height, distance:-distance] - padded[2 * distance :, distance:-distance]
    across = middle - padded[distance:-distance, :width] - padded[distance:-distance, 2 * distance :]
    return np.maximum(np.abs(down), np.abs(across)).max(2).astype(float)


def by_cell(values, side):
    """The mean over square cells, whatever the values are."""
    height, width = values.shape
    return values.reshape(height // side, side, width // side, side).mean((1, 3))


def measure(image):
    near, far = (np.cbrt(by_cell(second_differences(image, distance) ** 3, SIDE)) for distance in (1, 2))
    return near**2 / (far + 1)


def whole_cells(path):
    photograph = Image.open(path).convert("RGB")
    half = photograph.resize((photograph.width // 2, photograph.height // 2), Image.Resampling.BICUBIC)
    return np.asarray(half.crop((0, 0, half.width // SIDE * SIDE, half.height // SIDE * SIDE)))


def differences(session, image, scale):
    answer = session.run(None, {"input": (image.transpose(2, 0, 1)[None] / 255).astype(np.float32)})[0][0]
    large = Image.fromarray(image).resize((image.shape[1] * scale, image.shape[0] * scale), Image.Resampling.BICUBIC)
    squares = (np.rint(answer.clip(0, 1) * 255) - np.asarray(large).transpose(2, 0, 1)) ** 2
    return np.sqrt(by_cell(squares.mean(0), SIDE * scale))


def main(model, scale, folder, *limits):
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    images = [whole_cells(path) for path in sorted(Path(folder).glob("*.jpg"))[::8]]
    measured = np.concatenate([measure(image).ravel() for image in images])
    found = np.concatenate([differences(session, image, int(scale)).ravel() for image in images])
    print(f"{len(images)} photographs, {len(found)} cells")
    for limit in map(float, limits or LIMITS):
        plain = measured < limit
        print(f"{limit} | {plain.mean():.1%} | {found[plain].mean():.2f} | {found[plain].max():.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
