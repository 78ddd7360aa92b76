"""Start-up: what a cold process costs to its first answer, as a user runs it.

The rival is Python itself with the two libraries that no answer can do without, numpy and onnxruntime. Each program is
run several times, in turns; files are in the operating system's memory, and modules are compiled. Times are processor
time of the program and of the system for it, the median of all runs.

    python benchmarks/start.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

RUNS = 15
SENTENCE = "The old harbour of Norwick, which was built in 1840, will close next year because few ships call there now."
PROGRAMS = {
    "python": [sys.executable, "-c", "pass"],
    "import laconic": [sys.executable, "-c", "import laconic"],
    "import numpy, onnxruntime": [sys.executable, "-c", "import numpy, onnxruntime"],
    "first answer": [str(Path(sys.executable).parent / "laconic"), "compress", SENTENCE],
}


def cost(program: list[str], compiled: str) -> tuple[float, float]:
    """Return the processor seconds of a program, and its largest memory in MB."""
    # The compiled modules have a folder of their own, for environments in which Python may not store any.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
    child = subprocess.Popen(program, stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, program)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as compiled:
        for program in PROGRAMS.values():
            cost(program, compiled)
        found = [{name: cost(program, compiled) for name, program in PROGRAMS.items()} for _ in range(RUNS)]
    for name in PROGRAMS:
        seconds, memory = (median(column) for column in zip(*(run[name] for run in found), strict=True))
        print(f"{name:<27} {seconds:6.3f} s of processor time, {memory:4.0f} MB")


if __name__ == "__main__":
    main()
