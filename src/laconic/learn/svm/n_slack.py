"""Cutting planes with one slack per example (Tsochantaridis et al. 2005, algorithm 1).

All examples are searched with the same weights, in parallel; then the dual over the planes found so far is
solved by exact quadratic programs, one example after the other, until they agree. Where examples pull in
turns at features that they share, the weights swing; their mean over a round is much closer to the
optimum, so the next search is made there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.learn.svm.planes import PlaneSet, pack, unpack
from laconic.learn.svm.problem import Problem, Progress
from laconic.search.base import Floats

_SHARE_OF_GAP = 0.1
_MOST_ROUNDS = 30
_EXAMPLES_A_SAMPLE = 16


class NSlackLearner:
    """A learner whose examples each keep their own planes."""

    def __init__(self, problem: Problem, regularisation: float) -> None:
        self._problem = problem
        self._sets = [PlaneSet() for _ in range(problem.examples)]
        self._scratch = np.zeros(problem.features)
        self._current = np.zeros(problem.features)
        self._query = self._current.copy()
        self.weights: Floats = self._current.copy()
        self.progress = Progress(0, np.inf, 0.0, 0)
        self._regularisation = regularisation
        self._cap = regularisation / problem.examples

    def restart(self, regularisation: float) -> None:
        """Go on with another C: every α is scaled, so that none exceeds its new limit."""
        factor = regularisation / self._regularisation
        for each in self._sets:
            each.alpha = each.alpha * factor
        self._current *= factor
        self._query *= factor
        self._regularisation = regularisation
        self._cap = regularisation / self._problem.examples
        self.weights = self._query.copy()
        self.progress = Progress(self.progress.iteration, np.inf, self._dual(), self.progress.planes)

    def step(self) -> None:
        """Search all examples once, and find the next weights."""
        query = self._query
        found = self._problem.most_violated(query)
        violations = np.array([plane.violation(query) for plane in found])
        primal = 0.5 * float(query @ query) + self._cap * float(np.maximum(violations, 0.0).sum())
        if primal < self.progress.primal:
            self.weights = query.copy()
        else:
            primal = self.progress.primal
        for each, plane, violation in zip(self._sets, found, violations, strict=True):
            known = each.violations(query).max(initial=0.0)
            if violation > known + 1e-9 * max(1.0, known):
                each.add(plane, self._scratch)
        self._agree(primal)
        planes = sum(map(len, self._sets))
        self.progress = Progress(self.progress.iteration + 1, primal, self._dual(), planes)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that `restore` needs."""
        progress = self.progress
        scalars = np.array([progress.iteration, progress.primal, self._regularisation])
        return {
            **pack(self._sets),
            "best": self.weights,
            "current": self._current,
            "query": self._query,
            "scalars": scalars,
        }

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take up the state of another learner of the same problem."""
        self._sets = unpack(state, self._scratch)
        self._current = state["current"].astype(np.float64)
        self._query = state["query"].astype(np.float64)
        iteration, primal, self._regularisation = state["scalars"].tolist()
        self._cap = self._regularisation / self._problem.examples
        self.weights = state["best"].astype(np.float64)
        self.progress = Progress(int(iteration), primal, self._dual(), sum(map(len, self._sets)))

    def _agree(self, primal: float) -> None:
        """Optimise example by example until the dual over the known planes is nearly solved."""
        for _ in range(_MOST_ROUNDS):
            enough = _SHARE_OF_GAP * max(primal - self._dual(), 1e-9 * abs(primal))
            self._query = self._round(0.1 * enough / len(self._sets))
            # The gap at the mean: what all examples' planes cost there, less the dual.
            slacks = sum(float(each.violations(self._query).max(initial=0.0)) for each in self._sets)
            if 0.5 * float(self._query @ self._query) + self._cap * slacks - self._dual() <= enough:
                break
        for each in self._sets:
            each.forget_idle()

    def _round(self, negligible: float) -> Floats:
        """Optimise every example whose gap is not negligible; return the mean of the weights on the way."""
        total, samples = np.zeros_like(self._current), 0
        for number, each in enumerate(self._sets, 1):
            violations = each.violations(self._current)
            if len(each) and each.gap(violations, self._cap) > negligible:
                each.optimise(violations, self._cap, self._current)
            if number % _EXAMPLES_A_SAMPLE == 0 or number == len(self._sets):
                total += self._current
                samples += 1
        return total / samples

    def _dual(self) -> float:
        gains = sum(each.dual_gain() for each in self._sets if len(each))
        return gains - 0.5 * float(self._current @ self._current)
