"""What a structural support vector machine is made of: planes, the problem they come from, and its learners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

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
        """The duality gap as a share of the objective: it can fall by no more."""
        return max(0.0, self.primal - self.dual) / max(abs(self.primal), 1e-12)


class Learner(Protocol):
    """A state of learning that can be improved step by step, stored and resumed."""

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
