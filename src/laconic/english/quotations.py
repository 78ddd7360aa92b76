"""Quotations, with their marks, across the sentences of a paragraph."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.english.marks import SENTENCE_STOPS, SEPARATORS
from laconic.text import Sentence

_CLOSING: dict[str, tuple[str, ...]] = {
    "“": ("”",),
    "„": ("”", "“"),
    "‘": ("’",),
    "«": ("»",),
    "‹": ("›",),
    "「": ("」",),
    "『": ("』",),
    "``": ("''",),
    "`": ("'",),
    '"': ('"',),
    "'": ("'",),
}
"""The marks that close what each mark opens."""

_STRAIGHT = frozenset(['"', "'"])
_OPENERS = _CLOSING.keys() - _STRAIGHT
_CLOSERS = frozenset(["”", "''", "»", "›", "」", "』"])
"""Marks that close and do nothing else: without an opening mark, the quotation began before."""

_ANY = frozenset([*_CLOSING, *_CLOSERS, "’"])
_TRAILING = SENTENCE_STOPS | SEPARATORS | {"…", ")"}


def quoted_positions(sentences: Sequence[Sentence]) -> list[set[int]]:
    """Return for each sentence of a paragraph the positions between quotation marks, and of the marks.

    Quotations may be nested and may span several sentences. One that is never closed continues to the end of
    the sentence it began in; one that was never opened began with the sentence it ends in. A straight mark
    without a partner, whose direction its surroundings do not show, encloses nothing.
    """
    marks = _Marks(sentences)
    for number, sentence in enumerate(sentences):
        for place, word in enumerate(sentence.words):
            if word in _ANY:
                marks.read(number, place, word)
    marks.finish()
    return marks.held


class _Marks:
    """Reads the marks of a paragraph from left to right."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.held: list[set[int]] = [set() for _ in sentences]
        self._sentences = sentences
        self._open: list[tuple[int, int, str]] = []  # the sentence and place of each open mark, and the mark

    def read(self, number: int, place: int, word: str) -> None:
        """Take in a mark: it closes the innermost quotation that it can, or opens one."""
        leans = _leans(self._sentences[number], place)
        if word not in _STRAIGHT or leans != "right":
            for depth in reversed(range(len(self._open))):
                first, start, opening = self._open[depth]
                if word in _CLOSING[opening]:
                    self._hold((first, start), (number, place))
                    del self._open[depth:]
                    return
        if word in _OPENERS or word == '"' or (word == "'" and leans == "right"):
            self._open.append((number, place, word))
        elif word in _CLOSERS:
            self._hold((number, 0), (number, place))

    def finish(self) -> None:
        """Settle what was never closed."""
        for number, place, word in self._open:
            sentence = self._sentences[number]
            leans = _leans(sentence, place)
            if word in _OPENERS or (word == '"' and leans == "right"):
                self._hold((number, place), (number, len(sentence) - 1))
            elif word == '"' and leans == "left" and not sentence.tokens[place - 1].text[-1:].isdigit():
                self._hold((number, 0), (number, place))

    def _hold(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        for number in range(first[0], last[0] + 1):
            start = first[1] if number == first[0] else 0
            end = last[1] if number == last[0] else len(self._sentences[number]) - 1
            self.held[number].update(range(start, end + 1))


def _leans(sentence: Sentence, place: int) -> str:
    """Return which side a straight mark belongs to: by the spaces around it, else by its place in the sentence."""
    tokens = sentence.tokens
    if not sentence.pretokenized and tokens[place].start >= 0:
        left = place > 0 and tokens[place - 1].end == tokens[place].start
        right = place + 1 < len(tokens) and tokens[place].end == tokens[place + 1].start
        if left != right:
            return "left" if left else "right"
    if place == 0:
        return "right"
    return "left" if all(token.text in _TRAILING for token in tokens[place + 1 :]) else ""
