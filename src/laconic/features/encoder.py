"""Scores of compressions by the bundled network, in a style and for a length that are wished for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.parse.encoder import FREE, HeadScores
from laconic.parse.reader import Reader
from laconic.search.base import Scores
from laconic.text import Sentence

STYLES = ("any", "news", "careful", "spoken", "law")
"""What the network knows, in its order: after headlines, after newspaper texts and broadcasts compressed by hand, and
after statutes; ``any`` leaves it to the sentence."""

AUTO = "auto"
"""``news`` where the length is free, ``careful`` where it is given."""

_REMEMBERED = 32
"""Scores of the last sentences and wishes: what explains an answer reads them again."""

_CLITICS = frozenset("'ll 've 're 'd 'm n't ’ll ’ve ’re ’d ’m n’t".split())
_ALONE = 8.0
"""What it costs to write a word without the one it leant on: *Engineers'll* for *engineers it'll*."""

_COMPARED = frozenset("less more fewer greater higher lower larger smaller rather other".split())
_MEASURES = frozenset("dozen hundred thousand million billion trillion".split())

RATES = 8
"""The network is asked for rates of so many steps: enough for it, and few enough to ask for all of them."""


class EncoderScorer:
    """Scores words, neighbours and arcs by the network that also parses.

    Whatever parser the sentence comes from, the network reads its tokens; if it has just parsed them, it is not
    run again.

    Args:
        reader: runs the network.
        style: one of `STYLES`, or `AUTO`.
        arc_weight: what arcs count for, for searches that look at them.

    Raises:
        UsageError: there is no such style.
    """

    def __init__(self, reader: Reader, style: str = AUTO, arc_weight: float = 1.0) -> None:
        check_style(style)
        self.reader = reader
        self.style = style
        self.arc_weight = arc_weight
        self._scored = lru_cache(_REMEMBERED)(self._score)

    def __call__(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the scores of a sentence, for a free length or for a rate."""
        style = ("news" if rate is None else "careful") if self.style == AUTO else self.style
        return self._scored(sentence.words, FREE if rate is None else nearest_rate(rate), STYLES.index(style))

    def _score(self, words: tuple[str, ...], rate: float, style: int) -> Scores:
        if not words:
            return Scores(token=[])
        parts = [self.reader.encoder.score(part.vectors, rate, style) for part in self.reader.vectors(words)]
        token, bigram, arc = _joined(parts)
        for place in leaning(words):
            bigram[:place, place + 1] -= _ALONE
        return Scores(token=token, bigram=bigram, arc=self.arc_weight * arc)


def check_style(style: str) -> None:
    """Raise `UsageError` if there is no such style."""
    if style not in (AUTO, *STYLES):
        raise UsageError(f"There is no style {style!r}; choose from {', '.join((AUTO, *STYLES))}.")


def leaning(words: Sequence[str]) -> Iterator[int]:
    """Yield the positions of words that say something else without the word before them.

    Clitics; *six* in *less than six*; *hundred* in *several hundred*.

    >>> list(leaning("They 've sold less than several hundred cars".split()))
    [1, 4, 5, 6]
    """
    low = [word.casefold() for word in words]
    for place in range(1, len(low)):
        is_than = low[place] == "than" and low[place - 1] in _COMPARED
        is_compared = place > 1 and low[place - 1] == "than" and low[place - 2] in _COMPARED
        if low[place] in _CLITICS or is_than or is_compared or low[place] in _MEASURES:
            yield place


def nearest_rate(rate: float) -> float:
    """Return the nearest rate that the network is asked for.

    >>> nearest_rate(0.6), nearest_rate(0.01)
    (0.625, 0.125)
    """
    return min(RATES, max(1, math.floor(rate * RATES + 0.5))) / RATES


Floats = NDArray[np.floating]


def _joined(parts: list[HeadScores]) -> tuple[Floats, Floats, Floats]:
    """Return one sentence's scores from those of its parts.

    Two neighbours from different parts are the last of one and the first of another; a word of a later part
    hangs from any word of an earlier one as it does from the root.
    """
    if len(parts) == 1:
        return parts[0].token, parts[0].bigram, parts[0].arc
    token = np.concatenate([part.token for part in parts])
    size = len(token)
    bigram, arc = np.zeros((size + 2, size + 2)), np.zeros((size + 1, size + 1))
    starts = np.cumsum([0, *(len(part.token) for part in parts)])
    for start, end, part in zip(starts[:-1], starts[1:], parts, strict=True):
        inside = slice(start + 1, end + 1)
        bigram[inside, inside] = part.bigram[1:-1, 1:-1]
        bigram[: start + 1, inside] += part.bigram[0, 1:-1]
        bigram[inside, end + 1 :] += part.bigram[1:-1, -1:]
        arc[inside, inside] = part.arc[1:, 1:]
        arc[: start + 1, inside] = part.arc[0, 1:]
    return token, bigram, arc
