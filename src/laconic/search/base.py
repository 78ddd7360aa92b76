"""What every search takes and returns: scores and constraints in, kept words out, for one length or for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, TypeVar, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import UsageError, counted
from laconic.search.constraints import Constraints, Masks

Floats = NDArray[np.float64]

Part = Literal["token", "bigram", "arc", "transition", "heads", "trigram", "branches", "forest"]
"""What scores are made of: a scorer says which parts it gives, a search which it reads."""

Parts = frozenset[Part]

BEGIN = 0
"""The index of the sentence's begin in bigrams and transitions, and of the root in arcs; words count from 1."""


class Scores:
    """The scores of a sentence of n words: the weights w of equation 1 of Qian & Liu (2014).

    A part that is not given counts as zeros. Higher is better, and minus infinity forbids. Words are numbered from 1 in
    the matrices: index 0 is the start of the sentence (in arcs, the root) and index n + 1 is its end.

    Attributes:
        token: ``[n]``, the worth of keeping each word.
        bigram: ``[n + 2, n + 2]``, for words i < j kept side by side; ``bigram[0, j]`` if j is the first
            kept word, ``bigram[i, n + 1]`` if i is the last, ``bigram[0, n + 1]`` if none is kept.
        arc: ``[n + 1, n + 1]``, for a dependency from head h to modifier m; ``arc[0, m]`` if m is the root.
        transition: ``[n + 1, 2, 2]``, for labels (0 deleted, 1 kept) of the neighbouring words i and i + 1;
            the start and the end count as kept.
        heads: ``[n]``, the heads in the sentence's own parse, numbered from 1 with 0 for the root, or None.
        parts: the names of the parts that were given.

    >>> scores = Scores(token=[1.0, -2.0, 0.5])
    >>> len(scores), scores.bigram.shape
    (3, (5, 5))
    """

    __slots__ = ("arc", "bigram", "heads", "parts", "size", "token", "transition")

    def __init__(
        self,
        token: ArrayLike | None = None,
        bigram: ArrayLike | None = None,
        arc: ArrayLike | None = None,
        transition: ArrayLike | None = None,
        heads: ArrayLike | None = None,
    ) -> None:
        self.size = _size(token, bigram, arc, transition)
        given: dict[Part, object] = {
            "token": token,
            "bigram": bigram,
            "arc": arc,
            "transition": transition,
            "heads": heads,
        }
        self.parts: Parts = frozenset(part for part, values in given.items() if values is not None)
        n = self.size
        self.token = _part("token", token, (n,))
        self.bigram = _part("bigram", bigram, (n + 2, n + 2))
        self.arc = _part("arc", arc, (n + 1, n + 1))
        self.transition = _part("transition", transition, (n + 1, 2, 2))
        self.heads = None if heads is None else np.ascontiguousarray(heads, dtype=np.int32)
        if self.heads is not None and self.heads.shape != (n,):
            raise UsageError(f"a sentence of {n} words needs {n} heads, not an array of shape {self.heads.shape}.")

    def __len__(self) -> int:
        return self.size


@dataclass(frozen=True, slots=True)
class Kept:
    """The words that a search keeps.

    Attributes:
        positions: positions of the kept words, counted from 0.
        score: the sum of their scores.
        heads: where the search builds a tree, the head of each kept word: its number in the sentence
            counted from 1, or 0 for the root; otherwise None.
        bound: no answer to the same constraints scores higher than this.
        details: what else the search reports, such as iterations or a solver's status.
    """

    positions: tuple[int, ...]
    score: float
    heads: tuple[int, ...] | None = None
    bound: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ceiling(self) -> float:
        """What no answer to the same constraints scores more than."""
        return self.score if self.bound is None else self.bound

    @property
    def gap(self) -> float:
        """How much better the best answer could be; 0 where this is known to be the best."""
        return max(0.0, self.ceiling - self.score)

    @property
    def is_optimal(self) -> bool:
        """Whether the search has proved that nothing scores higher."""
        return self.gap == 0.0


