"""Whether a face is still that person, by dlib's face recognition: 128 numbers a face, 0.6 apart at most of one person.

    pip install dlib-bin; pip install --no-deps face-recognition-models==0.3.0

for evaluation only: nothing is trained on it.
"""

import importlib.util
from pathlib import Path

import dlib
import numpy as np

MODELS = Path(importlib.util.find_spec("face_recognition_models").submodule_search_locations[0]) / "models"
JITTERED = 10  # turned and shifted copies, whose mean is taken


class Identity:
    """The distance of other states of one picture, RGB, to it. Its landmarks hold for all."""

    detect = staticmethod(dlib.get_frontal_face_detector())
    landmarks = dlib.shape_predictor(str(MODELS / "shape_predictor_68_face_landmarks.dat"))
    recognise = dlib.face_recognition_model_v1(str(MODELS / "dlib_face_recognition_resnet_model_v1.dat"))

    def __init__(self, picture):
        (face, *_) = self.detect(as_bytes(picture), 1)
        self.shape = self.landmarks(as_bytes(picture), face)
        self.own = self.descriptor(picture)

    def descriptor(self, picture):
        return np.array(self.recognise.compute_face_descriptor(as_bytes(picture), self.shape, JITTERED))

    def distance(self, picture):
        return np.linalg.norm(self.descriptor(picture) - self.own)


def as_bytes(picture):
    return np.ascontiguousarray(picture.round().clip(0, 255).astype(np.uint8))
