"""Muon (Jordan et al., 2024): momentum whose matrix is made nearly orthogonal before it becomes a step."""

import torch

COEFFICIENTS = 3.4445, -4.7750, 2.0315  # of the quintic, by its authors: it brings singular values into 0.7 to 1.2
ITERATIONS = 5
AS_ADAM = 0.2  # the root mean square of Adam's steps, about (Liu et al., 2025): its rates fit


def orthogonal(matrix):
    """Approximately U V of the singular value decomposition U S V of `matrix`, by Newton-Schulz iterations."""
    tall = matrix.size(0) > matrix.size(1)
    wide = matrix.T if tall else matrix
    wide = wide / (wide.norm() + 1e-7)
    first, second, third = COEFFICIENTS
    for _ in range(ITERATIONS):
        square = wide @ wide.T
        wide = first * wide + (second * square + third * square @ square) @ wide
    return wide.T if tall else wide


class Muon(torch.optim.Optimizer):
    """For the kernels of convolutions, each as a matrix [outputs, inputs * height * width]."""

    def __init__(self, parameters, lr, momentum=0.95):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for parameter in group["params"]:
                self.move(parameter, group["lr"], group["momentum"])

    def move(self, parameter, rate, momentum):
        state = self.state[parameter]
        if "average" not in state:
            state["average"] = torch.zeros_like(parameter)
        average = state["average"]
        average.lerp_(parameter.grad, 1 - momentum)
        matrix = parameter.grad.lerp(average, momentum).flatten(1)
        scale = AS_ADAM * max(matrix.shape) ** 0.5
        parameter.sub_(orthogonal(matrix).view_as(parameter), alpha=rate * scale)
