"""A passage in the making: text, each piece of which stands for a stretch of the source, and all else as marks."""

from __future__ import annotations

from collections.abc import Callable

from laconic.formats.passage import Mark, Passage, Range


class MarkedDraft:
    """Collects the text of a passage whose markup all stays, such as a paragraph of HTML or of a word processor.

    What lies between two pieces of text, whatever it is, becomes a mark.

    Args:
        start: where the passage begins in the source.
        spell: how a text that is new is written in the source.
    """

    def __init__(self, start: int, spell: Callable[[str], str]) -> None:
        self._start = self._reached = start
        self._spell = spell
        self._text: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._marks: list[Mark] = []
        self._units: list[Range] = []
        self._words: list[Range] = []
        self._held: list[Range] = []

    @property
    def size(self) -> int:
        """How many characters of text there are."""
        return len(self._starts)

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self._text)

    def text_from(self, begin: int) -> str:
        """Return the text from here on."""
        pieces: list[str] = []
        missing = self.size - begin
        for piece in reversed(self._text):
            if missing <= 0:
                break
            pieces.append(piece[max(0, len(piece) - missing) :])
            missing -= len(piece)
        return "".join(reversed(pieces))

    def add(self, text: str, start: int, end: int) -> None:
        """Add a text that stands for a stretch of the source.

        Where they differ in length, its first character stands for all of the stretch.
        """
        if not text:
            return
        self._mark(start)
        if len(text) == end - start:
            self._starts += range(start, end)
            self._ends += range(start + 1, end + 1)
        else:
            self._starts += [start] + [end] * (len(text) - 1)
            self._ends += [end] * len(text)
        self._text.append(text)
        self._reached = end

    def part(self, text: str, place: int) -> None:
        """Add white space that stands for nothing of the source, such as a line break that is a mark."""
        self._mark(place)
        self._starts += [place] * len(text)
        self._ends += [place] * len(text)
        self._text.append(text)
        self._reached = place

    def unite(self, begin: int) -> None:
        """Note that the text from here on stays or goes as a whole."""
        if begin < self.size:
            self._units.append((begin, self.size))

    def count_as_word(self, begin: int) -> None:
        """Note that the text from here on is one word, whatever is in it."""
        if begin < self.size:
            self._words.append((begin, self.size))

    def hold(self, begin: int) -> None:
        """Note that the text from here on must stay."""
        if begin < self.size:
            self._held.append((begin, self.size))

    def leave_out(self, begin: int) -> None:
        """Make a mark of the text from here on, which is no part of the sentence: the number of a note, say."""
        excess = self.size - begin
        while excess > 0:
            piece = self._text.pop()
            if len(piece) > excess:
                self._text.append(piece[:-excess])
            excess -= len(piece)
        del self._starts[begin:], self._ends[begin:]
        self._reached = self._ends[-1] if self._ends else self._start
        while self._marks and self._marks[-1].end > self._reached:
            self._marks.pop()
        for places in (self._units, self._words, self._held):
            while places and places[-1][1] > begin:
                places.pop()

    def passage(self, end: int) -> Passage:
        """Return the passage, which ends here in the source."""
        self._mark(end)
        return Passage(
            self.text,
            self._starts,
            self._ends,
            self._start,
            end,
            tuple(self._marks),
            tuple(self._units),
            tuple(self._words),
            tuple(self._held),
            keeps_marks=True,
            spell=self._spell,
        )

    def _mark(self, end: int) -> None:
        if self._reached < end:
            self._marks.append(Mark(self._reached, end, "opens", (self.size, self.size)))
