"""What the networks for cut-outs read, and which pictures are held out."""

import numpy as np

MEAN, DEVIATION = np.float32([0.485, 0.456, 0.406]), np.float32([0.229, 0.224, 0.225])
# Portraits whose alpha keeps a part of the studio's backdrop, or lacks a part of a white shirt.
WRONG = {*"010f 013_03 020f 025_03 043_03 044f 048f 062_03 064_03 097_03 100m 108m 113_03 113m 117m 136_03".split()}


def is_held_out(index):
    """The development set: every tenth picture of each folder, by name."""
    return index % 10 == 0


def normalised(bgr):
    return ((bgr[:, :, ::-1] / 255 - MEAN) / DEVIATION).transpose(2, 0, 1).astype(np.float32)
