"""How often five parts of a large face show that it is clean, as in `workers/operations/face-enhance/restore.ts`:
python clean_faces.py ../../../deblur/model.onnx PEOPLE [--second]

PEOPLE holds portraits (matting/people), which show about as much around a face as is restored with it. Every second of them chose the
limit; `--second` takes large ones of the others. Printed are the mean change of all of it, of 255, how many are left as they are by
that change and by the five parts, and the largest change, weighted, that a face left alone misses.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
from heads import ALL, change_of, degraded, network, weight_of

PART, CELLS, UNCHANGED = 96, [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)], 0.8
SIDE = 864
# Blur, noise, quality of JPEG (0: none)
KINDS = {
    "clean": (0, 0, 0),
    "JPEG 92": (0, 0, 92),
    "JPEG 85": (0, 0, 85),
    "noise 1.2": (0, 1.2, 0),
    "noise 2": (0, 2, 0),
    "noise 3, JPEG 75": (0, 3, 75),
    "blur 0.5": (0.5, 0, 0),
    "blur 0.8": (0.8, 0, 0),
}


def portraits(folder, first):
    half = [cv2.imread(str(path)) for path in sorted(folder.glob("*.jpg"))[first::2]]
    for picture in [each for each in half if min(each.shape[:2]) >= SIDE][::2]:
        scale = SIDE / min(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        top, left = ((side - SIDE) // 2 for side in small.shape[:2])
        yield small[top : top + SIDE, left : left + SIDE, ::-1].astype(np.float64)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model"), parser.add_argument("people", type=Path), parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    restored = network(options.model, ALL)
    start = lambda cell: int((cell + 0.5) * SIDE / 3 - PART / 2)
    places = [np.s_[start(y) : start(y) + PART, start(x) : start(x) + PART] for x, y in CELLS]
    faces = list(portraits(options.people, options.second))
    print(f"| {len(faces)} faces | change | left by all of it | by five parts | missed at most |\n| --- | --: | --: | --: | --: |")
    for name, damage in KINDS.items():
        rows = []
        for seed, face in enumerate(faces):
            seen = degraded(face, *damage, np.random.default_rng(seed))
            whole = change_of(seen, restored(seen))
            parts = np.sqrt(np.mean([change_of(seen[place], restored(seen[place])) ** 2 for place in places]))
            # Alpha, which never changes, counts there.
            weight = weight_of(whole * np.sqrt(0.75))
            left = parts < UNCHANGED
            rows.append([whole, weight == 0, left, weight * whole * left])
        change, kept, left, _ = np.mean(rows, axis=0)
        print(f"| {name} | {change:.2f} | {kept:.2f} | {left:.2f} | {np.max(rows, axis=0)[3]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
