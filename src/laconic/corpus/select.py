"""Selecting pairs of a corpus by their rates, and limiting their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from laconic.corpus.pair import Pair
from laconic.corpus.words import SplitWords


def within_rates(pairs: Iterable[Pair], split: SplitWords, lowest: float, highest: float) -> Iterator[Pair]:
    """Yield the pairs whose first reference has between these shares of the words of its source."""
    for pair in pairs:
        words = len(split(pair.source))
        if words and lowest <= len(split(pair.reference)) / words <= highest:
            yield pair


def spread(pairs: Sequence[Pair], most: int) -> list[Pair]:
    """Return at most N pairs, evenly spread.

    >>> [pair.id for pair in spread([Pair(str(k), "a b", ("a",)) for k in range(6)], 3)]
    ['0', '2', '4']
    """
    if len(pairs) <= most:
        return list(pairs)
    return [pairs[place * len(pairs) // most] for place in range(most)]
