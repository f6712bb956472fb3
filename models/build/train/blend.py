"""Mixes the weights of the network in `models/` with those of a checkpoint that was trained on from it.

    python blend.py TASK --from RUNS --share 0.85

The mean of two such networks keeps most of what either can. It replaces the weights of the checkpoint: SHARE of its own and the
rest from `models/`.
"""

import argparse
from pathlib import Path

import torch

from export import adopted_weights
from tasks import MODELS, TASKS


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--from", dest="runs", type=Path, required=True)
    parser.add_argument("--share", type=float, required=True)
    options = parser.parse_args()
    path = options.runs / f"{options.task}.pt"
    state = torch.load(path, map_location="cpu")
    trained = {name: value.float() for name, value in state["weights"].items()}
    before = adopted_weights(MODELS / options.task / "model.onnx", trained)
    state["weights"] = {name: torch.lerp(before[name], value, options.share).half() for name, value in trained.items()}
    state["blend"] = options.share
    torch.save(state, path)


if __name__ == "__main__":
    main()
