"""Interrupts long commands at random moments, as Ctrl-C does: each must end soon and leave nothing half written.

    python tests/fuzz/interrupt_commands.py --times 3 --seed 0

The inputs are made so that most of the time is spent inside calls of the compiled core or of other libraries, which
Python does not interrupt by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_LACONIC = [sys.executable, "-c", "import sys; from laconic.cli import main; sys.exit(main())"]
_WORDS = "the old miller who lived near the river slowly closed the heavy wooden door of the house and".split()
_MOST_SECONDS = 3.0
"""How long a command may go on, on a machine that may have other things to do."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "compress": ("compress", "long.txt", "--as", "lines", "--rate", "0.5"),
    "compress, all lengths": ("compress", "long.txt", "--as", "lines", "--all-lengths"),
    "compress, t3": ("compress", "long.txt", "--as", "lines", "--model", "t3", "--rate", "0.5"),
    "compress, joint": ("compress", "long.txt", "--as", "lines", "--model", "joint", "--rate", "0.5"),
    "compress, two processes": ("compress", "long.txt", "--as", "lines", "--rate", "0.5", "--threads", "2"),
    "parse": ("parse", "long.txt"),
    "lm estimate": ("lm", "estimate", "text.txt", "--order", "5", "--out", "made"),
    "align": ("align", "pairs.jsonl", "--method", "statistical"),
    "pivot": ("grammar", "pivot", "en.txt", "fr.txt", "--out", "made", "--work", "work", "--language", "fr"),
    "score": ("score", "--source", "many.txt", "--output", "many.txt", "--reference", "other.txt", "--metrics", "ter"),
    "train joint": ("train", "joint", "pairs.jsonl", "--dev", "pairs.jsonl", "--out", "made"),
    "train crf": ("train", "crf", "pairs.jsonl", "--dev", "pairs.jsonl", "--out", "made"),
    "evaluate": ("evaluate", "pairs.jsonl", "--rate", "0.5"),
}


def prepare(folder: Path) -> None:
    """Write what the commands read: enough for each to work for a minute."""
    rng = random.Random(0)

    def sentence(length: int) -> str:
        return " ".join(rng.choices(_WORDS, k=length)).capitalize() + "."

    (folder / "long.txt").write_text("".join(f"{sentence(400)}\n" for _ in range(100)))
    for name in ("many.txt", "other.txt"):
        (folder / name).write_text("".join(f"{sentence(200)}\n" for _ in range(3000)))
    numbers = (f"w{place % 977} w{place % 1013} w{place % 37} w{place % 5003} w{place % 7}\n" for place in range(10**6))
    (folder / "text.txt").write_text("".join(numbers))
    with (folder / "pairs.jsonl").open("w") as pairs:
        for number in range(20_000):
            words = sentence(30).split()
            pair = {"id": str(number), "source": " ".join(words), "references": [" ".join(words[::2])]}
            pairs.write(json.dumps(pair) + "\n")
    lines = [sentence(25) for _ in range(20_000)]
    (folder / "en.txt").write_text("\n".join(lines) + "\n")
    foreign = (" ".join(f"{word[:2]}e" for word in line.split()) for line in lines)
    (folder / "fr.txt").write_text("\n".join(foreign) + "\n")


def computed(session: int) -> float:
    """Return the seconds that the processes of a session have computed."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def interrupt(name: str, folder: Path, patience: float) -> tuple[float, str]:
    """Interrupt a command once it has computed for some seconds; return how long it went on, and what is wrong."""
    process = subprocess.Popen(
        [*_LACONIC, *COMMANDS[name]],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and computed(process.pid) < patience:
        time.sleep(0.1)
    if process.poll() is not None:
        return 0.0, f"it ended by itself with {process.returncode}: {process.communicate()[1][-200:]}"
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes of the command
    try:
        _, said = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return 60.0, "it does not end."
    seconds = time.monotonic() - began
    if process.returncode != 130 or "Traceback" in said:
        return seconds, f"it ends with {process.returncode} and says {said[-2000:]!r}."
    if (folder / "made").exists():
        return seconds, "it leaves something half written."
    return seconds, f"it takes {seconds:.1f} s." if seconds > _MOST_SECONDS else ""


def main() -> int:
    """Interrupt all commands, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3, help="how often each is interrupted")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--command", choices=sorted(COMMANDS))
    options = parser.parse_args()
    rng = random.Random(options.seed)
    mistakes = 0
    with tempfile.TemporaryDirectory() as place:
        prepare(Path(place))
        for name in [options.command] if options.command else COMMANDS:
            tried = [interrupt(name, Path(place), rng.uniform(1.5, 8)) for _ in range(options.times)]
            problems = [problem for _, problem in tried if problem]
            mistakes += len(problems)
            times = ", ".join(f"{seconds:.2f}" for seconds, _ in tried)
            print(f"{name}: ended after {times} s. {' '.join(problems)}", flush=True)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
