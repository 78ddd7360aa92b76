"""Numbers in figures for numbers in words, from ten up: the number itself never changes."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, New
from laconic.english.spelled_numbers import SMALL_NUMBERS, end_of_number, value_of

_MILLION = 1_000_000

_ANOTHER_BEFORE = frozenset(["to", "or", "-", "and", ".", "“", '"', ":", "number"])
_ANOTHER_AFTER = frozenset(["-", "to", "or", "and", "of"])


def number_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield an edit for each number in words inside a sentence; one that begins it stays, as style guides ask."""
    place = 1 if "CD" in sentence.tags else len(sentence)
    while place < len(sentence):
        end = end_of_number(sentence.words, place)
        value = value_of(sentence.words[place:end]) if sentence.tags[place] == "CD" else None
        is_one_of_several = (
            sentence.words[place - 1] in _ANOTHER_BEFORE
            or sentence.words[place - 1] in SMALL_NUMBERS
            or (end < len(sentence) and sentence.words[end] in _ANOTHER_AFTER)
        )
        if value is not None and 10 <= value < _MILLION and not is_one_of_several:
            yield Edit("numeral in figures", place, end, (New(f"{value:,}", "CD"),), 0.95)
        place = max(end, place + 1)
