"""A tie between two words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NEVER = 8.0
"""What hardly any answer is worth: the logarithm of three thousand."""

REVERSED = 24.0
"""What an answer would have to be worth to say the contrary."""

SELDOM = 3.0
"""What an answer must be worth to drop a word that people drop, too, though it counts."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A word that must not go while another stays.

    What stands between the two is charged like the other: if *if* is lost, so is the clause up to its verb.

    Attributes:
        lost: the position of the word that must not go.
        kept: the position of the other, for whose sake.
        cost: what it costs.
        since: the tie holds only if the last word that stays before the lost one stands here or later.
        first: the first word of what is lost, if that is a phrase rather than a word: it holds only if all went.
        last: the last word of what is lost.
    """

    lost: int
    kept: int
    cost: float = NEVER
    since: int = -1
    first: int | None = None
    last: int | None = None

    @property
    def begins(self) -> tuple[int, int]:
        """The first and the last position of words that must not stay directly before the gap; -1 is the begin."""
        low = self.since if self.lost < self.kept else max(self.kept, self.since)
        return low, (self.lost if self.first is None else self.first) - 1

    @property
    def ends(self) -> tuple[int, int | None]:
        """The first and the last position of words that must not stay directly after the gap; None is the end."""
        return (self.lost if self.last is None else self.last) + 1, self.kept if self.lost < self.kept else None

    def is_broken_by(self, kept: Sequence[int], size: int) -> bool:
        """Tell whether these words, ascending, are an answer that the tie forbids, of a sentence of so many words."""
        low, high = self.begins
        first, last = self.ends
        around = pairwise((-1, *kept, size))
        return any(low <= a <= high and first <= b <= (size if last is None else last) for a, b in around)


def costs_of(ties: Iterable[Tie], size: int) -> Floats:
    """Return what ties make it cost to bring two words together, as a matrix like `Scores.bigram`, from 0.

    Args:
        ties: the ties.
        size: how many words the sentence has.
    """
    costs = np.zeros((size + 2, size + 2))
    for tie in ties:
        low, high = tie.begins
        first, last = tie.ends
        costs[low + 1 : high + 2, first + 1 : None if last is None else last + 2] += tie.cost
    return costs
