"""Trains the second network of a cut-out, on a GPU in minutes: python train.py PACK START.pt OUT [--seconds 540]

PACK is pack.py's; START.pt has weights to go on from. The learning rate falls by one cosine over `--seconds`. Batch normalisation keeps its
means. OUT/curve.csv gets a line at each measurement: seconds, steps, loss, then intersection over union and mean error of alpha on what
is held out, by the kinds of evaluate.py. OUT/matte.pt has the mean of the last weights, as fp16.
"""

import argparse
import csv
import math
import pickle
import sys
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2]))

import torch
import torch.nn.functional as F
from draw import batch, with_losses
from evaluate import MEASURED, measured
from network import Matte
from onnx_torch import Graph
from pool import Pool
from preprocess import DEVIATION, MEAN
from torch import nn

SIZES = {"u2netp": (320, 320), "selfie": (256, 256), "selfie-landscape": (144, 256)}  # height, width


class Known(nn.Module):
    """What the known networks answer to images in 0..1."""

    def __init__(self, models):
        super().__init__()
        self.nets = nn.ModuleList([Graph(models[name]) for name in SIZES])

    @torch.no_grad()
    def forward(self, image, normalised):
        planes = []
        with torch.autocast(image.device.type, torch.float16 if image.is_cuda else torch.bfloat16):
            for net, (name, size) in zip(self.nets, SIZES.items()):
                x = F.interpolate(normalised if name == "u2netp" else image, size=size, mode="bilinear", align_corners=False)
                plane = net(x.contiguous(memory_format=torch.channels_last))
                plane = F.interpolate(plane.float(), size=image.shape[2:], mode="bilinear", align_corners=False)
                planes.append(torch.sigmoid(plane) if name == "u2netp" else plane)
        return torch.cat(planes, 1)


def edges(x):
    return torch.cat([(x[..., 1:, :] - x[..., :-1, :])[..., :-1], (x[..., 1:] - x[..., :-1])[..., :-1, :]], 1)


def known_parts(alpha, person):
    """Where it is known whether a subject is a person."""
    return (person >= 0).float() * (alpha > 0.5)


def loss_of(outputs, alpha, person):
    logits, persons, coarse = (values.float() for values in outputs)
    a = torch.sigmoid(logits)
    overlap, union = (a * alpha).sum((1, 2, 3)), (a + alpha - a * alpha).sum((1, 2, 3))
    iou = 1 - (overlap + 50) / (union + 50)
    binary, shown = F.binary_cross_entropy_with_logits, known_parts(alpha, person)
    # Each picture counts the same, whatever its subject's size.
    weight = shown / shown.sum((1, 2, 3), keepdim=True).clamp(min=200)
    who = (binary(persons, person.clamp(min=0), reduction="none") * weight).sum() / len(person)
    return binary(logits, alpha) + iou.mean() + F.l1_loss(a, alpha) + 3 * F.l1_loss(edges(a), edges(alpha)) + 0.4 * binary(coarse, alpha) + 0.4 * who


def load(net, path):
    """Weights of an earlier state, also of one without the residuals."""
    kept = torch.load(path, map_location="cpu")["average"]
    missing, unexpected = net.load_state_dict({name: v.float() if v.dtype.is_floating_point else v for name, v in kept.items()}, strict=False)
    assert not unexpected and all(name.startswith(("more.", "people", "who.")) for name in missing), (missing, unexpected)
    return net


class Training:
    def __init__(self, options):
        self.options, self.device = options, options.device
        torch.manual_seed(options.seed)
        if self.device == "cpu":
            torch.set_num_threads(1)
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        pack = pickle.loads(Path(options.pack).read_bytes())
        self.place = lambda module: module.to(self.device).to(memory_format=torch.channels_last)
        self.net, self.average = self.place(load(Matte(), options.start)), self.place(load(Matte(), options.start)).eval()
        self.known = self.place(Known(pack["known"]))
        self.pool, self.held_out = (Pool(pack["pictures"], self.device, held_out, workers=options.workers) for held_out in (False, True))
        self.mean, self.deviation = (torch.tensor(values, device=self.device)[:, None, None] for values in (MEAN, DEVIATION))
        self.steps, self.losses = 0, []
        self.started = time.time()

    def inputs(self, image):
        x = (image - self.mean) / self.deviation
        return x.contiguous(memory_format=torch.channels_last), self.known(image, x)

    def run(self, net, x, found):
        with torch.autocast(self.device, torch.bfloat16):
            return net(x, found)

    def measure(self):
        row = measured(self.held_out, lambda image: self.run(self.average, *self.inputs(image))[0].float())
        loss = float(torch.stack(self.losses).mean()) if self.losses else 0
        line = [round(time.time() - self.started), self.steps, round(loss, 4), *(round(value, 4) for name in MEASURED for value in row[name])]
        self.losses = []
        print(*line, flush=True)
        with open(self.options.out / "curve.csv", "a") as file:
            csv.writer(file).writerow(line)
        kept = {name: v.half().cpu() if v.dtype.is_floating_point else v.cpu() for name, v in self.average.state_dict().items()}
        torch.save({"steps": self.steps, "average": kept}, self.options.out / "matte.pt")

    def step(self, optimizer):
        with torch.no_grad():
            image, alpha, person = batch(self.pool, self.options.batch)
            x, found = self.inputs(image)
            found = with_losses(found, alpha)
        loss = loss_of(self.run(self.net, x, found), alpha, person)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        optimizer.step()
        decay = min(self.options.decay, self.steps / (self.steps + 20))
        with torch.no_grad():
            for kept, new in zip(self.average.parameters(), self.net.parameters()):
                kept.lerp_(new, 1 - decay)
        self.losses.append(loss.detach())
        self.steps += 1

    def train(self):
        net, rate = self.net.train(), self.options.rate
        for module in net.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eval()
        inner = {id(p) for p in net.backbone()}
        groups = [{"params": [p for p in net.parameters() if (id(p) in inner) == is_inner], "rate": rate * (0.3 if is_inner else 1)} for is_inner in (True, False)]
        optimizer = torch.optim.AdamW(groups, weight_decay=1e-4)
        last = time.time()
        while (elapsed := time.time() - self.started) < self.options.seconds:
            share = min(1, (self.steps + 1) / 100) * (0.5 * (1 + math.cos(math.pi * elapsed / self.options.seconds)) * 0.98 + 0.02)
            for group in optimizer.param_groups:
                group["lr"] = group["rate"] * share
            self.step(optimizer)
            if time.time() - last > self.options.every:
                self.measure()
                last = time.time()
        self.measure()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack"), parser.add_argument("start"), parser.add_argument("out", type=Path)
    for name, default in (("seconds", 540.0), ("batch", 64), ("rate", 1e-3), ("decay", 0.99), ("every", 130.0), ("device", "cuda"), ("workers", 16), ("seed", 1)):
        parser.add_argument(f"--{name}", type=type(default), default=default)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    Training(options).train()


if __name__ == "__main__":
    main()
