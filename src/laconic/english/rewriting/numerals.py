"""Numbers in figures for numbers in words, from ten up: the number itself never changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, New

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: value for value, word in enumerate(_ONES)} | {
    word: 20 + 10 * place for place, word in enumerate(_TENS)
}
_LARGE = ("hundred", "thousand")


_ANOTHER_BEFORE = frozenset(["to", "or", "-", "and", ".", "“", '"', ":", "number"])
_ANOTHER_AFTER = frozenset(["million", "billion", "-", "to", "or", "and", "of"])


def number_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield an edit for each number in words inside a sentence; one that begins it stays, as style guides ask."""
    place = 1
    while place < len(sentence):
        end = _end_of_number(sentence.words, place)
        value = value_of(sentence.words[place:end]) if sentence.tags[place] == "CD" else None
        is_one_of_several = (
            sentence.words[place - 1] in _ANOTHER_BEFORE
            or sentence.words[place - 1] in _VALUES
            or (end < len(sentence) and sentence.words[end] in _ANOTHER_AFTER)
        )
        if value is not None and value >= 10 and not is_one_of_several:
            yield Edit("numeral in figures", place, end, (New(f"{value:,}", "CD"),), 0.95)
        place = max(end, place + 1)


def _end_of_number(words: Sequence[str], start: int) -> int:
    """Return the position after all number words from a position on, with *and* between them."""
    end = start
    while end < len(words) and (
        _is_number_word(words[end])
        or (start < end < len(words) - 1 and words[end] == "and" and _is_number_word(words[end + 1]))
    ):
        end += 1
    return end


def _is_number_word(word: str) -> bool:
    return word in _LARGE or all(part in _VALUES for part in word.split("-"))


def value_of(words: Sequence[str]) -> int | None:
    """Return the number below a million that some words spell, or None.

    >>> value_of(["twenty-five"]), value_of(["two", "hundred", "and", "fifty", "thousand"]), value_of(["cats"])
    (25, 250000, None)
    """
    thousands = current = 0
    last = ""
    for part in (part for word in words for part in word.split("-")):
        if part == "and":
            is_spelled = last in _LARGE
        elif part == "hundred":
            is_spelled = 0 < current < 100
            current *= 100
        elif part == "thousand":
            is_spelled = 0 < current < 1000 and not thousands
            thousands, current = 1000 * current, 0
        else:
            value = _VALUES.get(part, -1)
            is_spelled = value >= 0 and (last in ("", "and", *_LARGE) or (last in _TENS and 0 < value < 10))
            current += value
        if not is_spelled:
            return None
        last = part
    return thousands + current if last not in ("", "and") else None
