"""The second network of a cut-out: it corrects what U2-Net small found, with the picture at 448 px.

Input: the picture [1, 3, S, S], RGB with ImageNet's mean and deviation, S a multiple of 64, and
the answers [1, 3, S, S] of U2-Net small and of two networks for people (known.py).
Output: alpha and how much what is seen there is a person, both [1, 1, S, S] in 0..1 (logits while training).
EfficientNet-Lite0 up to block 13 with a decoder of depthwise convolutions; what U2-Net found joins the first convolution, each
level of the decoder, and the answer itself.
"""

import torch
import torch.nn.functional as F
from efficientnet_lite_pytorch import EfficientNet
from torch import nn

TAPS = (2, 4, 10, 13)  # blocks whose outputs the decoder sees: at 1/4, 1/8, 1/16 and 1/32
CHANNELS = (24, 40, 112, 192)
WIDTH = 64
RESIDUALS = (3, 2, 2, 1)  # at 1/32, 1/16, 1/8 and 1/4
FOUND = 3  # masks of other networks
WHO = WIDTH + CHANNELS[2] + CHANNELS[3] + FOUND  # what tells a person from a thing, at 1/16


class Depthwise(nn.Sequential):
    def __init__(self, inputs, outputs, kernel=5):
        super().__init__(
            nn.Conv2d(inputs, inputs, kernel, padding=kernel // 2, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU6(inplace=True),
        )


class Residual(nn.Module):
    """More of a level's own thoughts; adds nothing before it is trained."""

    def __init__(self, width):
        super().__init__()
        self.look, self.widen, self.narrow = nn.Conv2d(width, width, 5, padding=2, groups=width), nn.Conv2d(width, 2 * width, 1), zero(nn.Conv2d(2 * width, width, 1))

    def forward(self, x):
        return x + self.narrow(F.relu6(self.widen(self.look(x))))


def zero(layer):
    """Starts without a say: what was trained before answers as before."""
    for weights in layer.parameters():
        nn.init.zeros_(weights)
    return layer


def enlarged(x, like):
    return F.interpolate(x, size=like.shape[2:], mode="bilinear", align_corners=False)


class Matte(nn.Module):
    def __init__(self):
        super().__init__()
        whole = EfficientNet.from_name("efficientnet-lite0")
        self.stem = nn.Sequential(whole._conv_stem, whole._bn0, nn.ReLU6())
        self.hint = zero(nn.Conv2d(FOUND, 32, 3, stride=2, padding=1, bias=False))
        self.blocks = nn.ModuleList(list(whole._blocks)[:14])
        self.sideways = nn.ModuleList([nn.Conv2d(c, WIDTH, 1) for c in reversed(CHANNELS)])
        self.hints = nn.ModuleList([zero(nn.Conv2d(FOUND, WIDTH, 3, padding=1)) for _ in CHANNELS])
        self.early = nn.Conv2d(32, 24, 1)
        self.wide = nn.Sequential(Depthwise(WIDTH, WIDTH), Depthwise(WIDTH, WIDTH))
        self.whole = nn.Linear(192, WIDTH)
        self.down = nn.ModuleList([Depthwise(WIDTH, WIDTH) for _ in range(3)])
        self.narrow, self.join = Depthwise(WIDTH, 24, 3), Depthwise(24, 24, 3)
        self.colors = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.head = nn.Conv2d(32, 1, 3, padding=1)
        self.coarse, self.person = nn.Conv2d(WIDTH, 1, 1), nn.Conv2d(WIDTH, 1, 1)
        self.who = nn.Sequential(
            nn.Conv2d(WHO, WIDTH, 1), nn.ReLU6(), nn.Conv2d(WIDTH, WIDTH, 5, padding=2, groups=WIDTH), nn.Conv2d(WIDTH, WIDTH, 1), nn.ReLU6(), zero(nn.Conv2d(WIDTH, 1, 1))
        )
        self.more = nn.ModuleList([nn.Sequential(*(Residual(WIDTH) for _ in range(count))) for count in RESIDUALS])
        self.share = nn.Parameter(torch.tensor([0.7, 0.5, 0.0, 0.0, -0.5]))
        self.people = nn.Parameter(torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0]))

    def backbone(self):
        return [*self.stem.parameters(), *self.hint.parameters(), *self.blocks.parameters()]

    def forward(self, x, found):
        logit = torch.logit(found.clamp(0.02, 0.98))
        seen = []
        y = self.stem[2](self.stem[1](self.stem[0](x) + self.hint(found - 0.5)))
        early = y
        for index, block in enumerate(self.blocks):
            y = block(y)
            if index in TAPS:
                seen.append(y)
        at = lambda layer, like: layer(F.avg_pool2d(found, found.shape[2] // like.shape[2]) - 0.5)
        z = self.sideways[0](seen[3]) + self.whole(seen[3].mean((2, 3)))[:, :, None, None] + at(self.hints[0], seen[3])
        z = self.more[0](self.wide(z))
        for i, finer in enumerate((seen[2], seen[1], seen[0])):
            z = self.more[i + 1](self.down[i](enlarged(z, finer) + self.sideways[i + 1](finer) + at(self.hints[i + 1], finer)))
            if i == 0:
                masks = F.avg_pool2d(found, found.shape[2] // finer.shape[2]) - 0.5
                person = self.person(z) + self.who(torch.cat([z, finer, enlarged(seen[3], finer), masks], 1))
        coarse = self.coarse(z)
        z = self.join(enlarged(self.narrow(z), early) + self.early(early))
        z = self.head(torch.cat([z, F.relu6(self.colors(x))], 1))
        mixed = lambda own, shares: shares[0] * enlarged(own, x) + shares[-1] + sum(shares[i + 1] * logit[:, i : i + 1] for i in range(FOUND))
        alpha, person = mixed(z, self.share), mixed(person, self.people)
        return (alpha, person, enlarged(coarse, x)) if self.training else (torch.sigmoid(alpha), torch.sigmoid(person))


def folded(net):
    """The same network with batch normalisation folded into the convolutions before it."""
    fuse = torch.nn.utils.fusion.fuse_conv_bn_eval
    net.hint.weight.data *= (net.stem[1].weight / torch.sqrt(net.stem[1].running_var + net.stem[1].eps))[:, None, None, None].data
    pairs = [(net.stem, "0", "1")]
    for block in net.blocks:
        pairs += [(block, f"_{conv}_conv", bn) for conv, bn in (("expand", "_bn0"), ("depthwise", "_bn1"), ("project", "_bn2")) if hasattr(block, f"_{conv}_conv")]
    for part in net.modules():
        if isinstance(part, Depthwise):
            pairs += [(part, "0", "1"), (part, "2", "3")]
    for part, conv, bn in pairs:
        setattr(part, conv, fuse(getattr(part, conv), getattr(part, bn)))
        setattr(part, bn, nn.Identity())
    return net
