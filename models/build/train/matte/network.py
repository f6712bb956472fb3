"""The matting network: an EfficientNet-Lite backbone, a global view at 1/64, a decoder of depthwise convolutions.

Input [1, 3, S, S], RGB with ImageNet's mean and deviation, S a multiple of 64. Output [1, 2, S, S]: alpha, and how much what is
seen there is a person, both in 0..1 (logits while training).
"""

import torch
import torch.nn.functional as F
from efficientnet_lite_pytorch import EfficientNet
from torch import nn

# Blocks kept, and those whose outputs the decoder sees: at 1/4, 1/8, 1/16 and 1/32.
BACKBONES = {"efficientnet-lite0": (14, (2, 4, 10, 13)), "efficientnet-lite2": (17, (3, 6, 14, 16))}


class Depthwise(nn.Sequential):
    def __init__(self, inputs, outputs, kernel=5):
        super().__init__(
            nn.Conv2d(inputs, inputs, kernel, padding=kernel // 2, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU6(inplace=True),
        )


def enlarged(x, like):
    return F.interpolate(x, size=like.shape[2:], mode="bilinear", align_corners=False)


class Matte(nn.Module):
    def __init__(self, backbone="efficientnet-lite2", weights=None, width=96):
        super().__init__()
        whole = EfficientNet.from_name(backbone)
        if weights:
            whole.load_state_dict(torch.load(weights))
        count, self.taps = BACKBONES[backbone]
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())
        self.blocks = nn.ModuleList(list(whole._blocks)[:count])
        channels = [self.blocks[tap]._project_conv.out_channels for tap in self.taps]
        self.sideways = nn.ModuleList([nn.Conv2d(c, width, 1) for c in reversed(channels)])
        self.wide = nn.Sequential(Depthwise(width, width), Depthwise(width, width), Depthwise(width, width))
        self.far = nn.Sequential(nn.AvgPool2d(2), Depthwise(width, width), Depthwise(width, width), Depthwise(width, width))
        self.whole = nn.Linear(channels[-1], width)
        self.down = nn.ModuleList([Depthwise(width, width) for _ in range(3)])
        self.narrow, self.join = Depthwise(width, 24, 3), Depthwise(24, 24, 3)
        self.early = nn.Conv2d(self.stem[0].out_channels, 24, 1)
        self.colors = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.head = nn.Conv2d(32, 1, 3, padding=1)
        self.coarse, self.person = nn.Conv2d(width, 1, 1), nn.Conv2d(width, 1, 1)

    def backbone(self):
        return [*self.stem.parameters(), *self.blocks.parameters()]

    def forward(self, x):
        seen, y = [], self.stem(x)
        early = y
        for index, block in enumerate(self.blocks):
            y = block(y)
            if index in self.taps:
                seen.append(y)
        z = self.sideways[0](seen[-1]) + self.whole(seen[-1].mean((2, 3)))[:, :, None, None]
        z = self.wide(z)
        z = z + enlarged(self.far(z), z)
        person = self.person(z)
        for sideways, down, finer in zip(self.sideways[1:], self.down, seen[-2::-1]):
            z = down(enlarged(z, finer) + sideways(finer))
        coarse = self.coarse(z)
        z = self.join(enlarged(self.narrow(z), early) + self.early(early))
        z = self.head(torch.cat([z, F.relu6(self.colors(x))], 1))
        outputs = enlarged(z, x), enlarged(person, x)
        return (*outputs, enlarged(coarse, x)) if self.training else torch.sigmoid(torch.cat(outputs, 1))
