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

from fold import fixed, load

TRAIN = Path(__file__).resolve().parents[1]
sys.path += [str(TRAIN), str(TRAIN / "damage")]  # the second has modules of the same names
import held_out
from evaluate import ROWS, mean_of_views, open_model, psnr, restore
from export import export
from pictures import middle, read


def another(strength, quality):
    return lambda picture, seed: held_out.coded(held_out.sensor(picture, np.random.default_rng(seed), strength), quality)


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


def exported(net, numbers, folder):
    path = Path(folder) / f"{'-'.join(map(str, numbers))}.onnx"
    export("restore", fixed(net, numbers), path)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, nargs="+", required=True)
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--side", type=int, default=320)
    parser.add_argument("--only", choices=PARTS, nargs="*", default=[*PARTS])
    options = parser.parse_args()
    net, pictures = load(options.checkpoint), []
    for folder in options.pictures:
        paths = sorted(path for path in folder.glob("*") if path.suffix in {".png", ".jpg"})[: options.limit]
        pictures += [middle(read(path), options.side) for path in paths]
    print(f"{len(pictures)} pictures, PSNR in dB")
    with tempfile.TemporaryDirectory() as folder:
        for part in options.only:
            rows, columns = PARTS[part]
            print(f"{'':26}{'input':>8}" + "".join(f"{name:>13}{'one':>8}" for name, *_ in columns))
            runs = []
            for name, views, numbers, new_views in columns:
                old, new = options.models / name / "model.onnx", exported(net, numbers, folder)
                runs += [mean_of_views(open_model(old), views), mean_of_views(open_model(new), new_views)]
            for name, change in rows.items():
                mean = np.mean([measured(change, picture, number, runs) for number, picture in enumerate(pictures)], 0)
                print(f"{name:26}{mean[0]:8.2f}" + "".join(f"{value:{(13, 8)[i % 2]}.2f}" for i, value in enumerate(mean[1:])), flush=True)


def measured(change, picture, seed, runs):
    seen = change(picture, seed)
    picture = picture[: seen.shape[0], : seen.shape[1]]
    return [psnr(seen, picture), *(psnr(restore(run, seen, 16), picture) for run in runs)]


if __name__ == "__main__":
    main()
