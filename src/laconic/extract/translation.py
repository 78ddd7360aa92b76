"""Translation rules: what an English pattern is in another language, counted in parsed and aligned bitext."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic._core import WordTable, count_word_links
from laconic.grammar.parquet import arrow

Strings = tuple[bytes, NDArray[np.int64]]
"""Texts end to end, and where each begins and the last ends."""


class BitextPart(NamedTuple):
    """Some sentence pairs of a bitext, in four texts of one line per pair.

    Attributes:
        trees: the English sentence's tree in Penn brackets; an empty line leaves the pair out.
        english: its words, spelt as they are to stand in rules.
        foreign: the words of the other language.
        links: which words correspond, English positions first, as in ``0-0 1-2``.
    """

    trees: str
    english: str
    foreign: str
    links: str


class Translation(NamedTuple):
    """A rule between English and another language.

    Attributes:
        english: the English side; its slots are numbered from left to right.
        foreign_side: the foreign side; its slots are numbered from left to right, too.
        slot_order: for each foreign slot the number of its English slot.
        seen: how often the rule was seen.
        english_weight: how probable the English words are, given the foreign ones.
        foreign_weight: how probable the foreign words are, given the English ones.
    """

    english: str
    foreign_side: str
    slot_order: str
    seen: int
    english_weight: float
    foreign_weight: float


class Translations:
    """Translation rules in columns, as the compiled core counts them.

    Attributes:
        pairs: how many sentence pairs they come from.
        unusable: how many pairs were left out, by reason.
    """

    def __init__(self, columns: tuple[Any, ...]) -> None:
        self._english, self._foreign, self._order, self._seen, self._english_weight, self._foreign_weight = columns[:6]
        self.pairs: int = columns[6]
        self.unusable: dict[str, int] = columns[7]

    def __len__(self) -> int:
        return len(self._seen)

    def __iter__(self) -> Iterator[Translation]:
        texts = (_texts(self._english), _texts(self._foreign), _texts(self._order))
        numbers = (self._seen.tolist(), self._english_weight.tolist(), self._foreign_weight.tolist())
        return (Translation(*row) for row in zip(*texts, *numbers, strict=True))

    def to_arrow(self) -> Any:
        """Return the rules as a table of pyarrow, without copying the texts."""
        return arrow().table(
            {
                "english": arrow_strings(self._english),
                "foreign_side": arrow_strings(self._foreign),
                "slot_order": arrow_strings(self._order),
                "seen": self._seen,
                "english_weight": self._english_weight,
                "foreign_weight": self._foreign_weight,
            }
        )


def word_links(part: BitextPart) -> Any:
    """Return how often words are linked as a table of pyarrow; an empty word stands for no link."""
    english, foreign, seen = count_word_links(*part)
    return arrow().table({"english": arrow_strings(english), "foreign_side": arrow_strings(foreign), "seen": seen})


def word_table(links: Any) -> WordTable:
    """Make the table of word probabilities from a table of pyarrow such as `word_links` returns."""
    english, foreign = ("\n".join(links.column(name).to_pylist()) for name in ("english", "foreign_side"))
    return WordTable(english, foreign, np.asarray(links.column("seen"), np.int64))


def arrow_strings(strings: Strings) -> Any:
    """Return texts as an array of pyarrow that shares their memory."""
    letters, starts = strings
    tables = arrow()
    return tables.LargeStringArray.from_buffers(len(starts) - 1, tables.py_buffer(starts), tables.py_buffer(letters))


def _texts(strings: Strings) -> list[str]:
    letters, starts = strings
    places = starts.tolist()
    return [letters[first:last].decode() for first, last in pairwise(places)]
