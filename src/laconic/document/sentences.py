"""The sentences of a passage: never cut within a link or code, and with their places in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from laconic.document.passage import Passage, Range
from laconic.parse.split import list_marker, split_sentences
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence, Token

_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence of a passage.

    Attributes:
        sentence: the sentence; its start counts in the passage's text.
        passage: the number of its passage.
        places: where each of its tokens stands in the source.
        units: sets of tokens that stay or go together.
        is_bare: whether no markup stands inside it, so that it can be rewritten.
    """

    sentence: Sentence
    passage: int
    places: tuple[Range, ...]
    units: tuple[tuple[int, ...], ...]
    is_bare: bool


def sentences_of(passage: Passage, number: int) -> list[Placed]:
    """Return the sentences of a passage; lines without a word, such as rules, are none.

    Args:
        passage: the running text.
        number: its number in the document.
    """
    return [
        _placed(passage, number, start, end)
        for start, end in _bounds(passage)
        if _WORD.search(passage.text, start, end)
    ]


def with_parse(placed: Placed, parsed: Sentence) -> Placed:
    """Return the sentence with its parse, in its place."""
    return replace(placed, sentence=replace(parsed, start=placed.sentence.start))


def _bounds(passage: Passage) -> Iterator[Range]:
    """Yield the start and end of each sentence; what a unit or a word holds is never cut."""
    whole = sorted({*passage.units, *passage.words})
    begun: int | None = None
    for start, end in split_sentences(passage.text):
        if begun is None:
            begun = start if passage.keeps_layout else list_marker(passage.text, start, end)
        while whole and whole[0][1] <= end:
            whole.pop(0)
        if not (whole and whole[0][0] < end):
            yield begun, end
            begun = None


def _placed(passage: Passage, number: int, start: int, end: int) -> Placed:
    tokens = tuple(_tokens(passage, start, end))
    sentence = Sentence(passage.text[start:end], tokens, start=start)
    places = tuple(passage.source(start + token.start, start + token.end) for token in tokens)
    first, last = places[0][0], places[-1][1]
    marks = [mark for mark in passage.marks if mark.start < last and mark.end > first]
    spans = [mark.inside for mark in marks if mark.kind == "opens" and _cuts_a_word(passage, mark.inside, places)]
    units = {_inside(tokens, start, span) for span in (*passage.units, *spans)}
    return Placed(sentence, number, places, tuple(sorted(unit for unit in units if len(unit) > 1)), not marks)


def _tokens(passage: Passage, start: int, end: int) -> Iterator[Token]:
    """Yield the tokens of a sentence; each of the passage's words is one, whatever is in it."""
    reached = start
    for first, last in sorted(passage.words):
        if start <= first < last <= end:
            yield from _shifted(passage.text, reached, first, start)
            yield Token(passage.text[first:last], start=first - start, end=last - start)
            reached = last
    yield from _shifted(passage.text, reached, end, start)


def _shifted(text: str, first: int, last: int, start: int) -> Iterator[Token]:
    """Yield the tokens of a part of a sentence, their places counted from the sentence's start."""
    for token in tokenize(text[first:last]):
        yield replace(token, start=token.start + first - start, end=token.end + first - start)


def _cuts_a_word(passage: Passage, span: Range, places: tuple[Range, ...]) -> bool:
    """Tell whether a mark at either end of a span stands inside a token, as in ``**bold**ly``."""
    ends = [mark for mark in passage.marks if mark.inside == span and mark.kind != "stands"]
    return any(first < mark.start and mark.end < last for mark in ends for first, last in places)


def _inside(tokens: tuple[Token, ...], start: int, span: Range) -> tuple[int, ...]:
    """Return the positions of the tokens that have a part in a span of the passage's text."""
    return tuple(
        position
        for position, token in enumerate(tokens)
        if start + token.start < span[1] and start + token.end > span[0]
    )
