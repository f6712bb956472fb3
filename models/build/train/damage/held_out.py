"""The evaluation's own simulation of damage, written before any training: another demosaicer, tone curve, noise
correlation, screens and encoder (Pillow) than `damage.py`. A picture is uint8 [height, width, 3], RGB."""

import io

import cv2
import numpy as np
from PIL import Image


def sized(picture, width, way):
    height = max(16, round(picture.shape[0] * width / picture.shape[1]))
    return np.array(Image.fromarray(picture).resize((max(16, round(width)), height), way))


def coded(picture, quality, **options):
    """Through Pillow's encoder; `quality` may name one of Photoshop's tables."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=quality, optimize=True, **options)
    return np.array(Image.open(file).convert("RGB"))


def bytes_of(values):
    return np.clip(values + 0.5, 0, 255).astype(np.uint8)


def film(x):
    """J. Hable's curve of tones, 0..1, and its inverse by a table."""
    curve = lambda v: (v * (0.22 * v + 0.03) + 0.002) / (v * (0.22 * v + 0.3) + 0.06) - 1 / 30
    return curve(x * 4) / curve(4.0)


TABLE = np.linspace(0, 1, 4096)


def sensor(picture, random, strength):
    """A sensor behind an edge-aware demosaicer, and banding."""
    linear = np.interp(picture / 255, film(TABLE), TABLE)
    height, width = (side // 2 * 2 for side in picture.shape[:2])
    raw = linear[:height, :width, 1].copy()
    raw[::2, ::2], raw[1::2, 1::2] = linear[:height:2, :width:2, 0] * 0.55, linear[1:height:2, 1:width:2, 2] * 0.62
    raw = random.poisson(np.maximum(raw, 0) / strength) * strength + random.normal(0, strength * 2, raw.shape)
    raw += random.normal(0, strength, (height, 1))
    plane = np.clip(raw * 60000, 0, 65535).astype(np.uint16)
    rgb = cv2.cvtColor(plane, cv2.COLOR_BayerBG2RGB_EA).astype(np.float64) / 60000
    if rgb[..., 0].mean() / max(1e-6, rgb[..., 2].mean()) != 0:
        rgb = match(rgb, linear[:height, :width])
    return bytes_of(255 * film(np.clip(rgb, 0, 1)))


def camera(picture, random, strength):
    """What a sensor saw, half of it smoothed by the camera."""
    out = sensor(picture, random, strength)
    if random.random() < 0.5:
        ycc = cv2.cvtColor(out, cv2.COLOR_RGB2YCrCb)
        ycc[..., 1:] = cv2.medianBlur(ycc[..., 1:].copy(), 5) if random.random() < 0.5 else ycc[..., 1:]
        ycc[..., 0] = cv2.bilateralFilter(ycc[..., 0].copy(), 5, 12, 2)
        out = cv2.cvtColor(ycc, cv2.COLOR_YCrCb2RGB)
    return out


def match(rgb, wanted):
    """White balance: the channel's mean, whichever order the pattern has."""
    if abs(np.corrcoef(rgb[..., 0].ravel(), wanted[..., 0].ravel())[0, 1]) < abs(np.corrcoef(rgb[..., 2].ravel(), wanted[..., 0].ravel())[0, 1]):
        rgb = rgb[..., ::-1]
    return rgb * (wanted.mean((0, 1)) / np.maximum(1e-6, rgb.mean((0, 1))))


def noisy(picture, random):
    picture = camera(picture, random, 10 ** random.uniform(-2.3, -1.5))
    return coded(picture, int(random.integers(86, 97)))


def phone(picture, random):
    """In dim light: shake, noise, smoothing, sharpening, then sent by a messenger."""
    picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.7, 1.6))
    picture = camera(picture, random, 10 ** random.uniform(-2.4, -1.7))
    picture = cv2.medianBlur(picture, 3).astype(np.float32)
    picture = bytes_of(picture + random.uniform(0.5, 1.5) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2)))
    return coded(picture, int(random.integers(55, 85)))


def compressed(picture, random):
    if random.random() < 0.4:
        return coded(picture, str(random.choice(["web_low", "web_medium"])))
    return coded(picture, int(random.integers(20, 66)), subsampling=int(random.choice([0, 2])))


