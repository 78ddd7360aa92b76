"""Numbers in figures for numbers in words, from ten up: the number itself never changes."""

from __future__ import annotations

from collections.abc import Iterator

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
_LARGE = {"hundred": 100, "thousand": 1000}


def number_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield an edit for each number in words inside a sentence; one that begins it stays, as style guides ask."""
    place = 1
    while place < len(sentence):
        end = place
        while end < len(sentence) and (sentence.tags[end] == "CD") and value_of([sentence.words[end]]) is not None:
            end += 1
        while (
            end < len(sentence)
            and end > place
            and (
                sentence.words[end] in _LARGE
                or (
                    sentence.words[end] == "and"
                    and sentence.words[end - 1] in _LARGE
                    and end + 1 < len(sentence)
                    and value_of([sentence.words[end + 1]]) is not None
                )
                or (sentence.words[end - 1] == "and" and value_of([sentence.words[end]]) is not None)
            )
        ):
            end += 1
        value = value_of(sentence.words[place:end]) if end > place else None
        alone = end < len(sentence) and sentence.words[end] in ("million", "billion", "-", "to", "or", "and", "of")
        before = sentence.words[place - 1] in ("to", "or", "-", "and", "one", ".", "“", '"', ":", "number")
        if value is not None and value >= 10 and not alone and not before:
            yield Edit("numeral in figures", place, end, (New(f"{value:,}", "CD"),), 0.95)
        place = max(end, place + 1)


def value_of(words: list[str]) -> int | None:
    """Return the number that some words spell, or None.

    >>> value_of(["twenty-five"]), value_of(["two", "hundred"]), value_of(["three", "thousand"]), value_of(["cats"])
    (25, 200, 3000, None)
    """
    parts = [part for word in words if word != "and" for part in word.split("-")]
    total = current = 0
    for place, part in enumerate(parts):
        if part in _LARGE:
            if not current:
                return None
            current *= _LARGE[part]
        elif part in _VALUES:
            value = _VALUES[part]
            if place and parts[place - 1] not in (*_LARGE, *(_TENS if value < 10 else ())):
                return None
            total, current = (total + current, value) if current >= 100 else (total, current + value)
        else:
            return None
    return total + current if parts else None
