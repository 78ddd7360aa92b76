"""Scores for words, neighbours and arcs by the network that also parses, for any style and length."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.features.news import news_detector
from laconic.language import LANGUAGE
from laconic.parse.encoder import FREE
from laconic.parse.reader import Reader
from laconic.search.base import Floats, Parts, Scores
from laconic.search.bigram import bigram_marginals, length_marginals
from laconic.search.constraints import words_at_rate
from laconic.text import Sentence

STYLES = ("any", "news", "editor", "law")
"""What the network knows, in its order: after headlines, after an editor's cuts of all kinds of text, and after
statutes; ``any`` leaves it to the sentence."""

NEWS, EDITOR = "news", "editor"

AUTO = "auto"
"""The usual style: ``editor``, and ``news`` for what begins a news story if its length is free."""

_SHARE_OF_CHARGES = 0.25
"""What parted words are charged beside the network's own scores, which know most of it: a quarter brings answers
nearest to an editor's cuts. Where a loss makes a sentence untrue, all of it is charged."""

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
    """

    gives: ClassVar[Parts] = frozenset({"token", "bigram", "arc"})

    def __init__(self, reader: Reader, style: str = AUTO, arc_weight: float = 1.0) -> None:
        self.reader = reader
        self.style = present_style(style)
        self.arc_weight = arc_weight

    def __call__(self, sentence: Sentence, rate: float | None = None) -> Scores:
        """Return the scores of a sentence, for a free length or for a rate."""
        return self.charged(sentence, self.untied(sentence, rate), rate)

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

    def charged(self, sentence: Sentence, untied: Scores, rate: float | None) -> Scores:
        """Return the network's own scores, minus the costs of broken dependences; paired marks hardly ever separate.

        Scores of neighbours cannot depend on a mark far away. So each pair is decided before the search, by the
        network's scores of the two marks together, for the requested length.
        """
        charges = LANGUAGE.charges_of(sentence)
        parting = np.where(charges.bigram < LANGUAGE.NEVER, _SHARE_OF_CHARGES * charges.bigram, charges.bigram)
        scores = Scores(untied.token - charges.token, untied.bigram - parting, untied.arc)
        if charges.pairs:
            if rate is None:
                stays = bigram_marginals(scores).token
            else:  # sums over all lengths at once take a seventh of the time of those over one
                stays = length_marginals(scores).token[words_at_rate(len(sentence), nearest_rate(rate))]
            for first, second in charges.pairs:
                is_kept = stays[first] + stays[second] >= 1
                scores.token[[first, second]] += LANGUAGE.NEVER if is_kept else -LANGUAGE.NEVER
                scores.bigram[first + 1, second + 1] -= 3 * LANGUAGE.NEVER  # what both gain, and once more
        return scores

    def begins_news(self, sentence: Sentence) -> bool:
        """Return whether a sentence seems to be the beginning of a news story, for the default style."""
        if self.style != AUTO or not sentence.tokens:
            return False
        detector = news_detector(self.reader.encoder.folder)
        return detector is not None and detector.begins_story(self.reader, sentence.words)

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
