"""Trains several networks at once on one GPU, according to CALLS, and packs the results.

    python all.py CALL --out $OUT [--seconds 460] [--resume .cache/train]

A process each: the GPU goes round, and one fills the gaps of the others. OUT gets a tar for each task (checkpoint, ONNX,
curve, figures), renewed every minute, and log.txt.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclass
class Part:
    until: float = 1  # progress at the end of this call
    share: float = 1  # of the seconds
    compile: bool = False


CALLS = {
    "1": {
        "denoise-v1": Part(0.5, compile=True),
        "clean": Part(),
        "text-x4": Part(share=0.5),
    },
    "2": {"denoise-v1": Part(), "denoise-v2": Part(0.5)},
    "3": {"denoise-v2": Part()},
}


def start(task, part, options, folder):
    command = [sys.executable, "-u", HERE / "train.py", task, "--data", options.data, "--out", folder / task]
    command += ["--seconds", str(options.seconds * part.share), "--until", str(part.until), "--fonts", options.fonts]
    command += ["--resume", options.resume]
    if part.compile and not options.small or options.compile:
        command.append("--compile")
    if options.small:
        command.append("--small")
    (folder / task).mkdir(parents=True, exist_ok=True)
    with open(folder / task / "log", "w") as log:
        return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=os.environ | {"OMP_NUM_THREADS": "4"})


def pack(task, options, folder):
    temporary = folder / f"{task}.tar"
    with tarfile.open(temporary, "w") as package:
        for path in sorted((folder / task).iterdir()):
            if path.suffix in {".pt", ".onnx", ".csv", ".txt"}:
                package.add(path, path.name)
    (options.out / f"{task}.tar").write_bytes(temporary.read_bytes())


def write_log(tasks, options, folder):
    logs = [f"==== {task}\n{(folder / task / 'log').read_text(errors='replace')}" for task in tasks]
    (options.out / "log.txt").write_text("\n".join(logs))


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("call", choices=CALLS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=460, help="until the training ends; figures take half a minute more")
    parser.add_argument("--limit", type=float, default=580, help="seconds after which whatever still runs is ended")
    parser.add_argument("--data", default=".cache/bsds500")
    parser.add_argument("--fonts", default=".cache/fonts")
    parser.add_argument("--resume", default=".cache/train")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--only", nargs="*", help="some of the call's tasks")
    parser.add_argument("--small", action="store_true", help="a tiny trial on a CPU")
    return parser.parse_args()


def main():
    begin = time.monotonic()
    options = read_options()
    options.out.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="darkroom-training-"))
    tasks = {task: part for task, part in CALLS[options.call].items() if not options.only or task in options.only}
    running = {task: start(task, part, options, folder) for task, part in tasks.items()}
    packed = begin
    while any(process.poll() is None for process in running.values()):
        time.sleep(1)
        if time.monotonic() - begin > options.limit:
            for process in running.values():
                process.kill()
        if time.monotonic() - packed > 60:
            packed = time.monotonic()
            for task in tasks:
                pack(task, options, folder)
            write_log(tasks, options, folder)
    write_log(tasks, options, folder)
    for task, process in running.items():
        pack(task, options, folder)
        lines = (folder / task / "log").read_text(errors="replace").splitlines()
        print(f"==== {task}: exit {process.returncode}", *lines[-14:], sep="\n", flush=True)
    print(f"{time.monotonic() - begin:.0f} s in all")
    raise SystemExit(max(abs(process.returncode) for process in running.values()))


if __name__ == "__main__":
    main()
