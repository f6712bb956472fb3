"""Pages of rendered text: words in many fonts, sizes and colours, on paper, on screens, on photographs.

    python text.py FONTS OUT.png     shows nine of them
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIZE = 512  # px; a network that enlarges by 4 sees a quarter of it
LETTERS = "eeeeeeetttttaaaaoooiiinnnsssrrrhhhllddccuummwwffggyyppbbvvkkjxqz"
ACCENTS = "äöüéèçñåøß"
SIGNS = ["0123456789", ".,;:!?'\"()-", "€$%&@#+=*/<>[]{}|_"]


def word(random):
    kind = random.random()
    if kind < 0.12:
        return "".join(random.choice(list("0123456789.,:-/%€$"), random.integers(1, 8)))
    text = "".join(random.choice(list(LETTERS), random.integers(1, 11)))
    if kind < 0.2:
        text = text[:-1] + random.choice(list(ACCENTS))
    if random.random() < 0.25:
        text = text.upper() if random.random() < 0.4 else text.capitalize()
    if random.random() < 0.2:
        text += random.choice(list(random.choice(SIGNS)))
    return text


@lru_cache(maxsize=512)
def font(path, size):
    return ImageFont.truetype(path, size)


def colour(random, light):
    """Mostly black, white or grey, at times a colour; `light` or dark."""
    if random.random() < 0.4:
        value = random.integers(225, 256) if light else random.integers(0, 40)
        return (int(value),) * 3
    low, high = (165, 256) if light else (0, 110)
    return tuple(int(value) for value in random.integers(low, high, 3))


def paper(random, light, photograph):
    if photograph is not None:
        page = photograph.resize((SIZE, SIZE), Image.Resampling.BICUBIC)
        veil = Image.new("RGB", (SIZE, SIZE), colour(random, light))
        return Image.blend(page, veil, random.uniform(0.3, 0.8))
    first = np.array(colour(random, light), np.float32)
    if random.random() < 0.7:
        return Image.new("RGB", (SIZE, SIZE), tuple(int(value) for value in first))
    second = np.array(colour(random, light), np.float32)
    ramp = np.linspace(0, 1, SIZE, dtype=np.float32)[:, None, None]
    ramp = ramp if random.random() < 0.5 else ramp.transpose(1, 0, 2)
    pixels = np.broadcast_to(first + (second - first) * ramp, (SIZE, SIZE, 3))
    return Image.fromarray(pixels.astype(np.uint8))


def write(draw, random, fonts, box, ink):
    """Fills a box with lines of one font."""
    left, top, right, bottom = box
    size = int(np.exp(random.uniform(np.log(18), np.log(96))))
    face = font(str(fonts[random.integers(len(fonts))]), size)
    step = size * random.uniform(1.1, 1.6)
    y = top
    while y + size < bottom:
        x = left
        while x < right:
            text = word(random)
            draw.text((x, y), text, fill=ink, font=face)
            if random.random() < 0.03:
                draw.line([x, y + size * 1.1, x + face.getlength(text), y + size * 1.1], ink, max(1, size // 14))
            x += face.getlength(text + " ")
        y += step


def page(seed, fonts, photographs=()):
    """uint8 [SIZE, SIZE, 3]; the seed decides everything."""
    random = np.random.default_rng(seed)
    light = random.random() < 0.65
    photograph = None
    if photographs and random.random() < 0.15:
        photograph = Image.open(photographs[random.integers(len(photographs))]).convert("RGB")
    sheet = paper(random, light, photograph)
    draw = ImageDraw.Draw(sheet)
    cuts = sorted(random.integers(60, SIZE - 60, random.integers(0, 4)))
    for top, bottom in zip([0, *cuts], [*cuts, SIZE]):
        ground_light = light
        if random.random() < 0.2:
            ground_light = not light
            draw.rectangle([0, top, SIZE, bottom], colour(random, ground_light))
        if random.random() < 0.2:
            frame = [random.integers(0, 40), top + 4, SIZE - random.integers(4, 40), max(bottom - 4, top + 8)]
            draw.rectangle([int(side) for side in frame], None, colour(random, not ground_light), random.integers(1, 6))
        left = int(random.integers(-20, 60))
        write(draw, random, fonts, (left, top + int(random.integers(0, 12)), SIZE, bottom), colour(random, not ground_light))
    if random.random() < 0.15:
        sheet = sheet.rotate(random.uniform(-12, 12), Image.Resampling.BICUBIC, fillcolor=sheet.getpixel((0, 0)))
    return np.asarray(sheet)


def pages(count, folder, photographs=(), seed=0, workers=8):
    fonts = sorted(Path(folder).glob("*.woff"))
    if not fonts:
        raise SystemExit(f"Expected fonts in {folder}: python fonts.py makes them")
    render = partial(page, fonts=fonts, photographs=tuple(photographs))
    with ProcessPoolExecutor(workers) as pool:
        return np.stack(list(pool.map(render, range(seed, seed + count), chunksize=8)))


if __name__ == "__main__":
    found = pages(9, sys.argv[1], workers=1)
    Image.fromarray(found.reshape(3, 3, SIZE, SIZE, 3).swapaxes(1, 2).reshape(3 * SIZE, 3 * SIZE, 3)).save(sys.argv[2])
