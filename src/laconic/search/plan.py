"""From a wish to what a kernel needs: masks, weights and the lengths allowed, all known to be possible."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from laconic.errors import UsageError
from laconic.search.base import Flags, Integers, Masks, Widths, Wish


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A wish made definite for a sentence.

    Attributes:
        masks: forced and forbidden words.
        weight: how much each word adds to the length: 1, or its characters and the space before it.
        space: the part of the weight that a first kept word does not add.
        low: the shortest length allowed.
        high: the longest length allowed.
        best: how many answers are wanted.
        counts_words: whether lengths are words rather than characters.
    """

    masks: Masks
    weight: Integers
    space: Integers
    low: int
    high: int
    best: int
    counts_words: bool = True

    @property
    def keep(self) -> Flags:
        """Flags of the forced words."""
        return self.masks.keep

    @property
    def drop(self) -> Flags:
        """Flags of the forbidden words."""
        return self.masks.drop

    @property
    def words(self) -> tuple[Flags, Flags, Integers, Integers]:
        """What kernels are told of the words: which are forced and forbidden, their weights and spaces."""
        return self.keep, self.drop, self.weight, self.space


def words_at_rate(size: int, rate: float) -> int:
    """Return how many of ``size`` words a rate stands for: rounded half up, but at least one word.

    >>> words_at_rate(10, 0.25), words_at_rate(3, 0.1)
    (3, 1)
    """
    if not 0 < rate <= 1:
        raise UsageError(f"the rate must be above 0 and at most 1, not {rate}.")
    return min(size, max(1, math.floor(rate * size + 0.5)))


def make_plan(size: int, wish: Wish) -> Plan:
    """Check a wish against a sentence of ``size`` words and make it definite.

    Raises:
        UsageError: the wish contradicts itself, or asks for more than there is.
    """
    masks = checked_masks(size, wish.masks)
    if sum(limit is not None for limit in (wish.words, wish.rate, wish.characters)) > 1:
        raise UsageError("give only one of words, rate and characters.")
    if wish.best < 1:
        raise UsageError(f"at least one answer must be asked for, not {wish.best}.")
    if wish.characters is not None:
        return _character_plan(size, wish, wish.characters, masks)
    weight, space = _ones(size), _zeros(size)
    words = wish.words if wish.rate is None else words_at_rate(size, wish.rate)
    if words is not None:
        _check_words(size, words, masks)
        return Plan(masks, weight, space, words, words, wish.best)
    low = 0 if wish.allow_empty or size == 0 else 1
    if low and masks.drop.all():
        raise UsageError("every word is forbidden, so nothing can be kept.")
    return Plan(masks, weight, space, low, size, wish.best)


def every_length(size: int, masks: Masks | None) -> Plan:
    """Return the plan that looks at every number of words from none to all."""
    return Plan(checked_masks(size, masks), _ones(size), _zeros(size), 0, size, 1)


def counting_plan(size: int, words: int | None, masks: Masks | None) -> Plan:
    """Return the plan of a sum over sets of exactly so many words, or (with weights of zero) of any length."""
    if words is not None:
        return make_plan(size, Wish(words=words, masks=masks))
    plan = every_length(size, masks)
    return Plan(plan.masks, plan.space, plan.space, low=0, high=0, best=1)


def checked_masks(size: int, masks: Masks | None) -> Masks:
    """Return the masks, or empty ones; raise `UsageError` if they do not fit or contradict one another."""
    if masks is None:
        return _no_masks(size)
    if len(masks.keep) != size or len(masks.drop) != size:
        raise UsageError(f"the masks have {len(masks.keep)} and {len(masks.drop)} flags for {size} words.")
    masks = Masks(np.ascontiguousarray(masks.keep, dtype=np.bool_), np.ascontiguousarray(masks.drop, dtype=np.bool_))
    both = np.flatnonzero(masks.keep & masks.drop)
    if both.size:
        raise UsageError(f"word {both[0] + 1} is both forced and forbidden.")
    return masks


def _check_words(size: int, words: int, masks: Masks) -> None:
    if words < 0:
        raise UsageError(f"the number of words must not be negative, and {words} is.")
    if words > size:
        raise UsageError(f"the sentence has {_words(size)}, so {words} cannot be kept.")
    forced, allowed = int(masks.keep.sum()), size - int(masks.drop.sum())
    if forced > words:
        raise UsageError(f"{_words(forced)} must stay, so the answer cannot have only {words}.")
    if allowed < words:
        raise UsageError(f"only {_words(allowed)} may stay, so {words} cannot be kept.")


def _character_plan(size: int, wish: Wish, limit: int, masks: Masks) -> Plan:
    widths = wish.widths
    if widths is None:
        raise UsageError("a limit in characters needs the widths of the words.")
    token = np.ascontiguousarray(widths.token, dtype=np.int32)
    space = np.ascontiguousarray(widths.space, dtype=np.int32)
    if token.shape != (size,) or space.shape != (size,):
        raise UsageError(f"the widths of {len(token)} words and {len(space)} spaces were given for {size} words.")
    if size and (token.min() < 1 or space.min() < 0):
        raise UsageError("every word needs a width of at least one character, and no space may be negative.")
    if limit < 0:
        raise UsageError(f"the limit in characters must not be negative, and {limit} is.")
    forced = Widths(token, space).of(np.flatnonzero(masks.keep))
    if forced > limit:
        raise UsageError(f"the words that must stay take {forced} characters, more than the limit of {limit}.")
    low = 0 if wish.allow_empty or size == 0 else 1
    allowed = token[~masks.drop]
    if low and (not allowed.size or allowed.min() > limit):
        raise UsageError(f"no word that may stay fits within {limit} characters.")
    everything = Widths(token, space).of(range(size))
    return Plan(masks, token + space, space, low, min(limit, everything), wish.best, counts_words=False)


def _words(count: int) -> str:
    return "1 word" if count == 1 else f"{count} words"


# Plans for words are made for every sentence, so their arrays are shared by sentences of one size.
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
