"""The constraints on an answer: its length, the words that must stay or go, and the number of answers.

A request is resolved into constraints once per sentence; every search and kernel reads these and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.errors import UsageError, counted

Flags: TypeAlias = NDArray[np.bool_]
Integers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """Words that must stay (`keep`) and words that must go (`drop`), as one flag per word.

    Of those that must stay, some need only be said: *n't* will do for *not* (`said`; None if there are none).
    """

    keep: Flags
    drop: Flags
    said: Flags | None = None

    @classmethod
    def of(
        cls, size: int, keep: Iterable[int] = (), drop: Iterable[int] = (), *, say: Iterable[int] | None = None
    ) -> Masks:
        """Return the masks of a sentence of ``size`` words from positions, counted from 0.

        Args:
            size: the number of words.
            keep: those that must stay as they are.
            drop: those that must go.
            say: those that must stay, too, but need only be said.
        """
        held, gone = _flags(size, keep), _flags(size, drop)
        if say is None:
            return cls(held, gone)
        told = _flags(size, say)
        return cls(held | told, gone, told & ~held)

    def allow(self, kept: Iterable[int]) -> bool:
        """Return whether keeping just these positions obeys the masks."""
        stays = np.zeros(len(self.keep), dtype=np.bool_)
        stays[list(kept)] = True
        return not bool((self.keep & ~stays).any() or (self.drop & stays).any())

    def also(self, keep: Iterable[int] = (), drop: Iterable[int] = ()) -> Masks:
        """Return these masks with more positions forced and forbidden."""
        more = Masks.of(len(self.keep), keep, drop)
        said = None if self.said is None else self.said & ~more.keep
        return Masks(self.keep | more.keep, self.drop | more.drop, said)

    def holds(self, position: int) -> bool:
        """Return whether a word must stay as it is."""
        return bool(self.keep[position]) and (self.said is None or not self.said[position])


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
class Constraints:
    """What the answers to a sentence must meet, known not to contradict itself.

    Make it by `exactly`, `between`, `any_length` or `within_characters`, which refuse what no answer can meet.

    Attributes:
        masks: forced and forbidden words.
        weight: how much each word adds to the length: 1, or its characters and the space before it.
        space: the part of the weight that a first kept word does not add.
        low: the shortest length allowed.
        high: the longest length allowed.
        nbest: the number of different answers to find, best first; fewer if there are fewer.
        counts_words: whether lengths are words rather than characters.
        rate: the share of the sentence that is asked for; None if the length is free.
        limit: the characters that the text itself may have; `high` is never more than the widths of all words.
    """

    masks: Masks
    weight: Integers
    space: Integers
    low: int
    high: int
    nbest: int = 1
    counts_words: bool = True
    rate: float | None = None
    limit: int = 0

    @classmethod
    def exactly(cls, size: int, words: int, masks: Masks | None = None, *, nbest: int = 1) -> Constraints:
        """Ask for exactly ``words`` of the ``size`` words of a sentence; raise `UsageError` if that is impossible."""
        return cls.between(size, words, words, masks, nbest=nbest)

    @classmethod
    def between(cls, size: int, low: int, high: int, masks: Masks | None = None, *, nbest: int = 1) -> Constraints:
        """Ask for any number of words from ``low`` to ``high``; raise `UsageError` if none is possible."""
        masks = checked_masks(size, masks)
        if low < 0:
            raise UsageError(f"the number of words must be at least 0, not {low}.")
        if low > size:
            raise UsageError(f"the sentence has {counted(size, 'word')}, so {low} cannot be kept.")
        forced, allowed = int(masks.keep.sum()), size - int(masks.drop.sum())
        if forced > high:
            raise UsageError(f"{counted(forced, 'word')} must stay, so the answer cannot have only {high}.")
        if allowed < low:
            raise UsageError(f"only {counted(allowed, 'word')} may stay, so {low} cannot be kept.")
        high = min(high, size)
        return cls(masks, _ones(size), _zeros(size), low, high, _count(nbest), rate=high / max(1, size))

    @classmethod
    def any_length(
        cls, size: int, masks: Masks | None = None, *, nbest: int = 1, allow_empty: bool = False
    ) -> Constraints:
        """Let the scores alone decide the length; it is one word or more unless ``allow_empty``."""
        masks = checked_masks(size, masks)
        low = 0 if allow_empty or size == 0 else 1
        if low and masks.drop.all():
            raise UsageError("every word is forbidden, so nothing can be kept.")
        return cls(masks, _ones(size), _zeros(size), low, size, _count(nbest))

    @classmethod
    def every_length(cls, size: int, masks: Masks | None = None, longest: int | None = None) -> Constraints:
        """Allow every number of words from none to all, or to ``longest``, for a search that answers each of them."""
        high = size if longest is None else max(0, min(longest, size))
        return cls(checked_masks(size, masks), _ones(size), _zeros(size), 0, high)

    @classmethod
    def within_characters(
        cls,
        widths: Widths,
        limit: int,
        masks: Masks | None = None,
        *,
        nbest: int = 1,
        allow_empty: bool = False,
        rate: float | None = None,
    ) -> Constraints:
        """Ask for at most ``limit`` characters, counted by the widths of the words.

        Raises:
            UsageError: the widths make no sense, or nothing fits within the limit.
        """
        token = np.ascontiguousarray(widths.token, dtype=np.int32)
        space = np.ascontiguousarray(widths.space, dtype=np.int32)
        size = len(token)
        masks = checked_masks(size, masks)
        if space.shape != (size,):
            raise UsageError(f"widths are given for {len(token)} words and {len(space)} spaces.")
        if size and (token.min() < 1 or space.min() < 0):
            raise UsageError("every word needs a width of at least one character, and no space may be negative.")
        if limit < 0:
            raise UsageError(f"the limit in characters must be at least 0, not {limit}.")
        widths = Widths(token, space)
        forced = widths.of(np.flatnonzero(masks.keep))
        if forced > limit:
            raise UsageError(
                f"the words that must stay take {counted(forced, 'character')}, more than the limit of {limit}."
            )
        low = 0 if allow_empty or size == 0 else 1
        allowed = token[~masks.drop]
        if low and (not allowed.size or allowed.min() > limit):
            raise UsageError(f"no word that may stay fits within {counted(limit, 'character')}.")
        everything = widths.of(range(size))
        rate = limit / max(1, everything) if rate is None else rate
        high = min(limit, everything)
        return cls(masks, token + space, space, low, high, _count(nbest), False, rate, limit)

    @property
    def keep(self) -> Flags:
        """Flags of the forced words."""
        return self.masks.keep

    @property
    def drop(self) -> Flags:
        """Flags of the forbidden words."""
        return self.masks.drop

    @property
    def core(self) -> _core.Words:
        """What kernels know about the words: which are forced and forbidden, their weights and spaces."""
        return self.core_under(self.masks)

    def core_under(self, masks: Masks) -> _core.Words:
        """Return the same under other masks."""
        return _core.Words(masks.keep, masks.drop, self.weight, self.space)

    @property
    def words(self) -> int | None:
        """The number of words where only one will do, else None."""
        return self.high if self.counts_words and self.low == self.high else None

    def with_masks(self, masks: Masks) -> Constraints:
        """Return the same lengths under other masks; raise `UsageError` if these leave no answer."""
        size = len(self.weight)
        if not self.counts_words:
            return self._within(self.limit, masks)
        if self.rate is not None:
            return Constraints.between(size, self.low, self.high, masks, nbest=self.nbest)
        return Constraints.any_length(size, masks, nbest=self.nbest, allow_empty=self.low == 0)

    def narrowed(self, limit: int) -> Constraints:
        """Return the same under a lower limit in characters; raise `UsageError` if nothing fits."""
        return self._within(limit, self.masks)

    def _within(self, limit: int, masks: Masks) -> Constraints:
        widths = Widths(self.weight - self.space, self.space)
        return Constraints.within_characters(
            widths, limit, masks, nbest=self.nbest, allow_empty=self.low == 0, rate=self.rate
        )


def words_at_rate(size: int, rate: float) -> int:
    """Return how many of ``size`` words a rate stands for: rounded half up, but at least one word.

    >>> words_at_rate(10, 0.25), words_at_rate(3, 0.1)
    (3, 1)
    """
    if not 0 < rate <= 1:
        raise UsageError(f"the rate must be above 0 and at most 1, not {rate}.")
    return min(size, max(1, math.floor(rate * size + 0.5)))


def for_sum(size: int, words: int | None, masks: Masks | None) -> Constraints:
    """Return what a sum over sets of exactly ``words`` words meets, or (with weights of zero) over sets of any size."""
    if words is not None:
        return Constraints.exactly(size, words, masks)
    every = Constraints.every_length(size, masks)
    return replace(every, weight=every.space, high=0)


def checked_masks(size: int, masks: Masks | None) -> Masks:
    """Return the masks, or empty ones; raise `UsageError` if they do not fit or contradict one another."""
    if masks is None:
        return _no_masks(size)
    if len(masks.keep) != size or len(masks.drop) != size:
        raise UsageError(f"the masks have {len(masks.keep)} and {len(masks.drop)} flags for {size} words.")
    keep, drop = (np.ascontiguousarray(flags, dtype=np.bool_) for flags in (masks.keep, masks.drop))
    masks = Masks(keep, drop, masks.said)
    both = np.flatnonzero(masks.keep & masks.drop)
    if both.size:
        raise UsageError(f"word {both[0] + 1} is both forced and forbidden.")
    return masks


def _flags(size: int, positions: Iterable[int]) -> Flags:
    """Return one flag for each word, set at some positions; raise `UsageError` if there is no word at one."""
    flags = np.zeros(size, dtype=np.bool_)
    for position in positions:
        if not 0 <= position < size:
            raise UsageError(f"there is no word at position {position}: the sentence has {counted(size, 'word')}.")
        flags[position] = True
    return flags


def _count(nbest: int) -> int:
    if nbest < 1:
        raise UsageError(f"at least one answer must be requested, not {nbest}.")
    return nbest


# Constraints in words are made for every sentence, so their arrays are shared by sentences of one size.
@lru_cache(maxsize=256)
def _ones(size: int) -> Integers:
    ones: Integers = np.ones(size, dtype=np.int32)
    ones.flags.writeable = False
    return ones


@lru_cache(maxsize=256)
def _zeros(size: int) -> Integers:
    zeros: Integers = np.zeros(size, dtype=np.int32)
    zeros.flags.writeable = False
    return zeros


@lru_cache(maxsize=256)
def _no_masks(size: int) -> Masks:
    masks = Masks.of(size)
    masks.keep.flags.writeable = masks.drop.flags.writeable = False
    return masks
