"""Writes the checkpoint that deblur-v2 starts from: the U of the network that it replaced.

    python predecessor.py OUT

That network was deblur-v1 and a U that saw the image and what deblur-v1 had made of it. Its file is in the history of
the repository. A third pair of convolutions is added in the middle; it starts as the identity.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import torch

from export import adopted_weights
from network import U

FILE = "9800089:models/deblur-v2/model.onnx"
SHA256 = "cdd73ed9ad06243edfe0b88c17b4ff715f0361b808db57c89055fd23dc64ca65"
PREFIX = "second."


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    path = out / "predecessor.onnx"
    path.write_bytes(subprocess.run(["git", "show", FILE], check=True, capture_output=True).stdout)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != SHA256:
        raise SystemExit(f"Expected {FILE} to have the hash {SHA256} but it has {digest}")
    weights = U().state_dict()
    added = [name for name in weights if name.startswith("middle.2.")]
    known = adopted_weights(path, [PREFIX + name for name in weights if name not in added])
    for name, value in known.items():
        weights[name.removeprefix(PREFIX)] = value
    image, first = weights["head.weight"].split(3, 1)
    weights["head.weight"] = image + first
    weights["middle.2.second.weight"].zero_()
    start = {"step": 0, "progress": 0.0, "spent": 0.0, "curve": []}
    torch.save({"weights": {name: value.half() for name, value in weights.items()}, **start}, out / "deblur-v2.pt")


if __name__ == "__main__":
    main()
