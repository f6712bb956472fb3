"""Figures of an exported network on what is held out, with and without the rules of workers/operations/background.

    python measure.py MODEL.onnx DATA PACK [FOLDER ...]

PACK is pack.py's; the FOLDERs hold pictures without a subject. Prints a table: intersection over union and
alpha error of `auto` without and with the rules and of `human`, and the share of pictures in which `auto` and `human` find nothing.
"""

import pickle
import sys
from collections import defaultdict
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
from draw import CLOSE, composites, filled, nothing
from export import SIZE
from pool import Pool, decoded
from preprocess import WRONG, is_held_out, kind_of, normalised

LEAST_PEAK, UNCERTAIN, PART, CERTAIN, CERTAIN_SHARE = 0.5, 0.25, 0.05, 0.9, 0.001
PERSON = 0.4
LEAST_SUBJECT = 0.01  # of a picture
SMALL_SIDE = 180  # px, the longer one
SHOWN = {1: "people", 0: "nobody", -1: "both"}  # by `person` of pack.py
SEVERAL = {"street": 0.27, "people": 0.25, "things": 0.36, "limbs": 0.12}  # as at first, whatever the training draws now


def figures(found, truth):
    one, other = found > 0.5, truth > 0.5
    return (one & other).sum() / max(1, (one | other).sum()), np.abs(found - truth).mean()


def uncertainty(alpha):
    return (4 * alpha * (1 - alpha)).sum() / max(1, alpha.sum())


def parts_of(alpha):
    return cv2.connectedComponents((alpha > PART).astype(np.uint8), connectivity=4)[1]


def certain_parts(alpha, first):
    """Connected parts that are nowhere certain, by the `first` answer, are cleared."""
    labels = parts_of(alpha)
    counts = np.bincount(labels[first > CERTAIN], minlength=labels.max() + 1)
    kept = counts >= CERTAIN_SHARE * alpha.size
    kept[0] = False
    return np.where(kept[labels], alpha, 0)


def of_people(alpha, person):
    """The connected parts that are people by their mean."""
    labels = parts_of(alpha)
    total = lambda weights: np.bincount(labels.ravel(), weights.ravel())
    mean = total(alpha * person) / np.maximum(total(alpha), 1e-6)
    return np.where(mean[labels] > PERSON, alpha, 0)


class Network:
    def __init__(self, path):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def __call__(self, image):
        x = normalised(cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32))
        return [plane[0, 0] for plane in self.session.run(["alpha", "person"], {"input": x[None]})]


def as_small_jpeg(image):
    scale = SMALL_SIDE / max(image.shape)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)


def photographs(data):
    for folder in ("street", "things"):
        for index, path in enumerate(sorted((data / "matting" / folder).glob("*.png"))):
            kind = kind_of(folder, path.stem)
            if not is_held_out(index, kind):
                continue
            yield kind, cv2.imread(str(path.with_suffix(".jpg"))), cv2.imread(str(path), 0)
    for path in sorted((data / "cutout").glob("*.out.png")):
        alpha = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[:, :, 3]
        yield "reference cut-outs", cv2.imread(str(path).replace(".out.png", ".jpg")), alpha


def small_photographs(data):
    for kind, image, truth in photographs(data):
        yield f"{kind}, as small JPEGs", as_small_jpeg(image), truth


def by_teachers(pictures):
    """Photographs of BSDS500 that show a subject, with the soft masks of larger networks."""
    for item in pictures:
        if item["folder"] == "bsds500" and item["held_out"]:
            image, mask = decoded(item)
            if (mask > 127).mean() > LEAST_SUBJECT:
                yield f"BSDS500, {SHOWN[item['person']]}, by larger networks", image, mask


def composed(pictures):
    """What training draws, of held-out pictures: 48 of each kind."""
    pool = Pool(pictures, "cpu", held_out=True, workers=1)
    torch.manual_seed(11)
    for kind in ("people", "limbs", "halves", "street", "things"):
        yield from each(f"{kind} before photographs", composites(pool, 48, 0.55, 1.15, 1, {kind: 1.0}))
    yield from each("one to three, small", composites(pool, 48, 0.2, 0.6, 3, SEVERAL))
    yield from each("nothing", nothing(pool, 48))
    yield from each("cut off by the frame", composites(pool, 48, *CLOSE, 1))
    for kind in ("street", "people", "various", "things", "bsds500"):
        yield from each(f"parts that {kind} fill", filled(pool, 48, {kind: 1.0}))


