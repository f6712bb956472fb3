"""What removing compression and blur before an enlargement that restores gives: python enlarged.py MODELS MATTING [--second]

MODELS holds model.onnx of clean, deblur and restore-x4, each in its folder, MATTING photographs (matting/street, matting/people);
`--second` takes others of them. Each is reduced to a quarter and becomes a JPEG of a quality of 25 to 85. Printed are PSNR and SSIM to
the photograph, without and with `clean` before, by quality, and of JPEGs a third as bright, brightened before they are enlarged; then
those of JPEGs of 60 to 95 that were blurred, without and with what `workers/operations/deblur` makes of them before, by what
sharpening adds.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from heads import degraded, network
from look import BLUR_PARTS, DEBLUR, RESTORE, SOFT, by_texture, least_sharpened
from skimage.metrics import structural_similarity

# workers/operations/clean/remove-blocks.ts
QUALITIES, WEIGHTS = [20, 40, 60, 75, 85, 90, 95], [0.97, 0.9, 0.82, 0.74, 0.66, 0.6, 0.42]
BANDS = [(25, 45), (45, 65), (65, 86)]
SIDE, SCALE, LIGHT = 600, 4, 1 / 3
# workers/operations/deblur
FOCUSED, ALL_BLURRED, MIN_WEIGHT = 0.15, 0.3, 1 / 3
SHARP = (0, 1, 1, 0)
ADDED = [(0, 0.1), (0.1, 0.15), (0.15, 0.3), (0.3, np.inf)]


def photographs(folder, second):
    for name, every, first in (("street", 12, 3), ("people", 4, 1)):
        for path in sorted((folder / name).glob("*.jpg"))[first + 2 * second :: every]:
            picture = cv2.imread(str(path))[:, :, ::-1]
            scale = min(1, SIDE / max(picture.shape[:2]))
            picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            height, width = (side // SCALE * SCALE for side in picture.shape[:2])
            yield picture[:height, :width].astype(np.float64)


def added_by_sharpening(soft, restored, seen):
    parts = by_texture(seen)[:BLUR_PARTS]
    return least_sharpened(*(np.hstack([asked(part) for part in parts]) for asked in (soft, restored)))


def sharpened(deblur, sharp, seen, cleaned, added):
    if added >= ALL_BLURRED:
        return sharp(seen)
    output = deblur(cleaned)
    share = np.clip((least_sharpened(cleaned, output) - FOCUSED) / (ALL_BLURRED - FOCUSED), 0, 1)
    return np.rint(cleaned + (MIN_WEIGHT + (1 - MIN_WEIGHT) * share) * (output - cleaned))


def closeness(results, truth):
    psnr = [10 * np.log10(255**2 / ((result - truth) ** 2).mean()) for result in results]
    return [*psnr, *(structural_similarity(result, truth, channel_axis=2, data_range=255) for result in results)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path), parser.add_argument("matting", type=Path), parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    clean, restore = (network(options.models / name / "model.onnx") for name in ("clean", "restore-x4"))
    soft, restored, deblur, sharp = (network(options.models / "deblur/model.onnx", told) for told in (SOFT, RESTORE, DEBLUR, SHARP))
    removed = lambda seen, quality: np.rint(seen + np.interp(quality, QUALITIES, WEIGHTS) * (clean(seen) - seen))
    rows = {}
    for seed, truth in enumerate(photographs(options.matting, options.second)):
        chance = np.random.default_rng(seed)
        quality = int(chance.integers(25, 86))
        small = cv2.resize(truth, None, fx=1 / SCALE, fy=1 / SCALE, interpolation=cv2.INTER_AREA)
        for light in (1, LIGHT):
            seen = degraded(small * light, 0, 0, quality, chance)
            results = [restore((each / light).clip(0, 255)) for each in (seen, removed(seen, quality))]
            (band,) = [f"JPEG {low} to {high - 1}" for low, high in BANDS if low <= quality < high]
            rows.setdefault(band if light == 1 else "all, brightened", []).append(closeness(results, truth))
        for most in (0.7, 1.4):
            quality = int(chance.integers(60, 96))
            seen = degraded(small, chance.uniform(0.3, most), 0, quality, chance)
            added = added_by_sharpening(soft, restored, seen)
            before = sharpened(deblur, sharp, seen, removed(seen, quality), added)
            (band,) = [f"blurred, {low} to {high}" for low, high in ADDED if low <= added < high]
            rows.setdefault(band, []).append(closeness([restore(each) for each in (seen, before)], truth))
    print("| | photographs | PSNR | repaired before | SSIM | repaired before |\n| --- | --: | --: | --: | --: | --: |")
    for name, values in sorted(rows.items()):
        means = np.mean(values, axis=0)
        print(f"| {name} | {len(values)} | {means[0]:.2f} | {means[1]:.2f} | {means[2]:.3f} | {means[3]:.3f} |")


if __name__ == "__main__":
    main()
