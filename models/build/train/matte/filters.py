"""What cameras and editors do to pictures, for whole batches [B, C, H, W] of values in 0..1, each sample with numbers of its own."""

import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F

sys.path.append(str(Path(__file__).resolve().parents[1]))
from degrade import LUMA_TABLE, code_blocks
from network import enlarged


def uniform(count, low, high, device):
    return torch.rand(count, device=device) * (high - low) + low


def some(share, count, device):
    return torch.nonzero(torch.rand(count, device=device) < share)[:, 0]


def per_sample(values, kernels):
    """Each sample filtered with a kernel of its own. kernels: [B, kh, kw]."""
    count, channels, height, width = values.shape
    kh, kw = kernels.shape[1:]
    weights = kernels[:, None].repeat(1, channels, 1, 1).view(count * channels, 1, kh, kw)
    padded = F.pad(values, (kw // 2, kw // 2, kh // 2, kh // 2), mode="reflect").view(1, count * channels, height + kh - 1, width + kw - 1)
    return F.conv2d(padded, weights, groups=count * channels).view(count, channels, height, width)


def gaussian(values, sigma):
    radius = 12
    at = torch.arange(-radius, radius + 1, device=values.device)
    kernel = torch.exp(-0.5 * (at / sigma.clamp(min=0.05)[:, None]) ** 2)
    kernel = kernel / kernel.sum(1, keepdim=True)
    return per_sample(per_sample(values, kernel[:, None, :]), kernel[:, :, None])


def motion(values, lengths):
    """Blurred along a line of `lengths` pixels in any direction."""
    radius = 10
    angle = uniform(len(values), 0, math.pi, values.device)
    y, x = torch.meshgrid(*[torch.arange(-radius, radius + 1, device=values.device).float()] * 2, indexing="ij")
    along = x * angle.cos()[:, None, None] + y * angle.sin()[:, None, None]
    across = -x * angle.sin()[:, None, None] + y * angle.cos()[:, None, None]
    kernel = (1 - across.abs()).clamp(min=0) * (lengths[:, None, None] / 2 + 0.5 - along.abs()).clamp(0, 1)
    return per_sample(values, kernel / kernel.sum((1, 2), keepdim=True))


def compressed(values, quality):
    """As JPEG of 4:4:4 with the standard's luma table on all planes."""
    return code_blocks(values * 255 - 128, LUMA_TABLE, quality).add(128).div(255)


def small(values):
    """As a small picture that is stretched, which half of the time was a JPEG. The width of a batch must be at least 320 px."""
    reduced = F.interpolate(values, size=(8 * int(torch.randint(13, 41, ())),) * 2, mode="area")
    chosen = some(0.5, len(reduced), reduced.device)
    if len(chosen):
        reduced[chosen] = compressed(reduced[chosen], uniform(len(chosen), 30, 92, reduced.device))
    return enlarged(reduced, values)


def jittered(image):
    """Exposure, colour, gray, blur, noise, compression, and small size: what cameras and editors do."""
    count, device = len(image), image.device
    column = lambda values: values[:, None, None, None]
    gain = column(uniform(count, 0.65, 1.3, device)) * (1 + (torch.rand(count, 3, device=device) - 0.5)[:, :, None, None] * 0.28 * column((torch.rand(count, device=device) < 0.5).float()))
    changed = image * gain + column(uniform(count, -0.08, 0.08, device))
    gray = column((torch.rand(count, device=device) < 0.1).float())
    changed = changed + gray * (changed.mean(1, keepdim=True) - changed)
    image = torch.where(column(torch.rand(count, device=device) < 0.7), changed, image).clamp(0, 1)
    for share, change in ((0.1, lambda x: gaussian(x, uniform(len(x), 0.4, 1.6, device))), (0.06, lambda x: motion(x, uniform(len(x), 3, 11, device))), (0.2, lambda x: x + torch.randn_like(x) * column(uniform(len(x), 0.005, 0.05, device))), (0.25, lambda x: compressed(x, uniform(len(x), 25, 92, device))), (0.3, small)):
        chosen = some(share, count, device)
        if len(chosen):
            image[chosen] = change(image[chosen])
    return image.clamp(0, 1)
