"""What optimizers of weights share: what they optimise, and how far each weight may move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.learn.tuning.candidates import Columns
from laconic.metrics.base import Metric
from laconic.search.base import Floats

_NO_SPREAD = 1e-9


@dataclass(frozen=True)
class Optimizer(ABC):
    """Finds weights under which the candidates chosen score better.

    Attributes:
        metric: what is made best.
        free: which features' weights may change; all without it. Features that never differ are left alone.
        low: how small each weight may get; minus infinity without it. The weights given must lie within the bounds.
        high: how large each may get.
    """

    metric: Metric
    free: NDArray[np.bool_] | None = None
    low: Floats | None = None
    high: Floats | None = None

    @abstractmethod
    def __call__(self, columns: Columns, weights: Floats) -> Floats:
        """Return better weights for these candidates."""

    @property
    def sign(self) -> float:
        """1 where higher scores are better, -1 where lower ones are."""
        return -1.0 if self.metric.higher_is_better is False else 1.0

    def movable(self, columns: Columns) -> tuple[NDArray[np.bool_], Floats]:
        """Return which weights can matter and may change, and the spread of each feature, 1 where it has none."""
        spread = columns.features.std(axis=0)
        differs = spread > _NO_SPREAD
        return differs if self.free is None else differs & self.free, np.where(differs, spread, 1.0)

    def bounds(self, size: int) -> tuple[Floats, Floats]:
        """Return the least and the greatest value of each weight."""
        low = np.full(size, -np.inf) if self.low is None else self.low
        return low, np.full(size, np.inf) if self.high is None else self.high
