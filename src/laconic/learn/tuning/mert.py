"""Minimum error rate training (Och 2003): weights that are best for a metric on lists of candidates.

The metric of a corpus, as a function of a step along a line through the space of weights, is piecewise constant: it
changes only where another candidate of some sentence comes to win. All these places are computed, so the best step
along a line is found exactly; directions are the axes and some at random.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.learn.tuning.candidates import Columns
from laconic.learn.tuning.optimizer import Optimizer
from laconic.metrics.base import Metric
from laconic.search.base import Floats

_BEYOND = 1.0
"""How far beyond the outermost change a step goes where nothing ends the best piece."""


@dataclass(frozen=True)
class Surface:
    """The metric along a line: piece ``k`` reaches from ``starts[k]`` to ``starts[k + 1]`` and has one score.

    Attributes:
        starts: where the pieces start; the first one starts at minus infinity.
        scores: the metric's score on each.
    """

    starts: Floats
    scores: Floats

    def best(self, sign: float = 1.0, low: float = -np.inf, high: float = np.inf) -> tuple[float, float]:
        """Return a step inside the best piece, of equals the one nearest to where the line starts, and its score.

        Args:
            sign: 1 where higher scores are better, -1 where lower ones are.
            low: no step may be less.
            high: no step may be more.
        """
        starts, ends = np.maximum(self.starts, low), np.minimum(np.append(self.starts[1:], np.inf), high)
        allowed = starts <= ends
        highest = (sign * self.scores[allowed]).max()
        best = allowed & (sign * self.scores >= highest - 1e-12)
        steps = [_inside(start, end) for start, end in zip(starts[best], ends[best], strict=True)]
        return min(steps, key=abs), float(sign * highest)


def error_surface(columns: Columns, weights: Floats, direction: Floats, metric: Metric) -> Surface:
    """Return the metric's score for every step from ``weights`` along ``direction``, exactly."""
    heights, slopes = columns.features @ weights, columns.features @ direction
    winners, pieces, starts = _core.upper_envelopes(heights, slopes, columns.starts)
    first = pieces[:-1]
    total = columns.statistics[winners[first]].sum(axis=0)
    is_change = np.ones(len(winners), np.bool_)
    is_change[first] = False
    changes = np.flatnonzero(is_change)
    order = changes[np.argsort(starts[changes], kind="stable")]
    deltas = columns.statistics[winners[order]] - columns.statistics[winners[order - 1]]
    totals = np.vstack([total, total + np.cumsum(deltas, axis=0)]) if len(order) else total[None]
    places = np.append(-np.inf, starts[order])
    # Where several candidates change places at one step, only the last total is that of a piece.
    lasting = np.append(places[1:] > places[:-1], True)
    return Surface(places[lasting], metric.scores(totals[lasting]))


@dataclass(frozen=True)
class Mert(Optimizer):
    """Searches for the weights under which the chosen candidates score best.

    Attributes:
        restarts: how many random points are started from, besides the weights given.
        directions: how many random directions are tried at each point, besides the axes.
        least_gain: stop where all directions together gain no more.
        seed: random points and directions depend on it alone.
    """

    restarts: int = 10
    directions: int = 10
    least_gain: float = 1e-3
    seed: int = 0

    def __call__(self, columns: Columns, weights: Floats) -> Floats:
        """Return the best weights found; never worse on these candidates than those given."""
        rng = np.random.default_rng(self.seed)
        is_free, scale = self.movable(columns)
        free = np.flatnonzero(is_free)
        best, best_score = self._climb(columns, weights, free, scale, rng)
        for _ in range(self.restarts):
            start = weights.copy()
            start[free] *= np.exp(rng.normal(size=len(free)))
            start[free] += rng.normal(scale=0.3 * np.abs(weights * scale).mean(), size=len(free)) / scale[free]
            found, score = self._climb(columns, self._bounded(start), free, scale, rng)
            if score > best_score + self.least_gain:
                best, best_score = found, score
        return best

    def _bounded(self, weights: Floats) -> Floats:
        return np.clip(weights, *self.bounds(len(weights)))

    def _climb(
        self, columns: Columns, weights: Floats, free: NDArray[np.int64], scale: Floats, rng: np.random.Generator
    ) -> tuple[Floats, float]:
        """Go uphill from a point along one direction after the other, until none of them gains anything."""
        current = weights
        score = self.sign * float(self.metric.scores(columns.total(current)[None])[0])
        while True:
            before = score
            lines = self._lines(free, scale, rng)
            for place in rng.permutation(len(lines)):
                reached, moved = self._along(columns, current, lines[place])
                if reached > score:
                    current, score = moved, reached
            if score <= before + self.least_gain:
                return current, score

    def _along(self, columns: Columns, weights: Floats, direction: Floats) -> tuple[float, Floats]:
        low, high = self._reach(weights, direction)
        step, score = error_surface(columns, weights, direction, self.metric).best(self.sign, low, high)
        return self.sign * score, self._bounded(weights + step * direction)

    def _reach(self, weights: Floats, direction: Floats) -> tuple[float, float]:
        """Return the least and the greatest step within the bounds."""
        low, high = self.bounds(len(weights))
        moving = direction != 0
        to_low = (low[moving] - weights[moving]) / direction[moving]
        to_high = (high[moving] - weights[moving]) / direction[moving]
        least, greatest = np.minimum(to_low, to_high), np.maximum(to_low, to_high)
        return min(float(least.max(initial=-np.inf)), 0.0), max(float(greatest.min(initial=np.inf)), 0.0)

    def _lines(self, free: NDArray[np.int64], scale: Floats, rng: np.random.Generator) -> list[Floats]:
        lines = []
        for place in free:
            line = np.zeros(len(scale))
            line[place] = 1.0 / scale[place]
            lines.append(line)
        for _ in range(self.directions):
            line = np.zeros(len(scale))
            line[free] = rng.normal(size=len(free)) / scale[free]
            lines.append(line)
        return lines


def _inside(start: float, end: float) -> float:
    """Return the step nearest to 0 that lies well inside a piece."""
    margin = min(_BEYOND, (end - start) / 2) if np.isfinite(end - start) else _BEYOND
    if start + margin > 0:
        return float(start + margin)
    return float(end - margin) if end - margin < 0 else 0.0
