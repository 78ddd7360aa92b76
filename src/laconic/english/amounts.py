"""Amounts of money: a currency sign, its number and what multiplies it stay or go together, in every deletion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.dependence import Floats, Tie, costs_of
from laconic.english.detokenize import is_currency_sign

_SCALES = frozenset("hundred thousand million billion trillion k m mn bn tn".split())


def amount_ties(words: Sequence[str]) -> Iterator[Tie]:
    """Yield the ties of the parts of amounts, both ways.

    >>> [(tie.lost, tie.kept) for tie in amount_ties("They paid $ 5".split())]
    [(2, 3), (3, 2)]
    """
    for first in joined_places(words):
        yield Tie(first, first + 1)
        yield Tie(first + 1, first)


def amount_costs(words: Sequence[str]) -> Floats:
    """Return what it costs to bring two words together over a part of an amount, as a matrix like `Scores.bigram`."""
    return costs_of(amount_ties(words), len(words))


def joined_places(words: Sequence[str]) -> Iterator[int]:
    """Yield the positions of words that stay only together with the next, and the next only with them.

    >>> list(joined_places("They paid $ 2.5 million , not 300 € .".split()))
    [2, 3, 7]
    """
    signs = [is_currency_sign(word) for word in words]
    digits = [any(map(str.isnumeric, word)) for word in words]
    for place in range(len(words) - 1):
        begins_amount = signs[place] and digits[place + 1]
        is_scaled = place > 0 and signs[place - 1] and digits[place] and words[place + 1].casefold() in _SCALES
        ends_amount = digits[place] and signs[place + 1] and not any(digits[place + 2 : place + 3])
        if begins_amount or is_scaled or ends_amount:
            yield place
