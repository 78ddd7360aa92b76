"""Scores for words, neighbours and arcs by the network that also parses, for any style and length."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.features.paired import UnsettledScores
from laconic.parse.encoder import FREE
from laconic.parse.reader import Reader
from laconic.search.base import Floats, Parts, Scores
from laconic.search.bigram import bigram_marginals
from laconic.search.constraints import words_at_rate
from laconic.text import Sentence

STYLES = ("any", "news", "editor", "law")
"""What the network knows, in its order: after headlines, after an editor's cuts of all kinds of text, and after
statutes; ``any`` leaves it to the sentence."""

ANY, NEWS, EDITOR = "any", "news", "editor"

AUTO = "auto"
"""The usual style: ``editor``, and ``news`` for what begins a news story if its length is free."""

_NEWS = 0.4
"""A sentence begins a news story if ``any`` is this much nearer to ``news`` than to ``editor``."""

_FORMER = {"careful": EDITOR, "spoken": EDITOR}
"""Former names of styles."""

RATES = 8
"""The network is asked for rates of this many steps where the best of several lengths is looked for."""


class EncoderScorer:
    """Scores words, neighbours and arcs by the network that also parses.

    The network reads the sentence's tokens, whatever parser they come from; if it has just parsed them, it is not run
    again.

    Args:
        reader: runs the network.
        style: one of `STYLES`, or `AUTO`.
        arc_weight: the weight of arcs, for searches that use them.

    Raises:
        UsageError: there is no such style.
    """

    gives: ClassVar[Parts] = frozenset({"token", "bigram", "arc"})

    def __init__(self, reader: Reader, style: str = AUTO, arc_weight: float = 1.0) -> None:
        self.reader = reader
        self.style = present_style(style)
        self.arc_weight = arc_weight

    def __call__(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the scores of a sentence, for a free length or for a rate."""
        unsettled = self.unsettled(sentence, rate)
        return unsettled.settled(unsettled.pairs_kept(words_asked_for(len(sentence), rate)))

    def untied(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the network's own scores, without dependences between words; probabilities are learnt for these."""
        if not sentence.tokens:
            return Scores(token=[])
        style = STYLES.index(EDITOR if self.style == AUTO else self.style)
        read = self.reader.score(sentence.words, FREE if rate is None else nearest_rate(rate), style)
        return Scores(token=read.token, bigram=read.bigram, arc=self.arc_weight * read.arc)

    def unsettled(self, sentence: Sentence, rate: float | None = None) -> UnsettledScores:
        """Return the network's own scores, minus the costs of broken dependences, with pairs of marks to be settled."""
        return UnsettledScores(sentence, self.untied(sentence, rate))

    def begins_news(self, sentence: Sentence) -> bool:
        """Return whether a sentence seems to be the beginning of a news story, for the default style.

        The words that the network would keep in the style ``any`` are compared with those that it would keep in the
        styles ``news`` and ``editor``.
        """
        if self.style != AUTO or not sentence.tokens:
            return False
        untold, news, editor = (
            bigram_marginals(EncoderScorer(self.reader, style).untied(sentence)).token for style in (ANY, NEWS, EDITOR)
        )
        return float(np.abs(untold - news).sum()) < _NEWS * float(np.abs(untold - editor).sum())

    def judge(self, sentence: Sentence, kept: NDArray[np.bool_]) -> Floats:
        """Return ``[K, 3]``: the probabilities that an editor accepts, mends or rejects versions with these words."""
        return self.reader.judge(sentence.words, kept)


def present_style(style: str) -> str:
    """Return the present name of a style; raise `UsageError` if there is no such style."""
    if style not in (AUTO, *STYLES, *_FORMER):
        raise UsageError(f"there is no style {style!r}; choose from {', '.join((AUTO, *STYLES))}.")
    return _FORMER.get(style, style)


def nearest_rate(rate: float) -> float:
    """Return the nearest rate that the network accepts.

    >>> nearest_rate(0.6), nearest_rate(0.01)
    (0.625, 0.125)
    """
    return min(RATES, max(1, math.floor(rate * RATES + 0.5))) / RATES


def words_asked_for(size: int, rate: float | None) -> int | None:
    """Return how many of a sentence's words the network takes an answer to have at a rate; None for a free length."""
    return None if rate is None else words_at_rate(size, nearest_rate(rate))
