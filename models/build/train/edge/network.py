"""The network that draws the border of a cut-out: a small U-Net over tiles of any multiple of 8 px.

Input: RGB and the alpha that `matte` found, [N, 4, H, W], 0 to 1. Output: alpha and the colours of the subject, [N, 4, H, W].
"""

import torch
from torch import nn

CHANNELS = (32, 64, 80)


def conv(a, b):
    return nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.ReLU())


class Edge(nn.Module):
    def __init__(self):
        super().__init__()
        a, b, c = CHANNELS
        self.down1 = nn.Sequential(nn.PixelUnshuffle(2), conv(16, a), conv(a, a))
        self.down2 = nn.Sequential(nn.MaxPool2d(2), conv(a, b), conv(b, b))
        self.down3 = nn.Sequential(nn.MaxPool2d(2), conv(b, c), conv(c, c), nn.Conv2d(c, b, 1))
        self.up2 = nn.Sequential(conv(b, b), conv(b, b), nn.Conv2d(b, a, 1))
        self.up1 = nn.Sequential(conv(a, a), conv(a, a), nn.Conv2d(a, 16, 3, padding=1), nn.PixelShuffle(2))
        self.larger = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        nn.init.zeros_(self.up1[2].weight), nn.init.zeros_(self.up1[2].bias)

    def forward(self, x):
        first = self.down1(x - 0.5)
        second = self.down2(first)
        third = self.down3(second)
        change = self.up1(first + self.larger(self.up2(second + self.larger(third))))
        # Twice as far as 0 and 1, so that what is certain can be changed as well.
        return torch.cat([x[:, 3:], x[:, :3]], 1) + change
