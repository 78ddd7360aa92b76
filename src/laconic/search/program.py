"""Integer linear programs as arrays, and the free solver that solves them by default."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import MissingDependency, UsageError
from laconic.search.base import Floats

Indices = NDArray[np.int32]


@dataclass(slots=True)
class Program:
    """Maximise ``cost @ x`` subject to rows of ``low <= coefficients @ x <= high``.

    Variables and rows are only ever added; a variable whose cost is minus infinity is fixed at zero. The rows'
    terms lie end to end in `columns` and `coefficients`, and row r begins at ``starts[r]``.
    """

    cost: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    integer: list[bool] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    columns: list[int] = field(default_factory=list)
    coefficients: list[float] = field(default_factory=list)
    row_low: list[float] = field(default_factory=list)
    row_high: list[float] = field(default_factory=list)

    def add_variables(self, cost: ArrayLike, *, integer: bool = True, upper: float = 1.0) -> Indices:
        """Add one variable from 0 to ``upper`` for each cost; return their indices in the shape of the costs."""
        costs = np.asarray(cost, dtype=np.float64)
        first = len(self.cost)
        possible = costs.ravel() > -np.inf
        self.cost.extend(np.where(possible, costs.ravel(), 0.0).tolist())
        self.lower.extend([0.0] * costs.size)
        self.upper.extend(np.where(possible, upper, 0.0).tolist())
        self.integer.extend([integer] * costs.size)
        return np.arange(first, len(self.cost), dtype=np.int32).reshape(costs.shape)

    def add_row(self, *terms: tuple[ArrayLike, ArrayLike], low: float = -math.inf, high: float = math.inf) -> None:
        """Add a row whose terms are (indices, coefficients); one coefficient serves many indices."""
        for indices, coefficients in terms:
            columns = np.asarray(indices, dtype=np.int32).ravel()
            values = np.broadcast_to(np.asarray(coefficients, dtype=np.float64), columns.shape)
            self.columns.extend(columns.tolist())
            self.coefficients.extend(values.tolist())
        self.starts.append(len(self.columns))
        self.row_low.append(low)
        self.row_high.append(high)


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What a solver found.

    Attributes:
        values: one for each variable.
        objective: their objective.
        bound: no solution has a higher objective.
        status: ``optimal``, or ``time limit`` where the time ran out before the best was proved.
    """

    values: Floats
    objective: float
    bound: float
    status: str

    def chosen(self, indices: Indices) -> NDArray[np.intp]:
        """Return the places, one row each, of those binary variables that are one."""
        return np.argwhere(self.values[indices] > 0.5)


Solver = Callable[[Program, float], Solution | None]
"""Takes a program and a limit in seconds; returns None if it is proved that there is no solution."""


class NoSolutionInTime(UsageError):  # noqa: N818 - reads as what it is
    """The time limit passed before the solver found any solution."""

    def __init__(self) -> None:
        super().__init__("the solver found no answer within its time limit: allow it more seconds.")


def highs(program: Program, seconds: float) -> Solution | None:
    """Solve a program with HiGHS on one thread; `Solver` describes the rest.

    Raises:
        MissingDependency: HiGHS is not installed.
        NoSolutionInTime: the time ran out before any solution was found.
    """
    try:
        import highspy
    except ImportError:
        raise MissingDependency("integer linear programming", "ilp") from None
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", max(seconds, 0.0))
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 1e-9)
    solver.passModel(
        len(program.cost),
        len(program.row_low),
        len(program.columns),
        int(highspy.MatrixFormat.kRowwise),
        int(highspy.ObjSense.kMaximize),
        0.0,
        np.array(program.cost),
        np.array(program.lower),
        np.array(program.upper),
        np.array(program.row_low),
        np.array(program.row_high),
        np.array(program.starts, dtype=np.int32),
        np.array(program.columns, dtype=np.int32),
        np.array(program.coefficients),
        np.array(program.integer, dtype=np.int32),
    )
    solver.run()
    status, info = solver.getModelStatus(), solver.getInfo()
    if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        return None
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        raise NoSolutionInTime
    objective = float(info.objective_function_value)
    values = np.array(solver.getSolution().col_value)
    if status == highspy.HighsModelStatus.kOptimal:
        return Solution(values, objective, objective, "optimal")
    return Solution(values, objective, float(info.mip_dual_bound), "time limit")
