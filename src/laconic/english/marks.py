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

_SINGLE = {"'": "'", "‘": "’", "`": "'"}
"""Single quotation marks: the closing ones may also be apostrophes, which their tags tell apart."""

_OPENS, _CLOSES = "``", "''"
"""The tags of quotation marks."""


def is_stop(word: str) -> bool:
    """Return whether a token ends a sentence, also in the manner of messages.

    >>> is_stop("?"), is_stop("...."), is_stop("!?"), is_stop("U.S.")
    (True, True, True, False)
    """
    return bool(word) and SENTENCE_STOPS.issuperset(word.replace("…", "."))


def paired_marks(words: Sequence[str], tags: Sequence[str] = ()) -> Iterator[tuple[int, int]]:
    """Yield the positions of an opening and a closing mark; what is inside a pair comes before it.

    Args:
        words: the words of a sentence.
        tags: their tags, without which single quotation marks cannot be told from apostrophes and are left out.

    >>> list(paired_marks('He said " yes ( Bob ) did " and " no'.split()))
    [(4, 6), (2, 8)]
    >>> list(paired_marks("the pilots ' ' code '".split(), "DT NNS POS `` NN ''".split()))
    [(3, 5)]
    """
    opened: list[tuple[int, str]] = []  # the place of each open mark, and the mark that closes it
    for place, word in enumerate(words):
        if word in _SINGLE or word == "’":
            tag = tags[place] if tags else ""
            closing = _SINGLE.get(word) if tag == _OPENS else None
            is_closing = tag == _CLOSES
        else:
            closing, is_closing = _CLOSING.get(word), True
        matching = [depth for depth, (_, wanted) in enumerate(opened) if wanted == word] if is_closing else []
        if matching:
            yield opened[matching[-1]][0], place
            del opened[matching[-1] :]  # what was opened inside and never closed is not a pair
        elif closing is not None:
            opened.append((place, closing))
