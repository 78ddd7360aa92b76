"""Marks that come in pairs, quotation marks and brackets: both stay or both go.

Neighbours cannot tell whether a mark far away stays. So each pair is settled before the search, by what the network
thinks of the two marks together, for the length that is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from laconic.english.dependences import NEVER
from laconic.english.marks import paired_marks
from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals
from laconic.search.constraints import words_at_rate


def settle_pairs(scores: Scores, words: Sequence[str], rate: float | None) -> Scores:
    """Return scores under which the marks of a pair hardly ever part, and never enclose nothing.

    Args:
        scores: those of a sentence.
        words: its words.
        rate: the share of words asked for, or None for a free length.
    """
    found = list(paired_marks(words))
    if not found:
        return scores
    kept = bigram_marginals(scores, None if rate is None else words_at_rate(len(words), rate)).token
    token, bigram = scores.token.copy(), scores.bigram.copy()
    for first, second in found:
        token[[first, second]] += NEVER if kept[first] + kept[second] >= 1 else -NEVER
        bigram[first + 1, second + 1] -= 3 * NEVER  # what both gain, and once more
    return Scores(token, bigram, scores.arc)
