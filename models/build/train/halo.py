"""How much overlap tiles need: the largest difference (1/255) between tiles and the whole image.

    python halo.py NAME=model.onnx [NAME=model.onnx ...] --pictures FOLDER
"""

import argparse
from pathlib import Path

import numpy as np

from evaluate import ROWS, open_model
from pictures import read
from tasks import TASKS

TILE, HALOS = 64, (16, 32, 48, 64, 80, 96)
CORNERS = [(128, 128), (160, 256), (192, 384)]  # of the tiles: multiples of 16, far from every border


def differences(run, picture):
    """halo -> largest difference of the tiles of one image."""
    found = dict.fromkeys(HALOS, 0.0)
    pixels = picture.transpose(2, 0, 1)[None].astype(np.float32) / 255
    whole = run(pixels)
    for top, left in CORNERS:
        expected = whole[..., top : top + TILE, left : left + TILE]
        for halo in HALOS:
            output = run(pixels[..., top - halo : top + TILE + halo, left - halo : left + TILE + halo])
            inner = output[..., halo : halo + TILE, halo : halo + TILE]
            found[halo] = max(found[halo], float(np.abs(inner.clip(0, 1) - expected.clip(0, 1)).max()) * 255)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--limit", type=int, default=4)
    options = parser.parse_args()
    pictures = [read(path) for path in sorted(Path(options.pictures).glob("*.png"))[: options.limit]]
    pictures = [picture[:448, :640] for picture in pictures if min(picture.shape[:2]) >= 448 and picture.shape[1] >= 640]
    if not pictures:
        raise SystemExit(f"skipped: no wide pictures in {options.pictures}")
    for model in options.models:
        name, path = model.split("=", 1)
        run = open_model(path)
        print(f"{name}, largest difference of a {TILE} px tile by its halo")
        for row, change in ROWS[TASKS[name].evaluate].items():
            tables = [differences(run, change(picture, number)) for number, picture in enumerate(pictures)]
            print(f"{row:26}", *(f"{halo}: {max(table[halo] for table in tables):.2f}" for halo in HALOS), sep="  ")


if __name__ == "__main__":
    main()
