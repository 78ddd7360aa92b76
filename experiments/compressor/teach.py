"""Train the teachers and the readers side by side on one device, then the student they teach, within a time limit.

    python teach.py --data carry --out DIR [--work DIR] [--seconds 900] [--teachers 360] [--start WEIGHTS [--alone]]

``--out`` gets the student's weights in half precision (``parser.safetensors`` in parts of 15 MiB, to be joined
with ``cat``), ``figures.json`` and ``log.txt``. ``--work`` keeps the teachers, the readers and the student: those
already there are not trained again, and a student already there goes on learning. What the readers think of judged and
proposed versions is stored in ``--data`` (by ``believe.py``), for the student to learn from. The first teacher has the
student's encoder and sizes: it is where the student starts, unless earlier weights are given. With ``--alone`` these
teach as well, in place of wide teachers, so that only the readers are new.
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
from believe import STORED
from encoders import build_compressor
from judging import measure_judge
from lessons import Material, School, load_teachers, stored_weights
from measure import measure
from model import score
from network import Compressor, words_and_ends
from reader import Judge
from run import Log, follow, save_in_parts
from scoring import evaluate
from student import StudentLoss
from teacher import variant_settings, watcher
from torch import Tensor
from train import DEV, Average, Clock, Settings, fit, prepare_device, read_settings

_started = time.monotonic()
_RESERVE = 25
"""Seconds for the last figures and for saving."""


def train_teachers(options: argparse.Namespace, settings: Settings, log: Log) -> list[Path]:
    """Train every variant of teachers and readers, each in a process of its own; return the folders that succeeded."""
    first = 1 if options.start else 0
    teachers = range(first, first if options.alone else len(settings["teacher"]["variants"]))
    variants = [("teacher", number) for number in teachers]
    variants += [("reader", number) for number in range(len(settings["reader"]["variants"]))]
    folders = {(kind, number): options.work / f"{kind}-{number}" for kind, number in variants}
    processes = []
    for (kind, number), folder in folders.items():
        if (folder / "model.pt").exists():
            continue
        command = ["--out", str(folder), "--variant", str(number), "--seconds", str(options.teachers)]
        command += ["--limit", str(options.limit)] if options.limit else []
        command += ["--steps", str(options.steps)] if options.steps else []
        processes.append((folder, start("read.py" if kind == "reader" else "teacher.py", command, folder, options)))
    follow(processes, time.monotonic() + options.teachers + 120, log)
    return [folder for folder in folders.values() if (folder / "model.pt").exists()]


def start(program: str, command: list[str], folder: Path, options: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Start a program that stands beside this one; its messages go to the folder's ``log.txt``."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = [sys.executable, str(Path(__file__).with_name(program)), *command]
    whole += ["--data", str(options.data), "--settings", str(options.settings)]
    whole += ["--device", options.device] if options.device else []
    with (folder / "log.txt").open("w", encoding="utf-8") as output:
        return subprocess.Popen(whole, stdout=output, stderr=subprocess.STDOUT)


def believe(options: argparse.Namespace, readers: list[Path], log: Log) -> bool:
    """Store what the readers think of all versions, unless that is newer than they are; return whether it is there."""
    stored = [options.data / f"{name}.beliefs.npy" for name in STORED]
    trained = max(reader.joinpath("model.pt").stat().st_mtime for reader in readers)
    if not all(path.exists() and path.stat().st_mtime > trained for path in stored):
        folder = options.work / "beliefs"
        process = start("believe.py", [str(reader) for reader in readers], folder, options)
        follow([(folder, process)], _started + options.seconds, log)
        return process.wait() == 0
    return True


def teach(options: argparse.Namespace, settings: Settings, runs: list[Path], log: Log) -> None:
    """Train the student by the teachers in the given folders and by what the readers think, and save it."""
    device = prepare_device(options.device, settings["student"]["seed"])
    wide = [run for run in runs if run.name.startswith("teacher") and run.name != "teacher-0"]
    teaching = [options.start] if options.alone else wide
    classes = {"data": options.data, "device": options.device, "limit": options.limit}
    classes |= {"teachers": teaching, "reader": options.work / "reader-0"}
    labels = store.Labels.load(options.data / "labels.json")
    school = School(classes, settings, options.processes, len(labels.spans))
    material = Material.load(options.data, device, options.limit)
    teachers = load_teachers(options.data, teaching, settings, labels, device)
    figures = {run.name: json.loads((run / "figures.json").read_text(encoding="utf-8")) for run in runs}
    figures["beliefs"] = json.loads((options.data / "beliefs.json").read_text(encoding="utf-8"))
    figures["ensemble"] = {"compression": measure(teachers, material.pairs, thorough=False)}
    del teachers
    log(f"ensemble {json.dumps(figures['ensemble'])}")
    _write(options.out / "figures.json", figures)
    student = build_compressor(options.data, labels, variant_settings(settings, 0))
    earlier = options.work / "student.pt"
    student.load_state_dict(first_weights(options, earlier))
    student.to(device)
    left = options.seconds - (time.monotonic() - _started) - _RESERVE
    clock = Clock(options.steps or settings["student"]["steps"], left)
    loss = StudentLoss(student, lambda: school.next(device), settings)
    rates = {**settings["optimiser"], **settings["student"]}
    watch = watcher(student, material.pairs, log)

    def watch_both(average: Average) -> None:
        watch(average)
        average.swap(student)
        student.eval()
        log(f"verdicts {json.dumps(measure_judge(judge_of(student), material.judged))}")
        student.train()
        average.swap(student)

    average = fit(student, rates, clock, loss, log, watch=watch_both)
    school.close()
    average.swap(student)
    save_in_parts(student, options.out)
    torch.save(student.state_dict(), earlier)
    figures["student"] = all_figures(student, material)
    log(f"student {json.dumps(figures['student'])}")
    _write(options.out / "figures.json", figures)


def first_weights(options: argparse.Namespace, earlier: Path) -> dict[str, Tensor]:
    """Return the weights that the student starts from: its own, those given, or those of the first teacher."""
    if earlier.exists():
        return torch.load(earlier, map_location="cpu", weights_only=True)
    if options.start:
        return stored_weights(options.start)
    return torch.load(options.work / "teacher-0" / "model.pt", map_location="cpu", weights_only=True)


def judge_of(student: Compressor) -> Judge:
    """Return the student as a judge of versions."""

    def judge(batch: data.Batch, kept: Tensor) -> Tensor:
        return student.verdict_scores(score(student, batch), words_and_ends(batch), kept)

    return judge


def all_figures(model: Compressor, material: Material) -> dict[str, dict[str, dict[str, float]]]:
    """Return the development figures of compression and of parsing."""
    return {
        "compression": measure([model], material.pairs),
        "parse": evaluate(model, material.gold, material.labels, DEV),
        "verdicts": {"held out": measure_judge(judge_of(model.eval()), material.judged)},
    }


def _write(path: Path, figures: dict[str, dict[str, dict[str, dict[str, float]]]]) -> None:
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("runs"))
    parser.add_argument("--settings", type=Path, default=Path(__file__).with_name("settings.toml"))
    parser.add_argument("--seconds", type=float, default=900.0, help="for everything")
    parser.add_argument("--teachers", type=float, default=360.0, help="seconds for the teachers and the readers")
    parser.add_argument("--start", type=Path, help="weights of an earlier student, to go on from")
    parser.add_argument("--alone", action="store_true", help="the earlier weights teach in place of wide teachers")
    parser.add_argument("--processes", type=int, default=3, help="that make lessons for the student")
    parser.add_argument("--steps", type=int, help="take this number of steps only, for a trial")
    parser.add_argument("--limit", type=int, help="use the first sentences only, for a trial")
    parser.add_argument("--device")
    options = parser.parse_args()
    if options.alone and not options.start:
        parser.error("--alone needs the weights that teach: --start.")
    options.out.mkdir(parents=True, exist_ok=True)
    log = Log(options.out / "log.txt")
    settings = read_settings(options.settings)
    runs = train_teachers(options, settings, log)
    readers = [run for run in runs if run.name.startswith("reader")]
    if not readers or not (options.alone or options.work / "teacher-1" in runs):
        log("a teacher and a reader are needed, and not both were trained: see the log.")
        return 1
    if not believe(options, readers, log):
        log("what the readers think was not stored: see the log.")
        return 1
    teach(options, settings, runs, log)
    log("done")
    return 0


if __name__ == "__main__":
    torch.set_num_threads(4)
    sys.exit(main())
