"""Prints the degrees that the network alone leaves of each cast, on the photographs that no training read.

    python models/build/balance/degrees.py models/white-balance/model.onnx --data BSDS500 [--also KODAK]
"""

import argparse
from pathlib import Path

import torch

from casts import judge
from cells import cells, read, split
from illuminant_network import NETWORKS, Both
from weights import weights

NO_CAST, CAST = 0.05, 0.1  # as in workers/operations/white-balance/estimate.ts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder, or an ONNX file")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--also", type=Path, help="a folder of PNG")
    options = parser.parse_args()
    networks = [kind() for kind in NETWORKS.values()]
    for network, name in zip(networks, NETWORKS):
        network.load_state_dict(weights(options.source, name))
    both = Both(networks).eval()

    def estimate(whole):
        light = both(torch.cat([whole[:, :3], whole[:, 3:]], 2))
        return light * ((light.norm(dim=1, keepdim=True) - NO_CAST) / (CAST - NO_CAST)).clamp(0, 1)

    sets = {"BSDS500": split(options.data)[1]}
    if options.also:
        sets[options.also.name] = sorted(options.also.glob("*.png"))
    with torch.no_grad():
        for name, paths in sets.items():
            for cast, (degrees, left) in judge(estimate, torch.stack([cells(read(path)) for path in paths])).items():
                print(f"{name} | {cast} | {degrees:.1f} | {left.mean().item():.1f}")


if __name__ == "__main__":
    main()
