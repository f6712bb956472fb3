"""Pictures that are put together: cut-outs before photographs, as in action, and parts of photographs without a subject.

    python composites.py DATA TEACHERS OUT COUNT [--held-out]

writes JPEGs and masks of 448 px; TEACHERS/u2netp has what U2-Net small finds in BSDS500 (coarse.py), which tells what is empty.
"""

import random
import sys
from pathlib import Path

import cv2
import numpy as np

cv2.setNumThreads(0)
MEAN, DEVIATION = np.float32([0.485, 0.456, 0.406]), np.float32([0.229, 0.224, 0.225])
STORED = 512  # shorter side of what is kept in memory


def is_held_out(index):
    """The development set: every tenth picture of each folder, by name."""
    return index % 10 == 0


def read(path, flags=cv2.IMREAD_COLOR):
    image = cv2.imread(str(path), flags)
    scale = STORED / min(image.shape[:2])
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image


class Pictures:
    """The pictures of `shared/data`, read once and kept as bytes. `teachers` is the folder that teachers.py wrote."""

    def __init__(self, data, teachers, held_out=False):
        matting = Path(data) / "matting"
        self.teachers, self.cache = Path(teachers), {}
        names = {kind: sorted((matting / kind).glob("*.png")) for kind in ("street", "people", "things")}
        self.masks = {kind: [p for i, p in enumerate(paths) if is_held_out(i) == held_out] for kind, paths in names.items()}
        grounds = sorted((Path(data) / "bsds500").glob("*/*.jpg"))
        self.grounds = [p for i, p in enumerate(grounds) if is_held_out(i) == held_out]

    def get(self, path, flags=cv2.IMREAD_COLOR):
        key = (path, flags)
        if key not in self.cache:
            self.cache[key] = read(path, flags)
        return self.cache[key]

    def pair(self, mask):
        """An image and its alpha."""
        return self.get(mask.with_suffix(".jpg")), self.get(mask, cv2.IMREAD_GRAYSCALE)

    def answer(self, picture):
        """What U2-Net small finds in a picture, 0 to 255."""
        found = self.get(self.teachers / "u2netp" / picture.parent.name / f"{picture.stem}.png")[..., 0]
        return cv2.resize(found, self.get(picture).shape[1::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)


def motion_kernel(length, angle):
    kernel = np.zeros((length, length), np.float32)
    dx, dy = np.cos(angle) * (length - 1) / 2, np.sin(angle) * (length - 1) / 2
    middle = (length - 1) / 2
    cv2.line(kernel, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), 1)
    return kernel / kernel.sum()


def blurred(values, longest):
    return cv2.filter2D(values, -1, motion_kernel(random.randint(3, longest) | 1, random.uniform(0, np.pi)), borderType=cv2.BORDER_REFLECT)


def empty_ground(pictures, size):
    """The part of a background with the least subject among some: what a composite must not compete with."""
    best = None
    for _ in range(6):
        path = random.choice(pictures.grounds)
        image, answer = pictures.get(path), pictures.answer(path)
        height, width = image.shape[:2]
        side = int(min(height, width) * random.uniform(0.5, 1))
        y, x = random.randint(0, height - side), random.randint(0, width - side)
        shown = 1.0 if answer is None else float(answer[y : y + side, x : x + side].mean()) / 255
        if best is None or shown < best[0]:
            best = shown, image[y : y + side, x : x + side]
        if shown < 0.02:
            break
    return cv2.resize(best[1], (size, size), interpolation=cv2.INTER_AREA).astype(np.float32), best[0]


def turned(foreground, alpha):
    """A cut-out at any angle: limbs and tails point everywhere."""
    height, width = alpha.shape
    angle, side = random.uniform(-180, 180), int(np.hypot(width, height))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    matrix[:, 2] += (side - width) / 2, (side - height) / 2
    foreground, alpha = (cv2.warpAffine(a, matrix, (side, side)) for a in (foreground, alpha))
    x, y, w, h = cv2.boundingRect((alpha > 8).astype(np.uint8))
    return (foreground[y : y + h, x : x + w], alpha[y : y + h, x : x + w]) if w and h else (foreground, alpha)


