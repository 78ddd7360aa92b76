"""Writing a passage with what stays of its sentences: markup, lines and spacing as they were.

Between words that were neighbours everything stays as it is. Where words went, markup goes only with all of the
words it encloses; pictures, tags and references never go. Of the space that is left over, one space is
written, or the line end if there was one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.compression import Compression
from laconic.detokenize import pieces
from laconic.document.passage import Mark, Passage, Range
from laconic.document.sentences import Placed

_BLOCK_START = re.compile(r"(?P<number>\d{1,9})(?P<stop>[.)])(?=\s|$)|[-+*=>#:|~<]|```|_{3}")
"""What would begin a list, a heading or another block at the beginning of a line of Markdown."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word to write: the token it is, counted over the passage, what wants to stand before it, and its text."""

    token: int
    gap: str | None  # None where a sentence begins
    text: str


def write_passage(source: str, passage: Passage, sentences: Sequence[Placed], answers: Sequence[Compression]) -> str:
    """Return the source of a passage with only what the answers keep.

    Args:
        source: the document.
        passage: the passage.
        sentences: all its sentences.
        answers: what becomes of each; one without tokens is dropped whole.
    """
    return _Writer(source, passage, sentences, answers).write()


class _Writer:
    def __init__(
        self, source: str, passage: Passage, sentences: Sequence[Placed], answers: Sequence[Compression]
    ) -> None:
        self._source = source
        self._passage = passage
        self._places = [place for placed in sentences for place in placed.places]
        self._firsts: set[int] = set()  # the first tokens of sentences
        self._words: list[_Word] = []
        self._rewritten: dict[int, int] = {}  # from a rewritten sentence's first token to the one after it
        count = 0
        for placed, answer in zip(sentences, answers, strict=True):
            self._firsts.add(count)
            self._words += self._written(placed, answer, count)
            count += len(placed.places)
        self._alive = self._spans_with_words(sentences)

    def write(self) -> str:
        parts = []
        after = 0  # the first token that is not written yet
        for word in self._words:
            parts += [self._between(after, word), word.text]
            after = self._rewritten.get(word.token, word.token + 1)
        parts.append(self._ending(after))
        written = "".join(parts)
        if self._passage.keeps_layout and self._words and self._words[0].token > 0:
            written = _escaped(written)
        return written

    def _written(self, placed: Placed, answer: Compression, count: int) -> Iterator[_Word]:
        if answer.kept is None:
            self._rewritten[count] = count + len(placed.places)
            yield _Word(count, None, answer.text)
            return
        tokens = placed.sentence.tokens
        for position, (gap, text) in zip(answer.kept, pieces(placed.sentence, answer.kept), strict=True):
            start, end = placed.places[position]
            spelled = self._source[start:end]
            is_first = position == answer.kept[0]
            yield _Word(count + position, None if is_first else gap, text if spelled == tokens[position].text else spelled)

    def _spans_with_words(self, sentences: Sequence[Placed]) -> set[Range]:
        """Return the spans of the passage's text that keep a word, or never had any."""
        kept = {token for word in self._words for token in range(word.token, self._rewritten.get(word.token, word.token + 1))}
        places = [
            (placed.sentence.start + token.start, placed.sentence.start + token.end)
            for placed in sentences
            for token in placed.sentence.tokens
        ]
        alive = set()
        for span in {mark.inside for mark in self._passage.marks}:
            held = [number for number, (start, end) in enumerate(places) if start < span[1] and end > span[0]]
            if not held or any(number in kept for number in held):
                alive.add(span)
        return alive

    def _between(self, after: int, word: _Word) -> str:
        """Return what to write before a word, from the end of the last one written."""
        runs = [self._run(token) for token in range(after, word.token + 1)]
        if after == word.token:
            return self._source[slice(*runs[0])]
        if not after:
            lead, separator = self._bare(runs[0]), ""
        else:
            lead, separator = "", self._separator(after, word, runs)
        return lead + self._bridge(runs, separator, is_written=not after)

    def _separator(self, after: int, word: _Word, runs: list[Range]) -> str:
        """Return the space between words that come together."""
        boundaries = [self._bare(run) for token, run in enumerate(runs, after) if token in self._firsts]
        if boundaries:
            return _boundary(boundaries)
        broken = next((bare for bare in map(self._bare, runs) if "\n" in bare or "\r" in bare), None)
        if word.gap != " " or broken is None:
            return word.gap or ""
        return " " if self._passage.keeps_layout and not word.text[:1].isalpha() else broken

    def _bridge(self, runs: list[Range], separator: str, *, is_written: bool) -> str:
        """Return the markup that stays where words went, and the separator in its place among it."""
        parts: list[str] = []
        for run in runs:
            for mark in self._marks(run):
                if mark.kind != "stands" and mark.inside not in self._alive:
                    continue
                stands = mark.kind == "stands"
                if not is_written and (mark.kind == "opens" or (stands and self._is_space(mark.start - 1))):
                    parts.append(separator or (" " if stands else ""))
                    is_written = True
                parts.append(self._source[mark.start : mark.end])
                if stands and self._is_space(mark.end):
                    is_written = False
        if not is_written:
            parts.append(separator)
        return "".join(parts)

    def _ending(self, after: int) -> str:
        """Return what follows the last word: the markup that stays, and the space at the passage's end."""
        runs = [self._run(token) for token in range(after, len(self._places) + 1)]
        if len(runs) == 1:
            return self._source[slice(*runs[0])]
        return self._bridge(runs[:-1], "", is_written=True) + self._source[slice(*runs[-1])]

    def _run(self, token: int) -> Range:
        """Return the stretch of the source between a token and the one before it."""
        start = self._places[token - 1][1] if token else self._passage.start
        end = self._places[token][0] if token < len(self._places) else self._passage.end
        return start, end

    def _marks(self, run: Range) -> Iterator[Mark]:
        return (mark for mark in self._passage.marks if run[0] <= mark.start and mark.end <= run[1])

    def _bare(self, run: Range) -> str:
        """Return a stretch of the source without the markup in it."""
        parts = []
        reached = run[0]
        for mark in self._marks(run):
            parts.append(self._source[reached : mark.start])
            reached = mark.end
        return "".join((*parts, self._source[reached : run[1]]))

    def _is_space(self, place: int) -> bool:
        return self._source[place : place + 1].isspace()


def _boundary(gaps: list[str]) -> str:
    """Return what stands between two sentences when those between them are gone.

    What is no space, such as a rule, stays; but the bullet of a dropped item goes with it.
    """
    *dropped, last = gaps
    for gap in reversed(dropped):
        layout, newline, marker = gap.rpartition("\n")
        rest = layout + newline if marker.strip() else gap
        if rest.strip():
            last = rest.rstrip(" ") + last.lstrip(" ")
        elif rest.count("\n") > last.count("\n"):
            last = rest[: rest.rindex("\n") + 1] + last.rpartition("\n")[2]
    return last


def _escaped(text: str) -> str:
    """Return the text of a paragraph, escaped where it would begin a block of another kind."""
    match = _BLOCK_START.match(text)
    if match is None:
        return text
    if match["number"]:
        return f"{match['number']}\\{match['stop']}{text[match.end() :]}"
    return "\\" + text
