"""`joint-exact`: tokens, bigrams and a projective tree over the kept words (Qian & Liu 2014, equation 1).

The tree spans exactly the kept words, has exactly one word below the root, and no two of its arcs cross.
docs/searches.md derives the recurrences.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from laconic import _core
from laconic.search.base import Kept, LengthProfile, Parts, Scores
from laconic.search.constraints import Constraints, Integers, Masks
from laconic.search.partition import k_best
from laconic.search.paths import no_answer


class JointSearch:
    """Exact search over all scores: O(n⁵) time and O(n³) space for all lengths in one pass.

    A limit in characters takes their number in place of the number of words: O(n³c²) for c characters.

    >>> scores = Scores(token=[1.0, -1.0, 2.0], arc=[[0, 0, 0, 5], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]])
    >>> JointSearch().search(scores, Constraints.exactly(3, 2))[0]
    Kept(positions=(0, 2), score=9.0, heads=(3, 0), bound=None, details={})
    """

    reads: ClassVar[Parts] = frozenset({"arc", "bigram", "token"})
    may_lack: ClassVar[Parts] = frozenset({"arc"})  # without arc scores any tree will do

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints; raise `UsageError` if there is none."""
        answers = k_best(lambda masks: best_joint(scores, constraints, masks), constraints.masks, constraints.nbest)
        if not answers:
            raise no_answer(constraints)
        return answers

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best answer of every length; the words kept are traced on demand."""
        constraints = Constraints.every_length(len(scores), masks, longest)
        chart = joint_chart(scores, constraints, constraints.masks)
        values = chart.best()
        return LengthProfile(values, lambda words: kept_by_heads(chart.heads(words), float(values[words])))


def best_joint(scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
    """Return the best answer within some constraints, under masks of its own; None if there is none."""
    if constraints.counts_words and constraints.low == 1 and constraints.high == len(scores):
        return _best_of_any_length(scores, constraints, masks)
    chart = joint_chart(scores, constraints, masks)
    values = chart.best()
    length = constraints.low + int(values[constraints.low :].argmax())
    if values[length] == -np.inf:
        return None
    return kept_by_heads(chart.heads(length), float(values[length]))


def _best_of_any_length(scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
    """Return the best answer of one word or more: with nothing to count, the relaxed search is exact in O(n³)."""
    words = constraints.core_under(masks)
    found = _core.joint_bisect(scores.token, scores.bigram, scores.arc, words, constraints.high, True)
    if found is None:
        return None
    _, _, _, _, score, heads, _ = found
    return kept_by_heads(heads, score)


def joint_chart(scores: Scores, constraints: Constraints, masks: Masks) -> _core.JointChart:
    """Return the filled chart of all lengths up to the longest length allowed."""
    words = constraints.core_under(masks)
    return _core.JointChart(scores.token, scores.bigram, scores.arc, words, constraints.high)


def kept_by_heads(heads: Integers, score: float, bound: float | None = None) -> Kept:
    """Return the words that have a head: in the kernels' arrays a deleted word's head is -1."""
    (positions,) = (heads >= 0).nonzero()
    return Kept(tuple(positions.tolist()), score, tuple(heads[positions].tolist()), bound)
