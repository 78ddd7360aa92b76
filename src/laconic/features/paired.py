"""Scores in which marks that come in pairs are settled before the search, to stay or go together.

Scores of neighbours cannot depend on a mark far away. So each pair is decided by the network's scores of its two marks
together, for the requested length.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from laconic.language import LANGUAGE
from laconic.search.base import Floats, Scores
from laconic.search.bigram import bigram_marginals, length_marginals
from laconic.text import Sentence

_SHARE_OF_CHARGES = 0.25
"""What parted words are charged beside the network's own scores, which know most of it: a quarter brings answers
nearest to an editor's cuts. Where a loss makes a sentence untrue, all of it is charged."""


class UnsettledScores:
    """The network's own scores, minus the costs of broken dependences, before pairs of marks are settled.

    Args:
        sentence: the sentence, parsed.
        untied: the network's own scores of it.

    Attributes:
        untied: the same.
        charged: the same, minus the costs of broken dependences.
    """

    def __init__(self, sentence: Sentence, untied: Scores) -> None:
        self.untied = untied
        charges = LANGUAGE.charges_of(sentence)
        self._pairs = charges.pairs
        parting = np.where(charges.bigram < LANGUAGE.NEVER, _SHARE_OF_CHARGES * charges.bigram, charges.bigram)
        self.charged = Scores(untied.token - charges.token, untied.bigram - parting, untied.arc)

    def pairs_kept(self, words: int | None) -> tuple[bool, ...]:
        """Return for each pair of marks whether it stays in an answer of some words, or of a free length."""
        if not self._pairs:
            return ()
        stays = self._stays_freely if words is None else self._stays_by_length[words]
        return tuple([bool(stays[first] + stays[second] >= 1) for first, second in self._pairs])

    def settled(self, pairs_kept: tuple[bool, ...]) -> Scores:
        """Return the scores with which the marks of a pair hardly ever separate.

        Args:
            pairs_kept: for each pair whether it stays.
        """
        if not self._pairs:
            return self.charged
        token, bigram = self.charged.token.copy(), self.charged.bigram.copy()
        for (first, second), is_kept in zip(self._pairs, pairs_kept, strict=True):
            token[[first, second]] += LANGUAGE.NEVER if is_kept else -LANGUAGE.NEVER
            bigram[first + 1, second + 1] -= 3 * LANGUAGE.NEVER  # what both gain, and once more
        return Scores(token, bigram, self.charged.arc)

    @cached_property
    def _stays_freely(self) -> Floats:
        return bigram_marginals(self.charged).token

    @cached_property
    def _stays_by_length(self) -> Floats:
        """The probabilities of words for every length: sums over all take a seventh of the time of those over one."""
        return length_marginals(self.charged).token
