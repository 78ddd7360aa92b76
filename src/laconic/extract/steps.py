"""Steps of long work: each keeps its result in a folder, resumes where it was stopped, and never uses a stale result.

A step is known by a fingerprint of everything its result depends on: its settings, its input files, and the
fingerprints of the steps before it. Where the folder holds a result of another fingerprint, it is emptied.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from laconic.errors import DataError
from laconic.files import reading, write_whole

_RECORD = "step.json"
_BLOCK = 1 << 20


class Step:
    """One step's folder.

    Args:
        work: the folder of all steps.
        name: what the step is called.
        depends: everything that its result depends on, as plain values.

    Attributes:
        depends: what it depends on.
        fingerprint: a checksum of that.
        figures: what is known of a finished step; empty before.
    """

    def __init__(self, work: Path, name: str, depends: Mapping[str, Any]) -> None:
        self.name = name
        self.folder = work / name
        written = json.dumps(depends, sort_keys=True, ensure_ascii=False)
        self.fingerprint = hashlib.sha256(f"{name}\n{written}".encode()).hexdigest()[:32]
        self.figures: dict[str, Any] = {}
        self.depends = json.loads(written)
        try:
            self._open()
        except OSError as error:
            raise DataError(f"cannot be used as a work folder: {error.strerror}.", path=self.folder) from None

    def _open(self) -> None:
        record = self._record()
        if record.get("fingerprint") != self.fingerprint:
            if self.folder.exists() and not (self.folder / _RECORD).exists() and any(self.folder.iterdir()):
                raise DataError("contains files that no step wrote; choose another work folder.", path=self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            self._write({})
        self.figures = record.get("figures", {}) if record.get("fingerprint") == self.fingerprint else {}

    def file(self, name: str) -> Path:
        """Return the path of a file of the step."""
        return self.folder / name

    def part(self, number: int, extension: str) -> Path:
        """Return the path of one part of the result."""
        return part_file(self.folder, number, extension)

    @property
    def is_done(self) -> bool:
        """Whether the step is finished."""
        return bool(self.figures)

    def run(self, work: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
        """Do the work unless it is done, and return its figures, among them its seconds.

        The seconds of an interrupted step are those of its last run.
        """
        if not self.is_done:
            start, busy = time.perf_counter(), _processor_time()
            figures = dict(work())
            figures["seconds"] = round(time.perf_counter() - start, 1)
            figures["cpu_seconds"] = round(_processor_time() - busy, 1)
            self._write(figures)
            self.figures = figures
        return self.figures

    def _record(self) -> dict[str, Any]:
        try:
            record = json.loads((self.folder / _RECORD).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write(self, figures: dict[str, Any]) -> None:
        record = {"fingerprint": self.fingerprint, "depends": self.depends, "figures": figures}
        with write_whole(self.folder / _RECORD) as stream:
            json.dump(record, stream, indent=1, ensure_ascii=False)


def part_file(folder: Path, number: int, extension: str) -> Path:
    """Return the path of one part of a result in a step's folder."""
    return folder / f"{number:05d}{extension}"


def _processor_time() -> float:
    """Return the seconds of processor time that this process and the finished ones it started have taken."""
    return sum(os.times()[:4])


def checksum(path: str | Path) -> str:
    """Return a checksum of a file's content; a packed file counts as it is packed.

    Raises:
        DataError: it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}.", path=path) from None
    return digest.hexdigest()[:32]


def read_part(path: Path) -> str:
    """Return a part of a step's result as text."""
    with reading(path) as stream:
        return stream.read().decode()


def write_part(path: Path, lines: Sequence[str]) -> None:
    """Write a part of a step's result, one line for each line of the corpus."""
    with write_whole(path) as stream:
        stream.writelines(f"{line}\n" for line in lines)
