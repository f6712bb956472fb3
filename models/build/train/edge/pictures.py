"""Pictures with their alpha, and what `matte` finds in them: what the network for borders is trained on.

    python pictures.py DATA OUT KIND COUNT [--held-out]    # KIND: people, street or things

writes OUT/<number>.jpg (longer side up to 1,000 px), .png (its alpha) and -found.png (what models/matte/model.onnx finds, 448 px). The
people are portraits put before photographs; the others are as they are. Held out is every tenth picture of each folder, by name.
"""

import random
import sys
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

sys.path.append(str(Path(__file__).resolve().parents[1] / "matte"))
from preprocess import WRONG, is_held_out, normalised

MODEL = Path(__file__).resolve().parents[3] / "matte" / "model.onnx"
SIZE, LONGEST = 448, 1000
JITTERED = 0.6  # of the photographs; of portraits all


def motion_kernel(length, angle):
    kernel = np.zeros((length, length), np.float32)
    dx, dy = np.cos(angle) * (length - 1) / 2, np.sin(angle) * (length - 1) / 2
    middle = (length - 1) / 2
    cv2.line(kernel, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), 1)
    return kernel / kernel.sum()


def blurred(values, longest):
    return cv2.filter2D(values, -1, motion_kernel(random.randint(3, longest) | 1, random.uniform(0, np.pi)), borderType=cv2.BORDER_REFLECT)


def jitter(image):
    """Exposure, colour, gray, blur, noise, JPEG: what cameras and editors do."""
    image = image * random.uniform(0.65, 1.3) + random.uniform(-20, 20)
    if random.random() < 0.5:
        image = image * np.float32([random.uniform(0.86, 1.14) for _ in range(3)])
    if random.random() < 0.12:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    image = image.clip(0, 255)
    if random.random() < 0.2:
        image = blurred(image, max(5, image.shape[0] // 40)) if random.random() < 0.5 else cv2.GaussianBlur(image, (0, 0), random.uniform(0.4, 1.5))
    if random.random() < 0.2:
        image = (image + np.random.standard_normal(image.shape) * random.uniform(2, 12)).clip(0, 255)
    if random.random() < 0.3:
        _, coded = cv2.imencode(".jpg", image.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, random.randint(35, 92)])
        image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return image.astype(np.float32)


def session():
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(MODEL), options, providers=["CPUExecutionProvider"])


def found(net, bgr):
    x = cv2.resize(bgr, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return net.run(["alpha"], {"input": normalised(x)[None]})[0][0, 0]


def ground(paths, width, height):
    """A part of a photograph, out of focus in a half of all cases."""
    image = cv2.imread(str(random.choice(paths)))
    scale = max(width / image.shape[1], height / image.shape[0]) * random.uniform(1, 1.3)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
    y, x = random.randint(0, image.shape[0] - height), random.randint(0, image.shape[1] - width)
    image = image[y : y + height, x : x + width].astype(np.float32)
    if random.random() < 0.5:
        return cv2.GaussianBlur(image, (0, 0), random.uniform(1, width / 60))
    # An enlarged photograph has no grain of its own.
    return (image + np.random.standard_normal((height, width, 1)) * random.uniform(0, 6)).clip(0, 255)


def composite(person, grounds):
    """Image, BGR 0 to 255, and alpha, 0 to 255."""
    colors, alpha = cv2.imread(str(person.with_suffix(".jpg"))), cv2.imread(str(person), cv2.IMREAD_GRAYSCALE)
    scale = random.uniform(0.45, 1.0)
    colors, alpha = (cv2.resize(a, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32) for a in (colors, alpha))
    if random.random() < 0.5:
        colors, alpha = colors[:, ::-1], alpha[:, ::-1]
    colors = (colors * random.uniform(0.6, 1.25) * np.float32([random.uniform(0.9, 1.1) for _ in range(3)])).clip(0, 255)
    h, w = alpha.shape
    height, width = int(h * random.uniform(1, 1.15)), int(w * random.uniform(1, 1.7))
    x = random.randint(0, width - w)
    whole, layer = np.zeros((height, width), np.float32), np.zeros((height, width, 3), np.float32)
    whole[height - h :, x : x + w], layer[height - h :, x : x + w] = alpha, colors
    share = whole[..., None] / 255
    return layer * share + ground(grounds, width, height) * (1 - share), whole


def photograph(path, is_street):
    image, alpha = cv2.imread(str(path.with_suffix(".jpg"))), cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    scale = LONGEST / max(alpha.shape)
    if scale < 1:
        image, alpha = (cv2.resize(a, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for a in (image, alpha))
    if is_street:  # their masks lie half a pixel too far to the right
        left = np.float32([[1, 0, -0.5], [0, 1, 0]])
        alpha = cv2.warpAffine(alpha, left, alpha.shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return image.astype(np.float32), alpha


def main(data, out, kind, count, held_out):
    data, out, net = Path(data), Path(out), session()
    out.mkdir(parents=True, exist_ok=True)
    kept = lambda paths: [path for index, path in enumerate(sorted(paths)) if is_held_out(index) == held_out]
    paths = [path for path in kept((data / "matting" / kind).glob("*.png")) if path.stem not in WRONG]
    random.Random(5).shuffle(paths)
    grounds = kept((data / "bsds500").glob("*/*.jpg")) + kept((data / "matting" / "street").glob("*.jpg"))
    for number in range(int(count) if kind == "people" else min(int(count), len(paths))):
        random.seed(number + held_out * 10**6), np.random.seed(number)
        path = paths[number % len(paths)]
        image, alpha = composite(path, grounds) if kind == "people" else photograph(path, kind == "street")
        if not held_out and (kind == "people" or random.random() < JITTERED):
            image = jitter(image)
        image = image.clip(0, 255).round().astype(np.uint8)
        for ending, values in ((".jpg", image), (".png", alpha), ("-found.png", found(net, image) * 255)):
            cv2.imwrite(str(out / f"{number:04d}{ending}"), values.clip(0, 255).round().astype(np.uint8))


if __name__ == "__main__":
    main(*sys.argv[1:5], "--held-out" in sys.argv)
