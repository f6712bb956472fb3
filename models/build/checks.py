"""Writes `models/checks.json`: what every model answers to one known picture, by onnxruntime on a CPU.

    python models/build/checks.py

A browser asks the same (`workers/neural/check.ts`), and compares. Of the output, 64 values are kept, spread over it.
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime

MODELS = Path(__file__).resolve().parents[1]
SIZE, VALUES, STRIDE = 16, 64, 997  # a prime, so that the values lie in no row or column


def picture():
    """float32 [1, 3, 16, 16] in 0.05..0.95: waves, and a step that falls across them."""
    channel, row, column = np.ogrid[0:3, 0:SIZE, 0:SIZE]
    waves = 0.5 + 0.25 * np.sin(0.9 * column + 0.3 * channel) + 0.1 * np.cos(0.7 * row - 0.5 * channel)
    return (waves + np.where(row > column, 0.1, -0.1)).astype(np.float32)[None]


def answer(path):
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (output,) = session.run(["output"], {"input": picture()})
    return [round(float(output.flat[i * STRIDE % output.size]), 5) for i in range(VALUES)]


def main():
    answers = {path.parent.name: answer(path) for path in sorted(MODELS.glob("*/model.onnx"))}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in answers.items())
    (MODELS / "checks.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
