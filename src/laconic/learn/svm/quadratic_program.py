"""The quadratic programs of structural support vector machines, by a library's solver."""

from __future__ import annotations

import numpy as np

from laconic.errors import DataError
from laconic.learn.packages import require
from laconic.search.base import Floats

_RIDGE = 1e-10


def require_solver() -> None:
    """Check that a solver is installed.

    Raises:
        MissingDependency: there is none.
    """
    require("piqp", "training of t3")


def solve_capped(gram: Floats, linear: Floats, cap: float) -> Floats:
    """Return the α that maximises ``linear · α - ½ αᵀ gram α`` with α ≥ 0 and Σα ≤ cap.

    Args:
        gram: the planes' inner products, positive semidefinite.
        linear: the gain of each plane.
        cap: the most that all together may have.

    Raises:
        MissingDependency: no solver is installed.
        DataError: the solver fails.
    """
    size = len(linear)
    if size == 1:
        curvature = max(float(gram[0, 0]), 1e-300)
        return np.clip(linear / curvature, 0.0, cap)
    require_solver()
    import piqp

    # In units of the cap and of the largest curvature the solver's tolerances mean the same for every C.
    scale = max(float(np.abs(gram).max()) * cap, float(np.abs(linear).max()), 1e-300)
    quadratic = gram * (cap / scale) + _RIDGE * np.eye(size)
    solver = piqp.DenseSolver()
    solver.setup(
        quadratic,
        -linear / scale,
        G=np.ones((1, size)),
        h_u=np.ones(1),
        x_l=np.zeros(size),
        x_u=np.ones(size),
    )
    if solver.solve() != piqp.PIQP_SOLVED:
        raise DataError("the quadratic program of the support vector machine could not be solved.")
    shares: Floats = np.maximum(solver.result.x, 0.0)
    return shares * (cap / max(1.0, float(shares.sum())))
