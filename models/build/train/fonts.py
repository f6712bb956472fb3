"""Fetches the fonts that text pages are rendered in: Latin woff files of pinned npm packages (all OFL or Apache-2.0).

    python fonts.py FOLDER           writes FOLDER/train/*.woff and FOLDER/test/*.woff
    python fonts.py FOLDER --pin     also writes their hashes to fonts.sha256

The families in `test` are read by no training step.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "5.3.0"
FAMILIES = {
    "train": """roboto open-sans lato inter montserrat noto-sans source-sans-3 fira-sans work-sans nunito oswald raleway
        merriweather playfair-display lora pt-serif noto-serif crimson-text libre-baskerville jetbrains-mono
        source-code-pro roboto-mono inconsolata caveat roboto-slab arvo arimo tinos cousine rubik barlow-condensed""",
    "test": "ibm-plex-sans ibm-plex-serif ibm-plex-mono pt-sans bitter karla",
}
STYLES = ("400-normal", "400-italic", "700-normal", "700-italic")
PINS = Path(__file__).with_name("fonts.sha256")


def fetch(family, target):
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"@fontsource/{family}@{VERSION}", "--pack-destination", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            for style in STYLES:
                name = f"{family}-latin-{style}.woff"
                if f"package/files/{name}" in package.getnames():
                    (target / name).write_bytes(package.extractfile(f"package/files/{name}").read())


def hashes(root):
    paths = sorted(root.glob("*/*.woff"))
    return [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(root)}" for path in paths]


def main():
    root = Path(sys.argv[1])
    for part, families in FAMILIES.items():
        (root / part).mkdir(parents=True, exist_ok=True)
        for family in families.split():
            fetch(family, root / part)
    if "--pin" in sys.argv:
        PINS.write_text("\n".join(hashes(root)) + "\n")
    if hashes(root) != PINS.read_text().splitlines():
        raise SystemExit("Expected the fonts to have the hashes in fonts.sha256 but some differ")


if __name__ == "__main__":
    main()
