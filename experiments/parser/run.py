"""Train the teachers side by side on one device, then the student they teach, within a time limit.

    python run.py --data carry --out DIR [--work DIR] [--seconds 555]

``--out`` gets the student's weights in half precision (``parser.safetensors`` in parts of 15 MiB, to be
joined with ``cat``), ``labels.json``, ``figures.json`` and ``log.txt``. ``--work`` keeps the teachers and the
checkpoints: a run that was stopped goes on from there, and finished teachers are not trained again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import data
import store
import torch
from distill import DistillationLoss, ensemble_scores, load_teachers
from model import Parser
from safetensors.torch import save
from scoring import evaluate
from train import DEV, Clock, Settings, build, fit, prepare_device, read_settings

PART = 15 * 2**20
_started = time.monotonic()


class Log:
    """Prints lines with the time and keeps them in a file."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")

    def __call__(self, message: str) -> None:
        """Write one line."""
        line = f"{time.monotonic() - _started:6.1f} {message}"
        print(line, flush=True)
        print(line, file=self._file, flush=True)


def save_in_parts(model: Parser, folder: Path) -> None:
    """Write the weights in half precision, cut into parts that are small enough to be carried."""
    weights = {name: value.detach().to("cpu", torch.float16).contiguous() for name, value in model.state_dict().items()}
    content = save(weights)
    for old in folder.glob("parser.safetensors.*"):
        old.unlink()
    for number, start in enumerate(range(0, len(content), PART)):
        (folder / f"parser.safetensors.{number}").write_bytes(content[start : start + PART])


def train_teachers(options: argparse.Namespace, settings: Settings, log: Log) -> list[Path]:
    """Train every variant in a process of its own; return the folders of those that succeeded."""
    seconds = min(settings["teacher"]["seconds"], 0.45 * options.seconds)
    folders = [options.work / f"teacher-{index}" for index in range(len(settings["teacher"]["variants"]))]
    processes = []
    for index, folder in enumerate(folders):
        if (folder / "model.pt").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(Path(__file__).with_name("train.py")), "--data", str(options.data)]
        command += ["--out", str(folder), "--variant", str(index), "--seconds", str(seconds)]
        command += ["--settings", str(options.settings)] if options.settings else []
        command += ["--limit", str(options.limit)] if options.limit else []
        output = (folder / "log.txt").open("w", encoding="utf-8")
        processes.append((folder, subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)))
    follow(processes, time.monotonic() + seconds + 100, log)
    return [folder for folder in folders if (folder / "model.pt").exists()]


def follow(processes: list[tuple[Path, subprocess.Popen[bytes]]], deadline: float, log: Log) -> None:
    """Copy what the processes write to their folders' log.txt until they end; kill those that miss the deadline."""
    shown: dict[Path, int] = {}
    while any(process.poll() is None for _, process in processes) and time.monotonic() < deadline:
        time.sleep(1)
        for folder, _ in processes:
            _forward(folder / "log.txt", shown, log)
    for folder, process in processes:
        if process.poll() is None:
            process.kill()
        _forward(folder / "log.txt", shown, log)


def _forward(path: Path, shown: dict[Path, int], log: Log) -> None:
    """Copy the complete new lines of a file to the log."""
    with path.open(encoding="utf-8", errors="replace") as file:
        file.seek(shown.get(path, 0))
        while (line := file.readline()).endswith("\n"):
            shown[path] = file.tell()
            if line.strip():
                log(line.rstrip())


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("runs"))
    parser.add_argument("--settings", type=Path)
    parser.add_argument("--seconds", type=float, default=555.0)
    parser.add_argument("--limit", type=int, help="use the first sentences only, for a trial")
    parser.add_argument("--device")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    log = Log(options.out / "log.txt")
    settings = read_settings(options.settings)
    shutil.copy(options.data / "labels.json", options.out / "labels.json")
    runs = train_teachers(options, settings, log)
    if not runs:
        log("no teacher was trained: see the log.")
        return 1
    return teach(options, settings, runs, log)


def teach(options: argparse.Namespace, settings: Settings, runs: list[Path], log: Log) -> int:
    """Train the student by the teachers in the given folders, and save it."""
    device = prepare_device(options.device, settings["student"]["seed"])
    labels = store.Labels.load(options.data / "labels.json")
    gold = data.load(options.data, "gold", device, options.limit)
    plain = data.load(options.data, "plain", device, options.limit)
    teachers = load_teachers(options.data, runs, settings, labels, device)
    figures = {run.name: json.loads((run / "figures.json").read_text(encoding="utf-8")) for run in runs}
    save_in_parts(teachers[0], options.out)  # something to carry home if the student fails
    figures["ensemble"] = evaluate(teachers[0], gold, labels, DEV, lambda batch: ensemble_scores(teachers, batch))
    log(f"ensemble {json.dumps(figures['ensemble'])}")
    _write(options.out / "figures.json", figures)
    student = build(options.data, labels, settings["sizes"]).to(device)
    if runs[0].name == "teacher-0":
        student.load_state_dict(teachers[0].state_dict())
    left = options.seconds - (time.monotonic() - _started) - 30
    clock = Clock(settings["student"]["steps"], min(settings["student"]["seconds"], left))
    loss = DistillationLoss(student, teachers, gold, plain, labels, settings)
    checkpoint = options.work / "student.pt"
    average = fit(student, {**settings["optimiser"], **settings["student"]}, clock, loss, log, checkpoint)
    figures["student-last"] = evaluate(student, gold, labels, DEV)
    average.swap(student)
    figures["student"] = evaluate(student, gold, labels, DEV)
    log(f"student {json.dumps(figures['student'])}")
    save_in_parts(student, options.out)
    checkpoint.unlink(missing_ok=True)
    _write(options.out / "figures.json", figures)
    log("done")
    return 0


def _write(path: Path, figures: dict[str, dict[str, dict[str, float]]]) -> None:
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
