"""Processes that work on many items."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from laconic.errors import LaconicError
from laconic.workers import work

PROGRAM = """
import sys
from laconic.workers import work

def longer(subject, item):
    return subject + item

if __name__ == "__main__":
    import itertools
    print("ready", flush=True)
    try:
        for _ in work(longer, 1, itertools.count(), processes=2):
            pass
    except KeyboardInterrupt:
        print("interrupted")
"""


def _sum(first: int, second: int) -> int:
    return first + second


def test_several_processes_give_the_results_of_one_in_order() -> None:
    assert list(work(_sum, 10, range(100), processes=2)) == list(work(_sum, 10, range(100)))


def _end(_: int, item: int) -> int:
    if item == 20:
        os._exit(9)  # like a process that is killed because memory ran out
    return item


def test_a_process_that_is_killed_is_reported_in_a_sentence() -> None:
    with pytest.raises(LaconicError, match=r"^a worker process ended before its work was done"):
        list(work(_end, 0, range(100), processes=2))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups to interrupt")
@pytest.mark.parametrize("after", [0.05, 0.2, 1.0])
def test_an_interrupt_while_processes_start_prints_no_traceback(tmp_path: Path, after: float) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background ignore it
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    time.sleep(after)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (out, err, running.returncode) == ("interrupted\n", "", 0)


SLOW = """
import itertools, time
from laconic.workers import work

def waiting(subject, item):
    print("at work", flush=True)
    time.sleep(60)

if __name__ == "__main__":
    list(work(waiting, 1, itertools.count(), processes=2, chunk=1))
"""


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(SLOW, encoding="utf-8")
    running = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == ["at work\n"] * 2
    running.kill()
    running.communicate(timeout=30)  # until nobody can write to the pipe any more


def _pages_fetched(_: int, item: int) -> int:
    """Use and free 48 MB, as a network does for a sentence, and return how many pages the system had to give."""
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    arrays = [np.ones(1 << 24, np.uint8) for _ in range(3)]
    del arrays
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the C library of Linux")
def test_a_process_uses_its_memory_again() -> None:
    _, _, *later = work(_pages_fetched, 0, range(12), processes=2, chunk=12)
    assert max(later) < 100