def with_raised_arms(foreground, alpha):
    """A standing person with one or two more limbs, upwards: each is a leg, turned, at a shoulder."""
    x, y, w, h = cv2.boundingRect((alpha > 128).astype(np.uint8))
    reach = int(0.5 * h)
    foreground, alpha = (cv2.copyMakeBorder(a, reach, 0, reach, reach, cv2.BORDER_CONSTANT) for a in (foreground, alpha))
    x, y = x + reach, y + reach
    knees, middle = slice(y + int(0.62 * h), y + int(0.95 * h)), x + w // 2
    shoulder = y + int(random.uniform(0.17, 0.24) * h)
    across = np.flatnonzero(alpha[shoulder] > 128)
    if len(across) == 0:
        return foreground, alpha
    colors, matte = foreground.copy(), alpha.copy()
    for side in random.choice(((0,), (1,), (0, 1), (0, 1))):
        half = slice(x, middle) if random.random() < 0.5 else slice(middle, x + w)
        leg, shape = foreground[knees, half], alpha[knees, half]
        bx, by, bw, bh = cv2.boundingRect((shape > 128).astype(np.uint8))
        if bw < 4 or bh < 16:
            continue
        length, width = random.uniform(0.3, 0.48) * h, random.uniform(0.035, 0.075) * h
        target = np.float32([[across[0] + width / 2, shoulder], [across[-1] - width / 2, shoulder]][side])
        angle = np.deg2rad(random.uniform(-5, 45)) * (1 if side else -1)
        along = np.float32([np.sin(angle), -np.cos(angle)])
        beside = np.float32([-along[1], along[0]])
        corners = [target - beside * width / 2, target + beside * width / 2, target - beside * width / 2 + along * length]
        matrix = cv2.getAffineTransform(np.float32([[bx, by], [bx + bw, by], [bx, by + bh]]), np.float32(corners))
        size = alpha.shape[::-1]
        arm, there = (cv2.warpAffine(a, matrix, size, flags=cv2.INTER_AREA) for a in (leg, shape))
        share = there[..., None].astype(np.float32) / 255
        colors = (arm * share + colors * (1 - share)).astype(np.uint8)
        matte = np.maximum(matte, there)
    x, y, w, h = cv2.boundingRect((matte > 8).astype(np.uint8))
    return colors[y : y + h, x : x + w], matte[y : y + h, x : x + w]


