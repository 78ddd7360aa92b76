"""What every search takes and returns: scores and a wish in, kept words and a frontier out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import UsageError

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Flags = NDArray[np.bool_]

BEGIN = 0
"""The index of the sentence's begin in bigrams and transitions, and of the root in arcs; words count from 1."""


class Scores:
    """The scores of a sentence of n words; a part that is not given counts as zeros.

    Higher is better, and minus infinity forbids. Words are numbered from 1 in the matrices: index 0 is
    the begin of the sentence (in arcs the root) and index n + 1 its end.

    Attributes:
        token: ``[n]``, the worth of keeping each word.
        bigram: ``[n + 2, n + 2]``, for words i < j kept side by side; ``bigram[0, j]`` where j is the first
            kept word, ``bigram[i, n + 1]`` where i is the last, ``bigram[0, n + 1]`` where none is kept.
        arc: ``[n + 1, n + 1]``, for a dependency from head h to modifier m; ``arc[0, m]`` where m is the root.
        transition: ``[n + 1, 2, 2]``, for labels (0 deleted, 1 kept) of the neighbouring words i and i + 1;
            begin and end count as kept.
        heads: ``[n]``, the heads in the sentence's own parse, numbered from 1 with 0 for the root, or None.

    >>> scores = Scores(token=[1.0, -2.0, 0.5])
    >>> len(scores), scores.bigram.shape
    (3, (5, 5))
    """

    __slots__ = ("arc", "bigram", "heads", "size", "token", "transition")

    def __init__(
        self,
        token: ArrayLike | None = None,
        bigram: ArrayLike | None = None,
        arc: ArrayLike | None = None,
        transition: ArrayLike | None = None,
        heads: ArrayLike | None = None,
    ) -> None:
        self.size = _size(token, bigram, arc, transition)
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


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """Words that must stay (`keep`) and words that must go (`drop`), as one flag a word."""

    keep: Flags
    drop: Flags

    @classmethod
    def of(cls, size: int, keep: Iterable[int] = (), drop: Iterable[int] = ()) -> Masks:
        """Return the masks of a sentence of ``size`` words from positions, counted from 0."""
        masks = cls(np.zeros(size, dtype=np.bool_), np.zeros(size, dtype=np.bool_))
        for flags, positions in ((masks.keep, keep), (masks.drop, drop)):
            for position in positions:
                if not 0 <= position < size:
                    raise UsageError(f"there is no word at position {position}: the sentence has {size} words.")
                flags[position] = True
        return masks

    def also(self, keep: Iterable[int] = (), drop: Iterable[int] = ()) -> Masks:
        """Return these masks with more positions forced and forbidden."""
        more = Masks.of(len(self.keep), keep, drop)
        return Masks(self.keep | more.keep, self.drop | more.drop)


@dataclass(frozen=True, slots=True, eq=False)
class Widths:
    """How many characters each word adds: its own, and the space before it unless it comes first."""

    token: Integers
    space: Integers

    def of(self, positions: Iterable[int]) -> int:
        """Return the length in characters of these words, in the order of the sentence.

        >>> Widths(np.array([3, 4, 1]), np.array([0, 1, 0])).of([1, 2])
        5
        """
        kept = list(positions)
        total = sum(int(self.token[position]) + int(self.space[position]) for position in kept)
        return total - int(self.space[kept[0]]) if kept else 0


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """How long the answer may be, which words are settled, and how many answers are wanted.

    At most one of `words`, `rate` and `characters` is given. Without any, the score alone decides.

    Attributes:
        words: exactly so many words.
        rate: so many words for each word of the sentence, rounded to whole words but never to none.
        characters: at most so many characters, counted by `widths`.
        widths: the characters of each word; needed with `characters`.
        masks: forced and forbidden words.
        best: how many different answers to return, best first; fewer where there are fewer.
        allow_empty: whether keeping nothing is an answer where the length is not fixed.
    """

    words: int | None = None
    rate: float | None = None
    characters: int | None = None
    widths: Widths | None = None
    masks: Masks | None = None
    best: int = 1
    allow_empty: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The words that a search keeps.

    Attributes:
        positions: positions of the kept words, counted from 0.
        score: the sum of their scores.
        heads: where the search builds a tree, the head of each kept word: its number in the sentence
            counted from 1, or 0 for the root; otherwise None.
        bound: no answer to the same wish scores higher than this.
        details: what else the search tells, such as iterations or a solver's status.
    """

    positions: tuple[int, ...]
    score: float
    heads: tuple[int, ...] | None = None
    bound: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ceiling(self) -> float:
        """What no answer to the same wish scores more than."""
        return self.score if self.bound is None else self.bound

    @property
    def gap(self) -> float:
        """How much better the best answer could be; 0 where this is known to be the best."""
        return max(0.0, self.ceiling - self.score)

    @property
    def is_optimal(self) -> bool:
        """Whether the search has proved that nothing scores higher."""
        return self.gap == 0.0


class Frontier:
    """The best score of each length from no word to all, and on demand the words kept."""

    def __init__(self, scores: Floats, keep: Callable[[int], Kept]) -> None:
        self.scores = scores
        self._keep = keep

    @classmethod
    def of(cls, answers: Mapping[int, Kept], size: int) -> Frontier:
        """Return the frontier of a sentence of ``size`` words whose answers are known by their lengths."""
        scores = [answers[words].score if words in answers else -np.inf for words in range(size + 1)]
        return cls(np.array(scores), answers.__getitem__)

    def __len__(self) -> int:
        return len(self.scores)

    def is_possible(self, words: int) -> bool:
        """Tell whether so many words can be kept at all."""
        return 0 <= words < len(self.scores) and bool(self.scores[words] > -np.inf)

    def kept(self, words: int) -> Kept:
        """Return the best answer of exactly so many words; raise `UsageError` where there is none."""
        if not self.is_possible(words):
            raise UsageError(f"no compression of exactly {words} words is possible.")
        return self._keep(words)


class Search(Protocol):
    """Finds the best words to keep."""

    def search(self, scores: Scores, wish: Wish) -> list[Kept]:
        """Return the best answers to a wish, best first, at least one.

        Raises:
            UsageError: the wish contradicts itself, or cannot be met.
        """

    def all_lengths(self, scores: Scores, masks: Masks | None = None) -> Frontier:
        """Return the best answer of every length."""


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
