"""What the encoder reads of a word: one spelling of its signs, and its shape."""

from __future__ import annotations

import re
from collections.abc import Sequence

from laconic.english.marks import PENN_BRACKETS

_SURFACES = {
    "``": '"', "''": '"', "“": '"', "”": '"', "„": '"', "`": "'", "‘": "'", "’": "'", "‛": "'", "--": "—",
    "...": "…", **PENN_BRACKETS,
}  # fmt: skip


def surface(word: str) -> str:
    """Return the form of a token that the encoder reads: one spelling of quotes, brackets and dashes."""
    return _SURFACES.get(word) or word.replace("’", "'").replace("\\/", "/").replace("\\*", "*")


MAX_PIECES = 12
"""A longer word (an address, a formula) is read by its first pieces."""

SHAPES = "none lower capital initial-capital upper letter mixed digit symbol open-quote close-quote quote".split()
"""Word shapes: what an uncased encoder cannot see."""

_SHAPE_IDS = {name: index for index, name in enumerate(SHAPES)}
_QUOTES = {"``": "open-quote", "“": "open-quote", "''": "close-quote", "”": "close-quote", '"': "quote"}
_CASED = re.compile(r"[^\W\d_]")


def shape(word: str, first: bool) -> int:
    """Return the shape of a word; `first` tells whether it is the first word that begins with a letter."""
    if word in _QUOTES:
        name = _QUOTES[word]
    elif any(map(str.isdigit, word)):
        name = "digit"
    elif not (letters := "".join(_CASED.findall(word))):
        name = "symbol"
    elif letters.islower() or not any(map(str.isupper, letters)):
        name = "lower"
    elif letters.isupper():
        name = "letter" if len(letters) == 1 else "upper"
    elif letters[0].isupper() and not any(map(str.isupper, letters[1:])):
        name = "initial-capital" if first else "capital"
    else:
        name = "mixed"
    return _SHAPE_IDS[name]


def shapes(words: Sequence[str]) -> list[int]:
    """Return the shapes of the words of a sentence."""
    first = next((index for index, word in enumerate(words) if word[:1].isalpha()), -1)
    return [shape(word, index == first) for index, word in enumerate(words)]
