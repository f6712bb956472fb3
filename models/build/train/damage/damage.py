"""Damage for training, in the order blur, noise, screen, JPEG, and what it amounts to. Pictures are float32 RGB, 0..255."""

import cv2
import numpy as np

WAYS = [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4, cv2.INTER_AREA]
# Standard deviation of noise; blur in px; quality of JPEG; factor of an enlargement; screen 0 or 1; factor of a reduction after these.
UNDAMAGED = dict(sigma=0.0, blur=0.0, quality=100.0, factor=1.0, screen=0.0, reduced=1.0)


def clipped(picture):
    return np.clip(picture, 0, 255)


def soft(picture, sigma):
    return cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.05), borderType=cv2.BORDER_REFLECT_101)


def resized(picture, factor, way):
    height, width = picture.shape[:2]
    if factor < 1 and way != cv2.INTER_AREA:
        picture = soft(picture, 0.4 / factor)
    return cv2.resize(picture, (max(8, round(width * factor)), max(8, round(height * factor))), interpolation=int(way))


def jpeg(picture, quality, random):
    sampling = random.choice([cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444])
    options = [cv2.IMWRITE_JPEG_QUALITY, int(quality), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, int(sampling)]
    return coded(picture, ".jpg", options)


def coded(picture, name, options):
    pixels = clipped(picture + 0.5).astype(np.uint8)[..., ::-1]
    return cv2.imdecode(cv2.imencode(name, pixels, options)[1], cv2.IMREAD_COLOR)[..., ::-1].astype(np.float32)


def blurred(picture, random):
    size = random.uniform(0.5, 3)
    if random.random() < 0.6:
        return soft(picture, size), size
    side = 2 * int(np.ceil(size * 2)) + 1
    rows, columns = np.mgrid[:side, :side] - side // 2
    if random.random() < 0.5:
        kernel = np.clip(size * 1.6 + 0.5 - np.hypot(rows, columns), 0, 1)
    else:
        angle = random.uniform(0, np.pi)
        across = rows * np.cos(angle) - columns * np.sin(angle)
        kernel = np.exp(-(across**2)) * (np.hypot(rows, columns) <= size * 2)
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT_101), size


