"""Draws samples, whole batches at once: pictures with soft masks, cut-outs before photographs as in action, and parts of photographs
without a subject.

A batch is (image [B, 3, S, S] in 0..1, alpha [B, 1, S, S] in 0..1, person [B, 1, S, S]: 1 person, 0 thing, -1 not known).
"""

import math

import torch
import torch.nn.functional as F
from filters import gaussian, jittered, motion, some, uniform
from pool import S

PHOTOS = {"street": 0.3, "things": 0.36, "bsds500": 0.17, "various": 0.17}
CUTOUTS = {"street": 0.2, "people": 0.18, "various": 0.12, "things": 0.28, "limbs": 0.12, "halves": 0.1}
FILLED = {"street": 0.25, "people": 0.12, "various": 0.28, "things": 0.2, "bsds500": 0.15}
HEAD = 0.3  # of a person's height: what close photographs show
CLOSE = 1.05, 1.8  # of the side of the image: the frame cuts off most of them
GROUNDS = {"bsds500": 0.6, "street": 0.2, "things": 0.2}
SHOWN = 0.01  # most of a subject that a part without a subject may show


def sampled(values, theta, padding="zeros"):
    grid = F.affine_grid(theta, (len(values), values.shape[1], S, S), align_corners=False)
    return F.grid_sample(values, grid, align_corners=False, padding_mode=padding)


def windows(count, smallest, device, whole=0.0, turn=0.0):
    """Affine maps from the output to a part of a picture, half of them mirrored, `turn` of them turned by up to 8 degrees."""
    side = torch.where(torch.rand(count, device=device) < whole, torch.ones(count, device=device), uniform(count, smallest, 1, device))
    w, h = (side * uniform(count, 0.85, 1, device)).clamp(max=1), side
    w = torch.where(side >= 1, side, w)
    x, y = (1 - w) * uniform(count, -1, 1, device), (1 - h) * uniform(count, -1, 1, device)
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    angle = uniform(count, -0.14, 0.14, device) * (torch.rand(count, device=device) < turn)
    row = lambda *values: torch.stack(values, 1)
    return torch.stack([row(w * mirror * angle.cos(), -w * angle.sin(), x), row(h * mirror * angle.sin(), h * angle.cos(), y)], 1)


def photographs(pool, count):
    index = pool.pick(PHOTOS, count)
    values = pool.values(index)
    theta = windows(count, 0.65, pool.device, whole=0.55, turn=0.2)
    out = sampled(values, theta, "reflection")
    lost = out[:, 3].mean((1, 2)) < 0.02  # the window missed the subject
    if lost.any():
        out[lost] = values[lost]
    return out[:, :3], out[:, 3:], pool.person[index]


def around(pool, index):
    """Affine maps from the output to a part of a picture around a point of its subject, of people mostly of the head."""
    count, device = len(index), pool.device
    x, y, w, h = pool.boxes[index].unbind(1)
    head = (torch.isin(index, pool.of["street"])) & (torch.rand(count, device=device) < 0.75)
    cx = x + w * uniform(count, 0.25, 0.75, device)
    cy = y + h * torch.where(head, uniform(count, 0.03, HEAD, device), uniform(count, 0.2, 0.8, device))
    size = torch.where(head, uniform(count, 0.16, 0.5, device), uniform(count, 0.3, 0.85, device)) * torch.maximum(w, h)
    shape = uniform(count, -0.35, 0.35, device).exp()
    sw, sh = (size * shape).clamp(0.12, 1), (size / shape).clamp(0.12, 1)
    inside = lambda c, side: torch.minimum(torch.maximum(c, side / 2), 1 - side / 2) * 2 - 1
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    none = torch.zeros(count, device=device)
    row = lambda *values: torch.stack(values, 1)
    return torch.stack([row(sw * mirror, none, inside(cx, sw)), row(none, sh, inside(cy, sh))], 1)


