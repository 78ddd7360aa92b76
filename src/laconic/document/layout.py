"""Writing a passage with what is left of its sentences, and with its markup, lines and spacing unchanged.

Between words that were neighbours everything stays as it is. Where words went, markup goes only with all of the
words it encloses, unless the format wants all of it to stay; pictures, tags and references never go. Of the space that
is left over, one space is written, or the line end if there was one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from laconic.compression import Compression
from laconic.document.sentences import Placed, positions_inside
from laconic.english.detokenize import pieces
from laconic.formats.passage import Mark, Passage, Range, overlapping

_BLOCK_START = re.compile(r"(?P<number>\d{1,9})(?P<stop>[.)])(?=\s|$)|[-+*=>#:|~<]|```|_{3}")
"""What would begin a list, a heading or another block at the beginning of a line of Markdown."""

_LONGEST_BLOCK_START = 12
"""The number of characters that decide whether a block begins: nine digits, a stop, and what follows it."""

_INLINE_SIGN = re.compile(r"[\\`*_\[\]<>&$~!():|]")
"""What can be markup within a line."""

_LINE_BEGINNING = re.compile(r"[\s>]*")
_NEW_LINE = re.compile(r"[\r\n][\s>]*\Z")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something to write: a word, a rewritten sentence, or markup that stands for itself.

    Attributes:
        first: the number of the first item of the passage that it stands for.
        after: the number of the item after the last one.
        gap: the space to write before it if its neighbours are gone; None if a sentence starts.
        text: what is written.
        is_mark: whether it is markup.
    """

    first: int
    after: int
    gap: str | None
    text: str
    is_mark: bool = False


def write_passage(
    source: str,
    passage: Passage,
    sentences: Sequence[Placed],
    answers: Sequence[Compression],
    *,
    is_escaped: bool = False,
) -> str:
    """Return the source of a passage with only what the answers keep.

    Args:
        source: the document.
        passage: the passage.
        sentences: all its sentences.
        answers: what becomes of each; one without tokens is dropped whole.
        is_escaped: whether the signs in its words are kept from being markup, whatever comes to stand around them.
    """
    return _Writer(source, passage, sentences, answers, is_escaped).write()


