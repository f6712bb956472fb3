"""The weights of one of the two networks for white balance."""

import onnx
import torch
from onnx.numpy_helper import to_array

from illuminant_network import NETWORKS


def weights(source, name):
    """Of `name.pt` in a folder, or of an ONNX file that export.py wrote."""
    if source.is_dir():
        return torch.load(source / f"{name}.pt", map_location="cpu")
    prefix = f"networks.{[*NETWORKS].index(name)}."
    stored = {tensor.name.removesuffix("_fp16"): tensor for tensor in onnx.load(source).graph.initializer}
    return {
        key.removeprefix(prefix): torch.from_numpy(to_array(tensor).astype("float32"))
        for key, tensor in stored.items()
        if key.startswith(prefix)
    }
