"""Which words may replace which: the senses of words, how common each is, and which are related.

Read from the files of Princeton's WordNet (Fellbaum 1998), which Debian's package ``wordnet-base`` holds; laconic
needs them only to screen grammars, and ships none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from laconic.errors import DataError
from laconic.files import read_lines
from laconic.parse.lemmas import english_lemmatizer

_PARTS = {"N": "noun", "V": "verb", "J": "adj", "R": "adv"}
"""The part of speech of a Penn tag's first letter, as WordNet's files are named."""

_PART_OF_KEY = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
"""The part of speech of the number after the % of a sense's key."""

_KINDRED = {"n": "@", "v": "@", "s": "&"}
"""By kind of word, pointers to a sense that may stand for another: a more general one; of similar adjectives (s) that
around which they are grouped."""

_OF_KINDRED = 0.6
"""What the likeness of a kindred sense is worth, where that of the same sense is worth 1."""


_ALWAYS_INFLECTED = frozenset(["NNS", "JJR", "JJS", "VBG"])
"""Tags of words that are hardly ever spelt like their lemmas: one that is so has another form than one that is not."""


class Sense(NamedTuple):
    """A sense of a word: its number in the files, and how probable it is where the word is met."""

    number: str
    probability: float


@dataclass(frozen=True)
class Thesaurus:
    """Knows the senses of words.

    Attributes:
        senses: by part of speech (``noun``, ``verb``, ``adj``, ``adv``) and lemma, the most usual first.
        kindred: by part of speech and sense, those that may stand for it, itself aside.
    """

    senses: Mapping[str, Mapping[str, tuple[Sense, ...]]] = field(repr=False)
    kindred: Mapping[str, Mapping[str, frozenset[str]]] = field(repr=False)

    @classmethod
    def read(cls, folder: str | Path) -> Thesaurus:
        """Read the folder of WordNet's files.

        Raises:
            DataError: a file is missing or damaged.
        """
        home = Path(folder)
        counts = _sense_counts(home / "cntlist.rev")
        return cls(
            {part: dict(_senses(home / f"index.{part}", counts[part])) for part in _PARTS.values()},
            {part: dict(_kindred(home / f"data.{part}")) for part in _PARTS.values()},
        )

    def likeness(self, word: str, other: str, tag: str) -> float | None:
        """Return how surely one word says what another says; None if one of them is not known.

        It is the smaller of two probabilities: that the word is meant in a sense that the other can express, and that
        the other is understood in one of those. What is only kindred counts less.

        Args:
            word: what is replaced.
            other: what replaces it.
            tag: the Penn tag of both.
        """
        part = _PARTS.get(tag[:1])
        if part is None:
            return None
        lemmas = [english_lemmatizer()(each, tag).lower() for each in (word, other)]
        meant, understood = (self.senses[part].get(lemma) for lemma in lemmas)
        if meant is None or understood is None:
            return None
        if tag in _ALWAYS_INFLECTED and (lemmas[0] == word) != (lemmas[1] == other):
            return 0.0
        ours, theirs = ({sense.number for sense in senses} for senses in (meant, understood))
        general = set[str]().union(*(self.kindred[part][number] for number in ours))

        def expressed(sense: Sense) -> float:
            if sense.number in theirs:
                return sense.probability
            return 0.0 if theirs.isdisjoint(self.kindred[part][sense.number]) else _OF_KINDRED * sense.probability

        def heard(sense: Sense) -> float:
            if sense.number in ours:
                return sense.probability
            return _OF_KINDRED * sense.probability if sense.number in general else 0.0

        return min(sum(map(expressed, meant)), sum(map(heard, understood)))

    @staticmethod
    def is_form(word: str, other: str, tag: str) -> bool:
        """Return whether two words are forms of one, such as *begin* and *begun*, if both had the tag."""
        lemma = english_lemmatizer()
        return lemma(word, tag) == lemma(other, tag)


def _sense_counts(path: Path) -> dict[str, dict[str, dict[int, int]]]:
    """Return by part of speech, lemma and rank how often a sense was met in texts whose senses were marked."""
    counts: dict[str, dict[str, dict[int, int]]] = {part: {} for part in _PARTS.values()}
    for number, line in read_lines(path):
        try:
            key, rank, count = line.split()
            lemma, _, rest = key.rpartition("%")
            counts[_PART_OF_KEY[rest[0]]].setdefault(lemma, {})[int(rank)] = int(count)
        except (ValueError, KeyError, IndexError):
            raise DataError("a line needs a sense's key, its rank and its count.", path=path, line=number) from None
    return counts


def _senses(path: Path, counts: Mapping[str, Mapping[int, int]]) -> Iterator[tuple[str, tuple[Sense, ...]]]:
    """Yield the senses of each lemma; those that were never met count the less the later they are listed."""
    for number, fields in _entries(path):
        try:
            numbers = fields[-int(fields[2]) :]
        except (ValueError, IndexError):
            raise DataError("the third column must be the number of senses.", path=path, line=number) from None
        met = counts.get(fields[0], {})
        weights = [met.get(rank, 0) + 1 / rank for rank in range(1, len(numbers) + 1)]
        total = sum(weights)
        yield fields[0], tuple(Sense(each, weight / total) for each, weight in zip(numbers, weights, strict=True))


def _kindred(path: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield for each sense those that may stand for it."""
    for number, fields in _entries(path):
        try:
            first = 5 + 2 * int(fields[3], 16)
            pointers = [fields[first + 4 * place : first + 4 * place + 2] for place in range(int(fields[first - 1]))]
            wanted = _KINDRED.get(fields[2], "")
            yield fields[0], frozenset(sense for symbol, sense in pointers if symbol in wanted)
        except (ValueError, IndexError):
            raise DataError("is not an entry of a sense with its words and pointers.", path=path, line=number) from None


def _entries(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the columns of each line up to the explanation; lines that begin with a blank are a preface."""
    for number, line in read_lines(path):
        if not line.startswith(" "):
            yield number, line.split("|")[0].split()
