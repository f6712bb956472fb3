"""Figures of models/matte/model.onnx on what is held out, with and without the rules of workers/operations/background.

    python measure.py DATA ROOT [FOLDER ...]

The FOLDERs hold pictures without a subject, as those of ROOT/made/dev named `nothing`. Prints a table: intersection over union and
alpha error of `auto` without and with the rules and of `human`, and the share of pictures in which `auto` and `human` find nothing.
"""

import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from composites import normalised
from export import BUILD, SIZE

LEAST_PEAK, PART, CERTAIN, CERTAIN_SHARE = 0.5, 0.05, 0.9, 0.001
PERSON = 0.25, 0.75  # from nobody to a person


def figures(found, truth):
    one, other = found > 0.5, truth > 0.5
    return (one & other).sum() / max(1, (one | other).sum()), np.abs(found - truth).mean()


def certain_parts(alpha):
    """Connected parts that are nowhere certain are cleared."""
    _, labels = cv2.connectedComponents((alpha > PART).astype(np.uint8), connectivity=4)
    counts = np.bincount(labels[alpha > CERTAIN], minlength=labels.max() + 1)
    kept = counts >= CERTAIN_SHARE * alpha.size
    kept[0] = False
    return np.where(kept[labels], alpha, 0)


def of_people(alpha, person):
    low, high = PERSON
    return certain_parts(alpha * np.clip((person - low) / (high - low), 0, 1))


class Network:
    def __init__(self):
        self.session = onnxruntime.InferenceSession(BUILD.parent / "matte" / "model.onnx", providers=["CPUExecutionProvider"])

    def __call__(self, image):
        x = normalised(cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32))
        return [plane[0, 0] for plane in self.session.run(["alpha", "person"], {"input": x[None]})]


def pictures(data, root, folders):
    """Kind, path of the picture and path of its alpha, which is missing where there is no subject."""
    for kind in ("street", "things"):
        for path in sorted((data / "matting" / kind).glob("*.png"))[::10]:
            yield kind, path.with_suffix(".jpg"), path
    for path in sorted((root / "made/dev").glob("*.png")):
        yield f"{path.stem.split('-')[0]} composites", path.with_suffix(".jpg"), path
    for folder in folders:
        for path in sorted(p for p in folder.iterdir() if p.suffix in (".jpg", ".png")):
            yield f"no subject: {folder.name}", path, None


def measure(network, path, truth):
    alpha, person = network(cv2.imread(str(path)))
    truth = alpha * 0 if truth is None else cv2.resize(cv2.imread(str(truth), 0), (SIZE, SIZE), interpolation=cv2.INTER_AREA) / 255
    cleared = certain_parts(alpha)
    human = of_people(cleared, person)
    empty = [found.max() <= LEAST_PEAK for found in (alpha, cleared, human)]
    return [*figures(alpha, truth), *figures(cleared, truth), *figures(human, truth), *empty]


def main(data, root, *folders):
    network, rows = Network(), defaultdict(list)
    for kind, path, truth in pictures(data, root, folders):
        rows[kind].append(measure(network, path, truth))
    print("| | pictures | network alone | auto | human | found nothing |\n| --- | --: | --: | --: | --: | --: |")
    for kind, values in rows.items():
        mean = np.mean(values, axis=0)
        pairs = " | ".join(f"{mean[i]:.3f} / {mean[i + 1]:.4f}" for i in (0, 2, 4))
        print(f"| {kind} | {len(values)} | {pairs} | {' / '.join(f'{share:.3f}' for share in mean[6:])} |")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
