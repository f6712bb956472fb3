"""The steps of a training: rates along half a cosine, clipped gradients, averaged weights, and the way back after a loss of NaN."""

import copy
import math

import torch

from muon import Muon


class Steps:
    """Trains `net`; `average` has the averaged weights.

    `adam` and `muon` are rates: Muon takes the kernels between 16 channels or more, or none where its rate is 0. `warm_up` is
    a number of steps after every start, as the optimisers' own state is not kept; `lowest` a share of the rates, `decay` that
    of the average which a step keeps.
    """

    def __init__(self, net, *, adam, muon, warm_up, lowest, decay):
        self.net, self.average = net, copy.deepcopy(net).requires_grad_(False)
        self.trained, self.averaged = [*net.parameters()], [*self.average.parameters()]
        self.warm_up, self.lowest, self.decay = warm_up, lowest, decay
        self.optimisers = self.make_optimisers(adam, muon)
        self.since = 0  # steps since the optimisers started
        self.keep()

    def make_optimisers(self, adam, muon):
        """(optimiser, its rate)."""
        values = [value for value in self.trained if value.requires_grad]
        wide = [bool(muon) and value.ndim == 4 and min(value.shape[:2]) >= 16 for value in values]
        kernels = [value for value, is_wide in zip(values, wide) if is_wide]
        others = [value for value, is_wide in zip(values, wide) if not is_wide]
        first = torch.optim.Adam(others, lr=adam, betas=(0.9, 0.99), fused=values[0].device.type == "cuda")
        return [(first, adam), *([(Muon(kernels, muon), muon)] if kernels else [])]

    def set_rates(self, progress):
        cosine = max(self.lowest, 0.5 + 0.5 * math.cos(math.pi * min(progress, 1)))
        for optimiser, rate in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate * cosine * min(1, (self.since + 1) / self.warm_up)

    def take(self, loss_of, progress):
        """One step at a progress of 0 to 1; `loss_of()` draws a batch. Returns its loss, on the device."""
        self.set_rates(progress)
        loss = loss_of()
        self.net.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained, 1.0)
        for optimiser, _ in self.optimisers:
            optimiser.step()
        self.since += 1
        decay = min(self.decay, (1 + self.since) / (10 + self.since))
        torch._foreach_lerp_(self.averaged, [value.detach() for value in self.trained], 1 - decay)
        return loss.detach()

    def keep(self):
        """Remembers the averaged weights, if they are finite, for `step_back`."""
        if all(bool(value.isfinite().all()) for value in self.averaged):
            self.good = [value.clone() for value in self.averaged]

    def step_back(self):
        """Back to the averaged weights that were kept last, with fresh optimisers."""
        with torch.no_grad():
            for value, averaged, good in zip(self.trained, self.averaged, self.good):
                value.copy_(good)
                averaged.copy_(good)
        for optimiser, _ in self.optimisers:
            optimiser.state.clear()
        self.since = 0
