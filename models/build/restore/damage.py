"""Degradations of real pictures: camera, scanner, JPEG, enlargement. A large source becomes a small degraded tile.

A picture is float32 [height, width, 3] in 0..255, RGB. All randomness comes from the given NumPy generator.
"""

import cv2
import numpy as np

WAYS = (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC)
ENLARGERS = (cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4, cv2.INTER_NEAREST)
KERNELS = (7, 9, 11, 13, 15, 17, 19, 21)
SLACK = 16  # px that are cropped at random in the end, so that JPEG blocks begin anywhere


def happens(random, probability):
    return random.random() < probability


def between(random, low, high):
    return float(random.uniform(low, high))


# Single steps


def resize(picture, width, height, way):
    return cv2.resize(picture, (max(width, 8), max(height, 8)), interpolation=int(way))


def reduce(picture, size, random):
    """Resizes to a square of `size` px, mostly with a low-pass filter first."""
    way = random.choice([cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC])
    ratio = picture.shape[0] / size
    if way != cv2.INTER_AREA and ratio > 1.2 and happens(random, 0.8):
        picture = cv2.GaussianBlur(picture, (0, 0), 0.35 * ratio)
    return resize(picture, size, size, way)


def gaussian_kernel(size, wide, narrow, angle, power=1):
    """Anisotropic; generalised by `power`: below 1 the peak is sharper, above 1 flatter."""
    axis = np.arange(size) - size // 2
    rows, columns = np.meshgrid(axis, axis, indexing="ij")
    along = columns * np.cos(angle) + rows * np.sin(angle)
    across = rows * np.cos(angle) - columns * np.sin(angle)
    kernel = np.exp(-0.5 * ((along / wide) ** 2 + (across / narrow) ** 2) ** power)
    return (kernel / kernel.sum()).astype(np.float32)


def sinc_kernel(size, cutoff):
    """A windowed sinc: leaves ringing around edges, as oversharpening does."""
    axis = np.arange(size) - size // 2
    line = np.sinc(axis * cutoff / np.pi) * np.hamming(size + 2)[1:-1]
    kernel = np.outer(line, line)
    return (kernel / kernel.sum()).astype(np.float32)


def blur(picture, random, low, high):
    size = int(random.choice(KERNELS))
    if happens(random, 0.1):
        return cv2.filter2D(picture, -1, sinc_kernel(size, between(random, np.pi / 3, np.pi)))
    wide = between(random, low, high)
    narrow = between(random, low, high) if happens(random, 0.4) else wide
    power = between(random, 0.5, 3) if happens(random, 0.3) else 1
    kernel = gaussian_kernel(size, wide, narrow, between(random, 0, np.pi), power)
    return cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REFLECT_101)


def noise(picture, random, low, high):
    """Gaussian noise, 45 % of it growing with brightness; 40 % is the same in all channels."""
    shape = picture.shape[:2] + ((1,) if happens(random, 0.4) else (3,))
    grains = random.normal(size=shape).astype(np.float32) * between(random, low, high)
    if happens(random, 0.45):
        grains = grains * np.sqrt(np.maximum(picture, 4) / 128)
    return np.clip(picture + grains, 0, 255)


def jpeg(picture, random, low, high):
    """Encodes and decodes a JPEG; 75 % with 4:2:0 chroma."""
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if happens(random, 0.75) else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    options = [cv2.IMWRITE_JPEG_QUALITY, int(between(random, low, high)), cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    pixels = np.clip(picture + 0.5, 0, 255).astype(np.uint8)[:, :, ::-1]
    return cv2.imdecode(cv2.imencode(".jpg", pixels, options)[1], cv2.IMREAD_COLOR)[:, :, ::-1].astype(np.float32)


def sharpen(picture, random):
    soft = cv2.GaussianBlur(picture, (0, 0), between(random, 0.6, 1.6))
    return np.clip(picture + between(random, 0.3, 1.3) * (picture - soft), 0, 255)


def rescale(picture, random, low, high):
    factor = between(random, low, high)
    return resize(picture, round(picture.shape[1] * factor), round(picture.shape[0] * factor), random.choice(WAYS))


# Kinds of damage: source [n, n, 3] -> [size, size, 3]


def second_order(source, size, random):
    """Two rounds of blur, resizing, noise and JPEG (X. Wang et al., Real-ESRGAN, ICCVW 2021)."""
    ratio = source.shape[0] / size
    if happens(random, 0.85):
        source = blur(source, random, 0.2, 0.75 * ratio)
    low, high = [(1, 1.5), (max(0.15, 0.6 / ratio), 1), (1, 1)][random.choice(3, p=[0.2, 0.7, 0.1])]
    picture = jpeg(noise(rescale(source, random, low, high), random, 1, 25), random, 30, 95)
    if happens(random, 0.6):
        picture = blur(picture, random, 0.2, 0.4 * ratio)
    if happens(random, 0.5):
        picture = rescale(picture, random, 0.6, 1.2)
    if happens(random, 0.6):
        picture = noise(picture, random, 1, 12)
    picture = resize(picture, size, size, random.choice(WAYS))
    if happens(random, 0.4):
        picture = cv2.filter2D(picture, -1, sinc_kernel(int(random.choice(KERNELS)), between(random, np.pi / 3, np.pi)))
    return jpeg(picture, random, 30, 95)


def compressed(source, size, random):
    """A small picture saved once as JPEG."""
    return jpeg(reduce(source, size, random), random, 20, 92)


def grainy(source, size, random):
    """A small picture with mild noise; half are then saved as JPEG."""
    picture = noise(reduce(source, size, random), random, 2, 14)
    return jpeg(picture, random, 60, 95) if happens(random, 0.5) else picture


def enlarged(source, size, random):
    """A picture enlarged before; some are JPEGs before or after it, a quarter are sharpened."""
    small = reduce(source, round(size / between(random, 1.3, 3)), random)
    if happens(random, 0.25):
        small = jpeg(small, random, 40, 95)
    picture = resize(small, size, size, random.choice(ENLARGERS))
    if happens(random, 0.25):
        picture = sharpen(picture, random)
    return jpeg(picture, random, 40, 95) if happens(random, 0.5) else picture


def scanned(source, size, random):
    """An old print: grey or sepia, soft, grainy, of low contrast; half are saved as JPEG."""
    picture = blur(reduce(source, size, random), random, 0.3, 1)
    grey = picture @ np.array([0.299, 0.587, 0.114], np.float32)
    tint = np.array([1, 1, 1] if happens(random, 0.5) else [1.08, 1, between(random, 0.7, 0.9)], np.float32)
    picture = between(random, 0, 50) + grey[:, :, None] * tint * between(random, 0.6, 0.9)
    picture = noise(np.clip(picture, 0, 255), random, 2, 18)
    if happens(random, 0.5):
        picture = cv2.GaussianBlur(picture, (0, 0), between(random, 0.3, 0.7))
    return jpeg(picture, random, 40, 95) if happens(random, 0.5) else picture


def clean(source, size, random):
    """Only made smaller."""
    return reduce(source, size, random)


KINDS = {second_order: 0.44, compressed: 0.18, enlarged: 0.12, grainy: 0.1, scanned: 0.06, clean: 0.1}


def damage(source, size, random):
    """uint8 [size, size, 3] from a square source that also covers the `SLACK`."""
    kind = random.choice(list(KINDS), p=list(KINDS.values()))
    picture = kind(source, size + SLACK, random)
    top, left = random.integers(0, SLACK + 1, 2)
    picture = picture[top : top + size, left : left + size]
    if happens(random, 0.05):
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)
