"""The network that draws the border of a cut-out: a small U-Net at half resolution and below, over tiles of any multiple of 8 px.

Input: RGB and the alpha that was found, [N, 4, H, W], 0 to 1. Output: alpha, [N, 1, H, W], 0 to 1.
"""

import torch
from torch import nn

CHANNELS = (24, 48, 64)
VEIL = 0.01  # alpha this near to 0 or 1 is 0 or 1: without it 4 to 5 % of the pixels that show nothing have an alpha of 1 or 2 of 255


def conv(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.LeakyReLU(0.1))


class Edge(nn.Module):
    """Alpha itself comes out, not a change of the one found: trained for a change, it learned to change nothing and stayed there."""

    def __init__(self):
        super().__init__()
        a, b, c = CHANNELS
        self.down1 = nn.Sequential(nn.PixelUnshuffle(2), conv(16, a), conv(a, a))
        self.down2 = nn.Sequential(nn.MaxPool2d(2), conv(a, b), conv(b, b))
        self.down3 = nn.Sequential(nn.MaxPool2d(2), conv(b, c), conv(c, c), nn.Conv2d(c, b, 1))
        self.up2 = nn.Sequential(conv(b, b), conv(b, b), nn.Conv2d(b, a, 1))
        self.up1 = nn.Sequential(conv(a, a), conv(a, a), nn.Conv2d(a, 4, 3, padding=1), nn.PixelShuffle(2))
        self.larger = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)

    def forward(self, x):
        first = self.down1(2 * x - 1)
        second = self.down2(first)
        third = self.down3(second)
        alpha = self.up1(first + self.larger(self.up2(second + self.larger(third))))
        return alpha if self.training else ((alpha - VEIL) / (1 - 2 * VEIL)).clamp(0, 1)
