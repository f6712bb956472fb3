"""Writes `models/checks.json`: the output of every model for a known input, computed by onnxruntime on a CPU.

    python models/build/checks.py

A browser asks the same (`workers/inference/gpu/check.ts`), and compares. Of all outputs, 64 values are kept, spread over them. A
model that takes pictures of one size only is asked at that size.

`int8` has the same of files that compute in integers.

Of models from image to image, `tiles` has 64 values of one period of the output for a picture of periods
(`workers/inference/gpu/tile-check.ts`): away from the borders they hold in tiles of every shape.
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime

MODELS = Path(__file__).resolve().parents[1]
TOLD = {"deblur": {"deblur": [0, 1, 0, 0], "deblur-compressed": [0, 1, 1, 0], "restore": [1, 1, 1, 0], "restore-noise": [1, 0, 0, 0], "restore-soft": [1, 0, 1, 0]}}  # the uses of one file, and its `strengths` in each: as in models.ts
SIZES = {"edge": 256}  # the sides of what one is asked at that takes any: a GPU gets no other
SIZE, VALUES, STRIDE = 16, 64, 997  # a prime, so that the values lie in no row or column
PERIOD, MIDDLE = 16, 160


def picture(channels, height, width):
    """float32 [1, channels, height, width] in 0.05..0.95: waves, and a step across them."""
    channel, row, column = np.ogrid[0:channels, 0:height, 0:width]
    waves = 0.5 + 0.25 * np.sin(0.9 * column + 0.3 * channel) + 0.1 * np.cos(0.7 * row - 0.5 * channel)
    return (waves + np.where(row > column, 0.1, -0.1)).astype(np.float32)[None]


def periods(height, width):
    """float32 [1, 3, height, width] in 0.05..0.95 that repeats itself after PERIOD pixels along both axes."""
    channel, row, column = np.ogrid[0:3, 0:height, 0:width]
    row, column, turn = row % PERIOD, column % PERIOD, 2 * np.pi / PERIOD
    waves = 0.5 + 0.25 * np.sin(2 * turn * column + 0.3 * channel) + 0.1 * np.cos(3 * turn * row - 0.5 * channel)
    return (waves + np.where(row > column, 0.1, -0.1)).astype(np.float32)[None]


def tile_answer(path, told):
    """The values of a period in the middle, far from all borders; None for a model that is asked at one size."""
    session = open_session(path)
    if path.parent.name in SIZES or isinstance(session.get_inputs()[0].shape[2], int):
        return None
    (output,) = session.run(None, {"input": periods(MIDDLE * 2, MIDDLE * 2), **told})
    scale = output.shape[2] // (MIDDLE * 2)
    start, side = MIDDLE * scale, PERIOD * scale
    values = output[0, :, start : start + side, start : start + side].reshape(-1)
    return [round(float(values[i * STRIDE % values.size]), 5) for i in range(VALUES)]


def open_session(path):
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])


def answer(path, told):
    session = open_session(path)
    channels, *sides = session.get_inputs()[0].shape[1:]
    height, width = (side if isinstance(side, int) else SIZES.get(path.parent.name, SIZE) for side in sides)
    outputs = sorted(session.get_outputs(), key=lambda output: output.name)
    answers = session.run([output.name for output in outputs], {"input": picture(channels, height, width), **told})
    values = np.concatenate([answer.reshape(-1) for answer in answers])
    stride = max(STRIDE, values.size // VALUES)
    return [round(float(values[i * stride % values.size]), 5) for i in range(VALUES)]


def uses(file):
    """{name: (path, what it is fed beside its input)} of the files of that name."""
    return dict(sorted(each_use(file)))


def each_use(file):
    for path in MODELS.glob(f"*/{file}"):
        name = path.parent.name
        for use, strengths in TOLD.get(name, {name: None}).items():
            yield use, (path, {"strengths": np.array([strengths], np.float32)} if strengths else {})


def main():
    networks = uses("model.onnx")
    answers = {name: answer(*network) for name, network in networks.items()}
    tiles = {name: tile_answer(*network) for name, network in networks.items()}
    answers["int8"] = {name: answer(*network) for name, network in uses("int8.onnx").items()}
    answers["tiles"] = {name: values for name, values in tiles.items() if values}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in answers.items())
    (MODELS / "checks.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
