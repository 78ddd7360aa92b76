"""Candidates of sentences: the outputs that tuning chooses among, with their features and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.metrics.base import Metric
from laconic.metrics.batch import Batch
from laconic.search.base import Floats


@dataclass(frozen=True)
class Candidate:
    """One output of a sentence.

    Attributes:
        tokens: its words.
        features: its features, which the weights multiply.
    """

    tokens: tuple[str, ...]
    features: Floats


@dataclass
class Pool:
    """All candidates found so far of every sentence, without duplicates.

    Attributes:
        sources: each sentence's words.
        references: each sentence's references.
        metric: what outputs are judged by.
    """

    sources: Sequence[Sequence[str]]
    references: Sequence[Sequence[Sequence[str]]]
    metric: Metric
    _seen: list[set[tuple[tuple[str, ...], bytes]]] = field(default_factory=list)
    _features: list[list[Floats]] = field(default_factory=list)
    _statistics: list[list[Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.sources) != len(self.references) or not self.sources:
            raise DataError("tuning needs sentences, each with its references.")
        self._seen = [set() for _ in self.sources]
        self._features = [[] for _ in self.sources]
        self._statistics = [[] for _ in self.sources]

    def add(self, candidates: Sequence[Sequence[Candidate]]) -> int:
        """Add the candidates of every sentence; return how many were new."""
        fresh: list[tuple[int, Candidate]] = []
        for sentence, several in enumerate(candidates):
            for candidate in several:
                key = candidate.tokens, np.round(candidate.features, 9).tobytes()
                if key not in self._seen[sentence]:
                    self._seen[sentence].add(key)
                    fresh.append((sentence, candidate))
        if fresh:
            batch = Batch(
                [self.sources[sentence] for sentence, _ in fresh],
                [candidate.tokens for _, candidate in fresh],
                [self.references[sentence] for sentence, _ in fresh],
            )
            for (sentence, candidate), row in zip(fresh, self.metric.statistics(batch), strict=True):
                self._features[sentence].append(candidate.features)
                self._statistics[sentence].append(row)
        return len(fresh)

    def columns(self) -> Columns:
        """Return all candidates in flat arrays."""
        counts = [len(rows) for rows in self._features]
        if not all(counts):
            raise DataError(f"sentence {counts.index(0) + 1} has no candidates to tune on.")
        return Columns(
            np.array([row for rows in self._features for row in rows]),
            np.array([row for rows in self._statistics for row in rows]),
            np.cumsum([0, *counts]),
        )


@dataclass(frozen=True)
class Columns:
    """Candidates in flat arrays, those of a sentence side by side.

    Attributes:
        features: one row per candidate.
        statistics: the metric's statistics, one row per candidate.
        starts: sentence ``k`` has the rows ``starts[k]`` up to ``starts[k + 1]``.
    """

    features: Floats
    statistics: Floats
    starts: NDArray[np.int64]

    def chosen(self, weights: Floats) -> NDArray[np.int64]:
        """Return for each sentence the row of the candidate that scores highest; of equals, the first."""
        scores = self.features @ weights
        sentence = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        order = np.lexsort((np.arange(len(scores)), -scores, sentence))
        return order[self.starts[:-1]]

    def total(self, weights: Floats) -> Floats:
        """Return the summed statistics of the candidates that these weights choose."""
        total: Floats = self.statistics[self.chosen(weights)].sum(axis=0)
        return total
