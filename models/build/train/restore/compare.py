"""PSNR (RGB, 8 bits) of the network beside the five that it would replace, on pictures that no training has read.

    python compare.py restore.pt --models MODELS --pictures FOLDER... [--limit 12] [--side 320] [--only deblur]

MODELS holds denoise-v1/model.onnx and the others; those of deblur are in the history of the repository.
Rows as in `../evaluate.py`, and a camera's noise by the simulation of `../damage/held_out.py`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnxruntime

from fold import fixed, load

TRAIN = Path(__file__).resolve().parents[1]
sys.path += [str(TRAIN), str(TRAIN / "damage")]
import held_out
from evaluate import ROWS, psnr, read, restore
from export import export


class Fixed:
    """A generator whose `random()` is always the same: the camera's own smoothing is off."""

    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)

    def __getattr__(self, name):
        return getattr(self.generator, name)

    def random(self):
        return 0.9


def another(strength, quality):
    return lambda picture, seed: held_out.coded(held_out.camera(picture, Fixed(seed), strength), quality)


CAMERA = {
    "another camera low": another(10**-2.75, 95),
    "another camera middle": another(10**-2.35, 92),
    "another camera high": another(10**-1.95, 88),
}
# (rows, [(network, its views, numbers in its place, views)])
PARTS = {
    "denoise": ({**ROWS["denoise"], **CAMERA}, (("denoise-v1", 1, (1, 0, 0, 0), 1), ("denoise-v2", 4, (1, 1, 0, 0), 4))),
    "deblur": (ROWS["deblur"], (("deblur-v1", 1, (0, 1, 0, 0), 1), ("deblur-v2", 1, (0, 1, 0, 0), 1))),
    "clean": (ROWS["clean"], (("clean", 1, (0, 0, 1, 0), 1),)),
}


def opened(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def mean_of_views(run, views):
    axes = [(), (3,), (2,), (2, 3)][:views]
    return lambda pixels: np.mean([np.flip(run(np.flip(pixels, axis).copy()), axis) for axis in axes], 0)


def runner(path, views):
    session = opened(path)
    return mean_of_views(lambda pixels: session.run(["output"], {"input": pixels})[0], views)


def exported(net, numbers, folder):
    path = Path(folder) / f"{'-'.join(map(str, numbers))}.onnx"
    export("restore", fixed(net, numbers), path)
    return path


def read_pictures(options):
    """The middle of each picture."""
    pictures = []
    for folder in options.pictures:
        paths = sorted(path for path in folder.glob("*") if path.suffix in {".png", ".jpg"})[: options.limit]
        for picture in map(read, paths):
            top, left = (max(0, side - options.side) // 2 for side in picture.shape[:2])
            pictures.append(picture[top : top + options.side, left : left + options.side])
    return pictures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--side", type=int, default=320)
    parser.add_argument("--only", choices=PARTS, nargs="*", default=[*PARTS])
    options = parser.parse_args()
    net, pictures = load(options.checkpoint), read_pictures(options)
    print(f"{len(pictures)} pictures, PSNR in dB")
    with tempfile.TemporaryDirectory() as folder:
        for part in options.only:
            rows, columns = PARTS[part]
            print(f"{'':26}{'input':>8}" + "".join(f"{name:>13}{'one':>8}" for name, *_ in columns))
            runs = []
            for name, views, numbers, new_views in columns:
                runs += [runner(options.models / name / "model.onnx", views), runner(exported(net, numbers, folder), new_views)]
            for name, change in rows.items():
                mean = np.mean([measured(change, picture, number, runs) for number, picture in enumerate(pictures)], 0)
                print(f"{name:26}{mean[0]:8.2f}" + "".join(f"{value:{(13, 8)[i % 2]}.2f}" for i, value in enumerate(mean[1:])), flush=True)


def measured(change, picture, seed, runs):
    seen = change(picture, seed)
    picture = picture[: seen.shape[0], : seen.shape[1]]
    return [psnr(seen, picture), *(psnr(restore(run, seen, 16), picture) for run in runs)]


if __name__ == "__main__":
    main()
