"""Measures how closely networks agree with the teacher on truly degraded pictures that are not trained on.

    python agreement.py --pictures FILE_OR_FOLDER ... --models .cache/realesrgan --answers .cache/answers --checkpoint .cache/run/student.pt

Prints PSNR (RGB), SSIM (luma), the gradient ratio and the gradient projection (see `measure`) of bicubic, SPAN x4, the student as published and as trained.
`--sheets FOLDER` writes input, SPAN, student and teacher side by side. The teacher's answers (fp32) are cached.
"""

import argparse
import hashlib
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
from PIL import Image

from student import SCALE, published, trained
from teacher import X4plus, fetch

LARGEST = 256  # px: pictures wider or higher than 400 px are cropped to their middle
SPAN = Path(__file__).resolve().parents[2] / "span-x4" / "model.onnx"


def read(path):
    """float32 [1, 3, h, w] in 0..1."""
    picture = Image.open(path).convert("RGB")
    if max(picture.size) > 400:
        left, top = ((side - LARGEST) // 2 for side in picture.size)
        picture = picture.crop((left, top, left + LARGEST, top + LARGEST))
    return torch.from_numpy(np.array(picture)).permute(2, 0, 1)[None].float() / 255


def collect(paths):
    """name -> picture, of files and folders."""
    files = [file for path in paths for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
    return {file.stem: read(file) for file in files}


def rounded(pixels):
    return (pixels.clamp(0, 1) * 255).round() / 255


def answers(pictures, models, folder):
    """name -> the teacher's answer, cached in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    teacher, found = None, {}
    for name, picture in pictures.items():
        path = folder / f"{name}-{hashlib.sha256(picture.numpy().tobytes()).hexdigest()[:8]}.png"
        if not path.exists():
            teacher = teacher or X4plus(fetch(models))
            write(path, teacher(picture))
        found[name] = torch.from_numpy(np.array(Image.open(path))).permute(2, 0, 1)[None].float() / 255
    return found


def as_bytes(pixels):
    return (rounded(pixels)[0] * 255).byte().permute(1, 2, 0).numpy()


def write(path, pixels):
    Image.fromarray(as_bytes(pixels)).save(path)


# Measures


def psnr(found, expected):
    return float(-10 * torch.log10((rounded(found) - expected).square().mean()))


def luma(pixels):
    weights = torch.tensor([0.299, 0.587, 0.114]).view(3, 1, 1)
    return (rounded(pixels)[0] * weights).sum(0).double().numpy() * 255


def ssim(found, expected):
    """Gaussian windows of 11 px and a sigma of 1.5, of the luma."""
    first, second = luma(found), luma(expected)

    def mean(values):
        return cv2.GaussianBlur(values, (11, 11), 1.5)[5:-5, 5:-5]

    m1, m2 = mean(first), mean(second)
    v1, v2, both = mean(first**2) - m1**2, mean(second**2) - m2**2, mean(first * second) - m1 * m2
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float((((2 * m1 * m2 + c1) * (2 * both + c2)) / ((m1**2 + m2**2 + c1) * (v1 + v2 + c2))).mean())


def gradients(pixels):
    return torch.cat([pixels.diff(dim=axis).flatten() for axis in (2, 3)])


def measure(found, expected):
    """PSNR; SSIM; the ratio of the mean absolute gradients; the projection of the gradients on the teacher's.

    The projection is 1 where every edge is there at full contrast. Noise raises the ratio, but not the projection.
    """
    student, teacher = gradients(rounded(found)), gradients(expected)
    ratio, projection = student.abs().mean() / teacher.abs().mean(), (student * teacher).sum() / teacher.square().sum()
    return psnr(found, expected), ssim(found, expected), float(ratio), float(projection)


@torch.inference_mode()
def agreement(network, pictures, expected):
    """name -> measures."""
    return {name: measure(network(picture), expected[name]) for name, picture in pictures.items()}


# Networks to compare with


def bicubic(picture):
    height, width = picture.shape[2:]
    large = cv2.resize(picture[0].permute(1, 2, 0).numpy(), (width * SCALE, height * SCALE), interpolation=cv2.INTER_CUBIC)
    return torch.from_numpy(large).permute(2, 0, 1)[None]


def open_onnx(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda picture: torch.from_numpy(session.run(["output"], {"input": picture.numpy()})[0])


def show(title, table):
    rows = np.array(list(table.values()))
    print(f"{title:14}", *(f"{value:7.3f}" for value in rows.mean(0)), flush=True)
    for name, row in table.items():
        print(f"  {name:18}", *(f"{value:7.3f}" for value in row), flush=True)


def sheet(path, columns):
    height, width = columns[-1].shape[2:]
    first = torch.nn.functional.interpolate(columns[0], size=(height, width))
    write(path, torch.cat([first, *columns[1:]], 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, nargs="+", required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--onnx", type=Path, nargs="*", default=[])
    parser.add_argument("--sheets", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    pictures = collect(options.pictures)
    expected = answers(pictures, options.models, options.answers)
    networks = {"bicubic": bicubic, "SPAN x4": open_onnx(SPAN), "as published": published(fetch(options.models)).eval()}
    if options.checkpoint:
        networks["trained"] = trained(options.checkpoint)
    networks.update({path.parent.name: open_onnx(path) for path in options.onnx})
    print("mean PSNR, SSIM, gradient ratio, gradient projection")
    for title, network in networks.items():
        show(title, agreement(network, pictures, expected))
    if options.sheets:
        options.sheets.mkdir(parents=True, exist_ok=True)
        last = list(networks.values())[-1]
        for name, picture in pictures.items():
            with torch.inference_mode():
                found = [networks["SPAN x4"](picture), last(picture)]
            sheet(options.sheets / f"{name}.png", [picture, *found, expected[name]])


if __name__ == "__main__":
    main()