def before_photographs(data):
    """A reference cut-out of a girl with raised arms, from the hips up, before each Kodak photograph, and each held-out portrait before two
    of them: photographs stand out themselves."""
    grounds = [cv2.imread(str(path)) for path in sorted((data / "kodak").glob("*.png"))]
    girl = cv2.imread(str(data / "cutout" / "girl-1.out.png"), cv2.IMREAD_UNCHANGED)
    for ground in grounds:
        yield "a girl before photographs", *before(ground, reduced(premultiplied(girl), 448 / 600))
    people = sorted((data / "matting" / "people").glob("*.png"))[::10]
    for i, path in enumerate(path for path in people if path.stem not in WRONG):
        portrait = np.dstack([cv2.imread(str(path.with_suffix(".jpg"))), cv2.imread(str(path), 0)])
        for turn in (0, 3):
            yield "portraits before photographs", *before(grounds[(7 * i + turn) % len(grounds)], reduced(premultiplied(portrait), 600 / max(portrait.shape)))


def before(ground, subject):
    """A premultiplied cut-out before the middle of a photograph that covers its frame, and its alpha."""
    height, width = subject.shape[:2]
    ground = reduced(ground, max(height / ground.shape[0], width / ground.shape[1]))
    top, left = (ground.shape[0] - height) // 2, (ground.shape[1] - width) // 2
    image = subject[:, :, :3] + ground[top : top + height, left : left + width] * (1 - subject[:, :, 3:] / 255)
    return image.round().clip(0, 255).astype(np.uint8), subject[:, :, 3].round().astype(np.uint8)


def premultiplied(subject):
    """What is transparent has no colour that a reduction could spread."""
    return np.dstack([subject[:, :, :3] * (subject[:, :, 3:] / 255), subject[:, :, 3]])


def reduced(image, factor):
    return cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)


def each(kind, drawn):
    for image, alpha in zip(*drawn[:2]):
        yield kind, (image.permute(1, 2, 0).numpy()[:, :, ::-1] * 255).round().astype(np.uint8), alpha[0].numpy() * 255


def without_subject(folders):
    for folder in folders:
        for path in sorted(p for p in folder.iterdir() if p.suffix in (".jpg", ".png")):
            image = cv2.imread(str(path))
            yield f"no subject: {folder.name}", image, np.zeros(image.shape[:2], np.uint8)


def answers(network, image):
    """Alpha by the network alone, by `auto` and by `human`, and whether each is empty."""
    alone, person = network(image)
    alpha = alone
    if uncertainty(alone) > UNCERTAIN:
        alpha, person = ((one + other[:, ::-1]) / 2 for one, other in zip((alone, person), network(cv2.flip(image, 1))))
    auto = certain_parts(alpha, alone)
    found = alone, auto, of_people(auto, person)
    return found, [each.max() <= LEAST_PEAK for each in found]


def measure(network, image, truth):
    found, empty = answers(network, image)
    truth = cv2.resize(truth, (SIZE, SIZE), interpolation=cv2.INTER_AREA) / 255
    return [*chain(*(figures(each, truth) for each in found)), *empty]


def main(model, data, pack, *folders):
    network, rows, pictures = Network(model), defaultdict(list), pickle.loads(pack.read_bytes())["pictures"]
    drawn = chain(photographs(data), small_photographs(data), by_teachers(pictures), before_photographs(data), composed(pictures), without_subject(folders))
    for kind, image, truth in drawn:
        rows[kind].append(measure(network, image, truth))
    print("| | pictures | network alone | auto | human | found nothing |\n| --- | --: | --: | --: | --: | --: |")
    for kind, values in rows.items():
        mean = np.mean(values, axis=0)
        pairs = " | ".join(f"{mean[i]:.3f} / {mean[i + 1]:.4f}" for i in (0, 2, 4))
        print(f"| {kind} | {len(values)} | {pairs} | {' / '.join(f'{share:.3f}' for share in mean[6:])} |")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
