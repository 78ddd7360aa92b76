"""`two-stage`: many candidates from a model of edges, ranked by a second model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from laconic.dependency import ROOT
from laconic.errors import UsageError
from laconic.search.base import Floats, Kept, LengthProfile, Parts, Scores
from laconic.search.constraints import Constraints, Masks
from laconic.search.subtree import SubtreeSearch

Judge = Callable[[Sequence[Kept]], Floats]


class Branch:
    """One way to begin: the whole tree, or a subtree that stands for it where its head and all above go.

    Attributes:
        words: the positions that may stay.
        heads: the heads of all words, those of the subtree's top word being the root.
        score: the logarithm of the probability of beginning so.
    """

    def __init__(self, words: Sequence[int], heads: Sequence[int], score: float) -> None:
        self.words = tuple(words)
        self.heads = tuple(heads)
        self.score = score


class TwoStageScores(Scores):
    """What the first stage says of each word, the ways to begin, and the judge of the second stage."""

    __slots__ = ("branches", "judge")

    def __init__(self, token: Floats, branches: Sequence[Branch], judge: Judge) -> None:
        super().__init__(token=token)
        self.parts |= {"branches"}
        self.branches = tuple(branches)
        self.judge = judge


class TwoStageSearch:
    """Takes the most probable candidates of the first stage and ranks them by the judge.

    Args:
        candidates: how many candidates the first stage gives for each way to begin.
    """

    reads: ClassVar[Parts] = frozenset({"branches", "token"})

    def __init__(self, candidates: int = 100) -> None:
        self.candidates = candidates
        self._first = SubtreeSearch()

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the candidates that the judge likes best; raise `UsageError` if there is none."""
        if not isinstance(scores, TwoStageScores):
            raise UsageError("the two-stage search needs the scores of both stages.")
        found = self.candidates_for(scores, constraints)
        values = scores.judge(found)
        order = np.argsort(-values, kind="stable")[: constraints.nbest]
        return [replace(found[place], score=float(values[place]), bound=np.inf) for place in order]

    def candidates_for(self, scores: TwoStageScores, constraints: Constraints) -> list[Kept]:
        """Return different candidates that meet the constraints, with the logarithms of their probabilities.

        Raises:
            UsageError: there is none.
        """
        masks = constraints.masks
        more = replace(constraints, nbest=max(self.candidates, constraints.nbest))
        found: dict[tuple[int, ...], Kept] = {}
        problem: UsageError | None = None
        for branch in scores.branches:
            drop = np.ones(len(scores), np.bool_)
            drop[list(branch.words)] = masks.drop[list(branch.words)]
            if (drop & masks.keep).any():
                continue
            part = Scores(token=scores.token, heads=branch.heads)
            try:
                answers = self._first.search(part, more.with_masks(Masks(masks.keep, drop)))
            except UsageError as error:
                problem = problem or error
                continue
            for kept in answers:
                better = found.get(kept.positions)
                if better is None or better.score < kept.score + branch.score:
                    found[kept.positions] = replace(kept, score=kept.score + branch.score, heads=None)
        if not found:
            raise problem or UsageError("no candidate meets the constraints.")
        return list(found.values())

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best candidate of every length."""
        answers: dict[int, Kept] = {}
        for words in range(1, Constraints.every_length(len(scores), masks, longest).high + 1):
            try:
                answers[words] = self.search(scores, Constraints.exactly(len(scores), words, masks))[0]
            except UsageError:
                continue
        return LengthProfile.of(answers, len(scores))


def whole_tree(heads: Sequence[int]) -> Branch:
    """Return the way to begin that deletes nothing above any word."""
    return Branch(range(len(heads)), heads, 0.0)


def below(word: int, subtree: Sequence[int], heads: Sequence[int], score: float) -> Branch:
    """Return the way to begin that keeps only a word's subtree; words are numbered from 1."""
    changed = list(heads)
    changed[word - 1] = ROOT
    return Branch([place - 1 for place in subtree], changed, score)
