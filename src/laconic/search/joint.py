"""`joint-exact`: tokens, bigrams and a projective tree over the kept words (Qian & Liu 2014, equation 1).

The tree spans exactly the kept words, has exactly one word below the root, and no two of its arcs cross.
docs/searches.md derives the recurrences.
"""

from __future__ import annotations

import numpy as np

from laconic import _core
from laconic.search.base import Frontier, Integers, Kept, Masks, Scores, Wish
from laconic.search.partition import k_best
from laconic.search.paths import no_answer
from laconic.search.plan import Plan, every_length, make_plan


class JointSearch:
    """Exact search over all scores: O(n⁵) time and O(n³) space for all lengths in one pass.

    A limit in characters takes their number in place of the number of words: O(n³c²) for c characters.

    >>> scores = Scores(token=[1.0, -1.0, 2.0], arc=[[0, 0, 0, 5], [0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]])
    >>> JointSearch().search(scores, Wish(words=2))[0]
    Kept(positions=(0, 2), score=9.0, heads=(3, 0), bound=None, details={})
    """

    def search(self, scores: Scores, wish: Wish) -> list[Kept]:
        """Return the best answers to a wish, best first; raise `UsageError` where there is none."""
        plan = make_plan(len(scores), wish)
        answers = k_best(lambda masks: best_joint(scores, plan, masks), plan.masks, plan.best)
        if not answers:
            raise no_answer(plan)
        return answers

    def all_lengths(self, scores: Scores, masks: Masks | None = None) -> Frontier:
        """Return the best answer of every length; the words kept are traced on demand."""
        plan = every_length(len(scores), masks)
        chart = joint_chart(scores, plan, plan.masks)
        values = chart.best()
        return Frontier(values, lambda words: kept_by_heads(chart.heads(words), float(values[words])))


def best_joint(scores: Scores, plan: Plan, masks: Masks) -> Kept | None:
    """Return the best answer within the lengths of a plan, under masks of its own; None if there is none."""
    if plan.counts_words and plan.low == 1 and plan.high == len(scores):
        return _best_of_any_length(scores, plan, masks)
    chart = joint_chart(scores, plan, masks)
    values = chart.best()
    length = plan.low + int(values[plan.low :].argmax())
    if values[length] == -np.inf:
        return None
    return kept_by_heads(chart.heads(length), float(values[length]))


def _best_of_any_length(scores: Scores, plan: Plan, masks: Masks) -> Kept | None:
    """Return the best answer of one word or more: with nothing to count, the relaxed search is exact in O(n³)."""
    found = _core.joint_bisect(
        scores.token, scores.bigram, scores.arc, masks.keep, masks.drop, plan.weight, plan.space, plan.high, True
    )
    if found is None:
        return None
    _, _, _, _, score, heads, _ = found
    return kept_by_heads(heads, score)


def joint_chart(scores: Scores, plan: Plan, masks: Masks) -> _core.JointChart:
    """Return the filled chart of all lengths up to the plan's longest."""
    return _core.JointChart(
        scores.token, scores.bigram, scores.arc, masks.keep, masks.drop, plan.weight, plan.space, plan.high
    )


def kept_by_heads(heads: Integers, score: float, bound: float | None = None) -> Kept:
    """Return the words that have a head: in the kernels' arrays a deleted word's head is -1."""
    positions = np.flatnonzero(heads >= 0)
    return Kept(tuple(positions.tolist()), score, tuple(heads[positions].tolist()), bound)
