"""Running text without its markup, in which each character records its position in the source."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Range = tuple[int, int]
"""A start and an end."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Markup between the words of a passage.

    Attributes:
        start: where it begins in the source.
        end: where it ends there.
        kind: whether it opens or closes a span of text, or stands for itself (a picture, a tag, a reference).
        inside: for what opens or closes a span, the span's place in the passage's text; else where it stands.
        is_tag: whether it is HTML, which must not come to stand at the beginning of a paragraph.
    """

    start: int
    end: int
    kind: Literal["opens", "closes", "stands"]
    inside: Range
    is_tag: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of running text.

    Attributes:
        text: the text that is read, without markup; a blank line in it ends a sentence.
        starts: for each character of the text, where it begins in the source.
        ends: for each character of the text, where it ends in the source.
        start: where the passage begins in the source.
        end: where it ends there.
        marks: its markup in the order of the source; marks never overlap.
        units: places in the text that stay or go as a whole, such as the text of a link, in order.
        words: places in the text that count as one word, such as code, in order.
        held: places in the text that must stay, such as a link on a web page, in order.
        keeps_layout: whether line ends and what follows them have a meaning, as in Markdown.
        keeps_marks: whether every mark stays in the source, whatever becomes of the words that it encloses.
        spell: how a text that is new is written in the source.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    start: int
    end: int
    marks: tuple[Mark, ...] = ()
    units: tuple[Range, ...] = ()
    words: tuple[Range, ...] = ()
    held: tuple[Range, ...] = ()
    keeps_layout: bool = False
    keeps_marks: bool = False
    spell: Callable[[str], str] = str

    def source(self, start: int, end: int) -> Range:
        """Return the place in the source of a place in the text that is not empty."""
        return self.starts[start], self.ends[end - 1]

    def marks_between(self, start: int, end: int) -> tuple[Mark, ...]:
        """Return the marks that have a part in a place of the source."""
        first = bisect_right(self.marks, start, key=lambda mark: mark.end)
        return self.marks[first : bisect_left(self.marks, end, key=lambda mark: mark.start)]


@dataclass(slots=True)
class Block:
    """A part of a document that goes as a whole when nothing of its running text is left.

    Attributes:
        start: where it begins in the source.
        end: where it ends there.
        blocks: those inside it.
        passages: the numbers of the passages directly in it.
        has_more: whether there is something in it that is never touched.
    """

    start: int
    end: int
    blocks: list[Block] = field(default_factory=list)
    passages: list[int] = field(default_factory=list)
    has_more: bool = False


@dataclass(frozen=True, slots=True)
class RunningText:
    """The running text of a document.

    Attributes:
        passages: its passages, in order.
        root: the block that holds all blocks, in documents whose blocks may go.
    """

    passages: tuple[Passage, ...]
    root: Block | None = None


def overlapping(places: Sequence[Range], start: int, end: int) -> slice:
    """Return which of some places, that are in order and apart, have a part in a stretch.

    >>> places = [(0, 2), (2, 5), (7, 9)]
    >>> places[overlapping(places, 4, 8)]
    [(2, 5), (7, 9)]
    """
    return slice(bisect_right(places, start, key=lambda place: place[1]), bisect_left(places, (end,)))


def plain_passage(text: str) -> Passage:
    """Return the whole of a text without markup as one passage.

    >>> plain_passage("It works.").source(3, 8)
    (3, 8)
    """
    size = len(text)
    return Passage(text, range(size), range(1, size + 1), 0, size)


def read_plain(text: str) -> RunningText:
    """Return a text without markup."""
    return RunningText((plain_passage(text),))
