"""Generates degraded tiles and stores the answers of Real-ESRGAN x4plus, in shards. A second call resumes.

    python pairs.py --data .cache/bsds500 --fonts .cache/fonts/train --models .cache/realesrgan --out .cache/pairs

Tile n depends on the seed and n alone.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from damage import SLACK, damage, reduce
from sources import LARGEST, Sources, crop
from teacher import X4plus, fetch, quantised

SHARD = 32  # tiles
SIZE = 64  # px of a tile
BATCH = 4  # tiles per call of the teacher
TRUE_SEED = 1  # separates the tiles of `true_pair` from the others


def tile(number, seed, sources):
    random = np.random.default_rng([seed, number])
    return damage(sources.cut(SIZE + SLACK, random), SIZE, random)


def true_pair(number, seed, sources):
    """A clean photograph at a quarter of its size, and the photograph as the target: teaches to do no harm."""
    random = np.random.default_rng([seed, TRUE_SEED, number])
    page = sources.photographs[random.integers(len(sources.photographs))]
    high = crop(page, SIZE * LARGEST, random)
    low = reduce(high.astype(np.float32), SIZE, random)
    return np.clip(low + 0.5, 0, 255).astype(np.uint8), high


def store(path, pairs):
    """Writes a shard atomically."""
    low, high = (np.stack(part) for part in zip(*pairs))
    unfinished = path.with_suffix(".tmp.npz")
    np.savez(unfinished, low=low, high=high)
    unfinished.rename(path)


def as_tensor(tiles):
    return torch.from_numpy(np.stack(tiles)).permute(0, 3, 1, 2).float() / 255


def make_tiles(number, seed, sources):
    return [tile(n, seed, sources) for n in range(number * SHARD, (number + 1) * SHARD)]


def answers(teacher, tiles):
    found = torch.cat([teacher(part) for part in as_tensor(tiles).split(BATCH)])
    return (found * 255).round().byte().permute(0, 2, 3, 1).numpy()


def open_teacher(options, sources):
    """The teacher; int8 is calibrated on the tiles of the first shard."""
    folder = fetch(options.models)
    if options.exact:
        return X4plus(folder)
    return quantised(folder, as_tensor(make_tiles(0, options.seed, sources)), options.out / "ranges.pt")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="BSDS500 with `train` and `test`")
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="folders of other photographs")
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True, help="folder for the models of the wheel")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--true", type=int, default=256, help="number of clean tiles with the photograph as target")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--exact", action="store_true", help="run the teacher in fp32: twice as slow")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=19)
    return parser.parse_args()


def main():
    options = read_options()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    sources = Sources(options.data, options.fonts, options.more)
    if not (options.out / "true.npz").exists():
        store(options.out / "true.npz", [true_pair(n, options.seed, sources) for n in range(options.true)])
    teacher = open_teacher(options, sources)
    start = time.time()
    for number in range(options.count // SHARD):
        if time.time() - start > options.minutes * 60:
            break
        if not (options.out / f"teacher-{number:04}.npz").exists():
            tiles = make_tiles(number, options.seed, sources)
            store(options.out / f"teacher-{number:04}.npz", list(zip(tiles, answers(teacher, tiles))))
            print(f"{time.time() - start:.0f} s, shard {number}", flush=True)


if __name__ == "__main__":
    main()