ScoresRead = TypeVar("ScoresRead", contravariant=True)


Answer = TypeVar("Answer")
Other = TypeVar("Other")


class HasScore(Protocol):
    """An answer that knows its score."""

    @property
    def score(self) -> float:
        """The score."""


ScoredAnswer = TypeVar("ScoredAnswer", bound=HasScore)


class LengthProfile(Sequence[Answer]):
    """The best answer of every possible length, the shortest first; each is made when it is needed.

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
        """What it scores to keep no word at all; None if that is not possible or not known."""
        return float(self.scores[0]) if self.is_possible(0) else None

    def is_possible(self, words: int) -> bool:
        """Return whether there is an answer of this many words."""
        return 0 <= words < len(self.scores) and bool(self.scores[words] > -np.inf)

    def at(self, words: int) -> Answer:
        """Return the best answer of exactly this many words; raise `UsageError` if there is none."""
        if not self.is_possible(words):
            raise UsageError(f"no compression of exactly {counted(words, 'word')} is possible.")
        return self._make(words)

    def map(self, change: Callable[[Answer], Other]) -> LengthProfile[Other]:
        """Return the profile with every answer changed when it is needed."""
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


class Search(Protocol[ScoresRead]):
    """Finds the best words to keep under scores of a kind.

    Attributes:
        reads: the parts of the scores that it looks at; under scores that lack one, its answers would mean nothing.
            Those of them that may be absent all the same, and count as zeros, it lists in ``may_lack``.
    """

    reads: ClassVar[Parts]

    def search(self, scores: ScoresRead, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints, best first, at least one.

        Raises:
            UsageError: no answer meets them.
        """

    def all_lengths(
        self, scores: ScoresRead, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best answer of every length, that of no word included.

        Args:
            scores: those of a sentence.
            masks: which of its words must stay and go.
            longest: the most words that an answer will be asked for; all, if not given.
        """


def check_fit(search: object, gives: Iterable[Part] | None, method: str) -> None:
    """Refuse a search that does not read the scores of a method.

    Args:
        search: the search, which may come from anywhere.
        gives: the parts of the scores that the method gives; None if it does not say.
        method: the method's name.

    Raises:
        UsageError: the search does not say what it reads, or reads what the method does not give.
    """
    name = type(search).__name__
    reads = getattr(search, "reads", None)
    if not isinstance(reads, frozenset) or not all(hasattr(search, each) for each in ("search", "all_lengths")):
        raise UsageError(f"{name} is not a search: it needs reads, search and all_lengths, as in laconic.search.base.")
    if gives is None:
        return
    missing = reads - getattr(search, "may_lack", frozenset()) - set(gives)
    if missing:
        raise UsageError(
            f"the search {name} reads {_listed(missing)} scores, and the method {method} gives only "
            f"{_listed(gives)}: choose a search that reads no others."
        )


def _listed(parts: Iterable[Part]) -> str:
    *first, last = (part for part in get_args(Part) if part in set(parts))
    return f"{', '.join(first)} and {last}" if first else last


def _size(token: Any, bigram: Any, arc: Any, transition: Any) -> int:
    """Return the number of words that the first given part stands for."""
    for part, extra in ((token, 0), (bigram, 2), (arc, 1), (transition, 1)):
        if part is not None:
            size = len(part) - extra
            if size < 0:
                break
            return size
    raise UsageError("scores need at least one part: token, bigram, arc or transition.")


def _part(name: str, values: ArrayLike | None, shape: tuple[int, ...]) -> Floats:
    if values is None:
        return np.zeros(shape)
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.shape != shape:
        raise UsageError(f"the {name} scores need the shape {shape}, not {array.shape}.")
    if array.size and not array.max() < np.inf:  # false for NaN too
        raise UsageError(f"the {name} scores must be numbers or minus infinity.")
    return array
