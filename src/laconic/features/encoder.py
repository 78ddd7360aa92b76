"""Scores of compressions by the bundled network, in a style and for a length that are asked for."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from laconic.english.dependences import dependence_costs
from laconic.english.dependences.parsed import Heads, Relations
from laconic.english.transcripts import COST_OF_KEEPING, passing_positions
from laconic.errors import UsageError
from laconic.features.pairs import settle_pairs
from laconic.parse.encoder import FREE, HeadScores
from laconic.parse.reader import Reader
from laconic.search.base import Parts, Scores
from laconic.text import Sentence, Token

STYLES = ("any", "news", "editor", "law")
"""What the network knows, in its order: after headlines, after an editor's cuts of all kinds of text, and after
statutes; ``any`` leaves it to the sentence."""

EDITOR = "editor"

AUTO = "auto"
"""The usual style: ``editor``."""

_FORMER = {"careful": EDITOR, "spoken": EDITOR}
"""Former names of styles."""

_REMEMBERED = 32
"""Scores of the last sentences and requests: what explains an answer reads them again."""

RATES = 8
"""The network is asked for rates of this many steps: enough for it, and few enough to ask for all of them."""


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

    gives: ClassVar[Parts] = frozenset({"token", "bigram", "arc"})

    def __init__(self, reader: Reader, style: str = AUTO, arc_weight: float = 1.0) -> None:
        check_style(style)
        self.reader = reader
        self.style = _FORMER.get(style, style)
        self.arc_weight = arc_weight
        self._scored = lru_cache(_REMEMBERED)(self._score)
        self._read = lru_cache(_REMEMBERED)(self._read_words)

    def __call__(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the scores of a sentence, for a free length or for a rate."""
        return self._scored(sentence.tokens, sentence.heads, sentence.relations, *self._asked(rate))

    def untied(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the network's own scores, without what ties words: those that its probabilities are learnt for."""
        if not sentence.tokens:
            return Scores(token=[])
        return self._read(sentence.words, *self._asked(rate))

    def judge(self, sentence: Sentence, kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return ``[K, 3]``: how probably an editor would accept, mend or reject versions that keep these words.

        A sentence read in several parts is as good as its worst part.
        """
        parts = self.reader.vectors(sentence.words)
        judged = [self.reader.encoder.judge(part.vectors, kept[:, part.start : part.end]) for part in parts]
        every = np.stack([np.asarray(each, np.float64) for each in judged])
        worst: NDArray[np.float64] = every[every[..., 2].argmax(0), np.arange(len(kept))]
        return worst

    def _asked(self, rate: float | None) -> tuple[float, int]:
        style = EDITOR if self.style == AUTO else self.style
        return FREE if rate is None else nearest_rate(rate), STYLES.index(style)

    def _score(self, tokens: tuple[Token, ...], heads: Heads, relations: Relations, rate: float, style: int) -> Scores:
        if not tokens:
            return Scores(token=[])
        words = tuple(token.text for token in tokens)
        read = self._read(words, rate, style)
        token = read.token.copy()
        token[list(passing_positions(words, heads, relations))] -= COST_OF_KEEPING
        charged = Scores(token, read.bigram - dependence_costs(tokens, heads, relations), read.arc)
        return settle_pairs(charged, words, None if rate == FREE else rate)

    def _read_words(self, words: tuple[str, ...], rate: float, style: int) -> Scores:
        parts = [self.reader.encoder.score(part.vectors, rate, style) for part in self.reader.vectors(words)]
        token, bigram, arc = _joined(parts)
        return Scores(token=token, bigram=bigram, arc=self.arc_weight * arc)


def check_style(style: str) -> None:
    """Raise `UsageError` if there is no such style."""
    if style not in (AUTO, *STYLES, *_FORMER):
        raise UsageError(f"There is no style {style!r}; choose from {', '.join((AUTO, *STYLES))}.")


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
