"""What a metric is: additive statistics for each sentence, and a score of their sum."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from laconic.metrics.batch import Batch

Statistics: TypeAlias = NDArray[np.float64]
"""One row of numbers per sentence; the sum of the rows is all that a corpus score depends on."""


class Metric(ABC):
    """A score for a corpus that depends only on the sum of statistics of its sentences.

    Because statistics add up, scores of parts, of resamples and of sentences all come from one reading of
    the text. To add a metric, write `statistics`, `score` and `signature`; `laconic.testing.check_metric`
    checks that they keep their promises.

    Attributes:
        name: how the metric is called on the command line and in JSON.
        higher_is_better: True or False, or None if more is neither better nor worse.
        needs_parse: whether outputs and references must be parsed.
        tokenizes: whether it splits texts itself, and is created with ``tokenize``.
        scale: the maximum of its scores: 1, or 100 as is usual for some metrics.
        title: how a column of its scores is headed; its name if there is none.
        unit: what it counts, if its name does not say.
    """

    name: str
    higher_is_better: bool | None = True
    needs_parse: bool = False
    tokenizes: bool = False
    scale: Literal[1, 100] = 1
    title: str = ""
    unit: str = ""

    @classmethod
    def is_available(cls) -> bool:
        """Return whether the package that computes the metric is installed; if not, it must be asked for by name."""
        return True

    @property
    @abstractmethod
    def signature(self) -> str:
        """Every setting and version the scores depend on, as ``key:value`` pairs joined by ``|``."""

    @abstractmethod
    def statistics(self, batch: Batch) -> Statistics:
        """Return one row of statistics per sentence."""

    @abstractmethod
    def score(self, total: Statistics) -> float:
        """Return the score of a corpus from the sum of its sentences' statistics."""

    def scores(self, totals: Statistics) -> Statistics:
        """Return the scores of many corpora, each from one row of summed statistics.

        It is what `score` gives for each row; a metric that is used in tuning does well to compute all at once.
        """
        return np.array([self.score(row) for row in totals], np.float64)

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return the parts that the score was made of, by name."""
        return {}

    def sentence_scores(self, statistics: Statistics) -> Statistics:
        """Return the score of every sentence by itself."""
        return np.array([self.score(row) for row in statistics], np.float64)


class MeanMetric(Metric):
    """A metric whose corpus score is the mean of its sentences' scores (macro-averaged)."""

    @abstractmethod
    def sentence_values(self, batch: Batch) -> Statistics:
        """Return the score of every sentence."""

    def statistics(self, batch: Batch) -> Statistics:
        """Return each sentence's score, and the count 1."""
        values = self.sentence_values(batch)
        return np.stack([values, np.ones_like(values)], axis=1)

    def score(self, total: Statistics) -> float:
        """Return the mean."""
        return ratio(total[0], total[1])

    def sentence_scores(self, statistics: Statistics) -> Statistics:
        """Return the score of every sentence by itself."""
        scores: Statistics = statistics[:, 0] / statistics[:, 1]
        return scores


def ratio(part: float, whole: float) -> float:
    """Return ``part / whole``, and 0 where the whole is 0."""
    return float(part / whole) if whole else 0.0


def f1(matched: float, output: float, reference: float) -> float:
    """Return the harmonic mean of precision and recall from counts; two empty sides agree fully."""
    if output + reference == 0:
        return 1.0
    return 2 * matched / (output + reference)


def sign(name: str, **settings: object) -> str:
    """Return a signature: the name, the settings in the order given, and laconic's version."""
    from laconic import __version__

    words = {True: "yes", False: "no"}
    pairs = [f"{key}:{words[value] if isinstance(value, bool) else value}" for key, value in settings.items()]
    return "|".join([name, *pairs, f"laconic:{__version__}"])
