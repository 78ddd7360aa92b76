"""Amounts of money: a currency sign, its number and what multiplies it are one expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from laconic.english.numbers import POWERS

_CURRENCY_SIGN = re.compile(r"[A-Z]{0,3}\$|[£€¥₹₽₩₪₿¢]")
_SCALES = POWERS | frozenset("k m mn bn tn".split())


def is_currency_sign(word: str) -> bool:
    """Return whether a word is a sign such as *£* or *US$*, which is written together with its number."""
    return _CURRENCY_SIGN.fullmatch(word) is not None


def joined_places(words: Sequence[str]) -> Iterator[int]:
    """Yield the positions of words that stay only together with the next, and the next only with them.

    >>> list(joined_places("They paid $ 2.5 million , not 300 € .".split()))
    [2, 3, 7]
    """
    signs = [is_currency_sign(word) for word in words]
    if True not in signs:
        return
    digits = [any(map(str.isnumeric, word)) for word in words]
    for place in range(len(words) - 1):
        begins_amount = signs[place] and digits[place + 1]
        is_scaled = place > 0 and signs[place - 1] and digits[place] and words[place + 1].casefold() in _SCALES
        ends_amount = digits[place] and signs[place + 1] and not any(digits[place + 2 : place + 3])
        if begins_amount or is_scaled or ends_amount:
            yield place