def enlarged(picture, random):
    small = sized(picture, picture.shape[1] / random.uniform(2, 3.6), Image.Resampling.HAMMING)
    way = [Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS][random.integers(3)]
    picture = sized(small, picture.shape[1], way)
    return coded(picture, int(random.integers(85, 97))) if random.random() < 0.5 else picture


def video(picture, random):
    """A frame of a low rate: half the lines' chroma, blocks, enlarged on a screen."""
    small = coded(sized(picture, picture.shape[1] / random.uniform(1.4, 2.2), Image.Resampling.BOX), int(random.integers(25, 60)))
    return sized(small, picture.shape[1], Image.Resampling.BILINEAR)


def interlaced(picture, random):
    """Two fields of a moving picture, or a tube's dark lines."""
    out = picture.astype(np.float32)
    if random.random() < 0.5:
        out[1::2] = np.roll(out, int(random.integers(2, 7)), 1)[1::2]
        out = cv2.GaussianBlur(out, (0, 0), 0.6, sigmaY=0.05)
    else:
        period = int(random.integers(2, 5))
        out[::period] *= random.uniform(0.5, 0.8)
    return coded(bytes_of(out), int(random.integers(75, 96)))


def screened(picture, random):
    """A print's elliptic dots in four inks at their angles, scanned."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    ink = 1 - picture.astype(np.float32) / 255
    black = 0.7 * ink.min(2)
    inks = np.dstack([ink - black[..., None], black])
    period, angles = random.uniform(2.6, 6), np.deg2rad([15, 75, 0, 45])
    shown = np.empty_like(inks)
    for i, angle in enumerate(angles):
        u, v = (columns * np.cos(angle) + rows * np.sin(angle)) / period, (rows * np.cos(angle) - columns * np.sin(angle)) / period
        dot = 0.5 + 0.28 * np.cos(2 * np.pi * u) + 0.22 * np.cos(2 * np.pi * v)
        shown[..., i] = 1 / (1 + np.exp(-(inks[..., i] - dot) * 9))
    out = np.clip(1 - shown[..., :3] - shown[..., 3:], 0, 1) * 255
    out = cv2.GaussianBlur(out, (0, 0), random.uniform(0.5, 0.9)) * 0.85 + 0.15 * picture
    return coded(bytes_of(out), int(random.integers(70, 96)))


def old_print(picture, random):
    """Soft, gray or brown, the grain of film in clumps, a scanner's sharpening."""
    gray = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.9, 1.8)).astype(np.float32).mean(2)
    grain = cv2.GaussianBlur(random.normal(size=gray.shape).astype(np.float32), (0, 0), random.uniform(0.5, 1.1))
    gray += grain / grain.std() * random.uniform(5, 13) * (0.4 + np.sin(gray / 255 * np.pi))
    gray += random.uniform(0.2, 0.8) * (gray - cv2.GaussianBlur(gray, (0, 0), 1.5))
    tint = np.array([1, 0.96, 0.86] if random.random() < 0.5 else [1, 1, 1])
    return coded(bytes_of(gray[..., None] * tint), int(random.integers(70, 95)))


def grainy(picture, random):
    """Film: fine grains of silver, drawn larger and reduced, that make all colours darker or brighter alike; some is black and white."""
    height, width = picture.shape[:2]
    size = random.uniform(1, 2)
    grains = random.normal(size=(int(height * size), int(width * size))).astype(np.float32)
    grains = np.array(Image.fromarray(grains).resize((width, height), Image.Resampling.BICUBIC))
    density = grains / grains.std() * 10 ** random.uniform(-1.3, -0.75)
    gray = picture.mean(2, keepdims=True) if random.random() < 0.3 else picture
    out = bytes_of(255 * (gray / 255.0) * np.exp(density)[..., None] * np.ones(3))
    return coded(out, int(random.integers(85, 97))) if random.random() < 0.5 else out


KINDS = [noisy, phone, compressed, enlarged, video, interlaced, screened, old_print]


def clean(picture, random):
    """As it is, or as good files have it: quality 90 and more, mildly sharpened."""
    if random.random() < 0.3:
        picture = bytes_of(picture + random.uniform(0.1, 0.4) * (picture.astype(np.float32) - cv2.GaussianBlur(picture, (0, 0), 0.8)))
    return coded(picture, int(random.integers(90, 98)), subsampling=0) if random.random() < 0.4 else picture
