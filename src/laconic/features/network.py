"""Scores for words, neighbours and arcs by the network that also parses, for any style and length."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.features.news import news_detector
from laconic.features.paired import UnsettledScores
from laconic.parse.encoder import FREE
from laconic.parse.reader import Reader
from laconic.search.base import Floats, Parts, Scores
from laconic.search.constraints import words_at_rate
from laconic.text import Sentence

STYLES = ("any", "news", "editor", "law")
"""What the network knows, in its order: after headlines, after an editor's cuts of all kinds of text, and after
statutes; ``any`` leaves it to the sentence."""

NEWS, EDITOR = "news", "editor"

AUTO = "auto"
"""The usual style: ``editor``, and ``news`` for what begins a news story if its length is free."""

_SHARE_BESIDE_HEADLINES = 0.4
"""What the network's scores count beside the log odds of the network for headlines.

On 600 pairs of Google's large set that were held out, unigram F1 is .836 by the network's own scores, .871 by the log
odds alone, and .868 by both for shares of .3 to .5. With both, more headlines are the very same (35%, against 27% and
32%), and the search still sees neighbours and dependences.
"""

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
        DataError: what tells news from other text beside the network is damaged, or belongs to another network.
    """

    gives: ClassVar[Parts] = frozenset({"token", "bigram", "arc"})

    def __init__(self, reader: Reader, style: str = AUTO, arc_weight: float = 1.0) -> None:
        self.reader = reader
        self.style = present_style(style)
        self.arc_weight = arc_weight
        self._news = news_detector(reader.encoder.folder) if self.style == AUTO else None

    def __call__(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the scores of a sentence, for a free length or for a rate."""
        unsettled = self.unsettled(sentence, rate)
        return unsettled.settled(unsettled.pairs_kept(words_asked_for(len(sentence), rate)))

    def untied(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the network's own scores, without dependences between words; probabilities are learnt for these."""
        if not sentence.tokens:
            return Scores(token=[])
        scores = self._read(sentence, EDITOR if self.style == AUTO else self.style, rate)
        odds = self.reader.headline(sentence.words) if self.style == NEWS and rate is None else None
        if odds is None:
            return scores
        share = _SHARE_BESIDE_HEADLINES
        return Scores(share * scores.token + odds, share * scores.bigram, share * scores.arc)

    def _read(self, sentence: Sentence, style: str, rate: float | None) -> Scores:
        """Return what the network that also parses says."""
        asked = FREE if rate is None else nearest_rate(rate)
        read = self.reader.score(sentence.words, asked, STYLES.index(style))
        return Scores(token=read.token, bigram=read.bigram, arc=self.arc_weight * read.arc)

    def unsettled(self, sentence: Sentence, rate: float | None = None) -> UnsettledScores:
        """Return the network's own scores, minus the costs of broken dependences, with pairs of marks to be settled."""
        return UnsettledScores(sentence, self.untied(sentence, rate))

    def begins_news(self, sentence: Sentence) -> bool:
        """Return whether a sentence seems to be the beginning of a news story, for the default style."""
        if self._news is None or not sentence.tokens:
            return False
        return self._news.begins_story(self.reader, sentence.words)

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
