"""The sentences of a passage: never cut within a link or code, and with their places in the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from laconic.document.lines import stand_alone
from laconic.english.transcripts import speaker_label
from laconic.formats.passage import Mark, Passage, Range, overlapping
from laconic.parse.split import list_marker, split_sentences
from laconic.parse.tokenize import tokenize
from laconic.pipeline.long import MOST_WORDS, long_parts
from laconic.text import Sentence, Token

_WORD = re.compile(r"\w")

_LONGEST_LABEL = 60
"""The number of characters that are searched for a label and the word after it."""

_BLANK_LINE = re.compile(r"(?:\n|\r\n?)[^\S\r\n]*[\r\n]|[\f\v\x85\u2029]")


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence of a passage.

    Attributes:
        sentence: the sentence; its start counts in the passage's text.
        passage: the number of its passage.
        paragraph: the number of its paragraph in the passage.
        places: where each of its tokens stands in the source.
        units: sets of tokens that stay or go together.
        forced: tokens that must stay: a part of a unit that is not all in the sentence, what has markup in it, and
            what keeps a tag from the beginning of its paragraph.
        is_bare: whether no markup stands inside it, so that it can be rewritten.
        is_line: whether it is a greeting, a signature or a heading, which is not cut.
    """

    sentence: Sentence
    passage: int
    paragraph: int
    places: tuple[Range, ...]
    units: tuple[tuple[int, ...], ...]
    forced: tuple[int, ...]
    is_bare: bool
    is_line: bool = False


def sentences_of(passage: Passage, number: int) -> Iterator[Placed]:
    """Yield the sentences of a passage; lines without a word, such as rules, are none.

    A sentence that is too long to be searched whole counts as several.

    Args:
        passage: the running text.
        number: its number in the document.
    """
    paragraph = reached = 0
    bounds = list(_bounds(passage))
    lines = stand_alone(passage.text, bounds, has_headings=not passage.keeps_layout)
    for (start, end), is_line in zip(bounds, lines, strict=True):
        if _WORD.search(passage.text, start, end):
            paragraph += _BLANK_LINE.search(passage.text, reached, start) is not None
            sentence = Sentence(passage.text[start:end], tuple(_tokens(passage, start, end)), start=start)
            for part in long_parts(sentence) if len(sentence) > MOST_WORDS else [sentence]:
                yield replace(_placed(passage, number, paragraph, part), is_line=is_line)
            reached = end


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
            begun = begun if passage.marks else _after_label(passage.text, begun, end)
        while whole and whole[0][1] <= end:
            whole.pop(0)
        if not (whole and whole[0][0] < end):
            yield begun, end
            begun = None


def _after_label(text: str, start: int, end: int) -> int:
    """Return where a line continues after its label, such as ``Q:``; like bullets, labels belong to the layout."""
    opening = text[start : min(end, start + _LONGEST_LABEL)]
    if ":" not in opening:
        return start
    tokens = tokenize(opening)
    label = speaker_label([token.text for token in tokens])
    return start + tokens[label.stop].start if label else start


def _placed(passage: Passage, number: int, paragraph: int, sentence: Sentence) -> Placed:
    start, end = sentence.start, sentence.start + len(sentence.text)
    places = tuple(passage.source(start + token.start, start + token.end) for token in sentence.tokens)
    marks = passage.marks_between(places[0][0], places[-1][1])
    spans: set[Range] = set()
    if not passage.keeps_marks:
        spans.update(mark.inside for mark in marks if mark.kind != "stands" and _cuts_a_word(mark, places))
    spans.update(passage.units[overlapping(passage.units, start, end)])
    standing = [mark for mark in marks if mark.kind == "stands"]
    units = {span: positions_inside(sentence, span) for span in spans}
    return Placed(
        sentence,
        number,
        paragraph,
        places,
        units=tuple(sorted({unit for unit in units.values() if len(unit) > 1})),
        forced=(
            *(
                place
                for held in passage.held[overlapping(passage.held, start, end)]
                for place in positions_inside(sentence, held)
            ),
            *(place for span, unit in units.items() if span[0] < start or span[1] > end for place in unit),
            *(place for place, item in enumerate(places) for mark in standing if _cuts_a_word(mark, (item,))),
            *([0] if not passage.text[:start].strip() and any(mark.is_tag for mark in passage.marks) else []),
        ),
        is_bare=not marks,
    )


def _tokens(passage: Passage, start: int, end: int) -> Iterator[Token]:
    """Yield the tokens of a sentence; each of the passage's words is one, whatever is in it."""
    reached = start
    for first, last in passage.words[overlapping(passage.words, start, end)]:
        if start <= first and last <= end:
            yield from _shifted(passage.text, reached, first, start)
            yield Token(passage.text[first:last], start=first - start, end=last - start)
            reached = last
    yield from _shifted(passage.text, reached, end, start)


def _shifted(text: str, first: int, last: int, start: int) -> Iterator[Token]:
    """Yield the tokens of a part of a sentence, their places counted from the sentence's start."""
    for token in tokenize(text[first:last]):
        yield replace(token, start=token.start + first - start, end=token.end + first - start)


def _cuts_a_word(mark: Mark, places: tuple[Range, ...]) -> bool:
    """Return whether a mark stands inside a token, as in ``**bold**ly``."""
    return bool(places[overlapping(places, mark.start, mark.end)])


def positions_inside(sentence: Sentence, span: Range) -> tuple[int, ...]:
    """Return the positions of the tokens that have a part in a span of the passage's text."""
    first, last = span[0] - sentence.start, span[1] - sentence.start
    return tuple(place for place, token in enumerate(sentence.tokens) if token.start < last and token.end > first)
