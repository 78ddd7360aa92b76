"""Reads each sentence by the network once, for all who need it: the parser first, a scorer of compressions after."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from laconic.parse.encoder import Encoder, Outputs, Singles
from laconic.parse.long import parts

_MOST_REMEMBERED = 256
"""Sentences whose vectors are remembered: more than are parsed in one go, about 60 KB each."""


class Part(NamedTuple):
    """A part of a sentence that the network reads at once: words from ``start`` up to ``end``."""

    start: int
    end: int
    vectors: Singles


class Reader:
    """Runs an encoder on sentences, in parts if they are long, and remembers the vectors of the last ones.

    Several threads may use it at once.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._remembered: OrderedDict[tuple[str, ...], list[Part]] = OrderedDict()
        self._lock = Lock()

    def read(self, words: Sequence[str]) -> list[tuple[Part, Outputs]]:
        """Return what the network says of each part of a sentence of at least one word."""
        pieces = self.encoder.pieces(words)
        found = []
        for start, end in parts(words, pieces):
            outputs = self.encoder.run(pieces.part(start, end))
            found.append((Part(start, end, outputs.vectors), outputs))
        with self._lock:
            self._remembered[tuple(words)] = [part for part, _ in found]
            while len(self._remembered) > _MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return found

    def vectors(self, words: Sequence[str]) -> list[Part]:
        """Return the vectors of a sentence that was read lately, or read it now."""
        with self._lock:
            known = self._remembered.get(tuple(words))
        return known if known is not None else [part for part, _ in self.read(words)]


@lru_cache(maxsize=4)
def shared_reader(folder: Path | None) -> Reader:
    """Return the one reader of a folder's network (None: the bundled one), so that weights load once."""
    return Reader(Encoder(folder))
