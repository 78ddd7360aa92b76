"""What the encoder reads of a word: one spelling of its signs, its pieces, and its shape.

Pieces are the longest that a fixed vocabulary has, in the manner of BERT. The rules are few, and the usual library for
them brings a client for model hubs along; so they stand here, and the tests compare them with that library.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

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

_REMEMBERED = 1 << 16
"""Words whose shapes are remembered."""


@lru_cache(_REMEMBERED)
def shape(word: str, first: bool) -> int:
    """Return the shape of a word; `first` says whether it is the first word that begins with a letter."""
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


_CONTINUES = "##"
_UNKNOWN = "[UNK]"
_LONGEST_RUN = 100
"""A run of more letters is not looked up: it is unknown."""


class WordPieces:
    """Splits words by a vocabulary of pieces, regardless of case and accents.

    Args:
        vocabulary: the pieces in the order of their numbers; pieces inside a word begin with ``##``.

    >>> WordPieces(["[UNK]", "un", "##able", "##do"])("Undoable")
    [1, 3, 2]
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        pieces = list(vocabulary)
        self._numbers = dict(zip(pieces, range(len(pieces)), strict=True))
        self._unknown = self._numbers[_UNKNOWN]

    def __call__(self, word: str, most: int | None = None) -> list[int]:
        """Return the numbers of the word's first pieces, or of all; none if it has no visible character."""
        pieces: list[int] = []
        for run in _runs(_normal(word if most is None else word[: most * _LONGEST_RUN])):
            pieces += self._longest_pieces(run)
            if most is not None and len(pieces) >= most:
                return pieces[:most]
        return pieces

    def number(self, piece: str) -> int:
        """Return the number of a piece; raise `KeyError` if there is none."""
        return self._numbers[piece]

    def _longest_pieces(self, run: str) -> list[int]:
        if len(run) > _LONGEST_RUN:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(run):
            lead = _CONTINUES if start else ""
            for end in range(len(run), start, -1):
                number = self._numbers.get(lead + run[start:end])
                if number is not None:
                    pieces.append(number)
                    start = end
                    break
            else:
                return [self._unknown]
        return pieces


def _normal(word: str) -> str:
    """Return the word without control characters and accents, in lower case."""
    if word.isascii():
        return word.lower() if word.isprintable() else _clean(word).lower()
    plain = "".join(
        character for character in unicodedata.normalize("NFD", _clean(word)) if unicodedata.category(character) != "Mn"
    )
    return plain.lower()


def _clean(word: str) -> str:
    kept = []
    for character in word:
        if character in "\t\n\r":
            kept.append(" ")
        elif character not in "\0\ufffd" and unicodedata.category(character) not in ("Cc", "Cf", "Co", "Cs"):
            kept.append(character)
    return "".join(kept)


def _runs(text: str) -> list[str]:
    """Cut at white space, and around punctuation marks and Chinese characters, which stand alone."""
    if text.isalnum() and text.isascii():
        return [text]
    runs: list[str] = []
    joined = False
    for character in text:
        if character.isspace():
            joined = False
        elif _stands_alone(character):
            runs.append(character)
            joined = False
        elif joined:
            runs[-1] += character
        else:
            runs.append(character)
            joined = True
    return runs


def _stands_alone(character: str) -> bool:
    code = ord(character)
    if code < 128:
        return not character.isalnum()
    return unicodedata.category(character).startswith("P") or any(low <= code <= high for low, high in _CHINESE)


_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
