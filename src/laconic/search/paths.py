"""Searches whose every answer is one path through a lattice: they differ only in their kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.search.base import Floats, Frontier, Kept, Masks, Scores, Wish
from laconic.search.plan import Plan, every_length, make_plan

KeptRows = NDArray[np.uint8]


class PathSearch(ABC):
    """An exact search by dynamic programming over paths, for one length, every length and the k best."""

    @abstractmethod
    def _lengths(self, scores: Scores, plan: Plan) -> tuple[Floats, KeptRows]:
        """Return the best score and set of each length up to ``plan.high``."""

    @abstractmethod
    def _best(self, scores: Scores, plan: Plan) -> tuple[Floats, KeptRows]:
        """Return the ``plan.best`` best scores and sets, best first."""

    def search(self, scores: Scores, wish: Wish) -> list[Kept]:
        """Return the best answers to a wish, best first; raise `UsageError` where there is none."""
        return self._planned(scores, make_plan(len(scores), wish))

    def all_lengths(self, scores: Scores, masks: Masks | None = None) -> Frontier:
        """Return the best answer of every length."""
        values, rows = self._lengths(scores, every_length(len(scores), masks))
        return Frontier(values, lambda words: _kept(values[words], rows[words]))

    def _planned(self, scores: Scores, plan: Plan) -> list[Kept]:
        if plan.best > 1:
            values, rows = self._best(scores, plan)
        else:
            values, rows = self._lengths(scores, plan)
            length = plan.low + int(values[plan.low :].argmax())
            values, rows = values[length : length + 1], rows[length : length + 1]
        if not len(values) or values[0] == -np.inf:
            raise no_answer(plan)
        return [_kept(value, row) for value, row in zip(values, rows, strict=True)]


def no_answer(plan: Plan) -> UsageError:
    """Return the error for a wish that the scores forbid, though nothing in the wish itself is wrong."""
    unit = "words" if plan.counts_words else "characters"
    lengths = f"{plan.low}" if plan.low == plan.high else f"{plan.low} to {plan.high}"
    return UsageError(
        f"no compression of {lengths} {unit} is possible: the scores and the forced and forbidden words rule out all."
    )


def _kept(score: np.float64, row: KeptRows) -> Kept:
    return Kept(tuple(np.flatnonzero(row).tolist()), float(score))