class _Writer:
    """Numbers the tokens and the standing marks of a passage as items, and writes those that stay."""

    def __init__(
        self,
        source: str,
        passage: Passage,
        sentences: Sequence[Placed],
        answers: Sequence[Compression],
        is_escaped: bool,
    ) -> None:
        self._source = source
        self._passage = passage
        self._is_escaped = is_escaped
        tokens = [place for placed in sentences for place in placed.places]
        # What stands inside a word is never dropped, for the word is not.
        held = [
            mark
            for mark in passage.marks
            if mark.kind == "stands" and not tokens[overlapping(tokens, mark.start, mark.end)]
        ]
        self._items = sorted([*tokens, *((mark.start, mark.end) for mark in held)])
        number = {place: item for item, place in enumerate(self._items)}
        self._firsts = {number[placed.places[0]] for placed in sentences}
        self._pieces = [
            piece
            for placed, answer in zip(sentences, answers, strict=True)
            for piece in self._written(placed, answer, number)
        ]
        self._alive = self._spans_with_words(sentences, answers)
        self._pieces += [self._standing(mark, number[mark.start, mark.end]) for mark in held]
        self._pieces.sort(key=lambda piece: piece.first)

    def write(self) -> str:
        """Return the passage."""
        if not self._items:
            return self._source[self._passage.start : self._passage.end]
        gaps = [self._between(*pair) for pair in zip((None, *self._pieces), self._pieces, strict=False)]
        ending = self._ending(self._pieces[-1] if self._pieces else None)
        if not self._passage.keeps_layout:
            texts = (piece.text for piece in self._pieces)
            return "".join(chain.from_iterable(zip(gaps, texts, strict=True))) + ending
        written = [ending]  # from the end on
        for place in reversed(range(len(self._pieces))):
            written.append(self._pieces[place].text)
            if self._may_begin_block(place, gaps[place]):
                beginning = ""
                while written and len(beginning) < _LONGEST_BLOCK_START:
                    beginning += written.pop()
                written.append(_escaped(beginning))
            written.append(gaps[place])
        return "".join(reversed(written))

    def _may_begin_block(self, place: int, gap: str) -> bool:
        """Return whether a piece begins a line in company that it did not have before."""
        pieces = self._pieces[place : place + 2]
        is_new = pieces[0].first != (self._pieces[place - 1].after if place else 0)
        is_left = len(pieces) == 2 and pieces[0].after != pieces[1].first
        begins_line = _LINE_BEGINNING.fullmatch(gap) is not None if place == 0 else _NEW_LINE.search(gap) is not None
        return begins_line and (is_new or is_left) and not pieces[0].is_mark

    def _written(self, placed: Placed, answer: Compression, number: dict[Range, int]) -> Iterator[_Piece]:
        """Yield what stays of a sentence."""
        if answer.kept is None:
            text = _without_markup(answer.text) if self._is_escaped else self._passage.spell(answer.text)
            yield _Piece(number[placed.places[0]], number[placed.places[-1]] + 1, None, text)
            return
        for position, (gap, text) in zip(answer.kept, pieces(placed.sentence, answer.kept), strict=True):
            item = number[placed.places[position]]
            shown = self._spelled(placed, position, text)
            yield _Piece(item, item + 1, None if position == answer.kept[0] else gap, shown)

    def _spelled(self, placed: Placed, position: int, text: str) -> str:
        """Return a word as it is written: as in the source, or as requested if the source has it without markup."""
        token = placed.sentence.tokens[position]
        spelled = self._source[slice(*placed.places[position])]
        span = (placed.sentence.start + token.start, placed.sentence.start + token.end)
        if spelled == token.text:
            return _without_markup(text) if self._is_escaped and span not in self._passage.words else text
        return self._without_new_markup(span) if self._is_escaped else spelled

    def _without_new_markup(self, span: Range) -> str:
        """Return the source of a span of the text, with every sign escaped that stands in it for itself."""
        parts = []
        reached = self._passage.starts[span[0]]
        for place in range(*span):
            start, end = self._passage.starts[place], self._passage.ends[place]
            own = self._source[start:end]
            is_itself = own == self._passage.text[place]
            parts += [self._source[reached:start], _without_markup(own) if is_itself else own]
            reached = max(reached, end)
        return "".join(parts)

    def _standing(self, mark: Mark, item: int) -> _Piece:
        gap = " " if self._is_space(mark.start - 1) else ""
        return _Piece(item, item + 1, gap, self._source[mark.start : mark.end], is_mark=True)

    def _spans_with_words(self, sentences: Sequence[Placed], answers: Sequence[Compression]) -> set[Range]:
        """Return the spans of the passage's text that keep a word, or never had any."""
        places = [(placed.sentence.start, placed.sentence.start + len(placed.sentence.text)) for placed in sentences]
        if self._passage.keeps_marks:
            return {mark.inside for mark in self._passage.marks}
        alive = set()
        for span in {mark.inside for mark in self._passage.marks if mark.kind != "stands"}:
            part = overlapping(places, *span)
            held = [
                (inside, answer)
                for placed, answer in zip(sentences[part], answers[part], strict=True)
                if (inside := positions_inside(placed.sentence, span))
            ]
            stays = (answer.kept is None or not set(inside).isdisjoint(answer.kept) for inside, answer in held)
            if not held or any(stays):
                alive.add(span)
        return alive

    def _between(self, previous: _Piece | None, piece: _Piece) -> str:
        """Return what to write between two pieces that come together."""
        after = 0 if previous is None else previous.after
        runs = [self._run(item) for item in range(after, piece.first + 1)]
        if len(runs) == 1:
            return self._source[slice(*runs[0])]
        if previous is None:
            if not (self._passage.marks or self._passage.keeps_layout):
                return _opening([self._bare(run) for item, run in enumerate(runs) if item in self._firsts])
            if self._passage.keeps_marks:
                return self._as_it_was(runs[0]) + self._all_marks(runs[0][1], runs[-1][1])
            return self._as_it_was(runs[0]) + self._bridge(runs[1:], "", is_written=True)
        separator = self._separator(previous, piece, runs)
        if self._passage.keeps_marks:
            return self._all_marks(runs[0][0], runs[-1][1], separator)
        return self._bridge(runs, separator, is_written=False)

    def _separator(self, previous: _Piece, piece: _Piece, runs: list[Range]) -> str:
        """Return the space between two pieces that come together."""
        boundaries = [self._bare(run) for item, run in enumerate(runs, previous.after) if item in self._firsts]
        if boundaries:
            return _boundary(boundaries)
        gap = piece.gap or ""
        if previous.is_mark and piece.gap != "":
            gap = " " if any(map(str.isspace, chain.from_iterable(map(self._bare, runs)))) else ""
        broken = next((bare for bare in map(self._bare, runs) if "\n" in bare or "\r" in bare), None)
        if gap != " " or broken is None:
            return gap
        return " " if self._passage.keeps_layout and not piece.text[:1].isalpha() else broken

    def _bridge(self, runs: list[Range], separator: str, *, is_written: bool) -> str:
        """Return the markup that stays where words went: what closes, the separator, what opens."""
        parts: list[str] = []
        for mark in (mark for run in runs for mark in self._marks(run) if mark.inside in self._alive):
            if mark.kind == "opens" and not is_written:
                parts.append(separator)
                is_written = True
            parts.append(self._source[mark.start : mark.end])
        if not is_written:
            parts.append(separator)
        return "".join(parts)

    def _all_marks(self, start: int, end: int, separator: str = "") -> str:
        """Return all markup of a stretch whose words went, that within them too, and the separator.

        It is written where the source had a space, for word processors ignore one that comes to stand elsewhere; and
        not at all where a mark parts the words already, such as a line break.
        """
        passage = self._passage
        inside = range(bisect_left(passage.starts, start), bisect_left(passage.starts, end))
        spaces = [(passage.starts[at], passage.ends[at]) for at in inside if passage.text[at].isspace()]
        if any(first == last for first, last in spaces):
            separator = ""
        space = spaces[0][0] if spaces else start
        parts: list[str] = []
        for mark in passage.marks_between(start, end):
            if separator and mark.start >= space:
                parts.append(separator)
                separator = ""
            parts.append(self._source[mark.start : mark.end])
        return "".join((*parts, separator))

    def _ending(self, previous: _Piece | None) -> str:
        """Return what follows the last piece: the markup that stays, and the space at the passage's end."""
        after = 0 if previous is None else previous.after
        runs = [self._run(item) for item in range(after, len(self._items) + 1)]
        if self._passage.keeps_marks:
            return self._all_marks(runs[0][0], runs[-1][0]) + self._as_it_was(runs[-1])
        return self._bridge(runs[:-1], "", is_written=True) + self._as_it_was(runs[-1])

    def _run(self, item: int) -> Range:
        """Return the stretch of the source between an item and the one before it."""
        start = self._items[item - 1][1] if item else self._passage.start
        end = self._items[item][0] if item < len(self._items) else self._passage.end
        return start, end

    def _marks(self, run: Range) -> Iterator[Mark]:
        found = self._passage.marks_between(*run)
        return (mark for mark in found if mark.kind != "stands" and run[0] <= mark.start and mark.end <= run[1])

    def _bare(self, run: Range) -> str:
        """Return a stretch of the source without the markup in it."""
        return self._without(run, self._marks(run))

    def _as_it_was(self, run: Range) -> str:
        """Return a stretch of the source without the markup that goes."""
        return self._without(run, (mark for mark in self._marks(run) if mark.inside not in self._alive))

    def _without(self, run: Range, marks: Iterable[Mark]) -> str:
        parts = []
        reached = run[0]
        for mark in marks:
            parts.append(self._source[reached : mark.start])
            reached = mark.end
        return "".join((*parts, self._source[reached : run[1]]))

    def _is_space(self, place: int) -> bool:
        return self._source[place : place + 1].isspace()


