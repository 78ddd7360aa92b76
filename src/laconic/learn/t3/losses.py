"""Losses of a rewriting, as functions of its right and wrong words.

A loss takes how many words of the output are in the reference (`right`), how many are not (`wrong`), and
how many words the reference has. Both counts add up over a derivation, so the worst derivation under a
loss can be found exactly: by a table over the two counts, or, where the loss is the largest of a few
linear functions, by one search for each of them. Counts may be arrays; the losses are then, too.

As in the papers, a word counts as right as often as it is produced, however often the reference has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from laconic.errors import UsageError
from laconic.search.base import Floats


@dataclass(frozen=True)
class Linear:
    """The function ``right · a + wrong · b + c`` of the two counts."""

    right: float
    wrong: float
    constant: float


@dataclass(frozen=True)
class Loss:
    """A loss by its name.

    Attributes:
        name: what it is called on the command line.
        table: the loss for right words, wrong words, and the length of the reference.
        pieces: for a loss that is the largest of several linear functions, these functions for a length
            of the reference; None for any other loss.
    """

    name: str
    table: Callable[[Floats, Floats, int], Floats]
    pieces: Callable[[int], tuple[Linear, ...]] | None = None

    def __call__(self, right: ArrayLike, wrong: ArrayLike, reference: int) -> Floats:
        """Return the loss of an output with these counts against a reference of this many words."""
        return self.table(np.asarray(right, np.float64), np.asarray(wrong, np.float64), reference)


def _hamming(right: Floats, wrong: Floats, reference: int) -> Floats:
    return wrong + np.maximum(reference - (right + wrong), 0.0)


def _edit(right: Floats, wrong: Floats, reference: int) -> Floats:
    return wrong + np.maximum(reference - right, 0.0)


def _precision(right: Floats, wrong: Floats, reference: int) -> Floats:
    return 1.0 - _share(right, right + wrong)


def _precision_bp1(right: Floats, wrong: Floats, reference: int) -> Floats:
    length = right + wrong
    penalty = np.exp(1.0 - np.maximum(1.0, _ratio(reference, length)))
    return 1.0 - _share(right, length) * penalty


def _precision_bp2(right: Floats, wrong: Floats, reference: int) -> Floats:
    length = right + wrong
    penalty = np.exp(1.0 - np.maximum(_ratio(length, reference), _ratio(reference, length)))
    return 1.0 - _share(right, length) * penalty


def _f1(right: Floats, wrong: Floats, reference: int) -> Floats:
    return 1.0 - np.minimum(_share(2.0 * right, right + wrong + reference), 1.0)


def _share(part: Floats, whole: Floats) -> Floats:
    """Return the quotient, and 0 of nothing: an empty output has no precision."""
    quotients: Floats = np.zeros(np.broadcast(part, whole).shape)
    np.divide(part, whole, out=quotients, where=whole > 0)
    return quotients


def _ratio(a: ArrayLike, b: ArrayLike) -> Floats:
    """Return the quotient of lengths, which is infinite where only the second is 0 and 1 where both are."""
    above, below = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(b, np.float64))
    quotients: Floats = np.where(above > 0, np.inf, 1.0)
    np.divide(above, below, out=quotients, where=below > 0)
    return quotients


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        # Cohn and Lapata (2013), section 5.5: wrong words, and words short of the reference's length.
        Loss(
            "hamming",
            _hamming,
            lambda reference: (Linear(0.0, 1.0, 0.0), Linear(-1.0, 0.0, float(reference))),
        ),
        # Insertions and deletions between bags of words: the edit distance where no word comes twice and
        # the order stays.
        Loss(
            "edit",
            _edit,
            lambda reference: (Linear(0.0, 1.0, 0.0), Linear(-1.0, 1.0, float(reference))),
        ),
        # Cohn and Lapata (2007), section 3.3 and equation 6.
        Loss("precision", _precision),
        Loss("precision-bp1", _precision_bp1),
        Loss("precision-bp2", _precision_bp2),
        Loss("f1", _f1),
    )
}
"""The losses that a model can be trained for."""


def loss_named(name: str) -> Loss:
    """Return a loss by its name.

    Raises:
        UsageError: there is no such loss.
    """
    if name not in LOSSES:
        raise UsageError(f"there is no loss called {name!r}; choose from {', '.join(LOSSES)}.")
    return LOSSES[name]
