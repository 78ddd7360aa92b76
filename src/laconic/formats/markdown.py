"""Markdown: where the running text is, found by a CommonMark parser that gives the position of everything.

Paragraphs, items of lists, quotations and footnotes are running text. Headings, tables, code, HTML, maths on
lines of its own and front matter are not, and are never touched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from laconic.formats.passage import Block, Mark, Passage, Range, RunningText
from laconic.text import encodable

_PROSE = frozenset(["Paragraph", "Item", "DefinitionListDefinition", "FootnoteDefinition"])
_CONTAINERS = frozenset(["BlockQuote", "List", "DefinitionList"])
_SPANS = frozenset(["Emphasis", "Strong", "Strikethrough", "Superscript", "Subscript", "Link"])
_MATHS = re.compile(r"[\\^_{}=]")
"""What shows that the text between two dollar signs is not a price."""


def read_markdown(text: str) -> RunningText:
    """Return the passages of a document in CommonMark, with tables, footnotes, task lists and front matter.

    >>> [passage.text for passage in read_markdown("# Title\\n\\nSome *fine* `code`.\\n\\n    more code\\n").passages]
    ['Some fine code.']
    """
    return _Reader(text).read()


class _Reader:
    """Walks over the parser's events, with a stack of open blocks and one of open spans."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._root = Block(0, len(text), has_more=True)
        self._open: list[tuple[str, Block]] = [("Document", self._root)]
        self._passages: list[Passage] = []
        self._draft: _Draft | None = None

    def read(self) -> RunningText:
        for event, (start, end) in _events(self._text):
            name, content = _named(event)
            if name in ("Start", "End"):
                self._tag(name == "Start", _named(content)[0], start, end)
            elif self._open[-1][0] in _PROSE:
                self._prose().add(name, content, start, end)
            else:
                self._open[-1][1].has_more = True
        return RunningText(tuple(self._passages), self._root)

    def _tag(self, is_start: bool, name: str, start: int, end: int) -> None:
        if name in _SPANS or name == "Image":
            if self._open[-1][0] in _PROSE:
                draft = self._prose()
                (draft.open_span if is_start else draft.close_span)(name, start, end)
            return
        self._finish()
        if is_start:
            block = Block(start, end, has_more=name not in _PROSE and name not in _CONTAINERS)
            self._open[-1][1].blocks.append(block)
            self._open.append((name, block))
        else:
            self._open.pop()

    def _prose(self) -> _Draft:
        if self._draft is None:
            self._draft = _Draft(self._text)
        return self._draft

    def _finish(self) -> None:
        if self._draft is not None:
            self._open[-1][1].passages.append(len(self._passages))
            self._passages.append(self._draft.passage())
            self._draft = None


@dataclass(slots=True)
class _Span:
    name: str
    start: int
    end: int
    begin: int  # of its text, in the passage
    inner_start: int | None = None  # of its content, in the source
    inner_end: int = 0


