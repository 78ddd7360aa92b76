"""Marks that come in pairs, quotation marks and brackets: both stay or both go.

Neighbours cannot tell whether a mark far away stays. So each pair is settled before the search, by what the network
thinks of the two marks together, for the length that is wished for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.dependence import NEVER
from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals
from laconic.search.plan import words_at_rate

_CLOSING = {"“": "”", "``": "''", '"': '"', "«": "»", "(": ")", "[": "]", "-LRB-": "-RRB-"}


def settle_pairs(scores: Scores, words: Sequence[str], rate: float | None) -> Scores:
    """Return scores under which the marks of a pair hardly ever part, and never enclose nothing.

    Args:
        scores: those of a sentence.
        words: its words.
        rate: the wished share of words, or None for a free length.
    """
    found = list(pairs(words))
    if not found:
        return scores
    kept = bigram_marginals(scores, None if rate is None else words_at_rate(len(words), rate)).token
    token, bigram = scores.token.copy(), scores.bigram.copy()
    for first, second in found:
        token[[first, second]] += NEVER if kept[first] + kept[second] >= 1 else -NEVER
        bigram[first + 1, second + 1] -= 3 * NEVER  # what both gain, and once more
    return Scores(token, bigram, scores.arc)


def pairs(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of an opening and a closing mark, outermost pairs only.

    >>> list(pairs('He ( Bob ) said " yes " and " no'.split()))
    [(1, 3), (5, 7)]
    """
    opened: int | None = None
    for place, word in enumerate(words):
        if opened is None:
            opened = place if word in _CLOSING else None
        elif word == _CLOSING[words[opened]]:
            yield opened, place
            opened = None
