"""Takes a trained network into `models/`: weights, training curve and card, with figures on images that no training has read.

    python adopt.py TASK [TASK ...] --from RUNS [--pictures ../shared/data/kodak] [--fonts .cache/fonts/test]

Prints the lines that belong to `models/models.ts`.
"""

import argparse
import csv
import hashlib
from pathlib import Path

import numpy as np
import torch

from degrade import __dict__ as degradations
from evaluate import describe, measure, multiple_of, runner
from export import export
from pictures import middle, read
from tasks import MODELS, TASKS, count

WHAT = {
    "denoise-v1": "Removes noise up to a sigma of about 55/255, without being told how strong it is.",
    "denoise-v2": "Removes heavy noise, also from blurred images.",
    "clean": "Removes JPEG artefacts and the traces of an earlier poor upscale. The size stays the same.",
    "text-x4": "Makes an image of text 4 times wider and higher.",
}
LIMITS = {
    "denoise-v1": "Film grain and noise that is correlated over many pixels, as in heavily processed phone photographs, "
    "is removed only in part. JPEG artefacts are the job of `clean`.",
    "denoise-v2": "Fine texture that looks like noise is softened, and what is out of focus, such as the slats of shutters "
    "behind a flower, can be sharpened. Clean images stay as they are.",
    "clean": "JPEG below a quality of 10 and upscales by more than 3 are improved only in part."
    " Fine detail resembles the artefacts: the better the JPEG was, the less of the output is blended in, where no 8 x 8 blocks show a tenth (`workers/operations/clean/remove-blocks.ts`).",
    "text-x4": "Letters of less than about 6 px in the small image can come out as other letters. For photographs SPAN "
    "x4 is better.",
}
STARTS = {
    "denoise-v2": "the weights of denoise-v1, and of Open Image Denoise 2.5.1 (Intel, Apache-2.0; filter RT, colours alone, LDR), "
    "which `models/build/train/oidn.py` fetches",
    "clean": "the weights of waifu2x (nagadomi, MIT; CUNet, noise level 2), which `models/build/train/waifu2x.py` fetches",
}
LICENCES = {
    "text-x4": "Apache-2.0, as SPAN's",
    "denoise-v2": "Apache-2.0, as the weights of Open Image Denoise that it starts from",
    "clean": "Apache-2.0; the weights of waifu2x that it starts from: MIT",
}
AGAIN = ", where the progress begins again (`models/build/train/README.md`)"
GENTLE = """ Where the network changes little, Darkroom blends
in half of its output (`workers/operations/denoise/index.ts`), so that clean images change less; docs/quality.md has that."""
SIDE = 320
HELD_OUT = "every tenth by name of `test` (100007.jpg, 103029.jpg, ...; `models/build/train/pictures.py`)"


def card(task, path, state, figures, pictures):
    net, kind = TASKS[task].network(), TASKS[task]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    base = "SPAN x4, fine-tuned" if task == "text-x4" else type(net).__name__ + ", `models/build/train/network.py`"
    licence = LICENCES.get(task, "Apache-2.0, as Darkroom itself")
    sizes = "any height and width" if multiple_of(task) == 1 else f"height and width multiples of {multiple_of(task)}"
    size = "4 height, 4 width" if kind.scale == 4 else "height, width"
    recipe = " ".join((degradations[task.replace("-", "_")].__doc__ or "").split())
    source = "all of `train` and of `test`, but for " + HELD_OUT
    fonts = "31 font families, by `models/build/train/fonts.py` (pinned); six others for the figures" if kind.scale == 4 else ""
    threads = state.get("threads", 1)
    cores = {1: "one CPU core", 2: "two CPU cores"}.get(threads, f"{threads} CPU cores")
    progress = [row["progress"] for row in state["curve"]]
    again = AGAIN if any(later < earlier for earlier, later in zip(progress, progress[1:])) else ""
    blend = f"; {state['blend']:.0%} of these weights and the rest of those before the restart, by `blend.py`" if "blend" in state else ""
    rows = [
        ("input", f"`input`: float32 [1, 3, height, width], RGB, 0..1; {sizes}"),
        ("output", f"`output`: float32 [1, 3, {size}], RGB, about 0..1: clip it"),
        ("file", f"`model.onnx`, {path.stat().st_size} bytes; ONNX opset 17; {count(net) / 1e6:.2f} M weights, stored as fp16, computed in fp32"),
        ("SHA-256", f"`{digest}`"),
        ("licence", licence),
        ("network", base),
        *([("starts from", STARTS[task])] if task in STARTS else []),
        ("training files", f"BSDS500 (research terms; only weights are here): {source}"),
        *([("views", "4: the output is the mean over those of the mirrored image")] if kind.views == 4 else []),
        *([("fonts", fonts)] if fonts else []),
        ("degradation", recipe),
        ("training", f"{state['step']} steps in {state['spent'] / 60:.0f} minutes on {cores}; the curve is `curve.csv`{again}{blend}"),
        ("rebuild", f"`python models/build/train/train.py {task}`, see `models/build/train/README.md`"),
    ]
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    return f"""# {task}

{WHAT[task]}

| | |
|---|---|
{table}

## Figures

PSNR in dB (RGB, 8 bits), on {pictures}. `models/build/train/evaluate.py` prints them.{GENTLE if task.startswith("denoise") else ""}

{figures}

## Limits

{LIMITS[task]}
"""


def as_table(table):
    lines = ["| | input | mean | worst |", "|---|---:|---:|---:|"]
    for row, values in table.items():
        mean, worst = np.mean(values, 0), np.min(values, 0)
        lines.append(f"| {row} | {mean[0]:.2f} | {mean[1]:.2f} | {worst[1]:.2f} |")
    return "\n".join(lines)


def adopt(task, options):
    checkpoint = options.runs / f"{task}.pt"
    state = torch.load(checkpoint, map_location="cpu")
    net = TASKS[task].network()
    net.load_state_dict({name: value.float() for name, value in state["weights"].items()})
    folder = MODELS / task
    folder.mkdir(exist_ok=True)
    path = folder / "model.onnx"
    print(export(task, net, path))
    with open(folder / "curve.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, state["curve"][-1].keys())
        writer.writeheader()
        writer.writerows(state["curve"])
    if TASKS[task].evaluate == "text":
        from text import pages

        pictures, what = list(pages(20, options.fonts, seed=10**6, workers=1)), "20 pages in fonts that no training has read"
    else:
        pictures = [middle(read(path), SIDE) for path in sorted(options.pictures.glob("*.png"))]
        what = f"the middle {SIDE} x {SIDE} px of {len(pictures)} Kodak photographs"
    table = measure([runner(task, path)], TASKS[task].evaluate, pictures)
    print(describe(table, [task]))
    (folder / "card.md").write_text(card(task, path, state, as_table(table), what))
    print(f"sha256: '{hashlib.sha256(path.read_bytes()).hexdigest()}',\nbytes: {path.stat().st_size},")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tasks", nargs="+", choices=TASKS)
    parser.add_argument("--from", dest="runs", type=Path, required=True)
    parser.add_argument("--pictures", type=Path, default=Path("../shared/data/kodak"))
    parser.add_argument("--fonts", type=Path, default=Path(".cache/fonts/test"))
    options = parser.parse_args()
    for task in options.tasks:
        adopt(task, options)


if __name__ == "__main__":
    main()
