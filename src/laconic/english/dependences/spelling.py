"""Dependences that spelling tells: of clitics, comparisons, measures, amounts and set phrases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from laconic.english.amounts import is_currency_sign, joined_places
from laconic.english.contractions import VERB_CLITICS
from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.function_words import GENITIVES
from laconic.english.numbers import HALVES_OF_DAY, POWERS, is_number

_COMPARED = frozenset("less more fewer greater higher lower larger smaller rather other".split())
_MULTIPLIERS = POWERS | {"dozen"}

_BOUNDS = frozenset([("at", "least"), ("at", "most"), ("up", "to")])
_PHRASES = _BOUNDS | {
    tuple(phrase.split())
    for phrase in (
        "even if",
        "even though",
        "so that",
        "as long as",
        "as soon as",
        "as far as",
        "as well as",
        "because of",
        "instead of",
        "such as",
        "far from",
        "due to",
        "according to",
        "in order to",
        "rather than",
        "until further notice",
    )
}
_LIMITS = frozenset("above aged below over under".split())
_PHRASE_STARTS = frozenset(phrase[0] for phrase in _PHRASES)


def both_ways(first: int, second: int) -> tuple[Link, Link]:
    """Return the links by which two words stand or fall together."""
    return Link(first, second), Link(second, first)


def clitic(parse: Parsed) -> Iterator[Link]:
    """A clitic leans on the word before it."""
    for place, word in enumerate(parse.words):
        if place and (word in VERB_CLITICS or (word in GENITIVES and parse.tags[place] == "VBZ")):
            yield Link(place - 1, place)


def comparison(parse: Parsed) -> Iterator[Link]:
    """*than* needs what is more or less, and what follows needs *than*; so does a number the other way."""
    words = parse.words
    for place in range(1, len(words)):
        if words[place] == "than" and words[place - 1] in _COMPARED:
            yield Link(place - 1, place)
            if place + 1 < len(words):
                yield Link(place, place + 1)
                if _is_number(parse, place + 1):
                    yield Link(place + 1, place)


def multiplied_number(parse: Parsed) -> Iterator[Link]:
    """What multiplies a number stays only with it: *several hundred*; for *more than a hundred* see `comparison`."""
    for place, word in enumerate(parse.words):
        if place and word in _MULTIPLIERS and parse.words[place - 1] != "than":
            yield Link(place - 1, place)


def time_of_day(parse: Parsed) -> Iterator[Link]:
    """An hour and its half of the day stand or fall together."""
    for place, word in enumerate(parse.words):
        if place and word in HALVES_OF_DAY and parse.words[place - 1][:1].isdigit():
            yield from both_ways(place - 1, place)


def amount_of_money(parse: Parsed) -> Iterator[Link]:
    """The parts of an amount stand or fall together."""
    for place in joined_places(parse.forms):
        yield from both_ways(place, place + 1)


def _phrases(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the first position of each set phrase, and that after it."""
    for start, word in enumerate(parse.words):
        if word in _PHRASE_STARTS:
            for end in (start + 2, start + 3):
                if tuple(parse.words[start:end]) in _PHRASES and end <= len(parse):
                    yield start, end


def set_phrase(parse: Parsed) -> Iterator[Link]:
    """Small words that stand or fall together."""
    for start, end in _phrases(parse):
        for first, second in pairwise(range(start, end)):
            yield from both_ways(first, second)


def bound(parse: Parsed) -> Iterator[Link]:
    """A number needs what bounds it, and the bound the number."""
    for start, end in _phrases(parse):
        if tuple(parse.words[start:end]) in _BOUNDS and end < len(parse) and _is_number(parse, end):
            for first, second in pairwise(range(start, end + 1)):
                yield from both_ways(first, second)


def limiting_number(parse: Parsed) -> Iterator[Link]:
    """Children under three are not all children."""
    for place in range(1, len(parse) - 1):
        if parse.words[place] in _LIMITS and parse.tags[place - 1].startswith("NN") and _is_number(parse, place + 1):
            yield Link(place + 1, place - 1, first=place)
            yield Link(place - 1, place)


def _is_number(parse: Parsed, place: int) -> bool:
    return is_number(parse.forms[place], parse.tags[place]) or is_currency_sign(parse.forms[place])
