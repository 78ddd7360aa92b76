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


def is_stop(word: str) -> bool:
    """Return whether a token ends a sentence, also in the manner of messages.

    >>> is_stop("?"), is_stop("...."), is_stop("!?"), is_stop("U.S.")
    (True, True, True, False)
    """
    return bool(word) and SENTENCE_STOPS.issuperset(word.replace("…", "."))


def paired_marks(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of an opening and a closing mark; what is inside a pair comes before it.

    >>> list(paired_marks('He said " yes ( Bob ) did " and " no'.split()))
    [(4, 6), (2, 8)]
    """
    opened: list[int] = []
    for place, word in enumerate(words):
        matching = [depth for depth, first in enumerate(opened) if _CLOSING[words[first]] == word] if opened else []
        if matching:
            yield opened[matching[-1]], place
            del opened[matching[-1] :]  # what was opened inside and never closed is not a pair
        elif word in _CLOSING:
            opened.append(place)
