"""How often pictures count as noisy and as blurred by what the network does to some of their parts, as in
`workers/operations/restore/look.ts`: python look.py ../../../deblur/model.onnx DATA [--second]

Half of the photographs (every fourth of the test part of BSDS500, every twentieth of `matting/street`, reduced) chose the
rules; `--second` takes as many others.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

sys.path.append(str(Path(__file__).resolve().parents[1] / "damage"))
import held_out

PART, NOISE_PARTS, BLUR_PARTS = 96, 6, 4
NOISE, SOFT, RESTORE, DEBLUR = (1, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (0, 1, 0, 0)
NOISY, BLURRED = 0.8, 0.15

coded, sensor, bytes_of = held_out.coded, held_out.sensor, held_out.bytes_of
KINDS = {
    "clean": lambda p, r: p,
    "JPEG 92": lambda p, r: coded(p, 92),
    "a camera's noise, faint, JPEG 92": lambda p, r: coded(sensor(p, r, 10 ** r.uniform(-4.2, -3.6)), 92),
    "a camera's noise, low, JPEG 92": lambda p, r: coded(sensor(p, r, 10 ** r.uniform(-3.5, -2.8)), 92),
    "a camera's noise, high, JPEG 90": lambda p, r: coded(sensor(p, r, 10 ** r.uniform(-2.8, -1.9)), 90),
    "a phone's": lambda p, r: held_out.phone(p, r),
    "white noise 3 to 8": lambda p, r: bytes_of(p + r.normal(0, r.uniform(3, 8), p.shape)),
    "blur 0.8 to 1.6": lambda p, r: bytes_of(cv2.GaussianBlur(p.astype(float), (0, 0), r.uniform(0.8, 1.6))),
}


def photographs(data, second):
    for folder, step, factor in (("bsds500/test", 4, 0.8), ("matting/street", 20, 0.5)):
        for path in sorted((data / folder).glob("*.jpg"))[(step // 2) * second :: step]:
            yield cv2.resize(cv2.imread(str(path))[:, :, ::-1], None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


class Network:
    def __init__(self, path):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def __call__(self, part, strengths):
        feed = {"input": part.transpose(2, 0, 1)[None] / np.float32(255), "strengths": np.array([strengths], np.float32)}
        return np.rint(self.session.run(None, feed)[0][0].transpose(1, 2, 0).clip(0, 1) * 255)


def by_texture(picture):
    """Parts of a picture, the one whose luma changes most from pixel to pixel first."""
    luma, places = picture @ [0.299, 0.587, 0.114], []
    for y in starts(picture.shape[0]):
        for x in starts(picture.shape[1]):
            places.append((-(np.diff(luma[y : y + PART, x : x + PART]) ** 2).sum(), y, x))
    return [picture[y : y + PART, x : x + PART].astype(np.float32) for _, y, x in sorted(places)]


def starts(length):
    count = -(-length // PART)
    return [max(0, round(i * (length - PART) / max(1, count - 1))) for i in range(count)]


def change(before, after):
    return np.sqrt(((before - after) ** 2).mean())


def least_sharpened(before, after):
    """As in workers/operations/deblur/focus.ts."""
    gradients = lambda v: (np.diff(v, axis=1)[:31, :31], np.diff(v, axis=0)[:31, :31])
    textures, added = [], []
    a, b = (values @ [0.299, 0.587, 0.114] / 255 for values in (after, before))
    for y in range(0, a.shape[0] - 31, 32):
        for x in range(0, a.shape[1] - 31, 32):
            (ax, ay), (bx, by) = (gradients(v[y : y + 32, x : x + 32]) for v in (a, b))
            textures.append(np.sqrt((ax**2 + ay**2).mean())), added.append(np.sqrt(((ax - bx) ** 2 + (ay - by) ** 2).mean()))
    textures, added = np.array(textures), np.array(added)
    seen = textures >= max(4 / 255, np.sort(textures)[len(textures) // 2])
    shares = np.sort(added[seen] / textures[seen])
    return shares[len(shares) // 4] if len(shares) else 1


def look(network, picture):
    """Whether it is noisy, and whether it is blurred; asked for compression too, it was noisy where all but one changed by 1."""
    parts = by_texture(picture)
    spread = [parts[round(i * (len(parts) - 1) / (NOISE_PARTS - 1))] for i in range(NOISE_PARTS)]
    changes = lambda strengths: sorted(change(part, network(part, strengths)) for part in spread)
    noise = changes(NOISE)[(NOISE_PARTS - 1) // 2]
    most = parts[:BLUR_PARTS]
    before, after = ([network(part, SOFT) for part in most], RESTORE) if noise >= NOISY else (most, DEBLUR)
    sharpened = least_sharpened(np.hstack(before), np.hstack([network(part, after) for part in most]))
    return noise >= NOISY, sharpened >= BLURRED, changes(SOFT)[1] >= 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model"), parser.add_argument("data", type=Path), parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    network, pictures = Network(options.model), list(photographs(options.data, options.second))
    print(f"| {len(pictures)} photographs | noisy | blurred | noisy, asked for compression too |\n| --- | --: | --: | --: |")
    for name, degrade in KINDS.items():
        found = [look(network, degrade(np.ascontiguousarray(p), np.random.default_rng(i))) for i, p in enumerate(pictures)]
        print(f"| {name} | {' | '.join(f'{share:.2f}' for share in np.mean(found, axis=0))} |", flush=True)


if __name__ == "__main__":
    main()
