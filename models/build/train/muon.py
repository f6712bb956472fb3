"""Muon (Jordan et al., 2024): momentum whose matrix is made nearly orthogonal before it becomes a step."""

import torch

COEFFICIENTS = 3.4445, -4.7750, 2.0315  # of the quintic, by its authors: it brings singular values into 0.7 to 1.2
ITERATIONS = 5
AS_ADAM = 0.2  # the root mean square of Adam's steps, about (Liu et al., 2025): its rates fit


def orthogonal(matrix):
    """Approximately U V of the singular value decomposition U S V of each matrix [n, rows, columns], by Newton-Schulz iterations."""
    tall = matrix.size(1) > matrix.size(2)
    wide = matrix.mT if tall else matrix
    wide = wide / (wide.norm(dim=(1, 2), keepdim=True) + 1e-7)
    first, second, third = COEFFICIENTS
    for _ in range(ITERATIONS):
        square = wide @ wide.mT
        wide = first * wide + (second * square + third * square @ square) @ wide
    return wide.mT if tall else wide


class Muon(torch.optim.Optimizer):
    """For the kernels of convolutions, each as a matrix [outputs, inputs * height * width]."""

    def __init__(self, parameters, lr, momentum=0.95):
        super().__init__(parameters, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            alike = {}  # those of one shape are one call
            for parameter in group["params"]:
                alike.setdefault(parameter.shape, []).append(parameter)
            for parameters in alike.values():
                self.move(parameters, group["lr"], group["momentum"])

    def move(self, parameters, rate, momentum):
        for parameter in parameters:
            if "average" not in self.state[parameter]:
                self.state[parameter]["average"] = torch.zeros_like(parameter)
        averages, gradients = [self.state[parameter]["average"] for parameter in parameters], [parameter.grad for parameter in parameters]
        torch._foreach_lerp_(averages, gradients, 1 - momentum)
        steps = orthogonal(torch.stack([step.flatten(1) for step in torch._foreach_lerp(gradients, averages, momentum)]))
        scale = AS_ADAM * max(steps.shape[1:]) ** 0.5
        for parameter, step in zip(parameters, steps):
            parameter.sub_(step.view_as(parameter), alpha=rate * scale)