def sensor(picture, random, sigma):
    """Noise on the mosaic, one of two demosaicers, gamma or a curve of tones."""
    power = random.uniform(1.6, 2.4)
    linear = (clipped(picture) / 255) ** power
    height, width = (side // 2 * 2 for side in picture.shape[:2])
    gains = random.uniform(0.4, 0.8, 2)
    raw = linear[:height, :width, 1].copy()
    raw[::2, ::2], raw[1::2, 1::2] = linear[:height:2, :width:2, 2] * gains[0], linear[1:height:2, 1:width:2, 0] * gains[1]
    level = sigma / 255 * power * 0.5 ** ((power - 1) / power) * 1.4
    share = random.uniform(0.5, 1)
    raw = raw + random.normal(size=raw.shape) * level * np.sqrt(share * raw / 0.25 + 1 - share)
    code = cv2.COLOR_BayerRG2RGB if random.random() < 0.5 else cv2.COLOR_BayerRG2RGB_VNG
    plane = np.clip(raw * 255, 0, 255).astype(np.uint8) if code == cv2.COLOR_BayerRG2RGB_VNG else np.clip(raw * 65535, 0, 65535).astype(np.uint16)
    rgb = cv2.cvtColor(plane, code).astype(np.float32) / np.iinfo(plane.dtype).max
    want = linear[:height, :width].mean((0, 1))
    both = [order * (want / np.maximum(order.mean((0, 1)), 1e-4)) for order in (rgb, rgb[..., ::-1])]
    rgb = min(both, key=lambda one: np.abs(one - linear[:height, :width]).mean())
    return (255 * np.clip(rgb, 0, 1) ** (1 / power)).astype(np.float32)


def grain(picture, random, sigma):
    """White, coloured, gray or clumped; even or growing with brightness."""
    shape = picture.shape[:2] + (int(random.choice([1, 3])),)
    noise = random.normal(size=shape).astype(np.float32)
    if random.random() < 0.5:
        noise = soft(noise, random.uniform(0.3, 1.2)).reshape(shape)
    noise *= sigma / max(1e-3, noise.std())
    if random.random() < 0.4:
        noise = noise * np.sqrt(np.maximum(picture, 4) / 128)
    return clipped(picture + noise)


def smoothed(picture, random):
    """What a camera makes of noise."""
    pixels = clipped(picture).astype(np.uint8)
    if random.random() < 0.2:
        return cv2.fastNlMeansDenoisingColored(pixels, None, random.uniform(1, 6), random.uniform(2, 10), 3, 9).astype(np.float32)
    ycc = cv2.cvtColor(pixels, cv2.COLOR_RGB2YCrCb)
    return cv2.cvtColor(np.dstack([cv2.GaussianBlur(ycc[..., :1], (0, 0), random.uniform(0.3, 0.7)), cv2.GaussianBlur(ycc[..., 1:], (0, 0), random.uniform(1.2, 3.5))]), cv2.COLOR_YCrCb2RGB).astype(np.float32)


def halos(picture, random, most=2):
    return clipped(picture + random.uniform(0.3, most) * (picture - soft(picture, random.uniform(0.6, 2))))


def halftone(picture, random):
    """Dots or lines of a print: gray, or one screen for each ink."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    period, hard, start = random.uniform(2.3, 8), random.uniform(3, 20), random.uniform(0, np.pi)
    inks = picture if random.random() < 0.5 else np.repeat(picture.mean(2, keepdims=True), 3, 2)
    turn = 0 if inks is not picture else np.pi / 6
    lines, out = random.random() < 0.2, np.empty_like(picture)
    for i in range(3):
        angle = start + i * turn
        u, v = (np.float32(2 * np.pi / period) * (columns * a + rows * b) for a, b in ((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))))
        dot = 0.5 + (0.5 * np.cos(u) if lines else 0.25 * (np.cos(u) + np.cos(v)))
        out[..., i] = 255 / (1 + np.exp(-hard * (inks[..., i] / 255 - dot)))
    return soft(out * (keep := random.uniform(0.15, 1)) + picture * (1 - keep), random.uniform(0.2, 0.8))


def scan_lines(picture, random):
    out, kind = picture.copy(), random.random()
    if kind < 0.35:  # a moving picture's two fields
        shift, half = int(random.integers(2, 9)), len(picture)
        out[1:half:2] = np.roll(picture, shift * random.choice([-1, 1]), 1)[1:half:2]
    elif kind < 0.7:
        period = random.uniform(2, 6)
        wave = 0.5 + 0.5 * np.cos(2 * np.pi * (np.arange(len(out)) / period + random.random()))
        out *= 1 - random.uniform(0.12, 0.5) * wave[:, None, None].astype(np.float32)
    else:  # a screen photographed: its columns of red, green and blue, and moire
        period = random.uniform(2.2, 5)
        wave = np.arange(out.shape[1])[:, None] / period + np.arange(3) / 3
        out *= 1 - random.uniform(0.15, 0.5) * (0.5 + 0.5 * np.cos(2 * np.pi * wave))[None].astype(np.float32)
        tilt = cv2.getRotationMatrix2D((out.shape[1] / 2, out.shape[0] / 2), random.uniform(-10, 10), 1.05)
        out = cv2.warpAffine(out, tilt, (out.shape[1], out.shape[0]), borderMode=cv2.BORDER_REFLECT_101)
    return soft(np.ascontiguousarray(out), random.uniform(0.1, 0.7)) if random.random() < 0.5 else out


def undamaged(picture, random, drawn):
    """
    Good files: quality 88 and more, of a drawing, in which a JPEG rings around every line, 96 and more; mild sharpening,
    noise that nobody sees, a background out of focus.
    """
    truth = dict(UNDAMAGED)
    if random.random() < 0.2 and not drawn:
        height, width = picture.shape[:2]
        mask = np.clip((np.mgrid[:width, :height][0].T - random.uniform(0.2, 0.8) * width) / random.uniform(10, 60), 0, 1)[..., None].astype(np.float32)
        picture = picture * mask + soft(picture, random.uniform(1, 8)) * (1 - mask)
    if random.random() < 0.25:
        picture = halos(picture, random, 0.5)
    if random.random() < 0.4 and not drawn:
        truth["sigma"] = random.uniform(0, 2)
        picture = grain(picture, random, truth["sigma"])
    if random.random() < 0.4:
        truth["quality"] = float(random.integers(96 if drawn else 88, 99))
        picture = jpeg(picture, truth["quality"], random)
    return picture, truth, 0


def old_camera(picture, random):
    """One of the first digital ones: fringes of colour, a soft mosaic, sharpened."""
    size, centre = picture.shape[1::-1], (picture.shape[1] / 2, picture.shape[0] / 2)
    for i in (0, 2):
        turn = cv2.getRotationMatrix2D(centre, 0, 1 + random.uniform(-0.006, 0.006))
        turn[:, 2] += random.uniform(-0.5, 0.5, 2)
        picture[..., i] = cv2.warpAffine(picture[..., i].copy(), turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    picture = sensor(soft(picture, random.uniform(0.5, 0.9)), random, random.uniform(0.5, 4))
    if random.random() < 0.6:
        picture = smoothed(picture, random)
    return halos(picture, random, 1.5) if random.random() < 0.7 else picture


def damaged(picture, random, drawn):
    """Returns the picture, what was done, and 1 if it should be restored, or None where that is open."""
    truth, at = dict(UNDAMAGED), lambda share: random.random() < share
    main = random.choice(["noise", "noise", "noise", "camera", "camera", "camera", "jpeg", "jpeg", "enlarged", "screen", "lines", "mixed", "print", "video", "weak"])
    if drawn and at(0.25):
        main = "jpeg"
    weak = main == "weak"
    if main in ("mixed", "print") or at(0.1):
        picture, truth["blur"] = blurred(picture, random)
    if main in ("noise", "print") or at(0.5 if main == "mixed" else 0.12):
        truth["sigma"] = random.uniform(1.5, 6) if weak else np.exp(random.uniform(np.log(4.5), np.log(24)))
        picture = (sensor if at(0.6) and main != "print" else grain)(picture, random, truth["sigma"])
        if main == "print" and at(0.6):
            picture = picture.mean(2, keepdims=True) * np.array([1, random.uniform(0.85, 1), random.uniform(0.7, 1)])
            picture = picture.astype(np.float32)
        if at(0.35):
            picture = smoothed(picture, random)
        if at(0.3):
            picture = halos(picture, random)
    if main == "camera":
        picture, truth["blur"], truth["sigma"] = old_camera(picture, random), 0.7, max(truth["sigma"], 3)
    if main == "screen":
        picture = halftone(picture, random)
    if main == "lines":
        picture = scan_lines(picture, random)
    if main in ("screen", "lines"):
        truth["screen"] = 1.0
    if main == "enlarged" or at(0.1):
        truth["factor"] = random.uniform(1.7, 4)
        picture = again(picture, truth["factor"], random, at(0.15))
        if at(0.3):
            picture = halos(picture, random)
    if main == "video" or (main == "mixed" and at(0.4)):
        quality, truth["factor"] = random.uniform(20, 75), random.uniform(1.3, 2.6)
        small = resized(picture, 1 / truth["factor"], cv2.INTER_AREA)
        small = jpeg(small, quality, random) if at(0.6) else coded(small, ".webp", [cv2.IMWRITE_WEBP_QUALITY, int(quality)])
        if at(0.4):
            small = halos(small, random)
        picture = cv2.resize(small, picture.shape[1::-1], interpolation=int(random.choice(WAYS[:3])))
        truth["quality"] = quality + 20
    if main == "jpeg" or at(0.5):
        quality = float(random.choice([random.integers(15, 72), random.integers(60, 94), random.integers(78, 94)]) if drawn else random.integers(15, 72)) if main in ("jpeg", "mixed") else float(random.integers(70, 96))
        if at(0.25):
            first = float(random.integers(40, 95))
            picture, truth["quality"] = jpeg(picture, first, random)[int(random.integers(0, 8)):], min(first, truth["quality"])
        picture, truth["quality"] = jpeg(picture, quality, random), min(quality, truth["quality"])
    if main != "weak" and at(0.2) and min(picture.shape[:2]) > 90:
        truth["reduced"] = random.uniform(1.15, min(1.9, min(picture.shape[:2]) / 60))
        picture = resized(picture, 1 / truth["reduced"], random.choice(WAYS))
        truth["sigma"], truth["factor"] = truth["sigma"] / truth["reduced"], max(1.0, truth["factor"] / truth["reduced"])
        truth["blur"] /= truth["reduced"]
        if at(0.3):
            picture = jpeg(picture, random.uniform(84, 96), random)
    return picture, truth, None if main != "camera" and harmless(truth, drawn) else 1


def harmless(truth, drawn):
    """Whether it is open that restoring helps: what is weak, or was reduced since."""
    if truth["reduced"] > 1:
        strong = truth["screen"] or truth["quality"] < 60
        return truth["sigma"] < 4.5 and truth["factor"] < 1.6 and truth["blur"] < 1 and not (strong and truth["reduced"] < 1.6)
    return truth["sigma"] < 4.5 and truth["quality"] > (92 if drawn else 75) and truth["factor"] < 1.6 and truth["screen"] == 0 and truth["blur"] < 1


def again(picture, factor, random, nearest):
    small = resized(picture, 1 / factor, random.choice([cv2.INTER_AREA, cv2.INTER_CUBIC, cv2.INTER_LINEAR]))
    return cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_NEAREST if nearest else int(random.choice(WAYS[:3])))
