"""Writes the selfie segmentation and face detection models from the packages of MediaPipe.

    python mediapipe.py           downloads the weights and writes the models
    python mediapipe.py --check   also compares them with the SHA-256 in the cards
"""

from fp16 import store_as_fp16
from graph import report, write_model
from packages import npm
from tflite_graph import TfliteGraph

SELFIE = "@mediapipe/selfie_segmentation@0.1.1675465747"
SELFIE_SHA256 = "7767b33eaa68990ee06c28bbb89f39a13a47ebb07ff0f1fd4947d9e817bb9bf9"
FACES = "@mediapipe/face_detection@0.4.1657300184"
FACES_SHA256 = "a118cde74923dc4435257fbfbb613464a0f58d115dff6314d4ff96c8aebf6419"


def build(file, name, outputs):
    graph = TfliteGraph(file.read_bytes(), ["input", *outputs]).proto(name)
    # The files have fp16 weights, so nothing is lost.
    store_as_fp16(graph)
    return write_model(graph, name, "mediapipe.py")


if __name__ == "__main__":
    with npm(SELFIE, SELFIE_SHA256) as folder:
        targets = [
            build(folder / "selfie_segmentation.tflite", "selfie", ["output"]),
            build(folder / "selfie_segmentation_landscape.tflite", "selfie-landscape", ["output"]),
        ]
    with npm(FACES, FACES_SHA256) as folder:
        file = folder / "face_detection_full_range.tflite"
        targets.append(build(file, "blazeface", ["regressors", "scores"]))
    report(targets)
