"""Many texts under one request: tables of any size, in several processes or on a cluster, and resumable.

An answer depends on its own text alone, so that neither the number of processes nor the engine nor an interruption
changes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

import msgspec

from laconic import __version__
from laconic.document.cells import Cell, Shortened, TimedText
from laconic.errors import DataError, UsageError
from laconic.extract.engines import Engine
from laconic.files import make_folder, write_whole_binary
from laconic.model import Model, Source, load_source
from laconic.pipeline.request import Request
from laconic.workers import work

PART = 256
"""Rows of a part: what is lost at most by an interruption, and one task of a cluster."""

_PARTS_AT_A_TIME = 64
"""Parts that a cluster is given at a time: they are all in memory."""


@dataclass(frozen=True)
class Batch:
    """Compresses many texts.

    Attributes:
        model: the model; several processes and a cluster need one that was loaded.
        request: what is asked for, of every text.
        processes: how many processes work at once on this machine.
        folder: where the answers of finished parts are kept, so that another run continues after them.
        engine: a cluster that does the work in place of this machine.
    """

    model: Model
    request: Request
    processes: int = 1
    folder: Path | None = None
    engine: Engine | None = None

    def answers(self, texts: Iterable[str | None]) -> Iterator[Shortened | None]:
        """Yield the answer to each text, in order; None stays None.

        Raises:
            UsageError: no text can be answered so.
        """
        self.model.pipeline.check(self.request)
        if self.folder is None and self.engine is None:
            yield from work(_shorten, self.model, (self._cell(text) for text in texts), self.processes)
            return
        if self.folder is not None:
            make_folder(self.folder)
        stream = iter(texts)
        number = 0
        while parts := [part for _ in range(_PARTS_AT_A_TIME) if (part := list(islice(stream, PART)))]:
            yield from self._parts(number, parts)
            number += len(parts)

    def timed(self, cues: Iterable[TimedText]) -> Iterator[Shortened]:
        """Yield the answer to each cue of subtitles, in order."""
        found = work(_shorten, self.model, cues, self.processes)
        return (each for each in found if each is not None)

    def _cell(self, text: str | None) -> Cell | None:
        return None if text is None else Cell(text, self.request)

    def _parts(self, first: int, parts: Sequence[list[str | None]]) -> Iterator[Shortened | None]:
        """Yield the answers of several parts, computing those that were not finished before."""
        stores = [self._store(first + place, part) for place, part in enumerate(parts)]
        finished = [None if store is None else store.read() for store in stores]
        waiting = [part for part, done in zip(parts, finished, strict=True) if done is None]
        computed = self._computed(waiting)
        for store, done in zip(stores, finished, strict=True):
            answers = next(computed) if done is None else done
            if store is not None and done is None:
                store.write(answers)
            yield from answers

    def _computed(self, parts: Sequence[list[str | None]]) -> Iterator[list[Shortened | None]]:
        if self.engine is not None:
            yield from self.engine.map(_Part(self._source, self.request), parts)
            return
        cells = (self._cell(text) for part in parts for text in part)
        answers = work(_shorten, self.model, cells, self.processes)
        for part in parts:
            yield list(islice(answers, len(part)))

    def _store(self, number: int, part: list[str | None]) -> _Store | None:
        if self.folder is None:
            return None
        model = [self._source, self.model.parser.fingerprint, repr(self.model.settings)]
        asked = msgspec.json.encode([__version__, model, repr(self.request), part])
        return _Store(self.folder / f"part-{number:06}.json", hashlib.sha256(asked).hexdigest())

    @property
    def _source(self) -> Source:
        if self.model.source is None:
            raise UsageError("only a model that was loaded can work in parts: save it and load it first.")
        return self.model.source


@dataclass(frozen=True)
class _Store:
    """The answers of a part, in a file that says what they answer."""

    path: Path
    asked: str

    def read(self) -> list[Shortened | None] | None:
        """Return the answers, if they are those of this part and this request."""
        if not self.path.exists():
            return None
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=_Stored)
        except (OSError, msgspec.MsgspecError) as error:
            raise DataError(f"is not a part of a batch: {error}; remove it.", path=self.path) from None
        return list(found.answers) if found.asked == self.asked else None

    def write(self, answers: Sequence[Shortened | None]) -> None:
        """Write the answers, whole or not at all."""
        with write_whole_binary(self.path) as stream:
            stream.write(msgspec.json.encode(_Stored(self.asked, answers)))


@dataclass(frozen=True)
class _Stored:
    asked: str
    answers: Sequence[Shortened | None]


@dataclass(frozen=True)
class _Part:
    """Answers a part on any machine, which loads the model once."""

    source: Source
    request: Request

    def __call__(self, texts: list[str | None]) -> list[Shortened | None]:
        """Return the answers."""
        model = _loaded(*self.source)
        return [_shorten(model, None if text is None else Cell(text, self.request)) for text in texts]


_loaded = lru_cache(1)(load_source)


def _shorten(model: Model, item: Cell | TimedText | None) -> Shortened | None:
    return None if item is None else item.shorten(model.pipeline)
