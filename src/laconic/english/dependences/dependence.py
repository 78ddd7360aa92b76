"""A dependence between two words, and the cost of an answer that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

START = -1
"""The position before the first word."""

NEVER = 16.0
"""What hardly any answer is worth: more than several broken dependences of grammar."""

REVERSED = 24.0
"""What an answer would have to be worth to say the contrary."""


class Link(NamedTuple):
    """Two words of which one must not go while the other stays, as a pattern finds them.

    What stands between the two is charged like the dependent word: if *if* is lost, so is the clause up to its verb.

    Attributes:
        required: the position of the word that must not go.
        dependent: the position of the other, for whose sake.
        since: it holds only if the last word that stays before the required one stands here or later.
        first: the first word of what is required, if that is a phrase rather than a word: one word of it is enough.
        last: the last word of what is required.
    """

    required: int
    dependent: int
    since: int = START
    first: int | None = None
    last: int | None = None


class Dependence(NamedTuple):
    """A link with the kind of dependence that it is.

    Attributes:
        kind: the name of a row of the table of dependences.
        cost: what an answer that breaks it is charged.
        is_distant: whether only the two words matter, and not what stands between them: neighbours cannot tell, so that
            it is not charged in a search.
    """

    kind: str
    cost: float
    is_distant: bool
    required: int
    dependent: int
    since: int = START
    first: int | None = None
    last: int | None = None


class Gaps:
    """What is required within which gaps between words that stay, for all dependences of a sentence at once.

    Args:
        dependences: those of the sentence.
    """

    def __init__(self, dependences: Sequence[Dependence]) -> None:
        self._required = np.array([each.required for each in dependences], np.intp)
        self._dependent = np.array([each.dependent for each in dependences], np.intp)
        self._since = np.array([each.since for each in dependences], np.intp)
        self._first = np.array([each.required if each.first is None else each.first for each in dependences], np.intp)
        self._last = np.array([each.required if each.last is None else each.last for each in dependences], np.intp)
        self._is_distant = np.array([each.is_distant for each in dependences], np.bool_)

    def broken(self, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return ``[K, D]``: which of D dependences K answers break: one of their gaps covers what is required.

        Args:
            kept: ``[K, n]``, which words each answer keeps.
        """
        size = kept.shape[1]
        place = np.arange(size)
        required, dependent = self._required, self._dependent
        before = np.maximum.accumulate(np.where(kept, place, START), axis=1)[:, required]
        after = np.minimum.accumulate(np.where(kept, place, size)[:, ::-1], axis=1)[:, ::-1][:, required]
        covered = (self._since <= before) & (before < self._first) & (self._last < after)
        is_charged = np.where(required < dependent, after <= dependent, dependent <= before)
        broken: NDArray[np.bool_] = covered & np.where(self._is_distant, kept[:, dependent], is_charged)
        return broken

    def charges(self, costs: Floats, size: int) -> Floats:
        """Return what it costs to bring two words together, as a matrix like `Scores.bigram`, from 0.

        A gap that begins and ends within a box of the matrix breaks a dependence that is not distant.

        Args:
            costs: the cost of each dependence.
            size: how many words the sentence has.
        """
        is_before = self._required < self._dependent
        top = np.where(is_before, self._since, np.maximum(self._dependent, self._since)) + 1
        right = np.where(is_before, self._dependent + 2, size + 2)
        bottom, left = self._first + 1, self._last + 2
        boxes = np.flatnonzero(~self._is_distant & (top < bottom) & (left < right))
        # Sums over the corners of all boxes add them all at once; costs are halves, so that no sum is rounded.
        corners = np.zeros((size + 3, size + 3))
        for rows, columns, sign in ((top, left, 1.0), (top, right, -1.0), (bottom, left, -1.0), (bottom, right, 1.0)):
            np.add.at(corners, (rows[boxes], columns[boxes]), sign * costs[boxes])
        matrix: Floats = corners.cumsum(axis=0).cumsum(axis=1)[:-1, :-1]
        return matrix
