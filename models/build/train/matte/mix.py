"""Mixes the weights of two states of one training, which may be better than either: python mix.py A.pt B.pt SHARE_OF_B OUT.pt"""

import sys

import torch


def main(a, b, share, target):
    one, other = (torch.load(path, map_location="cpu")["average"] for path in (a, b))
    mixed = {name: torch.lerp(one[name].float(), value.float(), float(share)).half() if value.dtype.is_floating_point else value for name, value in other.items()}
    torch.save({"average": mixed}, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
