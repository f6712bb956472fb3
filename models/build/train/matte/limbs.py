"""Standing people with raised arms: training has none of its own."""

import random

import cv2
import numpy as np


def with_raised_arms(foreground, alpha):
    """A standing person with one or two more limbs, upwards: each is a leg, turned, at a shoulder."""
    x, y, w, h = cv2.boundingRect((alpha > 128).astype(np.uint8))
    reach = int(0.5 * h)
    foreground, alpha = (cv2.copyMakeBorder(a, reach, 0, reach, reach, cv2.BORDER_CONSTANT) for a in (foreground, alpha))
    x, y = x + reach, y + reach
    knees, middle = slice(y + int(0.62 * h), y + int(0.95 * h)), x + w // 2
    shoulder = y + int(random.uniform(0.17, 0.24) * h)
    across = np.flatnonzero(alpha[shoulder] > 128)
    if len(across) == 0:
        return foreground, alpha
    colors, matte = foreground.copy(), alpha.copy()
    for side in random.choice(((0,), (1,), (0, 1), (0, 1))):
        half = slice(x, middle) if random.random() < 0.5 else slice(middle, x + w)
        leg, shape = foreground[knees, half], alpha[knees, half]
        bx, by, bw, bh = cv2.boundingRect((shape > 128).astype(np.uint8))
        if bw < 4 or bh < 16:
            continue
        length, width = random.uniform(0.3, 0.48) * h, random.uniform(0.035, 0.075) * h
        target = np.float32([[across[0] + width / 2, shoulder], [across[-1] - width / 2, shoulder]][side])
        angle = np.deg2rad(random.uniform(-5, 45)) * (1 if side else -1)
        along = np.float32([np.sin(angle), -np.cos(angle)])
        beside = np.float32([-along[1], along[0]])
        corners = [target - beside * width / 2, target + beside * width / 2, target - beside * width / 2 + along * length]
        matrix = cv2.getAffineTransform(np.float32([[bx, by], [bx + bw, by], [bx, by + bh]]), np.float32(corners))
        size = alpha.shape[::-1]
        arm, there = (cv2.warpAffine(a, matrix, size, flags=cv2.INTER_AREA) for a in (leg, shape))
        share = there[..., None].astype(np.float32) / 255
        colors = (arm * share + colors * (1 - share)).astype(np.uint8)
        matte = np.maximum(matte, there)
    x, y, w, h = cv2.boundingRect((matte > 8).astype(np.uint8))
    return colors[y : y + h, x : x + w], matte[y : y + h, x : x + w]
