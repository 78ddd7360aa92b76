"""Structural support vector machines, trained by cutting planes.

Minimises ``½‖w‖² + C/N Σ ξᵢ`` where example i's slack ξᵢ is the most by which any wrong answer violates its
margin (Tsochantaridis et al. 2005). The wrong answers are endless, so only those are kept that were once
the most violating; a quadratic programme over them gives the next weights. With *n slacks* every
example keeps its own (Tsochantaridis et al. 2005, algorithm 1); with *one slack* a single plane stands for
all examples at once (Joachims, Finley and Yu 2009, algorithm 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.search.base import Floats


@dataclass(frozen=True)
class Plane:
    """A constraint ``w · direction ≥ offset - slack``, its direction sparse.

    Attributes:
        columns: the features of the direction, each once, ascending.
        values: their values.
        offset: the rescaled loss.
    """

    columns: NDArray[np.int64]
    values: Floats
    offset: float

    def violation(self, weights: Floats) -> float:
        """Return the slack that these weights need."""
        return self.offset - float(weights[self.columns] @ self.values)


class Problem(Protocol):
    """What is learnt: examples with their most violated constraints."""

    examples: int
    features: int

    def most_violated(self, weights: Floats) -> Sequence[Plane]:
        """Return for each example the plane that these weights violate most; one of offset 0 if none."""


@dataclass(frozen=True)
class Progress:
    """How far learning has come.

    Attributes:
        iteration: how many times all examples were searched.
        primal: the least value of the objective so far.
        dual: a bound below which the objective cannot fall.
        planes: how many constraints are kept.
    """

    iteration: int
    primal: float
    dual: float
    planes: int

    @property
    def gap(self) -> float:
        """The duality gap as a share of the objective: by at most so much can it still fall."""
        return max(0.0, self.primal - self.dual) / max(abs(self.primal), 1e-12)


class Learner(Protocol):
    """A state of learning that can be improved step by step, stored and taken up again."""

    weights: Floats
    progress: Progress

    def step(self) -> None:
        """Search all examples once, and find the next weights."""

    def restart(self, regularisation: float) -> None:
        """Go on with another C, keeping the planes: they hold for every C."""

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that `restore` needs."""

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take up the state of another learner of the same problem."""


def make_learner(problem: Problem, regularisation: float, slacks: str = "n") -> Learner:
    """Return a learner with ``n`` slacks or ``one`` slack.

    Args:
        problem: what is learnt.
        regularisation: C, the weight of the slacks against the norm.
        slacks: ``n`` or ``one``.

    Raises:
        UsageError: C is not positive, or the slacks are neither.
    """
    from laconic.learn.structural_svm_n import NSlackLearner
    from laconic.learn.structural_svm_one import OneSlackLearner

    if not 0.0 < regularisation < np.inf:
        raise UsageError(f"C must be a positive number, not {regularisation}.")
    if slacks not in ("n", "one"):
        raise UsageError(f"slacks must be n or one, not {slacks!r}.")
    return (NSlackLearner if slacks == "n" else OneSlackLearner)(problem, regularisation)


def learn(
    learner: Learner,
    *,
    gap: float = 0.01,
    iterations: int = 200,
    on_step: Callable[[Progress], None] = lambda progress: None,
) -> Floats:
    """Improve until the relative duality gap is small, and return the best weights.

    Args:
        learner: the learner.
        gap: stop at this relative gap.
        iterations: stop after so many searches of all examples in any case.
        on_step: told the progress after each step; a checkpoint can be written there.
    """
    done = 0
    while done == 0 or (learner.progress.gap > gap and done < iterations):
        learner.step()
        done += 1
        on_step(learner.progress)
    return learner.weights
