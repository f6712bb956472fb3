"""Figures by kind on what is held out."""

import torch
from draw import composites, nothing

MEASURED = ("street", "things", "bsds500", "large cut-outs", "small cut-outs", "nothing")


def figures(found, alpha):
    one, other = found > 0.5, alpha > 0.5
    overlap, union = (one & other).sum((1, 2, 3)), (one | other).sum((1, 2, 3))
    return torch.stack([(overlap + 1e-6) / (union + 1e-6), (found - alpha).abs().mean((1, 2, 3))], 1)


@torch.no_grad()
def measured(pool, answer, size=32):
    """Mean intersection over union and error of alpha by kind; of `nothing` the share that is found empty."""
    with torch.random.fork_rng(devices=[pool.device] if pool.device != "cpu" else []):
        torch.manual_seed(7)
        rows = {}
        for kind in ("street", "things", "bsds500"):
            parts = [pool.values(index) for index in pool.of[kind].split(size)]
            rows[kind] = torch.cat([figures(answer(part[:, :3]), part[:, 3:]) for part in parts])
            if kind == "bsds500":  # some have no subject
                rows[kind] = rows[kind][torch.cat([part[:, 3:].amax((1, 2, 3)) > 0.5 for part in parts])]
        for kind, of in (("large cut-outs", lambda: composites(pool, size, 0.55, 1.15, 1)), ("small cut-outs", lambda: composites(pool, size, 0.2, 0.6, 3))):
            drawn = [of()[:2] for _ in range(2)]
            rows[kind] = torch.cat([figures(answer(image), alpha) for image, alpha in drawn])
        drawn = [nothing(pool, size) for _ in range(2)]
        found = torch.cat([answer(image) for image, *_ in drawn])
        rows["nothing"] = torch.stack([(found.amax((1, 2, 3)) < 0.5).float(), found.mean((1, 2, 3))], 1)
        return {kind: values.mean(0).tolist() for kind, values in rows.items()}
