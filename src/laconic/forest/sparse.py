"""Sparse rows: the features of a forest's edges, a few numbers for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import DataError


class SparseRows:
    """A sparse matrix in compressed rows, one row per edge; multiplied by weights, it gives scores.

    Attributes:
        pointers: row ``i`` is entries ``pointers[i]`` up to ``pointers[i + 1]``.
        columns: the entries' columns; a column may come twice in a row, and then counts twice.
        values: the entries' values.

    >>> features = SparseRows.from_rows([{0: 1.0, 3: 2.0}, {}, {3: 0.5}])
    >>> (features @ np.array([1.0, 0.0, 0.0, 10.0])).tolist()
    [21.0, 0.0, 5.0]
    >>> features.total([0, 2, 2])
    {0: 1.0, 3: 3.0}
    """

    def __init__(self, pointers: ArrayLike, columns: ArrayLike, values: ArrayLike) -> None:
        self.pointers: NDArray[np.int64] = np.ascontiguousarray(pointers, np.int64)
        self.columns: NDArray[np.int32] = np.ascontiguousarray(columns, np.int32)
        self.values: NDArray[np.float64] = np.ascontiguousarray(values, np.float64)
        self._check()
        self._rows = np.repeat(np.arange(len(self)), np.diff(self.pointers))

    @classmethod
    def from_rows(cls, rows: Sequence[Mapping[int, float]]) -> SparseRows:
        """Return the rows that are given as column → value."""
        return cls(
            np.cumsum([0, *map(len, rows)]),
            [column for row in rows for column in row],
            [value for row in rows for value in row.values()],
        )

    def _check(self) -> None:
        pointers = self.pointers
        if pointers.ndim != 1 or not len(pointers) or pointers[0] != 0 or (np.diff(pointers) < 0).any():
            raise DataError("the pointers of sparse rows must start at 0 and not decrease.")
        if not pointers[-1] == len(self.columns) == len(self.values):
            raise DataError(
                f"sparse rows of {pointers[-1]} entries were given {len(self.columns)} columns "
                f"and {len(self.values)} values."
            )
        if len(self.columns) and self.columns.min() < 0:
            raise DataError(f"sparse rows have the column {self.columns.min()}; columns are counted from 0.")

    def __len__(self) -> int:
        return len(self.pointers) - 1

    @property
    def width(self) -> int:
        """One more than the largest column in use."""
        return int(self.columns.max()) + 1 if len(self.columns) else 0

    def __matmul__(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        if len(weights) < self.width:
            raise DataError(
                f"{self.width} features were given {len(weights)} weights; use the weights trained with them."
            )
        return _sums(self._rows, self.values * weights[self.columns], len(self))

    def take(self, rows: ArrayLike) -> SparseRows:
        """Return these rows in this order; a row may be taken more than once."""
        pointers, entries = gather(self.pointers, np.asarray(rows))
        return SparseRows(pointers, self.columns[entries], self.values[entries])

    def total(self, rows: ArrayLike) -> dict[int, float]:
        """Return the sum of these rows as column → value: the features of a derivation, given its edges."""
        taken = self.take(rows)
        columns, inverse = np.unique(taken.columns, return_inverse=True)
        sums = _sums(inverse, taken.values, len(columns))
        return dict(zip(columns.tolist(), sums.tolist(), strict=True))

    def expected(self, posteriors: NDArray[np.float64], width: int | None = None) -> NDArray[np.float64]:
        """Return the expected feature vector, where each row counts by its edge's posterior probability."""
        return _sums(self.columns, self.values * posteriors[self._rows], width or self.width)


def gather(pointers: NDArray[np.integer], rows: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pointers of the rows taken, and where each of their entries was."""
    starts = pointers[rows].astype(np.int64)
    lengths = pointers[rows + 1] - starts
    taken = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths, out=taken[1:])
    return taken, np.arange(taken[-1]) + np.repeat(starts - taken[:-1], lengths)


def _sums(groups: NDArray[np.integer], values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return the sum of the values of each group."""
    return np.bincount(groups, values, size).astype(np.float64, copy=False)
