"""Pairwise ranking optimisation (Hopkins & May 2011): weights that rank candidates as a metric does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from laconic.learn.packages import require
from laconic.learn.tuning.candidates import Columns
from laconic.learn.tuning.optimizer import Optimizer
from laconic.search.base import Floats


@dataclass(frozen=True)
class Pro(Optimizer):
    """Learns by logistic regression from pairs of candidates of one sentence, of which one is clearly better.

    A candidate's worth is the metric's score of the corpus in which it replaces the candidate that the current
    weights choose, so that any metric of additive statistics will do, a penalty on the length of the corpus included.

    Attributes:
        sampled: how many pairs of each sentence are looked at.
        kept: how many of these are learnt from: those that differ most in worth.
        penalty: the weight of the squared distance to the weights given, in units of each feature's spread.
        share: how far the weights move towards those learnt.
        seed: the pairs drawn depend on it alone.
    """

    sampled: int = 1000
    kept: int = 50
    penalty: float = 1e-2
    share: float = 0.5
    seed: int = 0

    def __post_init__(self) -> None:
        """Check that SciPy is installed, which does the regression; raise `MissingDependency` otherwise."""
        require("scipy", "tuning by pairs of candidates")

    def __call__(self, columns: Columns, weights: Floats) -> Floats:
        """Return weights between those given and those that rank best."""
        from scipy.optimize import Bounds, minimize

        differences = self._pairs(columns, weights)
        free, spread = self.movable(columns)
        unit = 1 / spread  # one unit of a weight is worth one spread of its feature
        rows = differences[:, free] * unit[free]
        start = weights[free] / unit[free]
        fixed = differences[:, ~free] @ weights[~free]

        def loss(point: Floats) -> tuple[float, Floats]:
            margins = rows @ point + fixed
            wrong = 1 / (1 + np.exp(np.clip(margins, -50, 50)))
            moved = point - start
            value = np.logaddexp(0, -margins).mean() + self.penalty * (moved @ moved)
            return float(value), 2 * self.penalty * moved - rows.T @ wrong / len(rows)

        learnt = weights.copy()
        low, high = self.bounds(len(weights))
        bounds = Bounds(low[free] / unit[free], high[free] / unit[free])
        learnt[free] = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x * unit[free]
        moved: Floats = (1 - self.share) * weights + self.share * learnt
        return moved

    def _pairs(self, columns: Columns, weights: Floats) -> Floats:
        """Return feature differences, better less worse, of the pairs to learn from."""
        rng = np.random.default_rng(self.seed)
        worth = self.worth(columns, weights)
        found = []
        for first, end in zip(columns.starts[:-1], columns.starts[1:], strict=True):
            pairs = rng.integers(first, end, size=(self.sampled, 2))
            gains = worth[pairs[:, 0]] - worth[pairs[:, 1]]
            kept = np.argsort(-np.abs(gains), kind="stable")[: self.kept]
            kept = kept[np.abs(gains[kept]) > 0]
            ordered = np.where(gains[kept, None] > 0, pairs[kept], pairs[kept][:, ::-1])
            found.append(columns.features[ordered[:, 0]] - columns.features[ordered[:, 1]])
        return np.vstack(found)

    def worth(self, columns: Columns, weights: Floats) -> Floats:
        """Return for each candidate the metric's score of the corpus in which it is its sentence's output."""
        chosen = columns.chosen(weights)
        total = columns.statistics[chosen].sum(axis=0)
        replaced = np.repeat(columns.statistics[chosen], np.diff(columns.starts), axis=0)
        return self.sign * self.metric.scores(total - replaced + columns.statistics)
