"""Trains one of the two networks for white balance on casts put on photographs that are taken as free of them.

    python models/build/balance/learn.py places --data BSDS500 --out .cache/first --seconds 2000
    python models/build/balance/learn.py places --data BSDS500 --out .cache/second --resume .cache/first --seconds 440
    python models/build/balance/learn.py places --data BSDS500 --out .cache/white-balance --resume .cache/second --rate 2e-3 --seconds 2700

The loss is the distance between the cast and its estimate, in units of the angle. The learning rate follows a cosine over `--steps` or
`--seconds`, whichever ends first; the answer is the average of the weights. Every 250 steps the photographs that are held
out (cells.py) are judged, and those in --also, which no training reads either.

--files adds photographs that were given a cast and saved as JPEG (saved.py), one half of the images: as many of each of BSDS500
and of each of the folders --photographs, but for every tenth picture. The cells of all other images have clipped channels as
sharp as no JPEG has.

--resume goes on from the weights in a folder, or in an ONNX file of both networks, at a lower rate, with one part in five of images
that hardly tell their light: small parts of photographs, and one colour running into another. Their casts cannot be known, so
the answer that costs least is none.
"""

import argparse
import copy
import csv
import time
from pathlib import Path

import numpy as np
import torch

from casts import batch, judge, summary
from cells import cells, dusks, parts, read, split, views
from illuminant_network import NETWORKS
from saved import NO_CAST, files, some
from weights import weights

BATCH, RATE, DECAY = 64, 4e-3, 1e-3
RESUMED_RATE, RESUMED_BATCH = 1e-3, (52, 9, 3)  # views, parts, dusks
SAVED = 32  # of the batch, in place of views
VIEWS = 24  # of each photograph
EVERY = 250


def distance(estimate, truth):
    """Of log chroma, so that all directions of one angle count the same."""
    u, v = (estimate - truth).unbind(1)
    return (u * u + v * v - u * v + 4e-4).sqrt().mean()


def without_every_tenth(folder):
    """Those of Caltech-101 are small, centred, and much like each other."""
    return [path for i, path in enumerate(sorted(folder.glob("*.jpg"))) if i % 10 and not path.stem.startswith("caltech")]


class Training:
    def __init__(self, options):
        self.options = options
        torch.manual_seed(options.seed)
        np.random.seed(options.seed)
        training, held_out = split(options.data)
        self.sources, self.rate = [(views(training, VIEWS), BATCH)], RATE
        if options.resume:
            more = (parts(training, 12), dusks(len(training), 12))
            self.sources, self.rate = list(zip((self.sources[0][0], *more), RESUMED_BATCH)), RESUMED_RATE
        self.rate = options.rate or self.rate
        self.files = None
        if options.files:
            sets = [training, *(without_every_tenth(folder) for folder in options.photographs)]
            made = [files(paths, each, options.seed) for paths, each in zip(sets, options.files, strict=True)]
            self.files = [torch.cat(part) for part in zip(*made)]
            self.sources[0] = self.sources[0][0], self.sources[0][1] - SAVED
        self.judged = {"held out": torch.stack([cells(read(path)) for path in held_out])}
        if options.also:
            self.judged["also"] = torch.stack([cells(read(path)) for path in sorted(options.also.glob("*.png"))])
        self.network = NETWORKS[options.network]().to(memory_format=torch.channels_last)
        if options.resume:
            self.network.load_state_dict(weights(options.resume, options.network))
        self.average = copy.deepcopy(self.network).eval()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), self.rate, (0.9, 0.99), weight_decay=DECAY)
        self.curve = []

    def run(self):
        start, step, loss = time.time(), 0, None
        spent = lambda: time.time() - start
        while (progress := max(step / self.options.steps, spent() / self.options.seconds)) < 1:
            rate = self.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * progress))
            found = self.step(rate, step)
            loss = found if loss is None else 0.99 * loss + 0.01 * found
            step += 1
            if step % EVERY == 0:
                self.report(step, spent(), loss)
        self.report(step, spent(), loss)

    def step(self, rate, step):
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            drawn = [batch(source, count, NO_CAST) for source, count in self.sources]
            if self.files:
                drawn.append(some(self.files, SAVED))
            inputs, truth = (torch.cat(each) for each in zip(*drawn))
        inputs = inputs.contiguous(memory_format=torch.channels_last)
        loss = distance(self.network(inputs[:, :3], inputs[:, 3:]), truth)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1)
        self.optimizer.step()
        kept = min(0.998, step / (step + 20))
        with torch.no_grad():
            for mean, value in zip(self.average.parameters(), self.network.parameters()):
                mean.mul_(kept).add_(value, alpha=1 - kept)
        return loss.item()

    def report(self, step, spent, loss):
        row = {"step": step, "seconds": round(spent), "loss": round(loss, 4)}
        with torch.no_grad():
            for name, whole in self.judged.items():
                found = summary(judge(lambda x: self.average(x[:, :3], x[:, 3:]), whole))
                row |= {f"{name}, {key}": round(value, 3) for key, value in found.items()}
        self.curve.append(row)
        print(row, flush=True)
        self.options.out.mkdir(parents=True, exist_ok=True)
        torch.save(self.average.state_dict(), self.options.out / f"{self.options.network}.pt")
        with open(self.options.out / f"{self.options.network}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, row.keys())
            writer.writeheader()
            writer.writerows(self.curve)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--also", type=Path, help="a folder of PNG that is judged too")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--files", type=int, nargs="*", help="how many of each photograph, for each set")
    parser.add_argument("--photographs", type=Path, nargs="*", default=[], help="folders of JPEG")
    parser.add_argument("--rate", type=float, help="the highest learning rate")
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--seconds", type=float, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    Training(options).run()


if __name__ == "__main__":
    main()
