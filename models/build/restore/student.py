"""The student: realesr-animevideov3. 18 convolutions with PReLU between them, a pixel shuffle, and the enlarged input as a skip."""

import torch
from torch import nn
from torch.nn import functional

from teacher import START, layers

SCALE, FEATURES, DEPTH = 4, 64, 16


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        widths = [3] + [FEATURES] * (DEPTH + 1)
        steps = []
        for inputs, outputs in zip(widths, widths[1:]):
            steps += [nn.Conv2d(inputs, outputs, 3, padding=1), nn.PReLU(outputs)]
        self.body = nn.Sequential(*steps, nn.Conv2d(FEATURES, 3 * SCALE**2, 3, padding=1))

    def forward(self, pixels):
        return functional.pixel_shuffle(self.body(pixels), SCALE) + functional.interpolate(pixels, scale_factor=SCALE)


def published(folder):
    """The student with the published weights."""
    student = Student()
    with torch.no_grad():
        for step, found in zip(student.body, layers(folder, START), strict=True):
            step.weight.copy_(torch.tensor(found["slope"] if isinstance(step, nn.PReLU) else found["kernel"]))
            if isinstance(step, nn.Conv2d):
                step.bias.copy_(torch.tensor(found["bias"]))
    return student


def trained(checkpoint):
    student = Student()
    student.load_state_dict(torch.load(checkpoint, map_location="cpu")["average"])
    return student.eval()
