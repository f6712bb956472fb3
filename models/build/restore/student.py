"""The student: realesr-animevideov3, or one of fewer features. Convolutions with PReLU between them, a pixel shuffle, and the enlarged input as a skip."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import teacher

SCALE, FEATURES, DEPTH = 4, 64, 16


class Student(nn.Module):
    def __init__(self, features=FEATURES):
        super().__init__()
        widths = [3] + [features] * (DEPTH + 1)
        steps = []
        for inputs, outputs in zip(widths, widths[1:]):
            steps += [nn.Conv2d(inputs, outputs, 3, padding=1), nn.PReLU(outputs)]
        self.body = nn.Sequential(*steps, nn.Conv2d(features, 3 * SCALE**2, 3, padding=1))

    def forward(self, pixels):
        return functional.pixel_shuffle(self.body(pixels), SCALE) + functional.interpolate(pixels, scale_factor=SCALE)

    @property
    def convolutions(self):
        return self.body[::2]

    @property
    def activations(self):
        return self.body[1::2]


@torch.no_grad()
def published(folder):
    """The student with the published weights."""
    student = Student()
    for step, found in zip(student.body, teacher.layers(folder, teacher.START), strict=True):
        step.weight.copy_(torch.tensor(found["slope"] if isinstance(step, nn.PReLU) else found["kernel"]))
        if isinstance(step, nn.Conv2d):
            step.bias.copy_(torch.tensor(found["bias"]))
    return student


def restored(state):
    """The student of a state of any width."""
    student = Student(len(state["body.0.bias"]))
    student.load_state_dict(state)
    return student


def trained(checkpoint):
    return restored(torch.load(checkpoint, map_location="cpu")["average"]).eval()


@torch.no_grad()
def exported(constants):
    """The student of the constants of a file that `export.py` wrote: there a kernel has a factor of the PReLU before it."""
    student = Student(len(constants["convolution0.bias"]))
    factors = np.ones(3, np.float32)
    for number, layer in enumerate(student.convolutions):
        layer.weight.copy_(torch.from_numpy(constants[f"convolution{number}.kernel"] / factors[:, None, None]))
        layer.bias.copy_(torch.from_numpy(constants[f"convolution{number}.bias"]))
        if number < len(student.activations):
            factors = 1 / (1 + constants[f"activation{number}.slope"].ravel())
            student.activations[number].weight.copy_(torch.from_numpy(1 - factors))
    return student
