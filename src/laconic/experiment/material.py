"""The pairs of an experiment: to learn from, to tune on, and to test with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from laconic.corpus import Corpus, Pair, sample
from laconic.corpus.split import Splitter
from laconic.errors import DataError, UsageError
from laconic.experiment.spec import CorpusPlan, Plan
from laconic.experiment.steps import Steps, corpus_path

SAMPLE = "sample"
"""The name of the sample corpus, which stands in where no folder of data is given."""

_LEARNING, _TUNING, _TESTING = "learning", "tuning", "testing"
_SAMPLE_SHARES = {_LEARNING: 0.6, _TUNING: 0.15, _TESTING: 0.25}


@dataclass(frozen=True)
class Material:
    """The pairs of one corpus.

    Attributes:
        name: what the corpus is called.
        learning: what to learn from.
        tuning: what to tune on.
        testing: what to compress and score.
        tokenized: whether tokens are separated by spaces.
    """

    name: str
    learning: Sequence[Pair]
    tuning: Sequence[Pair]
    testing: Sequence[Pair]
    tokenized: bool

    @property
    def digest(self) -> str:
        """A number that changes with any of the pairs, so that results of other pairs are never taken for these."""
        parts = (self.learning, self.tuning, self.testing, self.tokenized)
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def read_material(plan: Plan, data: Path | None, steps: Steps | None = None) -> list[Material]:
    """Read the corpora of an experiment, or the sample corpus if there is no folder of data.

    Raises:
        DataError: a file cannot be read or is empty.
        UsageError: the folder does not exist.
    """
    if data is None:
        parts = _split(list(sample("deletion")), _SAMPLE_SHARES)
        return [Material(SAMPLE, parts[_LEARNING], parts[_TUNING], parts[_TESTING], tokenized=False)]
    if not data.is_dir():
        raise UsageError(f"{data} is not a folder; --data must name the folder that holds the corpora.")

    def place(file: str) -> Path:
        return corpus_path(file, data, steps)

    return [_material(name, corpus, place, plan.held_out) for name, corpus in plan.corpora.items()]


def _material(name: str, corpus: CorpusPlan, place: Callable[[str], Path], held_out: float) -> Material:
    learning, testing = read_pairs(place(corpus.train)), read_pairs(place(corpus.test))
    if corpus.dev is not None:
        tuning = read_pairs(place(corpus.dev))
    else:
        parts = _split(learning, {_LEARNING: 1 - held_out, _TUNING: held_out})
        learning, tuning = parts[_LEARNING], parts[_TUNING]
        if not tuning:
            raise DataError(
                "has too few documents to hold some out: name pairs to tune on as dev.", path=place(corpus.train)
            )
    return Material(name, learning, tuning, testing, corpus.tokenized)


def read_pairs(*paths: Path) -> list[Pair]:
    """Return the pairs of some files.

    Raises:
        DataError: a file cannot be read, or there is no pair.
    """
    pairs = [pair for path in paths for pair in Corpus.open(path)]
    if not pairs:
        raise DataError("has no pairs.", path=paths[0])
    return pairs


def _split(pairs: Iterable[Pair], shares: dict[str, float]) -> dict[str, list[Pair]]:
    """Split by documents; if a pair names none, its id up to the last dot is used."""
    every = list(pairs)
    splitter = Splitter(every, shares, pattern=r"(.+)\.[^.]+$")
    parts: dict[str, list[Pair]] = {name: [] for name in shares}
    for pair in every:
        parts[splitter.part(pair)].append(pair)
    return parts
