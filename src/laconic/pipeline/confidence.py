"""How sure a method is of each word: probabilities that are right as often as they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

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


def confidences(probability: Floats, kept: Iterable[int]) -> dict[str, Any]:
    """Return how probably each word is rightly kept or deleted, and the mean: the expected share of right words.

    >>> confidences(np.array([0.9, 0.2]), [0])
    {'confidence': 0.85, 'word_confidence': [0.9, 0.8]}
    """
    stays = np.zeros(len(probability), dtype=np.bool_)
    stays[list(kept)] = True
    right = np.where(stays, probability, 1.0 - probability)
    return {
        "confidence": round(float(right.mean()), 4) if right.size else 1.0,
        "word_confidence": [round(value, 4) for value in right.tolist()],
    }
