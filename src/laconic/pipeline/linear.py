"""Deletion with learnt feature weights: what `bigram`, `joint`, `subtree` and `crf` share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.arrays import read_arrays
from laconic.catalog import SEARCHES, resolve
from laconic.errors import DataError
from laconic.features.deletion import LinearScorer
from laconic.files import write_whole_binary
from laconic.language import LANGUAGE
from laconic.pipeline.deletion import DeletionMethod
from laconic.search.base import Parts, Scores
from laconic.settings import PowerOfTwo, stored_settings
from laconic.text import Sentence

WEIGHTS = "weights.npz"


@dataclass(frozen=True)
class LinearSettings:
    """The settings of feature weights, which are stored separately.

    Attributes:
        search: the search to use them with.
        buckets: the number of weights, including zeros.
        with_pairs: whether neighbours are scored.
        with_arcs: whether arcs are scored.
    """

    search: str
    buckets: PowerOfTwo
    with_pairs: bool
    with_arcs: bool


COST_SHARE = 0.5
"""What dependences count for beside learnt weights, whose scores are smaller than log-probabilities."""


class LinearDeletion(DeletionMethod):
    """A deletion method with learnt feature weights, which can be stored."""

    def __init__(self, name: str, scorer: LinearScorer, search_name: str) -> None:
        self.linear = scorer
        super().__init__(name, self._score, resolve(search_name, SEARCHES, "search")())
        self.search_name = search_name

    @property
    def gives(self) -> Parts:
        """The parts that were learnt."""
        return self.linear.gives

    def _score(self, sentence: Sentence) -> Scores:
        """Return what was learnt, less what it costs to part words that need each other."""
        scores = self.linear(sentence)
        if self.linear.with_pairs:
            scores.bigram = scores.bigram - COST_SHARE * LANGUAGE.charges_of(sentence).bigram
        return scores

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the weights, sparse and in half precision, and return the settings."""
        weights = self.linear.weights.astype(np.float16)
        places = np.flatnonzero(weights)
        with write_whole_binary(folder / WEIGHTS) as stream:
            np.savez_compressed(stream, places=places.astype(np.uint32), values=weights[places])
        return asdict(LinearSettings(self.search_name, len(weights), self.linear.with_pairs, self.linear.with_arcs))

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a setting or the weights are missing or damaged.
        """
        used = stored_settings(LinearSettings, settings, folder)
        return cls(str(settings["name"]), load_scorer(folder, used), used.search)


def load_scorer(folder: Path, used: LinearSettings) -> LinearScorer:
    """Return the scorer whose weights a model's folder holds.

    Raises:
        DataError: the weights are missing or damaged.
    """
    arrays = read_arrays(folder / WEIGHTS, "weights of a deletion model")
    weights = np.zeros(used.buckets, dtype=np.float32)
    try:
        weights[arrays["places"]] = arrays["values"]
    except (KeyError, ValueError, IndexError) as error:
        raise DataError(f"does not hold the weights of a deletion model: {error}.", path=folder / WEIGHTS) from None
    return LinearScorer(weights, with_pairs=used.with_pairs, with_arcs=used.with_arcs)
