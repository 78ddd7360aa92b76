"""Cutting planes with one slack for all examples (Joachims, Finley and Yu 2009, algorithm 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.learn.svm.planes import PlaneSet, pack, unpack
from laconic.learn.svm.problem import Plane, Problem, Progress
from laconic.search.base import Floats


class OneSlackLearner:
    """A learner whose planes each stand for all examples at once; they stay few."""

    def __init__(self, problem: Problem, regularisation: float) -> None:
        self._problem = problem
        self._planes = PlaneSet()
        self._scratch = np.zeros(problem.features)
        self._current = np.zeros(problem.features)
        self.weights: Floats = self._current.copy()
        self.progress = Progress(0, np.inf, 0.0, 0)
        self._regularisation = regularisation

    def restart(self, regularisation: float) -> None:
        """Go on with another C, keeping the planes."""
        factor = regularisation / self._regularisation
        self._planes.alpha = self._planes.alpha * factor
        self._current *= factor
        self._regularisation = regularisation
        self.weights = self._current.copy()
        self.progress = Progress(self.progress.iteration, np.inf, self._dual(), len(self._planes))

    def step(self) -> None:
        """Search all examples once, and find the next weights."""
        plane = _mean(self._problem.most_violated(self._current), self._current)
        slack = max(0.0, plane.violation(self._current))
        primal = 0.5 * float(self._current @ self._current) + self._regularisation * slack
        if primal < self.progress.primal:
            self.weights = self._current.copy()
        else:
            primal = self.progress.primal
        if len(plane.columns):
            self._planes.add(plane, self._scratch)
            self._planes.optimise(self._planes.violations(self._current), self._regularisation, self._current)
            self._planes.forget_idle()
        self.progress = Progress(self.progress.iteration + 1, primal, self._dual(), len(self._planes))

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that `restore` needs."""
        scalars = np.array([self.progress.iteration, self.progress.primal, self._regularisation])
        return {**pack([self._planes]), "best": self.weights, "current": self._current, "scalars": scalars}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take up the state of another learner of the same problem."""
        (self._planes,) = unpack(state, self._scratch)
        self._current = state["current"].astype(np.float64)
        iteration, primal, self._regularisation = state["scalars"].tolist()
        self.weights = state["best"].astype(np.float64)
        self.progress = Progress(int(iteration), primal, self._dual(), len(self._planes))

    def _dual(self) -> float:
        gain = self._planes.dual_gain() if len(self._planes) else 0.0
        return gain - 0.5 * float(self._current @ self._current)


def _mean(planes: Sequence[Plane], weights: Floats) -> Plane:
    """Return the mean of the examples' planes; those that are not violated count as no constraint at all."""
    violated = [plane for plane in planes if plane.violation(weights) > 0.0]
    columns = np.concatenate([np.zeros(0, np.int64), *(plane.columns for plane in violated)])
    values = np.concatenate([np.zeros(0), *(plane.values for plane in violated)])
    unique, places = np.unique(columns, return_inverse=True)
    sums = np.bincount(places, values, len(unique))
    offset = sum(plane.offset for plane in violated)
    return Plane(unique, sums / len(planes), offset / len(planes))
