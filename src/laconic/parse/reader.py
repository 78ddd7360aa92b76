"""Runs the network once per sentence, for the parser and then for a scorer of compressions.

A sentence too long for the network is cut where it does the least harm.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from laconic.parse.encoder import Context, Encoder, HeadScores, Outputs, Pieces, Singles
from laconic.parse.headlines import HeadlineNetwork

_MOST_REMEMBERED = 256
"""Sentences whose vectors are remembered: more than are parsed in one go, about 60 KB each."""

_MOST_PREPARED = 12
"""Sentences whose contexts are remembered: one for each thread of a server with its usual limits, and two more. Each
grows with the square of its words, to three megabytes for a hundred of them."""

MOST_PIECES = 320
"""The most pieces of one part. The encoder has places for 510, but its memory grows with their square."""

_STRENGTH = {".": 4, "!": 4, "?": 4, ";": 3, ":": 2, "--": 2, "–": 2, "—": 2, ",": 1, ")": 1}
"""How well a sentence can be cut after each mark."""


Remembered = TypeVar("Remembered")


class Part(NamedTuple):
    """A part of a sentence that the network reads at once: words from ``start`` up to ``end``."""

    start: int
    end: int
    vectors: Singles


class Prepared(NamedTuple):
    """A sentence with all that the heads know of it before anything is asked for.

    Attributes:
        parts: the start, the end and the context of each of its parts.
        scores: those of its compressions for each rate and style that was asked for so far.
    """

    parts: list[tuple[int, int, Context]]
    scores: dict[tuple[float, int], HeadScores]


class Reader:
    """Runs an encoder on sentences, in parts if they are long, and remembers what it knows of the last ones.

    Several threads may use it at once.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.headlines = HeadlineNetwork(encoder.folder)
        self._remembered: OrderedDict[tuple[str, ...], list[Part]] = OrderedDict()
        self._prepared: OrderedDict[tuple[str, ...], Prepared] = OrderedDict()
        self._lock = Lock()

    def read(self, words: Sequence[str]) -> list[tuple[Part, Outputs]]:
        """Return what the network says of each part of a sentence of at least one word."""
        pieces = self.encoder.pieces(words)
        found = []
        for start, end in parts(words, pieces):
            outputs = self.encoder.run(pieces.part(start, end))
            found.append((Part(start, end, outputs.vectors), outputs))
        self._remember(self._remembered, words, [part for part, _ in found], _MOST_REMEMBERED)
        return found

    def vectors(self, words: Sequence[str]) -> list[Part]:
        """Return the vectors of a sentence that was read lately, or read it now."""
        with self._lock:  # the first ones read are forgotten first, for many are read before they are asked for
            known = self._remembered.get(tuple(words))
        return known if known is not None else [part for part, _ in self.read(words)]

    def prepared(self, words: Sequence[str]) -> Prepared:
        """Return a sentence with the contexts of its parts, made now unless it was asked for lately."""
        with self._lock:  # those not in use are forgotten first
            known = self._prepared.get(tuple(words))
            if known is not None:
                self._prepared.move_to_end(tuple(words))
        if known is None:
            parts = [(start, end, self.encoder.context(vectors)) for start, end, vectors in self.vectors(words)]
            known = Prepared(parts, {})
            self._remember(self._prepared, words, known, _MOST_PREPARED)
        return known

    def score(self, words: Sequence[str], rate: float, style: int) -> HeadScores:
        """Return scores of compressions of a sentence, as `Encoder.score` gives them for each part."""
        parts, known = self.prepared(words)
        if (rate, style) not in known:
            scores = [self.encoder.score(context, rate, style) for _, _, context in parts]
            known[rate, style] = _joined(parts, scores)
        return known[rate, style]

    def headline(self, words: Sequence[str]) -> Singles | None:
        """Return the log odds that a headline keeps each word of a sentence; None without a network for headlines."""
        if not self.headlines.exists:
            return None
        pieces = self.encoder.pieces(words)
        odds = [self.headlines.run(self.encoder.feed(pieces.part(*each))) for each in parts(words, pieces)]
        return np.concatenate(odds)

    def judge(self, words: Sequence[str], kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return ``[K, 3]``: the probabilities that an editor accepts, mends or rejects versions that keep these words.

        A sentence read in several parts is as good as its worst part.
        """
        parts, _ = self.prepared(words)
        every = np.array([self.encoder.judge(context, kept[:, start:end]) for start, end, context in parts], np.float64)
        worst: NDArray[np.float64] = every[every[..., 2].argmax(0), np.arange(len(kept))]
        return worst

    def _remember(
        self, known: OrderedDict[tuple[str, ...], Remembered], words: Sequence[str], found: Remembered, most: int
    ) -> None:
        """Add what was found of a sentence to what is known of the last ones."""
        with self._lock:
            known[tuple(words)] = found
            while len(known) > most:
                known.popitem(last=False)


def _joined(parts: Sequence[tuple[int, int, Context]], scores: Sequence[HeadScores]) -> HeadScores:
    """Return the scores of a whole sentence from those of its parts.

    Two neighbours from different parts are the last of one and the first of another; a word of a later part hangs from
    any word of an earlier one as it does from the root.
    """
    if len(parts) == 1:
        return scores[0]
    size = parts[-1][1]
    bigram, arc = np.zeros((size + 2, size + 2)), np.zeros((size + 1, size + 1))
    for (start, end, _), each in zip(parts, scores, strict=True):
        inside = slice(start + 1, end + 1)
        bigram[inside, inside] = each.bigram[1:-1, 1:-1]
        bigram[: start + 1, inside] += each.bigram[0, 1:-1]
        bigram[inside, end + 1 :] += each.bigram[1:-1, -1:]
        arc[inside, inside] = each.arc[1:, 1:]
        arc[: start + 1, inside] = each.arc[0, 1:]
    return HeadScores(np.concatenate([each.token for each in scores]), bigram, arc)


@lru_cache(maxsize=4)
def shared_reader(folder: Path | None) -> Reader:
    """Return the one reader of a folder's network (None: the bundled one), so that weights load once."""
    return Reader(Encoder(folder))


def parts(words: Sequence[str], pieces: Pieces, most: int = MOST_PIECES) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a sentence that the network can read."""
    return cut_at_marks(words, pieces.counts, most)


def cut_at_marks(words: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a sentence: of the whole if it fits, else of several.

    A part ends after the strongest mark in its second half, the last one of several; without any mark,
    where it is full. No word may be larger than ``most``.
    """
    start = 0
    while start < len(words):
        end, size = start, 0
        while end < len(words) and size + sizes[end] <= most:
            size += sizes[end]
            end += 1
        if end < len(words):
            middle = start + (end - start) // 2
            end = max(range(middle + 1, end + 1), key=lambda cut: (_STRENGTH.get(words[cut - 1], 0), cut))
        yield start, end
        start = end
