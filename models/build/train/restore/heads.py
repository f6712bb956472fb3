"""What the network gains on degraded portraits, beside three networks one after the other: python heads.py restore.pt PEOPLE --models MODELS

PEOPLE holds portraits and their alpha (matting/people); every tenth is read, as no training did. Printed is what PSNR inside the
alpha gains, in dB, the mean and the least, then the distance of identity of what is given and of both results, the mean and the largest.
MODELS holds clean/model.onnx, denoise-v2/model.onnx and deblur/model.onnx, which is asked for blur alone.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from fold import fixed, load
from identity import Identity

sys.path.append(str(Path(__file__).resolve().parents[1]))
from export import export

ALL = (1, 1, 1, 0)
CLEAN, POOR = 1, 2.5  # of workers/operations/face-enhance/restore.ts
SHARPENED = 0.1  # the weight of deblur after the other two
# Longer side in px, then what is drawn: blur, noise, quality of JPEG (0: none)
ROWS = {
    "blur 0.8 to 1.3, noise 2 to 6, JPEG 45 to 75": (300, lambda r: (r.uniform(0.8, 1.3), r.uniform(2, 6), int(r.integers(45, 76)))),
    "the same at 160 px": (160, lambda r: (r.uniform(0.8, 1.3), r.uniform(2, 6), int(r.integers(45, 76)))),
    "noise 5": (300, lambda r: (0, 5, 0)),
    "JPEG 50": (300, lambda r: (0, 0, 50)),
    "blur 1.5": (300, lambda r: (1.5, 0, 0)),
    "blur 2, noise 12, JPEG 40": (300, lambda r: (2, 12, 40)),
    "nothing": (300, lambda r: (0, 0, 0)),
}


def network(path, strengths=(0, 1, 0, 0)):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    told = {"strengths": np.array([strengths], np.float32)} if len(session.get_inputs()) > 1 else {}

    def run(picture):
        height, width = picture.shape[:2]
        whole = cv2.copyMakeBorder(picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_REFLECT).astype(np.float32) / 255
        (output,) = session.run(["output"], {"input": whole.transpose(2, 0, 1)[None], **told})
        scale = output.shape[2] // whole.shape[0]
        return np.rint(output[0].transpose(1, 2, 0)[: scale * height, : scale * width].clip(0, 1) * 255)

    return run


def degraded(picture, blur, noise, quality, chance):
    seen = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    seen = np.rint((seen + chance.normal(0, noise, seen.shape)).clip(0, 255))
    if not quality:
        return seen
    coded = cv2.imencode(".jpg", seen.astype(np.uint8)[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)[:, :, ::-1].astype(np.float64)


def change_of(one, other):
    return np.sqrt(((one - other) ** 2).mean())


def weight_of(change):
    return np.clip((change - CLEAN) / (POOR - CLEAN), 0, 1)


def blended(seen, output):
    return np.rint(seen + weight_of(change_of(seen, output)) * (output - seen))


def portraits(folder, side):
    for path in sorted(folder.glob("*.png"))[::10]:
        picture, alpha = cv2.imread(str(path.with_suffix(".jpg")))[:, :, ::-1], cv2.imread(str(path), 0)
        scale = side / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float64)
        yield small, cv2.resize(alpha, small.shape[1::-1], interpolation=cv2.INTER_AREA) > 127


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint"), parser.add_argument("people", type=Path), parser.add_argument("--models", type=Path, required=True)
    options = parser.parse_args()
    clean, denoise, deblur = (network(options.models / name / "model.onnx") for name in ("clean", "denoise-v2", "deblur"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.onnx"
        export("restore", fixed(load(options.checkpoint), ALL), path)
        one = network(path)

    def three(picture):
        denoised = denoise(clean(picture))
        return np.rint(denoised + SHARPENED * (deblur(denoised) - denoised))

    for name, (side, draw) in ROWS.items():
        gains, distances = [], []
        for seed, (picture, inside) in enumerate(portraits(options.people, side)):
            chance = np.random.default_rng(seed)
            seen = degraded(picture, *draw(chance), chance)
            psnr = lambda values: min(99, 10 * np.log10(255**2 / max(1e-9, ((values - np.rint(picture))[inside] ** 2).mean())))
            results, identity = [blended(seen, run(seen)) for run in (three, one)], Identity(picture)
            gains.append([psnr(result) - psnr(seen) for result in results])
            distances.append([identity.distance(values) for values in (seen, *results)])
        cells = lambda values, worst, digits: ", ".join(f"{mean:.{digits}f} ({end:.{digits}f})" for mean, end in zip(np.mean(values, 0), worst(values, 0)))
        print(f"{name}: {cells(gains, np.min, 2)}; identity {cells(distances, np.max, 3)}", flush=True)


if __name__ == "__main__":
    main()
