"""The best answer of every length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import UsageError

Answer = TypeVar("Answer")
Other = TypeVar("Other")


class HasScore(Protocol):
    """An answer that knows its score."""

    @property
    def score(self) -> float:
        """The score."""


ScoredAnswer = TypeVar("ScoredAnswer", bound=HasScore)


class LengthProfile(Sequence[Answer]):
    """The best answer of every possible length, the shortest first; each is made when it is asked for.

    Args:
        scores: the best score of each number of words from none; minus infinity where none is possible.
        make: returns the answer of a number of words.

    Attributes:
        scores: the same.
        lengths: the possible numbers of words from one, rising.

    >>> profile = LengthProfile([-np.inf, 0.5, -np.inf, 2.0], lambda words: "x" * words)
    >>> profile.lengths, list(profile), profile.at(3)
    ([1, 3], ['x', 'xxx'], 'xxx')
    """

    def __init__(self, scores: ArrayLike, make: Callable[[int], Answer]) -> None:
        self.scores: NDArray[np.float64] = np.asarray(scores, np.float64)
        self.lengths: list[int] = (np.flatnonzero(self.scores[1:] > -np.inf) + 1).tolist()
        self._make = make

    @classmethod
    def of(cls, answers: Mapping[int, ScoredAnswer], size: int) -> LengthProfile[ScoredAnswer]:
        """Return the profile of answers known by their lengths, of which none is longer than ``size`` words."""
        scores = [answers[words].score if words in answers else -np.inf for words in range(size + 1)]
        return LengthProfile(scores, answers.__getitem__)

    @property
    def nothing(self) -> float | None:
        """What it scores to keep no word at all; None where that is not possible or not known."""
        return float(self.scores[0]) if self.is_possible(0) else None

    def is_possible(self, words: int) -> bool:
        """Tell whether there is an answer of this many words."""
        return 0 <= words < len(self.scores) and bool(self.scores[words] > -np.inf)

    def at(self, words: int) -> Answer:
        """Return the best answer of exactly this many words; raise `UsageError` where there is none."""
        if not self.is_possible(words):
            raise UsageError(f"no compression of exactly {words} words is possible.")
        return self._make(words)

    def map(self, change: Callable[[Answer], Other]) -> LengthProfile[Other]:
        """Return the profile with every answer changed when it is asked for."""
        return LengthProfile(self.scores, lambda words: change(self._make(words)))

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, index: int) -> Answer: ...

    @overload
    def __getitem__(self, index: slice) -> list[Answer]: ...

    def __getitem__(self, index: int | slice) -> Answer | list[Answer]:
        if isinstance(index, slice):
            return [self._make(words) for words in self.lengths[index]]
        return self._make(self.lengths[index])
