"""How sure a method is of each word: probabilities that are right as often as they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from laconic.search.base import Floats

_NEARLY = 1e-6
"""Probabilities are kept so far from 0 and 1, where their log odds would be infinite."""


@dataclass(frozen=True)
class Calibration:
    """A straight line through log odds, learnt on sentences that were not trained on (Platt 1999).

    >>> Calibration(slope=0.5).probability([0.5, 0.9]).round(2).tolist()
    [0.5, 0.75]
    """

    slope: float = 1.0
    shift: float = 0.0

    def probability(self, raw: ArrayLike) -> Floats:
        """Return what probabilities of keeping words are worth."""
        clipped = np.clip(np.asarray(raw, dtype=np.float64), _NEARLY, 1.0 - _NEARLY)
        calibrated: Floats = 1.0 / (1.0 + np.exp(-(self.slope * np.log(clipped / (1.0 - clipped)) + self.shift)))
        return calibrated


def confidences(probability: Floats, kept: Iterable[int]) -> tuple[float, tuple[float, ...]]:
    """Return the expected share of words that are rightly kept or deleted, and the probability of each.

    >>> confidences(np.array([0.9, 0.2]), [0])
    (0.85, (0.9, 0.8))
    """
    stays = np.zeros(len(probability), dtype=np.bool_)
    stays[list(kept)] = True
    right = np.where(stays, probability, 1.0 - probability)
    share = round(float(right.mean()), 4) if right.size else 1.0
    return share, tuple(round(value, 4) for value in right.tolist())