def paste(ground, total, foreground, alpha, scale, standing):
    """Puts a cut-out on a ground, `scale` being its longer side as a share of the ground's; both change in place."""
    size = ground.shape[0]
    if random.random() < 0.4 and standing != "limbs":
        foreground, alpha = turned(foreground, alpha)
        standing = False
    scale *= size / max(alpha.shape)
    stretch = random.uniform(0.75, 1.3) ** 0.5
    width, height = (max(8, int(side * scale * share)) for side, share in zip(alpha.shape[::-1], (stretch, 1 / stretch)))
    foreground = cv2.resize(foreground, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    if random.random() < 0.5:
        foreground, alpha = foreground[:, ::-1], alpha[:, ::-1]
    free = lambda side: random.randint(min(-side // 8, size - side + side // 8), max(-side // 8, size - side + side // 8))
    left, top = free(width), size - height if standing and random.random() < 0.7 else free(height)
    colors, matte = np.zeros_like(ground), np.zeros(ground.shape[:2], np.float32)
    y, x = slice(max(0, top), min(size, top + height)), slice(max(0, left), min(size, left + width))
    inner = slice(y.start - top, y.stop - top), slice(x.start - left, x.stop - left)
    if y.stop <= y.start or x.stop <= x.start:
        return
    colors[y, x], matte[y, x] = foreground[inner], alpha[inner]
    colors = colors * random.uniform(0.75, 1.25) * np.float32([random.uniform(0.9, 1.1) for _ in range(3)])
    if random.random() < 0.35:  # blurred by its own movement: premultiplied
        kernel = motion_kernel(random.randint(3, max(5, size // 24)) | 1, random.uniform(0, np.pi))
        premultiplied = cv2.filter2D(colors * matte[..., None], -1, kernel)
        matte = cv2.filter2D(matte, -1, kernel)
        ground[:] = premultiplied + ground * (1 - matte[..., None])
    else:
        ground[:] = colors * matte[..., None] + ground * (1 - matte[..., None])
    total[:] = matte + total * (1 - matte)


def composite(pictures, size, kind):
    ground, shown = empty_ground(pictures, size)
    if random.random() < 0.35:
        ground = blurred(ground, max(5, size // 16)) if random.random() < 0.5 else cv2.GaussianBlur(ground, (0, 0), random.uniform(1, size / 100))
    total = np.zeros((size, size), np.float32)
    person = np.full((size, size), -1, np.float32)
    small = random.random() < 0.45
    for _ in range(random.choice((1, 1, 2, 3)) if small else 1):
        before = total.copy()
        foreground, alpha = pictures.pair(random.choice(pictures.masks["street" if kind == "limbs" else kind]))
        if kind == "limbs":
            foreground, alpha = with_raised_arms(foreground, alpha)
        paste(ground, total, foreground, alpha, random.uniform(0.22, 0.6) if small else random.uniform(0.6, 1.15), kind if kind == "limbs" else kind != "things")
        person[total > before + 0.5] = 0 if kind == "things" else 1
    return ground.clip(0, 255), total * 255, person


def jitter(image):
    """Exposure, colour, gray, blur, noise, JPEG: what cameras and editors do."""
    image = image * random.uniform(0.65, 1.3) + random.uniform(-20, 20)
    if random.random() < 0.5:
        image = image * np.float32([random.uniform(0.86, 1.14) for _ in range(3)])
    if random.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    image = image.clip(0, 255)
    if random.random() < 0.2:
        image = blurred(image, max(5, image.shape[0] // 40)) if random.random() < 0.5 else cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 1.5))
    if random.random() < 0.2:
        image = (image + np.random.standard_normal(image.shape) * random.uniform(2, 12)).clip(0, 255)
    if random.random() < 0.3:
        _, coded = cv2.imencode(".jpg", image.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(35, 92)])
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return image.astype(np.float32)


def normalised(bgr):
    return ((bgr[:, :, ::-1] / 255 - MEAN) / DEVIATION).transpose(2, 0, 1).astype(np.float32)


KINDS = {"people": 0.22, "street": 0.22, "limbs": 0.1, "things": 0.28, "nothing": 0.18}
SIZE = 448


def made(pictures, kind):
    """An image and its alpha, or None where it failed."""
    if kind == "nothing":
        ground, shown = empty_ground(pictures, SIZE)
        return (ground, np.zeros((SIZE, SIZE), np.float32)) if shown < 0.03 else None
    image, alpha, _ = composite(pictures, SIZE, kind)
    return (image, alpha) if alpha.max() > 128 else None


def main(data, teachers, out, count, held_out):
    pictures, out = Pictures(data, teachers, held_out), Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for number in range(int(count)):
        random.seed(number + held_out * 10**6), np.random.seed(number)
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        drawn = made(pictures, kind)
        if drawn is None or (out / f"{kind}-{number:04d}.png").exists():
            continue
        image = drawn[0] if held_out else jitter(drawn[0])
        for ending, values in ((".jpg", image), (".png", drawn[1])):
            cv2.imwrite(str(out / f"{kind}-{number:04d}{ending}"), values.clip(0, 255).round().astype(np.uint8))


if __name__ == "__main__":
    main(*sys.argv[1:5], "--held-out" in sys.argv)
