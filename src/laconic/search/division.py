"""Dividing one budget among the sentences of a document, exactly.

A sentence offers one option a length: its best compression of that length. The division chosen has the
greatest sum of values among all that meet the budget. An option's value is

    score − evenness · n · KL(k/n ‖ r)

for k of n words kept, where r is the rate of the whole document. The sum of the scores is the score of the
document as one structure; for a log-linear model it makes the answer the most probable document of its
length, and adding a constant to a sentence's scores changes nothing, so that sentences are comparable without
being normalised. The second term is (up to a constant) the logarithm of the probability that k of n words
stay if every word of the document is as likely to: a prior against squeezing one sentence dry for another.
docs/documents.md says what it is worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from laconic import _core
from laconic.cancellation import check_cancelled
from laconic.errors import UsageError, counted


@dataclass(frozen=True, slots=True)
class Options:
    """What one sentence can become: a size and a value for each option, the sizes rising.

    Attributes:
        sizes: words or characters.
        values: how good each option is.
    """

    sizes: Sequence[int]
    values: Sequence[float]


def even_value(score: float, kept: int, size: int, rate: float, evenness: float = 1.0) -> float:
    """Return the value of keeping ``kept`` of a sentence's ``size`` words in a document of this rate.

    >>> even_value(2.0, 5, 10, rate=0.5)
    2.0
    >>> round(even_value(2.0, 10, 10, rate=0.5), 3)
    -4.931
    """
    divergence = 0.0
    for part, expected in ((kept / size, rate), (1 - kept / size, 1 - rate)):
        if part > 0:
            divergence += part * (math.log(part / expected) if expected > 0 else math.inf)
    return score - evenness * size * divergence if evenness else score


def best_division(sentences: Sequence[Options], budget: int, *, exact: bool = True) -> list[int] | None:
    """Return which option of each sentence to take, counted from 0, so that the sum of values is greatest.

    Args:
        sentences: their options, at least one each.
        budget: the total size.
        exact: whether the sizes must add up to the budget, or may stay below it.

    Returns:
        The places of the options, or None if no division meets the budget.

    >>> best_division([Options([1, 2, 3], [0.0, 5.0, 6.0]), Options([1, 2], [0.0, 3.0])], 4)
    [1, 1]
    """
    if not sentences:
        return []
    starts = np.cumsum([0, *(len(options.sizes) for options in sentences)], dtype=np.int32)
    sizes = np.fromiter(chain.from_iterable(options.sizes for options in sentences), np.int32, int(starts[-1]))
    values = np.fromiter(chain.from_iterable(options.values for options in sentences), np.float64, int(starts[-1]))
    if not np.isfinite(values).all():
        raise UsageError("the values of a division must be finite numbers.")
    found = _core.divide(starts, sizes, values, budget, exact)
    return [int(place) for place in found - starts[:-1]] if len(found) else None


def divide(sentences: Sequence[Options], budget: int, *, exact: bool = True, unit: str = "word") -> list[int]:
    """Return what `best_division` does.

    Args:
        sentences: their options, at least one each.
        budget: the total size.
        exact: whether the sizes must add up to the budget, or may stay below it.
        unit: what sizes count, in the singular, for errors.

    Raises:
        UsageError: no division meets the budget; the message gives the nearest that can be met.
    """
    found = best_division(sentences, budget, exact=exact)
    if found is not None:
        return found
    asked = counted(budget, unit)
    least = sum(options.sizes[0] for options in sentences)
    most = sum(options.sizes[-1] for options in sentences)
    if budget < least:
        raise UsageError(
            f"the text cannot have {'only' if exact else 'at most'} {asked}: the least possible is {least}."
        )
    if budget > most:
        raise UsageError(f"the text cannot have {asked}: the most possible is {most}.")
    nearest = _nearest_total(sentences, budget)
    raise UsageError(f"no division has exactly {asked}; the nearest that can be met is {nearest}.")


def _nearest_total(sentences: Sequence[Options], budget: int) -> int:
    """Return the possible total next to an impossible one."""
    reached = np.ones(1, dtype=np.bool_)
    for options in sentences:
        check_cancelled()
        longer = np.zeros(len(reached) + options.sizes[-1] - options.sizes[0], dtype=np.bool_)
        for size in options.sizes:
            more = size - options.sizes[0]
            longer[more : more + len(reached)] |= reached
        reached = longer
    totals = np.flatnonzero(reached) + sum(options.sizes[0] for options in sentences)
    return int(totals[np.abs(totals - budget).argmin()])