class _Draft:
    """A passage in the making."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._text: list[str] = []
        self._size = 0
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._marks: list[Mark] = []
        self._units: list[Range] = []
        self._words: list[Range] = []
        self._spans: list[_Span] = []
        self._start: int | None = None
        self._end = 0

    def add(self, name: str, content: Any, start: int, end: int) -> None:
        """Take in an event inside a paragraph."""
        if self._in_picture():
            return
        if name in ("Text", "InlineMath") and start > self._end and self._source[start - 1] == "\\":
            start -= 1  # the sign is escaped
        self._reach(start, end)
        if name == "Text" and not self._in_autolink():
            self._write(content, start, end)
        elif name == "SoftBreak":
            self._write(" ", start, end)
        elif name == "HardBreak":
            self._write("\n\n", start, end)
        elif name in ("Code", "Text") or (name == "InlineMath" and _MATHS.search(content)):
            self._words.append((self._size, self._size + len(content)))
            self._write(content, start, end)
        elif name == "InlineMath":
            self._write(self._source[start:end], start, end)
        else:
            is_tag = name == "InlineHtml"
            self._marks.append(Mark(start, end, "stands", (self._size, self._size), is_tag=is_tag))

    def open_span(self, name: str, start: int, end: int) -> None:
        """Take in the beginning of emphasis, of a link or of a picture."""
        if not self._in_picture():
            self._reach(start, end)
            self._spans.append(_Span(name, start, end, self._size))
        elif name == "Image":
            self._spans.append(_Span(name, start, end, self._size))

    def close_span(self, name: str, start: int, end: int) -> None:
        """Take in the end of a span: what of it is not its content is markup."""
        if self._in_picture() and name != "Image":
            return
        span = self._spans.pop()
        if span.name == "Image":
            if not self._in_picture():
                self._marks.append(Mark(start, end, "stands", (self._size, self._size)))
            return
        inside = (span.begin, self._size)
        inner_start, inner_end = (start, start) if span.inner_start is None else (span.inner_start, span.inner_end)
        if span.begin < self._size:
            if name == "Link":
                self._units.append(inside)
            self._marks += [Mark(start, inner_start, "opens", inside), Mark(inner_end, end, "closes", inside)]
        else:
            # A link around a picture, or around nothing: all of it stands for itself.
            self._marks = [mark for mark in self._marks if mark.start < start]
            self._marks.append(Mark(start, end, "stands", inside))

    def passage(self) -> Passage:
        """Return the passage."""
        assert self._start is not None  # a draft begins with an event
        marks = sorted((mark for mark in self._marks if mark.start < mark.end), key=lambda mark: mark.start)
        return Passage(
            "".join(self._text),
            self._starts,
            self._ends,
            self._start,
            self._end,
            tuple(marks),
            tuple(self._units),
            tuple(self._words),
            keeps_layout=True,
        )

    def _in_picture(self) -> bool:
        return any(span.name == "Image" for span in self._spans)

    def _in_autolink(self) -> bool:
        return bool(self._spans) and self._spans[-1].name == "Link" and self._source[self._spans[-1].start] == "<"

    def _reach(self, start: int, end: int) -> None:
        """Note that the passage, and every span that is open, has content here."""
        if self._start is None:
            self._start = start
        self._end = max(self._end, end)
        for span in self._spans:
            if span.inner_start is None:
                span.inner_start = start
            span.inner_end = max(span.inner_end, end)

    def _write(self, text: str, start: int, end: int) -> None:
        """Add text; where it is not spelled as in the source, its first character stands for all of it."""
        if len(text) == end - start:
            self._starts += range(start, end)
            self._ends += range(start + 1, end + 1)
        elif len(text) == end - start - 1 and self._source[start] == "\\":
            self._starts += [start, *range(start + 2, end)]
            self._ends += range(start + 2, end + 1)
        elif text:
            self._starts += [start] + [end] * (len(text) - 1)
            self._ends += [end] * len(text)
        self._text.append(text)
        self._size += len(text)


def _named(event: Any) -> tuple[str, Any]:
    """Return the name of an event or a tag, and what comes with it: it is a name, or a dictionary of one name."""
    return (event, None) if isinstance(event, str) else next(iter(event.items()))


def _events(text: str) -> list[tuple[Any, Range]]:
    """Return the parser's events with their places counted in characters."""
    import pyromark

    options = pyromark.Options
    readable = encodable(text)
    found = pyromark.events_with_range(
        readable,
        options=options.ENABLE_TABLES
        | options.ENABLE_FOOTNOTES
        | options.ENABLE_STRIKETHROUGH
        | options.ENABLE_TASKLISTS
        | options.ENABLE_DEFINITION_LIST
        | options.ENABLE_GFM
        | options.ENABLE_MATH
        | options.ENABLE_YAML_STYLE_METADATA_BLOCKS
        | options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS,
    )
    if text.isascii():
        return [(event, (place["start"], place["end"])) for event, place in found]
    encoded = np.frombuffer(readable.encode("utf-8"), np.uint8)
    begun = np.concatenate(([0], np.cumsum((encoded & 0xC0) != 0x80)))  # characters before each byte
    return [(event, (int(begun[place["start"]]), int(begun[place["end"]]))) for event, place in found]
