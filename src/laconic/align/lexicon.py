"""Lexicons of word pairs: the probability that one word corresponds to another."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.files import read_lines, write_whole

Table = Mapping[str, Mapping[str, float]]
"""For each word its counterparts with their probabilities."""


class Lexicon:
    """Conditional probabilities ``p(counterpart | word)``, looked up for whole sentences at once.

    A file has one word per line with its counterparts, likeliest first:
    ``big<TAB>large 0.13 great 0.11 big 0.1``.

    >>> lexicon = Lexicon({"big": {"large": 0.5}})
    >>> lexicon.probabilities(["big", "dogs"], ["large", "dogs"]).tolist()
    [[0.5, 0.0], [0.0, 0.0]]
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._numbers: dict[str, int] = {}
        keys, values = [], []
        for word, counterparts in table.items():
            given = self._number(word) << 32
            for counterpart, probability in counterparts.items():
                keys.append(given | self._number(counterpart))
                values.append(probability)
        order = np.argsort(np.array(keys, np.int64))
        self._keys = np.array(keys, np.int64)[order]
        self._values = np.array(values, np.float32)[order]

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a lexicon from a text file, packed or not.

        Raises:
            DataError: the file cannot be read, or a line is not a word with counterparts and probabilities.
        """
        table = {}
        for number, line in read_lines(path):
            word, separator, rest = line.partition("\t")
            fields = rest.split(" ")
            try:
                if not word or not separator or len(fields) % 2:
                    raise ValueError
                table[word] = dict(zip(fields[::2], map(_probability, fields[1::2]), strict=True))
            except ValueError:
                problem = "this is not a word, a tab, and counterparts each followed by a probability."
                raise DataError(problem, path=path, line=number) from None
        return cls(table)

    def write(self, path: str | Path) -> None:
        """Write the lexicon as text, with probabilities to two digits; packed if the name ends in .gz or .xz."""
        with write_whole(path) as file:
            for word in sorted(self.table):
                likeliest = sorted(self.table[word].items(), key=lambda item: (-item[1], item[0]))
                counterparts = " ".join(f"{counterpart} {value:.2g}" for counterpart, value in likeliest)
                file.write(f"{word}\t{counterparts}\n")

    def probabilities(self, words: Sequence[str], counterparts: Sequence[str]) -> NDArray[np.float32]:
        """Return a matrix of ``p(counterpart | word)``, one row per word; 0 for pairs that are not listed."""
        if not len(self._keys):
            return np.zeros((len(words), len(counterparts)), np.float32)
        rows = np.array([self._numbers.get(word, -1) for word in words], np.int64)
        columns = np.array([self._numbers.get(word, -1) for word in counterparts], np.int64)
        keys = np.where((rows >= 0)[:, None] & (columns >= 0), rows[:, None] << 32 | columns, -1)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[places] == keys, self._values[places], np.float32(0))

    def compose(self, other: Lexicon) -> Lexicon:
        """Return the lexicon that goes from a word through this lexicon's counterparts to the other's.

        With a lexicon into another language and one back, this is paraphrasing by pivoting (Bannard &
        Callison-Burch 2005).
        """
        composed = {}
        for word, pivots in self.table.items():
            total: dict[str, float] = defaultdict(float)
            for pivot, there in pivots.items():
                for counterpart, back in other.table.get(pivot, {}).items():
                    total[counterpart] += there * back
            composed[word] = dict(total)
        return Lexicon(composed)

    def pruned(self, least: float, least_back: float = 0.0) -> Lexicon:
        """Return the entries at least so probable in this direction, and in the other one."""
        table = {
            word: {
                counterpart: probability
                for counterpart, probability in counterparts.items()
                if probability >= least and self.table.get(counterpart, {}).get(word, 0.0) >= least_back
            }
            for word, counterparts in self.table.items()
        }
        return Lexicon({word: counterparts for word, counterparts in table.items() if counterparts})

    def __len__(self) -> int:
        return len(self._keys)

    def _number(self, word: str) -> int:
        return self._numbers.setdefault(word, len(self._numbers))


def mixture(lexicons: Iterable[Lexicon]) -> Lexicon:
    """Return the mean of several lexicons, for each word over those that know it."""
    known = list(lexicons)
    table = {}
    for word in {word for lexicon in known for word in lexicon.table}:
        views = [lexicon.table[word] for lexicon in known if word in lexicon.table]
        total: dict[str, float] = defaultdict(float)
        for view in views:
            for counterpart, probability in view.items():
                total[counterpart] += probability / len(views)
        table[word] = dict(total)
    return Lexicon(table)


def _probability(text: str) -> float:
    value = float(text)
    if not (math.isfinite(value) and 0 < value <= 1):
        raise ValueError
    return value
