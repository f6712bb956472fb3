"""Trains one network within a budget of seconds, or continues from a checkpoint.

    python train.py TASK --data .cache/bsds500 --out DIR --seconds 540 [--resume DIR [--restart 0.15]] [--until 0.5]

The learning rate follows half a cosine over a progress of 0 to 1. A call moves the progress from where the checkpoint
left it to `--until`, evenly over its seconds (the start included), then writes to DIR:

    TASK.pt      averaged weights (fp16), progress, and the curve so far: what --resume reads
    TASK.onnx    the model
    TASK.csv     the training curve
    TASK.txt     figures on the 20 pictures that are held out
"""

import argparse
import ast
import csv
import math
import os
import time
from pathlib import Path

STARTED = time.monotonic()

import numpy as np
import torch

from degrade import Chance
from evaluate import ROWS, describe, measure, psnr, restore
from export import adopted_weights, export
from pictures import Pool, photographs, read, split
from steps import Steps
from tasks import TASKS, count

LATE = 0.7  # from this progress on: larger crops, and the loss is the RMSE of each crop rather than L1
WARM_UP = 200  # steps, after every start: the optimiser's own state is not kept
LOWEST = 0.005  # of the rate
AVERAGE = 0.999
LOOK_EVERY = 20  # steps between two looks at the clock
CURVE_EVERY = 30  # seconds between two rows of the curve
CURVES = {  # what it shows: the lightest degradation, and one that is typical
    "denoise": ("clean", "noise 50", "ISO middle"),
    "clean": ("nothing to do", "JPEG 20"),
    "text": ("a quarter", "a quarter, JPEG 80"),
}
TEXT_PAGES, TEXT_PHOTOGRAPHS, TEXT_TEST_SEED = 800, 0.2, 10**6


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--until", type=float, default=1)
    parser.add_argument("--resume")
    parser.add_argument("--restart", type=float, help="the progress to go on from, instead of the checkpoint's: a warm restart")
    parser.add_argument("--fonts", default=".cache/fonts")
    parser.add_argument("--oidn", default=".cache/oidn.npz", help="what denoise-v2 starts from, besides denoise-v1")
    parser.add_argument("--waifu2x", default=".cache/waifu2x.npz", help="what clean starts from")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--crop", type=int, help="px, instead of the task's; a multiple of 32, 3/2 of it in the last part")
    parser.add_argument("--batch", type=int, help="crops in a batch, instead of the task's; half as many in the last part")
    parser.add_argument("--threads", type=int, default=min(4, os.cpu_count()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--small", action="store_true", help="a tiny trial on a CPU")
    return parser.parse_args()


class Training:
    def __init__(self, options):
        self.options, self.task, self.name = options, TASKS[options.task], options.task
        self.device = torch.device(options.device)
        self.out = Path(options.out)
        self.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = True
        self.sheets, self.validation = self.read_pictures()  # other processes render text: before the GPU is touched
        self.net = self.task.network().to(self.device, memory_format=torch.channels_last)
        self.step, self.progress, self.spent, self.curve = 0, 0.0, 0.0, []
        self.resume()
        torch._dynamo.config.suppress_errors = True  # what cannot be compiled runs as it is
        self.run_net = torch.compile(self.net, dynamic=False) if options.compile else self.net
        rates = {"adam": self.task.rate, "muon": self.task.muon}
        self.steps = Steps(self.net, **rates, warm_up=WARM_UP, lowest=LOWEST, decay=AVERAGE)
        seed = options.seed + self.step  # another call draws other crops
        self.chance = Chance(self.device, seed)
        self.pools = self.make_pools(seed)
        self.begin_progress = self.progress

    # Images

    def make_pools(self, seed):
        if self.task.evaluate != "text":
            return [(photographs(self.options.data, self.device, seed, self.task.scales), 1.0)]
        photos = photographs(self.options.data, self.device, seed, scales=(1.0,))
        return [(Pool([self.sheets], self.device, seed + 1), 1 - TEXT_PHOTOGRAPHS), (photos, TEXT_PHOTOGRAPHS)]

    def read_pictures(self):
        """(pages of text to train on, images for the curve and the figures, which no step reads)."""
        number = 2 if self.options.small else 20
        training, held_out = split(self.options.data)
        if self.task.evaluate != "text":
            return None, [read(path) for path in held_out[:number]]
        from text import pages

        fonts = Path(self.options.fonts)
        sheets = pages(16 if self.options.small else TEXT_PAGES, fonts / "train", training)
        return sheets, list(pages(number, fonts / "test", seed=TEXT_TEST_SEED))

    def sizes(self):
        """(images per batch, px of a crop without its margin)."""
        if self.options.small:
            return 16, 96 if self.task.scale == 4 else 32
        batch, crop = self.options.batch or self.task.batch, self.options.crop
        if self.progress < LATE:
            return batch, crop or self.task.size
        return batch // 2, crop * 3 // 2 if crop else self.task.late_size

    def batch(self):
        """(degraded, clean)."""
        number, size = self.sizes()
        scale, margin = self.task.scale, self.task.margin
        parts = [pool.crop(max(4, round(number * share / 4) * 4), size + margin) for pool, share in self.pools]
        clean = torch.cat(parts)[:number]
        degraded = self.task.degrade(clean, self.chance)
        top, left = (self.chance.random.randrange(margin // 3, margin * 2 // 3 + 1) // scale for _ in range(2))
        degraded = degraded[..., top : top + size // scale, left : left + size // scale]
        clean = clean[..., top * scale : top * scale + size, left * scale : left * scale + size]
        return degraded.contiguous(memory_format=torch.channels_last), clean

    # Steps

    def loss(self):
        with torch.no_grad():
            degraded, clean = self.batch()
        half = self.task.half_precision and (self.device.type == "cuda" or torch.cpu._is_avx512_bf16_supported())  # emulated, it is slower
        with torch.autocast(self.device.type, torch.bfloat16, enabled=half):
            output = self.run_net(degraded)
        error = output.float() - clean
        if self.progress < LATE:
            return error.abs().mean()
        return (error.square().mean((1, 2, 3)) + 1e-7).sqrt().mean()

    def one_step(self):
        loss = self.steps.take(self.loss, self.progress)
        self.step += 1
        return loss

    def first_step(self):
        """If the compiler fails, the network runs uncompiled."""
        if not self.options.compile:
            return
        try:
            self.one_step()
        except Exception as error:
            print(f"{self.name}: not compiled: {type(error).__name__}: {str(error)[:300]}", flush=True)
            self.run_net = self.net

    def train(self):
        self.first_step()
        begin, end = time.monotonic(), STARTED + self.options.seconds
        ready = f"ready after {begin - STARTED:.0f} s"
        print(f"{self.name}: {count(self.net)} weights, from {self.progress:.3f}, {ready}", flush=True)
        look, losses, spent = begin, [], self.spent
        rows = 0
        while (now := time.monotonic()) < end:
            share = (now - begin) / max(end - begin, 1e-3)
            self.progress = self.begin_progress + (self.options.until - self.begin_progress) * share
            losses.append(sum(self.one_step() for _ in range(LOOK_EVERY)) / LOOK_EVERY)
            value = float(losses[-1])  # waits for the device
            if not math.isfinite(value):
                print(f"{self.name}: no finite loss at step {self.step}: back to the averaged weights", flush=True)
                self.steps.step_back()
                losses.pop()
                continue
            self.spent = spent + time.monotonic() - begin
            if time.monotonic() - look > CURVE_EVERY or not rows:
                rows += 1
                look = time.monotonic()
                self.look(float(torch.stack(losses).mean()))
                losses = []
        self.progress = self.options.until
        self.look(float(torch.stack(losses).mean()) if losses else math.nan)

    # Results

    def runner(self):
        def run(pixels):
            with torch.no_grad():
                return self.steps.average(torch.from_numpy(pixels).to(self.device)).float().cpu().numpy()

        return run, getattr(self.net, "multiple", 1)

    def look(self, loss):
        """A row of the curve: 4 validation pictures under two of the degradations."""
        rows = ROWS[self.task.evaluate]
        row = {"step": self.step, "seconds": round(self.spent), "progress": round(self.progress, 4), "loss": round(loss, 5)}
        run, multiple = self.runner()
        for name in CURVES[self.task.evaluate]:
            values = []
            for number, picture in enumerate(self.validation[:4]):
                picture = picture[:256, :256]
                values.append(psnr(restore(run, rows[name](picture, number), multiple), picture))
            row[name] = round(float(np.mean(values)), 3)
        self.curve.append(row)
        self.steps.keep()
        print(self.name, row, flush=True)
        self.save()

    def save(self):
        weights = {name: value.detach().cpu() for name, value in self.steps.average.state_dict().items()}
        if self.task.scale == 1:  # SPAN is small, and its first weights do not fit
            weights = {name: value.half() for name, value in weights.items()}
        state = {"weights": weights, "step": self.step, "progress": self.progress, "spent": self.spent, "curve": self.curve}
        state["threads"] = self.options.threads  # the card tells it
        path = self.out / f"{self.name}.pt"
        torch.save(state, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").rename(path)
        with open(self.out / f"{self.name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, self.curve[-1].keys())
            writer.writeheader()
            writer.writerows(self.curve)

    def resume(self):
        folder = Path(self.options.resume or "-")
        path = folder / f"{self.name}.pt"
        if not path.exists() and not (folder / "model.onnx").exists():
            return self.begin_with_first()
        state = torch.load(path, map_location="cpu") if path.exists() else self.adopted(folder)
        self.net.load_state_dict({name: value.float() for name, value in state["weights"].items()})
        self.step, self.progress, self.spent, self.curve = (state[key] for key in ("step", "progress", "spent", "curve"))
        if self.options.restart is not None:
            self.progress = self.options.restart

    def adopted(self, folder):
        """The same as a checkpoint, of a network in `models/`."""
        weights = adopted_weights(folder / "model.onnx", self.net.state_dict())
        with open(folder / "curve.csv", newline="") as file:
            curve = [{key: ast.literal_eval(value) if value not in ("", "nan") else None for key, value in row.items()} for row in csv.DictReader(file)]
        last = curve[-1]
        return {"weights": weights, "step": last["step"], "progress": last["progress"], "spent": last["seconds"], "curve": curve}

    def begin_with_first(self):
        if self.task.first:
            state = torch.load(Path(self.options.resume or self.options.out) / f"{self.task.first}.pt", map_location="cpu")
            self.net.first.load_state_dict({name: value.float() for name, value in state["weights"].items()})
        if self.task.oidn:
            self.net.second.take(np.load(self.options.oidn))
        if self.task.waifu2x:
            self.net.take(np.load(self.options.waifu2x))

    def finish(self):
        line = export(self.name, self.steps.average, self.out / f"{self.name}.onnx")
        table = measure([self.runner()], self.task.evaluate, self.validation)
        text = f"{line}\n{self.name}: {self.step} steps, {self.spent:.0f} s, progress {self.progress:.2f}\n"
        text += f"{len(self.validation)} held-out pictures, PSNR in dB\n{describe(table, [self.name])}\n"
        (self.out / f"{self.name}.txt").write_text(text)
        print(text, flush=True)


def main():
    training = Training(read_options())
    training.train()
    training.finish()


if __name__ == "__main__":
    main()