def _boundary(gaps: list[str]) -> str:
    """Return what stands between two sentences when those between them are gone.

    What is not a space, such as a rule, stays; but the bullet or label of a dropped item goes with it, unless another
    sentence of the same line is left.
    """
    *dropped, last = gaps
    for gap in reversed(dropped):
        layout, newline, marker = gap.rpartition("\n")
        if newline and marker.strip() and "\n" not in last:
            last = gap
            continue
        rest = layout + newline if marker.strip() else gap
        if rest.strip():
            last = rest.rstrip(" ") + last.lstrip(" ")
        elif rest.count("\n") > last.count("\n"):
            indent = last.rpartition("\n")[2] if "\n" in last else ""
            last = rest[: rest.rindex("\n") + 1] + indent
    return last


def _opening(gaps: list[str]) -> str:
    """Return what stands before the first sentence that is left, when those before it are gone.

    It is what stood at the beginning, with the bullet or label of the line that is left in place of the first one's.
    """
    line = next((gap for gap in reversed(gaps[1:]) if "\n" in gap), None)
    if line is None:
        return gaps[0]
    layout, newline, first = gaps[0].rpartition("\n")
    marker = line.rpartition("\n")[2]
    if marker.strip():
        return layout + newline + marker
    return layout + newline if first.strip() else gaps[0]


def _without_markup(text: str) -> str:
    """Return Markdown that reads as the text, wherever it stands in a line."""
    return _INLINE_SIGN.sub(r"\\\g<0>", text)


def _escaped(text: str) -> str:
    """Return the text of a paragraph, escaped where it would begin a block of another kind."""
    match = _BLOCK_START.match(text)
    if match is None:
        return text
    if match["number"]:
        return f"{match['number']}\\{match['stop']}{text[match.end() :]}"
    return "\\" + text
