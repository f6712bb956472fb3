"""One U for every kind of damage, told what to remove: the U of `../network.py` with a value for each of its planes, computed
from the four numbers, added where a level begins. They reach the layers that follow through the residual sums."""

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1]))
from network import U

KINDS = ("noise", "blur", "compression", "screen")


class Spread(nn.Module):
    """Numbers [n, 4] as one value for each plane [n, planes, 1, 1]."""

    def __init__(self, planes):
        super().__init__()
        self.linear = nn.Linear(len(KINDS), planes, bias=False)
        self.unflatten = nn.Unflatten(1, (planes, 1, 1))
        nn.init.zeros_(self.linear.weight)

    def forward(self, numbers):
        return self.unflatten(self.linear(numbers))


class Restore(U):
    """pixels [n, 3, height, width] in 0..1 and numbers [n, 4] in 0..1: how much of each of KINDS is removed."""

    def __init__(self):
        super().__init__()
        self.half_spread, self.quarter_spread, self.eighth_spread = map(Spread, self.channels)

    def forward(self, pixels, numbers):
        half = self.half_down(self.head(pixels) + self.half_spread(numbers))
        quarter = self.quarter_down(self.to_quarter(half) + self.quarter_spread(numbers))
        eighth = self.middle(self.to_eighth(quarter) + self.eighth_spread(numbers))
        quarter = self.quarter_up(self.from_eighth(eighth) + quarter)
        return pixels - self.tail(self.half_up(self.from_quarter(quarter) + half))
