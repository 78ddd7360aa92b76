"""How sure a method is of each word: calibrated probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

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
        """Return calibrated probabilities of keeping words."""
        clipped = np.minimum(np.maximum(np.asarray(raw, dtype=np.float64), _NEARLY), 1.0 - _NEARLY)
        calibrated: Floats = 1.0 / (1.0 + np.exp(-(self.slope * np.log(clipped / (1.0 - clipped)) + self.shift)))
        return calibrated


@dataclass(frozen=True)
class Logistic:
    """A logistic regression: the probability that features speak for.

    >>> round(float(Logistic(0.0, (1.0, 2.0)).probability(np.array([[0.0, 0.5]]))[0]), 3)
    0.731
    """

    shift: float = 0.0
    weights: tuple[float, ...] = ()

    def probability(self, features: Floats) -> Floats:
        """Return one probability for each row of features; without weights they say nothing."""
        odds = np.full(len(features), self.shift)
        if self.weights:
            odds = odds + features @ np.array(self.weights)
        result: Floats = 1.0 / (1.0 + np.exp(-odds))
        return result


@dataclass(frozen=True)
class VerdictLines:
    """How features of a candidate turn into the probabilities of an editor's verdicts, learnt from readers."""

    accept: Logistic = Logistic()
    reject: Logistic = Logistic()

    def to_toml(self) -> dict[str, list[float]]:
        """Return plain values: for each verdict the shift and the weights."""
        return {name: [line.shift, *line.weights] for name, line in (("accept", self.accept), ("reject", self.reject))}

    @classmethod
    def from_toml(cls, values: Mapping[str, Sequence[float]]) -> Self:
        """Return what `to_toml` wrote; raise `ValueError` for anything else."""
        lines = {}
        for name in ("accept", "reject"):
            shift, *weights = values.get(name, [0.0])
            lines[name] = Logistic(float(shift), tuple(map(float, weights)))
        return cls(**lines)


def confidences(probability: Floats, kept: Iterable[int]) -> tuple[float, tuple[float, ...]]:
    """Return the expected share of words that are rightly kept or deleted, and the probability of each.

    >>> confidences(np.array([0.9, 0.2]), [0])
    (0.85, (0.9, 0.8))
    """
    stays = np.fromiter(kept, np.intp)
    right = 1.0 - probability
    right[stays] = probability[stays]
    share = round(float(right.sum()) / right.size, 4) if right.size else 1.0
    return share, tuple(right.round(4).tolist())
