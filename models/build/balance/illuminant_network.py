"""The network that estimates the colour of the light: the mean of two, which err differently."""

import torch
import torch.nn.functional as F
from torch import nn

from cells import SIDE

SCALE = 0.3  # of an output: log chroma
BINS, STEP = 32, 0.1  # of log chroma, around 0


def convolutions(*channels, size=3, stride=2):
    return [nn.Conv2d(a, b, size, stride, size // 2) for a, b in zip(channels, channels[1:])]


class Estimate(nn.Module):
    """From features to (log R/G, log B/G)."""

    def __init__(self, features, dropout=0.05):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(features, 64), nn.ReLU(), nn.Dropout(dropout), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 2)
        )

    def forward(self, features):
        return self.layers(torch.cat(features, 1)) * SCALE


class Places(nn.Module):
    """
    Sees the cells where they lie. In logarithms a cast is a shift. Two layers see single cells: the means and the highest
    values of their features are what the colours say. Three convolutions see what is where.
    """

    def __init__(self):
        super().__init__()
        self.mean, self.highest, self.clipped = (nn.Conv2d(3, 32, 1) for _ in range(3))
        self.colours = nn.Conv2d(32, 40, 1)
        self.convolutions = nn.ModuleList(convolutions(40, 32, 40, 48))
        self.estimate = Estimate(2 * 40 + 3 * 48)

    def forward(self, mean, highest):
        mean, highest = mean + 0.01, highest + 0.01
        x = self.mean(mean.log()) + self.highest(highest.log()) + self.clipped(highest)
        x = F.relu(self.colours(F.relu(x)))
        seen = [x.mean((2, 3)), x.amax((2, 3))]
        for layer in self.convolutions:
            x = F.relu(layer(x))
        return self.estimate([*seen, x[:, :, :2].mean((2, 3)), x[:, :, 2:].mean((2, 3)), x.amax((2, 3))])


def luminance(x):
    return 0.2126 * x[:, 0] + 0.7152 * x[:, 1] + 0.0722 * x[:, 2]


def histogram(light, weight):
    """BINS x BINS of log chroma, from N x 3 x K logarithms and N x K weights; each colour is split among four bins."""
    bins = ((torch.arange(BINS) - (BINS - 1) / 2) * STEP)[None, :, None]
    near = lambda chroma: F.relu(1 - (chroma[:, None] - bins).abs() / STEP)
    rows = near(light[:, 0] - light[:, 1]) * weight[:, None]
    counts = rows @ near(light[:, 2] - light[:, 1]).transpose(1, 2)
    return (counts / (weight.sum(1)[:, None, None] + 1e-3)).sqrt()


def histograms(mean, highest):
    """Colours; the same by their light; highest values; edges between neighbours, where all channels rise or fall."""
    across, down = mean[:, :, :, 1:] - mean[:, :, :, :-1], mean[:, :, 1:] - mean[:, :, :-1]
    edges = torch.cat([down.flatten(2), across.flatten(2)], 2)
    mean, highest = mean.flatten(2), highest.flatten(2)
    light = luminance(mean)
    whole = ((0.96 - highest.amax(1)) * 1e6).clamp(0, 1)
    seen = (light * 50 - 0.25).clamp(0, 1) * whole
    same = torch.maximum(edges.amin(1), -edges.amax(1))
    edges = edges.abs()
    strength = (same * 100).clamp(0, 1) * luminance(edges).sqrt()
    return torch.stack(
        [
            histogram((mean + 0.002).log(), seen),
            histogram((mean + 0.002).log(), seen * light),
            histogram((highest + 0.002).log(), luminance(highest) ** 2),
            histogram((edges + 1e-4).log(), strength),
        ],
        1,
    )


class Colours(nn.Module):
    """Sees histograms of log chroma, in which a cast is a shift too."""

    def __init__(self):
        super().__init__()
        self.convolutions = nn.ModuleList(
            [*convolutions(4, 16, size=5, stride=1), *convolutions(16, 24, size=5), *convolutions(24, 14)]
        )
        self.dense = nn.Linear(14 * 8 * 8, 32)
        self.estimate = Estimate(32)

    def forward(self, mean, highest):
        with torch.no_grad():
            x = histograms(mean, highest) * 4
        for layer in self.convolutions:
            x = F.relu(layer(x))
        return self.estimate([F.relu(self.dense(x.flatten(1)))])


NETWORKS = {"places": Places, "colours": Colours}


class Both(nn.Module):
    """The mean of both, of float32 [1, 3, 2 SIDE, SIDE]: the means of the cells above their highest values."""

    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, input):
        mean, highest = input[:, :, :SIDE], input[:, :, SIDE:]
        first, second = (network(mean, highest) for network in self.networks)
        return (first + second) / 2
