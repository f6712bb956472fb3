"""Prints the degrees that the network alone leaves of each cast, on photographs that no training read, as PNG and as JPEG 85.

    python models/build/balance/degrees.py models/white-balance/model.onnx --data BSDS500 [--photographs STREET] [--also KODAK]
"""

import argparse
from pathlib import Path

import torch

from casts import CASTS, angle
from cells import cells, encoded, read, split
from illuminant_network import NETWORKS, Both
from saved import jpeg, with_cast
from weights import weights

NO_CAST, CAST = 0.1, 0.18  # as in workers/operations/white-balance/estimate.ts
QUALITY = 85


def estimator(source):
    networks = [kind() for kind in NETWORKS.values()]
    for network, name in zip(networks, NETWORKS):
        network.load_state_dict(weights(source, name))
    both = Both(networks).eval()

    def estimate(seen):
        light = both(torch.cat([seen[:, :3], seen[:, 3:]], 2))
        return light * ((light.norm(dim=1, keepdim=True) - NO_CAST) / (CAST - NO_CAST)).clamp(0, 1)

    return estimate


def as_files(picture, gains):
    """The cells of a picture under a cast, as PNG and as JPEG."""
    numbers = (encoded(with_cast(picture, gains)[1]) * 255).round()
    return cells(numbers), cells(jpeg(numbers, QUALITY))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder, or an ONNX file")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--photographs", type=Path, help="a folder of JPEG, of which every tenth is held out")
    parser.add_argument("--also", type=Path, help="a folder of PNG")
    options = parser.parse_args()
    estimate = estimator(options.source)
    sets = {"BSDS500": split(options.data)[1]}
    if options.photographs:
        sets[options.photographs.name] = sorted(options.photographs.glob("*.jpg"))[::10]
    if options.also:
        sets[options.also.name] = sorted(options.also.glob("*.png"))
    for name, paths in sets.items():
        pictures = [read(path) for path in paths]
        for cast, gains in CASTS.items():
            gains = torch.tensor(gains, dtype=torch.float32)
            light = (gains[[0, 2]] / gains[1]).log()
            with torch.no_grad():
                seen = zip(*(as_files(picture, gains[:, None, None]) for picture in pictures))
                left = [angle(light - estimate(torch.stack(each))).mean().item() for each in seen]
            print(f"{name} | {cast} | {angle(light).item():.1f} | {left[0]:.1f} | {left[1]:.1f}")


if __name__ == "__main__":
    main()
