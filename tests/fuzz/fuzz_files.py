"""Damages a sample of every kind of file and lets laconic read it, as often as asked, from a seed.

    python tests/fuzz/fuzz_files.py --inputs 300000 --seed 0

A reader must return, or raise a `LaconicError` with one sentence that names the file, soon and in little memory.
Anything else is a mistake: it is printed with the number of the input, and ``--start N --inputs 1`` makes it again.
`make fuzz` runs this on a core that reports wrong reads and undefined behaviour.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from unittest.mock import patch

import given_core  # noqa: F401  (before the core itself)
from mutations import damaged
from samples import Sample, samples

from laconic import files
from laconic.errors import LaconicError

_LIMITS = {signal.ITIMER_PROF: 20.0, signal.ITIMER_REAL: 120.0}
"""Seconds that no small file takes, even under sanitizers: of computing, and in all on a machine shared with others."""

_LONGEST_MESSAGE = 2000

_LONGEST_TEXT = 1 << 20
"""How long a text may be here: to set aside as much as users may have takes a sanitizer longer than all the rest."""

_MEMORY = Path("/dev/shm")
"""Where files are kept in memory: on a disk, writing and removing them takes longer than reading."""


class TookTooLong(BaseException):
    """A reader that did not return; no ``except Exception`` stops it."""


def _give_up(signum: int, frame: FrameType | None) -> None:
    raise TookTooLong


@contextmanager
def _limits() -> Iterator[None]:
    """Let alarms end what takes too long, and leave none behind."""
    before = {name: signal.signal(name, _give_up) for name in (signal.SIGPROF, signal.SIGALRM)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _set_alarms(on: bool) -> None:
    for timer, seconds in _LIMITS.items():
        signal.setitimer(timer, seconds if on else 0)


def try_reading(sample: Sample, folder: Path) -> str | None:
    """Read a folder; return what was refused, or None if it was taken.

    Raises:
        AssertionError: the refusal is not one readable sentence.
    """
    try:
        sample.read(folder)
    except LaconicError as error:
        said = str(error)
        assert said.strip(), "an error without a word"
        assert len(said) < _LONGEST_MESSAGE, f"an error of {len(said)} characters"
        assert "Traceback" not in said, said
        return said
    return None


def fuzz(inputs: int, seed: int = 0, start: int = 0, only: str | None = None) -> tuple[Counter[str], list[str]]:
    """Read damaged files; return how many of each kind were taken and refused, and what went wrong.

    Each mistake is printed when it is found: a later one may end the process.
    """
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(dir=memory) as name,
        _limits(),
        warnings.catch_warnings(),
        patch.object(files, "MAX_LINE_BYTES", _LONGEST_TEXT),
    ):
        warnings.simplefilter("ignore")
        work, folder = Path(name) / "work", Path(name) / "folder"
        work.mkdir()
        known = {kind: sample for kind, sample in samples(work) if only in (None, kind)}
        for kind, sample in known.items():
            _lay_out(sample, sample.files, folder)
            assert try_reading(sample, folder) is None, f"the sample {kind} is refused: {try_reading(sample, folder)}"
        kinds = sorted(known)
        for number in range(start, start + inputs):
            rng = random.Random(f"{seed} {number}")
            kind = rng.choice(kinds)
            sample = known[kind]
            place = rng.choice(sorted(sample.files))
            content = damaged(rng, sample.files[place])
            _lay_out(sample, {**sample.files, place: content}, folder)
            _set_alarms(True)
            try:
                counts["taken" if try_reading(sample, folder) is None else "refused"] += 1
            except (Exception, TookTooLong):
                wrong.append(f"input {number} of seed {seed}, {kind} ({place}):\n{traceback.format_exc()}")
                print(wrong[-1], file=sys.stderr, flush=True)
            finally:
                _set_alarms(False)
    return counts, wrong


def _lay_out(sample: Sample, contents: dict[str, bytes], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    sample.amend(folder)


def main() -> int:
    """Read as many damaged files as asked for, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--kind", help="only samples of this name")
    options = parser.parse_args()
    began = time.monotonic()
    done, counts, wrong = 0, Counter[str](), list[str]()
    while done < options.inputs and len(wrong) < 20:
        size = min(10_000, options.inputs - done)
        more, mistakes = fuzz(size, options.seed, options.start + done, options.kind)
        counts += more
        wrong += mistakes
        done += size
        print(f"{done} files in {time.monotonic() - began:.0f} s: {dict(counts)}, {len(wrong)} mistakes.", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
