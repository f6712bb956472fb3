"""Trains the student on the teacher's answers that `pairs.py` stored.

    python distil.py --start .cache/narrow.pt --pairs .cache/pairs --models .cache/realesrgan --pictures ../shared/data/real \\
        --answers .cache/answers --out .cache/run --minutes 60

`--pictures` are held out: the curve is the agreement with the teacher on them. Both sides of a pair are flipped and turned
alike. The learning rate follows a cosine over the minutes; the averaged weights (EMA) are evaluated and kept. A second call
resumes from the last checkpoint in `--out`.
"""

import argparse
import csv
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch

from agreement import agreement, answers, collect
from student import published, restored
from teacher import fetch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "train"))
from steps import Steps

ADAM, MUON, WARM_UP, AVERAGE, LOWEST = 3e-4, 3e-4, 50, 0.998, 0.005
GRADIENTS = 0.5  # the weight of the gradients, in each direction
COLUMNS = ("minutes", "step", "loss", "psnr", "ssim", "gradient_ratio", "gradient_projection")


def load(folder):
    """([tiles, teacher's answers], [clean tiles, photographs]), all uint8."""
    shards = [np.load(path) for path in sorted(folder.glob("teacher-*.npz"))]
    if not shards:
        raise SystemExit(f"Expected pairs in {folder}: python pairs.py makes them")
    true = np.load(folder / "true.npz")
    taught = [torch.from_numpy(np.concatenate([shard[side] for shard in shards])) for side in ("low", "high")]
    return taught, [torch.from_numpy(true[side]) for side in ("low", "high")]


def turn(tile, turns, mirrored):
    tile = torch.rot90(tile, turns)
    return tile.flip(1) if mirrored else tile


class Pairs:
    """Draws batches without replacement until every tile was used; clean tiles come in at random."""

    def __init__(self, folder, true_share, seed):
        self.taught, self.true = load(folder)
        self.true_share = true_share
        self.random = np.random.default_rng(seed)
        self.waiting = []

    def next(self):
        if self.random.random() < self.true_share:
            number = int(self.random.integers(len(self.true[0])))
            return [side[number] for side in self.true]
        if not self.waiting:
            self.waiting = list(self.random.permutation(len(self.taught[0])))
        number = self.waiting.pop()
        return [side[number] for side in self.taught]

    def batch(self, count):
        """(tiles, targets), float32 [count, 3, height, width] in 0..1."""
        pairs = []
        for _ in range(count):
            turns, mirrored = int(self.random.integers(4)), bool(self.random.integers(2))
            pairs.append([turn(side, turns, mirrored) for side in self.next()])
        return [torch.stack(side).permute(0, 3, 1, 2).float() / 255 for side in zip(*pairs)]


def loss_of(found, expected):
    error = found - expected
    return error.abs().mean() + GRADIENTS * (error.diff(dim=2).abs().mean() + error.diff(dim=3).abs().mean())


class Training:
    def __init__(self, options):
        self.options = options
        self.pairs = Pairs(options.pairs, options.true_share, options.seed)
        models = fetch(options.models)
        self.pictures = collect(options.pictures)
        self.expected = answers(self.pictures, models, options.answers)
        self.checkpoint = options.out / "student.pt"
        state = torch.load(self.checkpoint) if self.checkpoint.exists() else None
        start = state["student"] if state else options.start and torch.load(options.start)
        self.student = restored(start) if start else published(models)
        self.steps = Steps(self.student, adam=ADAM, muon=MUON, warm_up=WARM_UP, lowest=LOWEST, decay=AVERAGE)
        self.step, self.losses, self.curve = 0, [], []
        self.start = time.time()
        if state:
            self.resume(state)

    def minutes(self):
        return (time.time() - self.start) / 60

    def resume(self, state):
        self.steps.average.load_state_dict(state["average"])
        self.step, self.curve = state["step"], state["curve"]
        self.start -= state["minutes"] * 60

    def train(self):
        if not self.curve:
            self.evaluate()
        evaluated = self.minutes()
        while self.minutes() < self.options.minutes:
            self.losses.append(self.steps.take(self.loss, self.minutes() / self.options.minutes).item())
            self.step += 1
            if self.minutes() - evaluated > self.options.every:
                self.evaluate()
                evaluated = self.minutes()
        self.evaluate()

    def loss(self):
        small, large = self.pairs.batch(self.options.batch)
        return loss_of(self.student(small), large)

    def evaluate(self):
        """Adds a row to the curve and writes a checkpoint."""
        table = agreement(self.steps.average, self.pictures, self.expected)
        means = np.mean(list(table.values()), 0)
        loss = np.mean(self.losses) if self.losses else math.nan
        row = [f"{self.minutes():.1f}", self.step, f"{loss:.4f}", f"{means[0]:.3f}", *(f"{value:.4f}" for value in means[1:])]
        self.curve.append(row)
        self.losses = []
        print(*row, " each:", *(f"{values[0]:.1f}" for values in table.values()), flush=True)
        self.store()

    def store(self):
        self.options.out.mkdir(parents=True, exist_ok=True)
        state = {"student": self.student.state_dict(), "average": self.steps.average.state_dict()}
        state |= {"step": self.step, "minutes": self.minutes(), "curve": self.curve, "pairs": len(self.pairs.taught[0])}
        torch.save(state, self.checkpoint)
        with open(self.options.out / "curve.csv", "w", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *self.curve])


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", type=Path, help="weights to start from, by `narrow.py`; otherwise those that were published")
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, nargs="+", required=True)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=4, help="minutes between two rows of the curve")
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--true-share", type=float, default=0.06, help="of clean tiles whose answer is the photograph")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=19)
    return parser.parse_args()


def main():
    options = read_options()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    Training(options).train()


if __name__ == "__main__":
    main()
