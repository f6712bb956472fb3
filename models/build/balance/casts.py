"""Casts put on photographs, on cells in linear light, and how much of them an estimate leaves."""

import numpy as np
import torch

from cells import SIDE, encoded, linear

LUMINANCE = torch.tensor([0.2126, 0.7152, 0.0722])
# The casts of docs/quality.md: gains in linear light.
CASTS = {
    "none": [1, 1, 1],
    "warm": [1.15, 1, 0.8],
    "warm, strong": [1.3, 1, 0.62],
    "tungsten": [1.55, 1, 0.34],
    "cool": [0.85, 1, 1.2],
    "green": [0.9, 1.1, 0.9],
    "magenta": [1.08, 0.88, 1.08],
}


def angle(light):
    """Degrees between (log R/G, log B/G) and grey."""
    u, v = light.unbind(-1)
    colour = torch.stack([u.exp(), torch.ones_like(u), v.exp()], -1)
    return torch.rad2deg(torch.arccos((colour.sum(-1) / colour.norm(dim=-1) / 3**0.5).clamp(max=1)))


def chance(count, share):
    return torch.rand(count) < share


def factors(count, share, sigma):
    """Log-normal for a share, else 1."""
    return torch.where(chance(count, share), torch.exp(torch.randn(count) * sigma), 1.0)[:, None, None, None]


def random_lights(count, none):
    """2.5 to 26 degrees in all directions, 40 % of them near the blue-yellow axis; the share `none` has no cast."""
    turn = torch.rand(count) * 2 * np.pi
    daylight = np.arctan2(-1, 1) + chance(count, 0.5) * np.pi + torch.randn(count) * 0.3
    turn = torch.where(chance(count, 0.4), daylight, turn)
    direction = torch.stack([turn.cos(), turn.sin()], 1)
    degrees = torch.exp(torch.rand(count) * np.log(26 / 2.5) + np.log(2.5))
    size = degrees / (angle(direction * 0.1) / 0.1)
    return direction * size[:, None] * (~chance(count, none))[:, None]


def neutral_surface(cells):
    """A photograph that lies on a neutral surface."""
    side = np.sqrt(1 - np.random.uniform(0.05, 0.97))
    length = max(1, int(SIDE * side))
    top, left = np.random.randint(0, SIDE - length + 1, 2)
    slope = torch.linspace(-0.5, 0.5, SIDE)
    light = 1 + np.random.normal(0, 0.3) * slope[:, None] + np.random.normal(0, 0.3) * slope[None]
    light = (np.random.uniform(0.1, 1) * light).clamp(0.02, 1)
    grain = lambda: torch.exp(torch.randn(3, SIDE, SIDE) * 0.01)
    surface = torch.cat([light * grain(), light * torch.exp(torch.rand(1) * 0.15) * grain()]).clamp(max=1)
    surface[:, top : top + length, left : left + length] = cells[:, top : top + length, left : left + length]
    return surface


def photographs(views, count):
    """Without a cast: mirrored, two side by side, paler or stronger colours, on a neutral surface, other exposure and gamma."""
    one = lambda n: views[torch.randint(views.shape[0], (n,)), torch.randint(views.shape[1], (n,))].float()
    x = one(count)
    mirrored = chance(count, 0.5)
    x[mirrored] = x[mirrored].flip(-1)
    pairs = int(count * 0.15)
    cut = torch.randint(SIDE // 4, 3 * SIDE // 4, (1,)).item()
    if torch.rand(1) < 0.5:
        x[:pairs, :, :cut] = one(pairs)[:, :, :cut]
    else:
        x[:pairs, :, :, :cut] = one(pairs)[:, :, :, :cut]
    saturation = torch.where(chance(count, 0.4), torch.rand(count) * 1.2 + 0.1, 1.0)[:, None, None, None]
    for half in (slice(0, 3), slice(3, 6)):
        grey = torch.einsum("nchw,c->nhw", x[:, half], LUMINANCE)[:, None]
        x[:, half] = (grey + (x[:, half] - grey) * saturation).clamp(0, 1)
    for i in chance(count, 0.15).nonzero()[:, 0].tolist():
        x[i] = neutral_surface(x[i])
    x = (x * factors(count, 0.5, 0.3)).clamp(max=1)
    return x ** factors(count, 0.25, 0.25)


def scaled(gains):
    """Gains that keep the luminance of grey, its mean, or clip nothing, or as they are."""
    how = torch.rand(len(gains))[:, None]
    most, least = gains.max(1, keepdim=True).values, gains.min(1, keepdim=True).values
    return torch.where(
        how < 0.4,
        gains / (gains @ LUMINANCE)[:, None],
        torch.where(
            how < 0.6,
            gains / gains.mean(1, keepdim=True),
            torch.where(how < 0.8, gains / most, torch.where(how < 0.9, gains / least, gains)),
        ),
    )


def moved(before, after, light):
    """The mean log chroma by which what is neither clipped nor black was moved."""
    clipped = (after > 0.97) | (before < 0.004)
    whole = (~clipped.any(1)).float()[:, None]
    move = (after.clamp(min=1e-5).log() - before.clamp(min=1e-5).log()) * whole
    mean = move.sum((2, 3)) / whole.sum((2, 3)).clamp(min=1)
    enough = whole.mean((2, 3)) > 0.02
    return torch.where(enough, mean[:, ::2] - mean[:, 1:2], light)


def batch(views, count, none):
    """(input, log chroma of the cast): gains in linear light, or in a fifth of the cases in the numbers of the file."""
    x = photographs(views, count)
    light = random_lights(count, none)
    gains = scaled(torch.stack([light[:, 0].exp(), torch.ones(count), light[:, 1].exp()], 1))
    both = gains.repeat(1, 2)[:, :, None, None]
    y = x * both
    stored = chance(count, 0.2)
    y[stored] = linear(encoded(x[stored]) * both[stored] ** (1 / 2.2))
    truth = moved(x[:, :3], y[:, :3], light)
    y = (y.clamp(0, 1) * factors(count, 0.25, 0.2)).clamp(max=1)
    rough = torch.rand(count)[:, None, None, None] ** 3  # what JPEG leaves in cells
    y[:, :3] = y[:, :3] * torch.exp(torch.randn_like(y[:, :3]) * 0.03 * rough) + torch.randn_like(y[:, :3]) * 0.0004
    y[:, 3:] = y[:, 3:] * torch.exp(torch.randn_like(y[:, 3:]) * 0.06 * rough)
    y = y.clamp(0, 1)
    for i in chance(count, 0.05).nonzero()[:, 0].tolist():  # what is transparent is black
        rows = np.random.randint(1, SIDE * 3 // 4)
        y[i, :, slice(rows) if np.random.random() < 0.5 else slice(-rows, None)] = 0
    return y, truth


def judge(estimate, whole):
    """By cast: its degrees, and those that are left on each photograph."""
    rows = {}
    for name, gains in CASTS.items():
        gains = torch.tensor(gains, dtype=torch.float32)
        light = (gains[[0, 2]] / gains[1]).log()
        left = light - estimate((whole.float() * gains.repeat(2)[None, :, None, None]).clamp(max=1))
        rows[name] = angle(light).item(), angle(left)
    return rows


def summary(rows):
    """Mean degrees without a cast; the share of the angle that is left in the mean over the casts, and of each."""
    share = {name: left.mean().item() / cast for name, (cast, left) in rows.items() if name != "none"}
    return {"none": rows["none"][1].mean().item(), "left": float(np.mean(list(share.values()))), **share}
