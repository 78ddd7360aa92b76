"""`subtree`: a word stays only with its head in the sentence's own parse (Berg-Kirkpatrick et al. 2011)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from laconic import _core
from laconic.dependency import ROOT
from laconic.errors import UsageError
from laconic.search.base import Floats, Kept, Parts, Scores
from laconic.search.constraints import Constraints, Integers, Masks
from laconic.search.paths import KeptRows, PathSearch, no_answer


class SubtreeSearch(PathSearch):
    """Exact search over token scores and the arcs of the parse: O(n²) for all lengths.

    Bigrams are not looked at. The scores must carry the heads of the sentence's parse, which may be
    non-projective and may have several words below the root.
    """

    reads: ClassVar[Parts] = frozenset({"arc", "heads", "token"})
    may_lack: ClassVar[Parts] = frozenset({"arc"})

    def _lengths(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        heads = parse_heads(scores)
        return _core.subtree_lengths(subtree_scores(scores, heads), heads, constraints.core, constraints.high)

    def _best(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        heads = parse_heads(scores)
        return _core.subtree_best(
            subtree_scores(scores, heads),
            heads,
            constraints.core,
            constraints.low,
            constraints.high,
            constraints.nbest,
        )

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints; raise `UsageError` if there is none."""
        by_first_word = constraints.space.any()
        answers = self._by_first_word(scores, constraints) if by_first_word else super().search(scores, constraints)
        heads = parse_heads(scores)
        return [with_parse_heads(kept, heads) for kept in answers]

    def _by_first_word(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers where the first kept word, whose space does not count, is each in turn.

        The kernel visits heads before dependents, so it cannot know which word will come first in the text.
        """
        answers: list[Kept] = []
        no_space = np.zeros_like(constraints.space)
        for first in range(len(scores)):
            if not constraints.drop[first]:
                masks = Masks(constraints.keep.copy(), constraints.drop.copy())
                masks.keep[first] = True
                masks.drop[:first] = True
                budget = constraints.high + int(constraints.space[first])
                part = Constraints(masks, constraints.weight, no_space, 1, budget, constraints.nbest)
                values, rows = self._best(scores, part)
                answers += [
                    Kept(tuple(np.flatnonzero(row).tolist()), float(value))
                    for value, row in zip(values, rows, strict=True)
                ]
            if constraints.keep[first]:
                break
        if constraints.low == 0 and not constraints.keep.any():
            answers.append(Kept((), 0.0))
        if not answers:
            raise no_answer(constraints)
        return sorted(answers, key=lambda kept: -kept.score)[: constraints.nbest]


def parse_heads(scores: Scores) -> Integers:
    """Return the heads that the scores carry; raise `UsageError` if there are none or they form no tree."""
    heads = scores.heads
    if heads is None:
        raise UsageError("subtree deletion needs the heads of a parsed sentence.")
    size = len(heads)
    if size and not (heads.min() >= 0 and heads.max() <= size):
        raise UsageError(f"the heads of {size} words must be numbers from 0 to {size}.")
    reached = np.concatenate(([ROOT], heads))
    for _ in range(max(size.bit_length(), 1)):  # doubles the steps towards the root each time
        reached = reached[reached]
    if reached.any():
        raise UsageError("the heads do not form a tree: some words never reach the root.")
    return heads


def with_parse_heads(kept: Kept, heads: Integers) -> Kept:
    """Return an answer with the heads that its words have in the parse."""
    return replace(kept, heads=tuple(int(heads[position]) for position in kept.positions))


def subtree_scores(scores: Scores, heads: Integers) -> Floats:
    """Return what each word adds with its head: its token score and the score of the arc between them."""
    return scores.token + scores.arc[heads, np.arange(1, len(heads) + 1)]
