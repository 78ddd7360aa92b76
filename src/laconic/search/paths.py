"""Searches whose every answer is one path through a lattice: they differ only in their kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.search.base import Floats, Kept, LengthProfile, Scores
from laconic.search.constraints import Constraints, Masks

KeptRows = NDArray[np.uint8]


class PathSearch(ABC):
    """An exact search by dynamic programming over paths, for one length, every length and the k best."""

    @abstractmethod
    def _lengths(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        """Return the best score and set of each length up to ``constraints.high``."""

    @abstractmethod
    def _best(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        """Return the ``constraints.nbest`` best scores and sets, best first."""

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints; raise `UsageError` if there is none."""
        if constraints.nbest > 1:
            values, rows = self._best(scores, constraints)
        else:
            values, rows = self._lengths(scores, constraints)
            length = constraints.low + int(values[constraints.low :].argmax())
            values, rows = values[length : length + 1], rows[length : length + 1]
        if not len(values) or values[0] == -np.inf:
            raise no_answer(constraints)
        return [_kept(value, row) for value, row in zip(values, rows, strict=True)]

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best answer of every length."""
        values, rows = self._lengths(scores, Constraints.every_length(len(scores), masks, longest))
        return LengthProfile(values, lambda words: _kept(values[words], rows[words]))


def no_answer(constraints: Constraints) -> UsageError:
    """Return the error for constraints that the scores leave no answer to, though they do not contradict themselves."""
    unit = "words" if constraints.counts_words else "characters"
    lengths = (
        f"{constraints.low}" if constraints.low == constraints.high else f"{constraints.low} to {constraints.high}"
    )
    return UsageError(
        f"no compression of {lengths} {unit} is possible: the scores and the forced and forbidden words rule out all."
    )


def _kept(score: np.float64, row: KeptRows) -> Kept:
    return Kept(tuple(np.flatnonzero(row).tolist()), float(score))
