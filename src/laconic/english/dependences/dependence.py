"""A dependence between two words, and what an answer that breaks it is charged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

    @property
    def gap_starts(self) -> tuple[int, int]:
        """The first and the last position of words that must not stay directly before the gap; -1 is the start."""
        low = self.since if self.required < self.dependent else max(self.dependent, self.since)
        return low, (self.required if self.first is None else self.first) - 1

    @property
    def gap_ends(self) -> tuple[int, int | None]:
        """The first and the last position of words that must not stay directly after the gap; None is the end."""
        first = (self.required if self.last is None else self.last) + 1
        return first, self.dependent if self.required < self.dependent else None


class Gaps:
    """The gaps between the words that an answer keeps: for each position, its neighbours among those.

    Args:
        kept: the positions of words that stay, ascending.
        size: how many words the sentence has.
    """

    def __init__(self, kept: Sequence[int], size: int) -> None:
        self.size = size
        self._before: list[int] = []
        self._after: list[int] = []
        previous = START
        for place in (*kept, size):
            self._before += [previous] * (place - previous - 1)
            self._after += [place] * (place - previous - 1)
            if place < size:
                self._before.append(place)
                self._after.append(place)
            previous = place

    def breaks(self, dependence: Dependence) -> bool:
        """Return whether a dependence is broken: one of the gaps covers what is required."""
        _, _, is_distant, required, dependent, since, first, last = dependence
        before, after = self._before[required], self._after[required]
        if before == required or (is_distant and self._before[dependent] != dependent):
            return False
        if not since <= before < (required if first is None else first) or after <= (
            required if last is None else last
        ):
            return False
        return is_distant or (after <= dependent if required < dependent else dependent <= before)


def costs_of(dependences: Iterable[Dependence], size: int) -> Floats:
    """Return what it costs to bring two words together, as a matrix like `Scores.bigram`, from 0.

    Args:
        dependences: those of the sentence.
        size: how many words it has.
    """
    costs = np.zeros((size + 2, size + 2))
    for dependence in dependences:
        if dependence.is_distant:
            continue
        low, high = dependence.gap_starts
        first, last = dependence.gap_ends
        costs[low + 1 : high + 2, first + 1 : None if last is None else last + 2] += dependence.cost
    return costs
