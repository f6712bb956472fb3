"""Trains the network on packed pictures, within a time.

    python train.py PICTURES OUT [--seconds 560] [--resume restore.pt] [--begin 0] [--until 1]

Writes OUT/restore.pt (averaged weights as fp16, the curve) every minute. Without --resume it starts from PICTURES/deblur-v2.onnx:
`git show 427dfde:models/deblur-v2/model.onnx`.
"""

import argparse
import csv
import math
import sys
import time
from pathlib import Path

STARTED = time.monotonic()

import numpy as np
import torch

from crops import pools
from damage import SHARES, draw
from restoration import Restore

sys.path.append(str(Path(__file__).resolve().parents[1]))
from degrade import Chance
from export import adopted_weights
from steps import Steps

LATE, WARM_UP, LOWEST, AVERAGE = 0.72, 100, 0.004, 0.9993
ADAM, MUON = 7e-4, 1e-3
EARLY_SIZE, LATE_SIZE, MARGIN, AT_ONCE = 128, 192, 32, 4  # px; batches that are drawn together
LOOK_EVERY, SAVE_EVERY = 25, 60  # steps, seconds


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=560)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--begin", type=float, default=0)
    parser.add_argument("--until", type=float, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def narrowed(weights, planes):
    """Keeps the `planes` of the lowest level, and of each pair there, that what follows weighs most."""
    strongest = lambda name: weights[name].square().sum((0, 2, 3)).topk(planes).indices.sort().values
    keep = strongest("from_eighth.convolution.weight")
    for name in [name for name in weights if name.startswith("middle") and "second" in name]:
        first, hidden = name.replace("second", "first"), strongest(name)
        weights[first] = weights[first][hidden][:, keep]
        weights[first.replace("weight", "bias")] = weights[first.replace("weight", "bias")][hidden]
        weights[name] = weights[name][keep][:, hidden]
    weights["to_eighth.weight"], weights["to_eighth.bias"] = weights["to_eighth.weight"][keep], weights["to_eighth.bias"][keep]
    weights["from_eighth.convolution.weight"] = weights["from_eighth.convolution.weight"][:, keep]


class Training:
    def __init__(self, options):
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = True
        options.out.mkdir(parents=True, exist_ok=True)
        self.net, self.curve, self.spent, self.step = Restore(), [], 0.0, 0
        self.begin()
        self.net = self.net.to(self.device, memory_format=torch.channels_last)
        self.steps = Steps(self.net, adam=ADAM, muon=MUON, warm_up=WARM_UP, lowest=LOWEST, decay=AVERAGE)
        self.chance = Chance(self.device, options.seed)
        self.pools = pools(options.pictures, LATE_SIZE + MARGIN, self.device, options.seed)
        self.waiting = []

    def begin(self):
        """From a checkpoint, or from deblur-v2, of which the lowest level is made narrower."""
        if self.options.resume:
            state = torch.load(self.options.resume, map_location="cpu")
            self.net.load_state_dict({name: value.float() for name, value in state["weights"].items()})
            self.curve, self.spent, self.step = state["curve"], state["spent"], state["step"]
            return
        names = [name for name in self.net.state_dict() if "spread" not in name]
        weights = adopted_weights(self.options.pictures / "deblur-v2.onnx", names)
        narrowed(weights, self.net.to_eighth.out_channels)
        self.net.load_state_dict(weights, strict=False)

    def batch(self):
        """(seen, target, numbers), of several batches drawn together and shuffled."""
        late = self.progress >= LATE
        size, count = (LATE_SIZE, self.options.batch // 2) if late else (EARLY_SIZE, self.options.batch)
        if self.waiting and self.waiting[0][0].shape[-1] != size:
            self.waiting = []
        if not self.waiting:
            values = draw(*self.pools, count * AT_ONCE, size, MARGIN, self.chance)
            order = torch.randperm(len(values[0]), device=self.device)
            self.waiting = [tuple(value[part] for value in values) for part in order.chunk(AT_ONCE)]
        return self.waiting.pop()

    def loss(self):
        with torch.no_grad():
            seen, target, numbers = self.batch()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            output = self.net(seen.contiguous(memory_format=torch.channels_last), numbers)
        error = output.float() - target
        if self.progress < LATE:
            return error.abs().mean()
        return (error.square().mean((1, 2, 3)) + 1e-6).sqrt().mean()

    def one_step(self):
        loss = self.steps.take(self.loss, self.progress)
        self.step += 1
        return loss

    def train(self):
        begin, end, saved = time.monotonic(), STARTED + self.options.seconds, time.monotonic()
        spent, losses = self.spent, []
        print(f"ready after {begin - STARTED:.0f} s", flush=True)
        while (now := time.monotonic()) < end:
            share = (now - begin) / (end - begin)
            self.progress = self.options.begin + (self.options.until - self.options.begin) * share
            value = float(sum(self.one_step() for _ in range(LOOK_EVERY)) / LOOK_EVERY)
            if not math.isfinite(value):
                print(f"no finite loss at step {self.step}: back to the averaged weights", flush=True)
                self.steps.step_back()
                continue
            losses.append(value)
            if time.monotonic() - saved > SAVE_EVERY or len(losses) == 4 and not self.curve:
                saved, self.spent = time.monotonic(), spent + time.monotonic() - begin
                self.save(float(np.mean(losses)))
                losses = []
        self.progress, self.spent = self.options.until, spent + time.monotonic() - begin
        self.save(float(np.mean(losses)) if losses else math.nan)

    def save(self, loss):
        self.steps.keep()
        row = {"step": self.step, "seconds": round(self.spent), "progress": round(self.progress, 4), "loss": round(loss, 6), **self.errors()}
        self.curve.append(row)
        print(row, flush=True)
        weights = {name: value.detach().half().cpu() for name, value in self.steps.average.state_dict().items()}
        path = self.options.out / "restore.pt"
        torch.save({"weights": weights, "curve": self.curve, "spent": self.spent, "step": self.step}, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").rename(path)
        with open(self.options.out / "curve.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, row.keys())
            writer.writeheader()
            writer.writerows(self.curve)

    @torch.no_grad()
    def errors(self):
        """The averaged weights' PSNR on fresh crops of each kind of damage."""
        chance, found = Chance(self.device, 99), {}
        for pool in self.pools:
            pool.generator.manual_seed(99)
        for change, _, needs_clean in SHARES:
            seen, target, numbers = draw(*self.pools, 32, EARLY_SIZE, MARGIN, chance, ((change, 32, needs_clean),))
            error = (self.steps.average(seen, numbers).clamp(0, 1) - target).square().mean((1, 2, 3))
            found[change.__name__] = round(float((-10 * (error + 1e-6).log10()).mean()), 3)
        for number, pool in enumerate(self.pools):
            pool.generator.manual_seed(self.options.seed + number + self.step)
        return found


if __name__ == "__main__":
    Training(read_options()).train()
