"""Numbers in words: where they end, and their values."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.english.numbers import POWERS

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SMALL_NUMBERS = {word: value for value, word in enumerate(_ONES)} | {
    word: 20 + 10 * place for place, word in enumerate(_TENS)
}
"""The words for numbers below a hundred, with their values."""

_GROUPS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def end_of_number(words: Sequence[str], start: int) -> int:
    """Return the position after all number words from a position on, with *and* between them.

    >>> end_of_number("some two hundred and fifty cats and dogs".split(), 1)
    5
    """
    end = start
    while end < len(words) and (
        _is_number_word(words[end])
        or (start < end < len(words) - 1 and words[end] == "and" and _is_number_word(words[end + 1]))
    ):
        end += 1
    return end


def value_of(words: Sequence[str]) -> int | None:
    """Return the number that some words spell, or None.

    >>> value_of(["twenty-five"]), value_of(["two", "hundred", "and", "fifty", "thousand"]), value_of(["cats"])
    (25, 250000, None)
    """
    total = current = 0
    last, smallest = "", 10**15
    for part in (part for word in words for part in word.split("-")):
        if part == "and":
            is_spelled = last in POWERS
        elif part == "hundred":
            is_spelled = 0 < current < 100
            current *= 100
        elif part in _GROUPS:
            is_spelled = 0 < current < 1000 and _GROUPS[part] < smallest
            smallest = _GROUPS[part]
            total, current = total + smallest * current, 0
        else:
            value = SMALL_NUMBERS.get(part, -1)
            is_spelled = value >= 0 and (last in ("", "and", *POWERS) or (last in _TENS and 0 < value < 10))
            current += value
        if not is_spelled:
            return None
        last = part
    return total + current if last not in ("", "and") else None


def _is_number_word(word: str) -> bool:
    if "-" in word:
        return all(part in SMALL_NUMBERS for part in word.split("-"))
    return word in SMALL_NUMBERS or word in POWERS
