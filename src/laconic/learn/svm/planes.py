"""Sets of cutting planes: their inner products kept up to date, their weights α, and their form on disk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic.learn.svm.problem import Plane
from laconic.learn.svm.quadratic_program import solve_capped
from laconic.search.base import Floats

_PATIENCE = 30


class PlaneSet:
    """Planes that share one slack, with the weight α of each in the dual."""

    def __init__(self) -> None:
        self.planes: list[Plane] = []
        self.alpha: Floats = np.zeros(0)
        self._gram: Floats = np.zeros((0, 0))
        self.idle: NDArray[np.int64] = np.zeros(0, np.int64)

    def __len__(self) -> int:
        return len(self.planes)

    def add(self, plane: Plane, scratch: Floats) -> None:
        """Add a plane; ``scratch`` has a zero for each feature, and is left so."""
        scratch[plane.columns] = plane.values
        row = np.array([float(scratch[other.columns] @ other.values) for other in [*self.planes, plane]])
        scratch[plane.columns] = 0.0
        size = len(self.planes)
        gram = np.empty((size + 1, size + 1))
        gram[:size, :size] = self._gram
        gram[size], gram[:, size] = row, row
        self._gram = gram
        self.planes.append(plane)
        self.alpha = np.append(self.alpha, 0.0)
        self.idle = np.append(self.idle, 0)

    def violations(self, weights: Floats) -> Floats:
        """Return the slack that each plane needs."""
        return np.array([plane.violation(weights) for plane in self.planes])

    def gap(self, violations: Floats, cap: float) -> float:
        """Return what the dual could gain from these planes alone: 0 at their optimum."""
        return cap * max(0.0, float(violations.max(initial=0.0))) - float(self.alpha @ violations)

    def optimise(self, violations: Floats, cap: float, weights: Floats) -> None:
        """Find the best α given all other planes, and change the weights accordingly, in place."""
        best = solve_capped(self._gram, violations + self._gram @ self.alpha, cap)
        for plane, change in zip(self.planes, best - self.alpha, strict=True):
            if change:
                weights[plane.columns] += change * plane.values
        self.alpha = best

    def dual_gain(self) -> float:
        """Return the planes' linear part of the dual."""
        return float(self.alpha @ np.array([plane.offset for plane in self.planes]))

    def forget_idle(self) -> None:
        """Drop the planes that have long had no weight: were they needed, the search would find them again."""
        self.idle = np.where(self.alpha > 1e-9 * max(1e-300, float(self.alpha.max(initial=0.0))), 0, self.idle + 1)
        keep = np.flatnonzero((self.idle < _PATIENCE) | (self.alpha > 0))
        if len(keep) < len(self.planes):
            self.planes = [self.planes[place] for place in keep]
            self.alpha, self.idle = self.alpha[keep], self.idle[keep]
            self._gram = self._gram[np.ix_(keep, keep)]


def pack(sets: Sequence[PlaneSet]) -> dict[str, NDArray[np.generic]]:
    """Return the planes of all sets as flat arrays."""
    planes = [plane for each in sets for plane in each.planes]
    return {
        "set_sizes": np.array([len(each) for each in sets], np.int64),
        "pointers": np.cumsum([0, *(len(plane.columns) for plane in planes)]),
        "columns": _joined([plane.columns for plane in planes], np.int64),
        "values": _joined([plane.values for plane in planes], np.float64),
        "offsets": np.array([plane.offset for plane in planes]),
        "alpha": _joined([each.alpha for each in sets], np.float64),
        "idle": _joined([each.idle for each in sets], np.int64),
    }


def unpack(arrays: dict[str, NDArray[np.generic]], scratch: Floats) -> list[PlaneSet]:
    """Return the sets that `pack` wrote."""
    pointers = arrays["pointers"].astype(np.int64)
    columns, values = arrays["columns"].astype(np.int64), arrays["values"].astype(np.float64)
    sets, place = [], 0
    for size in arrays["set_sizes"].tolist():
        made = PlaneSet()
        for number in range(place, place + size):
            part = slice(pointers[number], pointers[number + 1])
            made.add(Plane(columns[part], values[part], float(arrays["offsets"][number])), scratch)
        made.alpha = arrays["alpha"][place : place + size].astype(np.float64)
        made.idle = arrays["idle"][place : place + size].astype(np.int64)
        sets.append(made)
        place += size
    return sets


def _joined(parts: Sequence[NDArray[np.generic]], dtype: type[np.generic]) -> NDArray[np.generic]:
    return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype)
