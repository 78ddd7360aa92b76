"""BLEU with a penalty on outputs that have too much of something."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping

import numpy as np

from laconic.errors import UsageError
from laconic.metrics.base import Metric, Statistics
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import COLUMNS, Bleu, Tokenization


class PenalisedBleu(Metric):
    """BLEU · exp(−λ max(0, x − t)) over the corpus, with x measured on the outputs and t its target.

    Attributes:
        title: the metric's name for people.
        measure: what x is called among the details.
        symbol: what t is called in the signature.
    """

    title: str
    measure: str
    symbol: str

    def __init__(self, tokenize: Tokenization, penalty: float, target: float) -> None:
        """Choose the target.

        Args:
            tokenize: sacrebleu's tokenisation.
            penalty: λ, how severely too much is punished.
            target: t, up to which there is no penalty.
        """
        if not (math.isfinite(penalty) and penalty >= 0):
            raise UsageError(f"the penalty λ of {self.title} must be a number of at least 0, not {penalty}.")
        self.bleu = Bleu(tokenize)
        self.penalty = penalty
        self.target = target

    @abstractmethod
    def counts(self, batch: Batch) -> Statistics:
        """Return one row per sentence of what is needed, beside the statistics of BLEU, to measure x."""

    @abstractmethod
    def measured(self, totals: Statistics) -> Statistics:
        """Return x for each row of summed statistics: those of BLEU, then the counts."""

    @property
    def signature(self) -> str:
        """λ, t and the settings of BLEU."""
        _, *settings = self.bleu.signature.split("|")
        return "|".join([self.name, f"lambda:{self.penalty:g}", f"{self.symbol}:{self.target:g}", *settings])

    def statistics(self, batch: Batch) -> Statistics:
        """Return BLEU's statistics and the counts."""
        return np.column_stack([self.bleu.statistics(batch), self.counts(batch)])

    def score(self, total: Statistics) -> float:
        """Return the score of the summed statistics."""
        return self.bleu.score(total[:COLUMNS]) * float(self._factors(total[None])[0])

    def scores(self, totals: Statistics) -> Statistics:
        """Return the scores of many rows of summed statistics."""
        return self.bleu.scores(totals[:, :COLUMNS]) * self._factors(totals)

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return what was measured."""
        return {self.measure: float(self.measured(total[None])[0])}

    def _factors(self, totals: Statistics) -> Statistics:
        factors: Statistics = np.exp(-self.penalty * np.maximum(0.0, self.measured(totals) - self.target))
        return factors
