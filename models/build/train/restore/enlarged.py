"""What removing compression before an enlargement that restores gives: python enlarged.py MODELS MATTING [--second]

MODELS holds clean/model.onnx and restore-x4/model.onnx, MATTING photographs (matting/street, matting/people); `--second` takes others
of them. Each is reduced to a quarter and becomes a JPEG of a quality of 25 to 85. Printed are PSNR and SSIM to the photograph, without
and with `clean` before, by quality; at last of JPEGs a third as bright, brightened before they are enlarged.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from heads import degraded, network
from skimage.metrics import structural_similarity

# workers/operations/clean/remove-blocks.ts
QUALITIES, WEIGHTS = [20, 40, 60, 75, 85], [0.97, 0.9, 0.82, 0.74, 0.66]
BANDS = [(25, 45), (45, 65), (65, 86)]
SIDE, SCALE, LIGHT = 600, 4, 1 / 3


def photographs(folder, second):
    for name, every, first in (("street", 12, 3), ("people", 4, 1)):
        for path in sorted((folder / name).glob("*.jpg"))[first + 2 * second :: every]:
            picture = cv2.imread(str(path))[:, :, ::-1]
            scale = min(1, SIDE / max(picture.shape[:2]))
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            height, width = (side // SCALE * SCALE for side in picture.shape[:2])
            yield picture[:height, :width].astype(np.float64)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path), parser.add_argument("matting", type=Path), parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    clean, restore = (network(options.models / name / "model.onnx") for name in ("clean", "restore-x4"))
    rows = {}
    for seed, truth in enumerate(photographs(options.matting, options.second)):
        chance = np.random.default_rng(seed)
        quality = int(chance.integers(25, 86))
        small = cv2.resize(truth, None, fx=1 / SCALE, fy=1 / SCALE, interpolation=cv2.INTER_AREA)
        for light in (1, LIGHT):
            seen = degraded(small * light, 0, 0, quality, chance)
            cleaned = np.rint(seen + np.interp(quality, QUALITIES, WEIGHTS) * (clean(seen) - seen))
            results = [restore((each / light).clip(0, 255)) for each in (seen, cleaned)]
            psnr = [10 * np.log10(255**2 / ((result - truth) ** 2).mean()) for result in results]
            ssim = [structural_similarity(result, truth, channel_axis=2, data_range=255) for result in results]
            (band,) = [f"JPEG {low} to {high - 1}" for low, high in BANDS if low <= quality < high]
            rows.setdefault(band if light == 1 else "all, brightened", []).append([*psnr, *ssim])
    print("| | photographs | PSNR | cleaned before | SSIM | cleaned before |\n| --- | --: | --: | --: | --: | --: |")
    for name, values in sorted(rows.items()):
        means = np.mean(values, axis=0)
        print(f"| {name} | {len(values)} | {means[0]:.2f} | {means[1]:.2f} | {means[2]:.3f} | {means[3]:.3f} |")


if __name__ == "__main__":
    main()
