"""Writes models/blazeface/model.onnx: the face detector of MediaPipe.

    python mediapipe.py           downloads the weights and writes the model
    python mediapipe.py --check   also compares it with the SHA-256 in the card
"""

from fp16 import store_as_fp16
from graph import report, write_model
from packages import npm
from tflite_graph import TfliteGraph

FACES = "@mediapipe/face_detection@0.4.1657300184"
FACES_SHA256 = "a118cde74923dc4435257fbfbb613464a0f58d115dff6314d4ff96c8aebf6419"


def build(file):
    graph = TfliteGraph(file.read_bytes(), ["input", "regressors", "scores"]).proto("blazeface")
    # The file has fp16 weights, so nothing is lost.
    store_as_fp16(graph)
    return write_model(graph, "blazeface", "mediapipe.py")


if __name__ == "__main__":
    with npm(FACES, FACES_SHA256) as folder:
        file = folder / "face_detection_full_range.tflite"
        target = build(file)
    report([target])
