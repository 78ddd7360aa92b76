"""Punctuation: brackets, quotation marks and stops, in print and in the forms of the Penn Treebank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

PENN_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""What the brackets of the Penn Treebank stand for."""

OPENING_BRACKETS = frozenset(["(", "[", "{", "-LRB-", "-LSB-", "-LCB-"])
CLOSING_BRACKETS = frozenset([")", "]", "}", "-RRB-", "-RSB-", "-RCB-"])

DOUBLE_QUOTES = frozenset(["``", "''", '"', "“", "”"])
SENTENCE_STOPS = frozenset([".", "!", "?"])
SEPARATORS = frozenset([",", ";", ":"])

_CLOSING = {"“": "”", "``": "''", '"': '"', "«": "»", "(": ")", "[": "]", "-LRB-": "-RRB-"}


def paired_marks(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of an opening and a closing mark, outermost pairs only.

    >>> list(paired_marks('He ( Bob ) said " yes " and " no'.split()))
    [(1, 3), (5, 7)]
    """
    opened: int | None = None
    for place, word in enumerate(words):
        if opened is None:
            opened = place if word in _CLOSING else None
        elif word == _CLOSING[words[opened]]:
            yield opened, place
            opened = None
