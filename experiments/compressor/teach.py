"""Train the teachers side by side on one device, then the student they teach, within a time limit.

    python teach.py --data carry --network network.onnx --out DIR [--work DIR] [--seconds 540]

``--out`` gets the student's weights in half precision (``parser.safetensors`` in parts of 15 MiB, to be joined
with ``cat``), ``figures.json`` and ``log.txt``. ``--work`` keeps the teachers and the student: teachers already
there are not trained again, and a student already there goes on learning.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import data
import store
import torch
from measure import measure
from network import Compressor
from pairs import load_pairs
from run import Log, follow, save_in_parts
from scoring import evaluate
from start import new_compressor
from student import Material, StudentLoss, frozen, load_teachers
from teacher import watcher
from train import DEV, Clock, Settings, fit, prepare_device, read_settings

_started = time.monotonic()
_RESERVE = 25
"""Seconds for the last figures and for saving."""


def train_teachers(options: argparse.Namespace, settings: Settings, log: Log) -> list[Path]:
    """Train every variant in a process of its own; return the folders of those that succeeded."""
    seconds = min(settings["teacher"]["seconds"], 0.4 * options.seconds)
    folders = [options.work / f"teacher-{index}" for index in range(len(settings["teacher"]["variants"]))]
    processes = []
    for index, folder in enumerate(folders):
        if (folder / "model.pt").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(Path(__file__).with_name("teacher.py")), "--data", str(options.data)]
        command += ["--network", str(options.network), "--settings", str(options.settings), "--out", str(folder)]
        command += ["--variant", str(index), "--seconds", str(seconds)]
        command += ["--limit", str(options.limit)] if options.limit else []
        output = (folder / "log.txt").open("w", encoding="utf-8")
        processes.append((folder, subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)))
    follow(processes, time.monotonic() + seconds + 60, log)
    return [folder for folder in folders if (folder / "model.pt").exists()]


def teach(options: argparse.Namespace, settings: Settings, runs: list[Path], log: Log) -> None:
    """Train the student by the teachers in the given folders, and save it."""
    device = prepare_device(options.device, settings["student"]["seed"])
    labels = store.Labels.load(options.data / "labels.json")
    material = Material(
        load_pairs(options.data, device, options.limit),
        data.load(options.data, "plain", device, options.limit),
        data.load(options.data, "gold", device, options.limit),
        labels,
    )
    teachers = load_teachers(options.data, runs, settings, labels, device)
    figures = {run.name: json.loads((run / "figures.json").read_text(encoding="utf-8")) for run in runs}
    figures["ensemble"] = {"compression": measure(teachers, material.pairs)}
    log(f"ensemble {json.dumps(figures['ensemble'])}")
    _write(options.out / "figures.json", figures)
    parser = frozen(new_compressor(options.data, options.network, labels, settings["sizes"]).to(device))
    student = new_compressor(options.data, options.network, labels, settings["sizes"]).to(device)
    earlier = options.work / "student.pt"
    if earlier.exists():
        student.load_state_dict(torch.load(earlier, map_location=device, weights_only=True))
    elif runs[0].name == "teacher-0":
        student.load_state_dict(teachers[0].state_dict())
    left = options.seconds - (time.monotonic() - _started) - _RESERVE
    clock = Clock(settings["student"]["steps"], min(settings["student"]["seconds"], left))
    loss = StudentLoss(student, parser, teachers, material, settings)
    rates = {**settings["optimiser"], **settings["student"]}
    average = fit(student, rates, clock, loss, log, watch=watcher(student, material.pairs, log))
    average.swap(student)
    save_in_parts(student, options.out)
    torch.save(student.state_dict(), earlier)
    figures["student"] = all_figures(student, material)
    log(f"student {json.dumps(figures['student'])}")
    _write(options.out / "figures.json", figures)


def all_figures(model: Compressor, material: Material) -> dict[str, dict[str, dict[str, float]]]:
    """Return the development figures of compression and of parsing."""
    return {
        "compression": measure([model], material.pairs),
        "parse": evaluate(model, material.gold, material.labels, DEV),
    }


def _write(path: Path, figures: dict[str, dict[str, dict[str, dict[str, float]]]]) -> None:
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--network", type=Path, required=True, help="the parser's network.onnx")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("runs"))
    parser.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    parser.add_argument("--seconds", type=float, default=540.0)
    parser.add_argument("--limit", type=int, help="use the first sentences only, for a trial")
    parser.add_argument("--device")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    log = Log(options.out / "log.txt")
    settings = read_settings(options.settings)
    runs = train_teachers(options, settings, log)
    if not runs:
        log("no teacher was trained: see the log.")
        return 1
    teach(options, settings, runs, log)
    log("done")
    return 0


if __name__ == "__main__":
    torch.set_num_threads(4)
    sys.exit(main())
