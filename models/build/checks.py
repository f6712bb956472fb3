"""Writes `models/checks.json`: the output of every model for a known input, computed by onnxruntime on a CPU.

    python models/build/checks.py

A browser asks the same (`workers/inference/check.ts`), and compares. Of all outputs, 64 values are kept, spread over them. A
model that takes pictures of one size only is asked at that size.
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime

MODELS = Path(__file__).resolve().parents[1]
SIZE, VALUES, STRIDE = 16, 64, 997  # a prime, so that the values lie in no row or column


def picture(height, width):
    """float32 [1, 3, height, width] in 0.05..0.95: waves, and a step across them."""
    channel, row, column = np.ogrid[0:3, 0:height, 0:width]
    waves = 0.5 + 0.25 * np.sin(0.9 * column + 0.3 * channel) + 0.1 * np.cos(0.7 * row - 0.5 * channel)
    return (waves + np.where(row > column, 0.1, -0.1)).astype(np.float32)[None]


def answer(path):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    height, width = (side if isinstance(side, int) else SIZE for side in session.get_inputs()[0].shape[2:])
    outputs = sorted(session.get_outputs(), key=lambda output: output.name)
    answers = session.run([output.name for output in outputs], {"input": picture(height, width)})
    values = np.concatenate([answer.reshape(-1) for answer in answers])
    return [round(float(values[i * STRIDE % values.size]), 5) for i in range(VALUES)]


def main():
    answers = {path.parent.name: answer(path) for path in sorted(MODELS.glob("*/model.onnx"))}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in answers.items())
    (MODELS / "checks.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