def filled(pool, count, shares=FILLED, beside=0.25):
    """Parts of photographs that their subjects fill; some show two side by side."""
    index, other = pool.pick(shares, count), pool.pick(shares, count)
    parts = [sampled(pool.values(i), around(pool, i), "reflection") for i in (index, other)]
    person = [torch.where(part[:, 3:] > 0.5, pool.person[i][:, None, None, None], -torch.ones_like(part[:, 3:])) for part, i in zip(parts, (index, other))]
    joined = (torch.rand(count, device=pool.device) < beside)[:, None, None, None]
    narrow = lambda v: F.interpolate(v, size=(S, S // 2), mode="area")
    two = torch.cat([narrow(part) for part in parts], 3)
    out = torch.where(joined, two, parts[0])
    who = torch.where(joined, torch.cat([v[..., ::2] for v in person], 3), person[0])
    return out[:, :3], out[:, 3:], who


def grounds(pool, count, smallest=0.35, tries=16):
    """Parts of photographs with as little subject as possible, RGB and its mask, and how much each shows."""
    index = pool.pick(GROUNDS, count * tries)
    theta = windows(count * tries, smallest, pool.device)
    small = F.affine_grid(theta, (count * tries, 1, 16, 16), align_corners=False)
    shown = F.grid_sample(pool.glance[index], small, align_corners=False).mean((1, 2, 3)).view(count, tries)
    best = shown.argmin(1)
    at = torch.arange(count, device=pool.device) * tries + best
    return sampled(pool.values(index[at]), theta[at], "reflection"), shown.min(1).values


def textures(count, pool):
    """Small parts of photographs, repeated like tiles."""
    values, _ = grounds(pool, count, tries=4)
    zoom = uniform(count, 2, 9, pool.device)
    theta = torch.zeros(count, 2, 3, device=pool.device)
    theta[:, 0, 0], theta[:, 1, 1] = zoom, zoom
    small = F.avg_pool2d(values[:, :3], 2)
    return F.grid_sample(small, F.affine_grid(theta * 0.9, (count, 3, S, S), align_corners=False), padding_mode="reflection", align_corners=False)


def placed(pool, index, low, high):
    """Cut-outs, premultiplied, at their places on a canvas: [B, 4, S, S]."""
    count, device = len(index), pool.device
    values = pool.values(index)
    values = torch.cat([values[:, :3] * values[:, 3:], values[:, 3:]], 1)
    person = pool.person[index] > 0
    limbs = torch.isin(index, pool.of["limbs"])
    ratio = (pool.proportions[index] * uniform(count, 0.75, 1.3, device)).clamp(0.2, 5)
    side = S * uniform(count, low, high, device)
    w, h = side * torch.where(ratio > 1, 1.0, ratio), side / torch.where(ratio > 1, ratio, 1.0)
    halves = torch.isin(index, pool.of["halves"])
    turned = (torch.rand(count, device=device) < 0.4) & ~limbs & ~halves
    angle = torch.where(turned, uniform(count, -math.pi, math.pi, device), uniform(count, -0.12, 0.12, device))
    reach = lambda length: torch.rand(count, device=device) * (S - length).abs().add(length / 4) + torch.minimum(-length / 8, S - length - length / 8)
    x, y = reach(w) + w / 2, reach(h) + h / 2
    stands = person & ~turned & ((torch.rand(count, device=device) < 0.7) | halves)
    # On the lower edge; whoever is too large for that is cut off by it.
    y = torch.where(stands, torch.maximum(S - h / 2, h / 2 + S * uniform(count, 0, 0.2, device)), y)
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    bx, by, bw, bh = pool.boxes[index].unbind(1)
    cx, cy = 2 * (bx + bw / 2) - 1, 2 * (by + bh / 2) - 1
    # Output (-1..1, of S px) to the subject's box, then to the stored picture.
    u, v = 2 * x / S - 1, 2 * y / S - 1
    cos, sin = angle.cos(), angle.sin()
    ax, ay = mirror * bw * S / w, bh * S / h
    row = lambda *values: torch.stack(values, 1)
    theta = torch.stack([row(ax * cos, ax * sin, cx - ax * (u * cos + v * sin)), row(-ay * sin, ay * cos, cy - ay * (-u * sin + v * cos))], 1)
    shrink = float(((w / bw).minimum(h / bh) / S).median())
    while shrink < 0.55:
        values, shrink = F.avg_pool2d(values, 2), shrink * 2
    return sampled(values, theta)


def lit(cutout, ground):
    """Other light than where it was taken; half of them a little as their ground."""
    count, device = len(cutout), cutout.device
    color, alpha = cutout[:, :3], cutout[:, 3:]
    color = color * (uniform(count, 0.75, 1.25, device)[:, None] * torch.rand(count, 3, device=device).mul(0.2).add(0.9))[:, :, None, None]
    own = color.sum((2, 3), keepdim=True) / alpha.sum((2, 3), keepdim=True).clamp(min=1)
    share = (uniform(count, -0.4, 0.5, device).clamp(min=0))[:, None, None, None]
    color = color + alpha * share * (ground.mean((2, 3), keepdim=True) - own)
    return torch.cat([color.minimum(alpha).clamp(min=0), alpha], 1)


def composites(pool, count, low, high, most, shares=CUTOUTS, tries=16):
    """One to `most` cut-outs before a part of a photograph, their longer side `low` to `high` of the side of the image."""
    device = pool.device
    image = grounds(pool, count, tries=tries)[0][:, :3]
    alpha = torch.zeros(count, 1, S, S, device=device)
    chosen = some(0.2, count, device)
    if len(chosen):
        image[chosen] = gaussian(image[chosen], uniform(len(chosen), 0.7, 5, device))
    chosen = some(0.15, count, device)
    if len(chosen):
        image[chosen] = motion(image[chosen], uniform(len(chosen), 3, 20, device))
    person = torch.full((count, 1, S, S), -1.0, device=device)
    for turn in range(most):
        index = pool.pick(shares, count)
        cutout = placed(pool, index, low, high)
        if turn:  # a half has one, a quarter two, a quarter three
            cutout = cutout * (torch.rand(count, device=device) < 0.5)[:, None, None, None]
        cutout = lit(cutout, image)
        chosen = some(0.3, count, device)
        if len(chosen):
            cutout[chosen] = motion(cutout[chosen], uniform(len(chosen), 3, 18, device))
        image = cutout[:, :3] + image * (1 - cutout[:, 3:])
        alpha = cutout[:, 3:] + alpha * (1 - cutout[:, 3:])
        person = torch.where(cutout[:, 3:] > 0.5, pool.person[index][:, None, None, None], person)
    return image, alpha, person


def nothing(pool, count):
    image, shown = grounds(pool, count, smallest=0.25, tries=24)
    plain = (shown < SHOWN) & (torch.rand(count, device=pool.device) < 0.6)
    image = torch.where(plain[:, None, None, None], image[:, :3], textures(count, pool))
    return image, torch.zeros(count, 1, S, S, device=pool.device), torch.full((count, 1, S, S), -1.0, device=pool.device)


def batch(pool, count):
    """A sixth large, a sixth small and a twelfth close cut-outs, a twelfth nothing, a sixth parts that a subject fills, the rest photographs."""
    large, small, near, close, none = count // 6, count // 6, count // 6, max(1, count // 12), max(1, count // 12)
    image, alpha, who = photographs(pool, count - large - small - near - close - none)
    person = torch.where(alpha > 0.5, who[:, None, None, None], torch.full_like(alpha, -1))
    parts = [(image, alpha, person), filled(pool, near), composites(pool, large, 0.6, 1.15, 1, tries=2), composites(pool, small, 0.2, 0.6, 3), composites(pool, close, *CLOSE, 1), nothing(pool, none)]
    image, alpha, person = (torch.cat(values) for values in zip(*parts))
    return jittered(image), alpha, person


def with_losses(found, alpha):
    """Some known answers lose a part, as they lose limbs: the image and the other answers must make up for it."""
    count, planes, height, width = found.shape
    device = found.device
    column = lambda values: values[:, None, None, None]
    at = torch.arange(height, device=device).float() / height
    y, x = at[None, None, :, None], at[None, None, None, :]
    soft = column(uniform(count, 0.004, 0.03, device))
    box = lambda: [column(uniform(count, 0, 1, device)), column(uniform(count, 0.05, 0.3, device))]
    (cx, rx), (cy, ry) = box(), box()
    gap = torch.sigmoid((rx - (x - cx).abs()) / soft) * torch.sigmoid((ry - (y - cy).abs()) / soft)
    # A thin part of the subject near a random place of one.
    small = F.avg_pool2d(alpha, 4)
    k = int(torch.randint(2, 7, ())) * 2 + 1
    dilate = lambda v: F.max_pool2d(v, k, 1, k // 2)
    thin = (small - dilate(1 - dilate(1 - small))).clamp(min=0)
    flat = (thin > 0.5).float().flatten(1) + 1e-6
    spot = torch.multinomial(flat, 1)[:, 0]
    sy, sx = (spot // thin.shape[3]).float() / thin.shape[2], (spot % thin.shape[3]).float() / thin.shape[3]
    near = torch.sigmoid((column(uniform(count, 0.05, 0.25, device)) - ((y - column(sy)) ** 2 + (x - column(sx)) ** 2).sqrt()) / soft)
    limb = F.interpolate(dilate(thin), size=(height, width), mode="bilinear", align_corners=False) * near
    which = torch.rand(count, device=device)
    lost = torch.where(column(which < 0.15), gap, torch.where(column(which < 0.45), limb, torch.zeros_like(gap)))
    of = torch.rand(count, planes, device=device) < torch.tensor([0.65, 0.35, 0.35], device=device)
    found = found * (1 - lost * column(uniform(count, 0.6, 1, device)) * of[:, :, None, None])
    chosen = some(0.2, count, device)
    if len(chosen):
        found[chosen] = gaussian(found[chosen], uniform(len(chosen), 1, 5, device))
    return found
