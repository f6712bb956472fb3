"""What the networks for cut-outs read, and which pictures are held out."""

import numpy as np

MEAN, DEVIATION = np.float32([0.485, 0.456, 0.406]), np.float32([0.229, 0.224, 0.225])


def is_held_out(index):
    """The development set: every tenth picture of each folder, by name."""
    return index % 10 == 0


def normalised(bgr):
    return ((bgr[:, :, ::-1] / 255 - MEAN) / DEVIATION).transpose(2, 0, 1).astype(np.float32)
