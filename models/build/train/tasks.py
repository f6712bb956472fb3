"""The tasks by name: network, degradation and the numbers of the training."""

from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np
import onnx
from onnx import numpy_helper

import degrade
import network
import pictures

MODELS = Path(__file__).resolve().parents[2]
SPAN = MODELS / "span-x4" / "model.onnx"


def read_constants(path):
    """name -> fp32 array; weights that the file stores as fp16 lose that suffix."""
    tensors = onnx.load(path).graph.initializer
    return {tensor.name.removesuffix("_fp16"): numpy_helper.to_array(tensor).astype("float32") for tensor in tensors}


@dataclass
class Task:
    network: Callable
    degrade: Callable
    rate: float = 1e-3
    batch: int = 32
    size: int = 128  # px of a crop
    late_size: int = 192  # px, in the last part of the training, half as many in a batch
    margin: int = 48  # px of a crop that are cut off after the degradation: no mirrored border, every JPEG grid
    scale: int = 1
    half_precision: bool = True  # bf16 arithmetic on a GPU
    scales: tuple = pictures.SCALES  # of the training pictures: 70 % of the batches from the first
    evaluate: str = ""
    views: int = 1  # mirrored pictures whose answers are averaged when the network is used: `models/models.ts`
    muon: float = 0  # the rate of Muon for the kernels between 16 channels or more; 0: all by Adam
    first: str = ""  # the task whose weights the first part of the network takes: TASK.pt in the folder of --resume
    oidn: bool = False  # the second part takes the weights of Open Image Denoise: `oidn.py`
    waifu2x: bool = False  # the network takes the weights of waifu2x: `waifu2x.py`


TASKS = {
    "denoise-v1": Task(network.Plain, degrade.denoise_v1, margin=16, evaluate="denoise", muon=5e-4),
    "denoise-v2": Task(
        network.Mean,
        degrade.denoise_v2,
        size=96,
        late_size=144,
        evaluate="denoise",
        views=4,
        muon=5e-4,
        first="denoise-v1",
        oidn=True,
    ),
    "clean": Task(  # the originals are JPEGs
        network.CUNet,
        degrade.clean,
        rate=3e-4,
        batch=16,
        size=96,
        late_size=144,
        evaluate="clean",
        muon=5e-4,
        scales=(0.6, 0.75),
        waifu2x=True,
    ),
    "text-x4": Task(
        lambda: network.Span(read_constants(SPAN)),
        degrade.text_x4,
        rate=4e-4,
        size=160,
        late_size=224,
        margin=96,
        scale=4,
        half_precision=False,
        evaluate="text",
    ),
}


def count(net):
    return sum(int(np.prod(value.shape)) for value in net.parameters() if value.requires_grad)
