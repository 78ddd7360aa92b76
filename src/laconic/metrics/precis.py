"""PRÉCIS: BLEU with a penalty on outputs that are longer than wished."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from laconic.errors import UsageError
from laconic.metrics.base import Metric, Statistics, ratio
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import Bleu, Tokenization, splitter


class Precis(Metric):
    """The objective of Ganitkevitch et al. (2011), section 6.2, over the corpus, from 0 to 100.

    With c and i the lengths of outputs and inputs::

        PRÉCIS = exp(λ (φ − c/i)) · BLEU   if c/i ≥ φ
                 BLEU                      otherwise

    Lengths are counted in BLEU's tokens and summed over the corpus before the rate is taken, as in tuning;
    several references count as they do in BLEU.
    """

    name = "precis"

    def __init__(self, tokenize: Tokenization = "13a", *, penalty: float = 10.0, rate: float = 0.5) -> None:
        """Choose the target.

        Args:
            tokenize: sacrebleu's tokenisation.
            penalty: λ, how severely longer outputs are punished.
            rate: φ, the compression rate up to which there is no penalty.
        """
        if not (math.isfinite(penalty) and penalty >= 0):
            raise UsageError(f"The penalty λ of PRÉCIS must be a number from 0 up, not {penalty}.")
        if not 0 < rate <= 1:
            raise UsageError(f"The target rate φ of PRÉCIS must lie between 0 and 1, not {rate}.")
        self.bleu = Bleu(tokenize)
        self.penalty = penalty
        self.rate = rate

    @property
    def signature(self) -> str:
        """λ, φ and the settings of BLEU."""
        _, *settings = self.bleu.signature.split("|")
        return "|".join([self.name, f"lambda:{self.penalty:g}", f"phi:{self.rate:g}", *settings])

    def statistics(self, batch: Batch) -> Statistics:
        """Return BLEU's statistics and the length of the source."""
        starts = batch.numbered(splitter(self.bleu.tokenize)).sources.starts
        return np.column_stack([self.bleu.statistics(batch), np.diff(starts)])

    def score(self, total: Statistics) -> float:
        """Return PRÉCIS of the summed statistics."""
        excess = self._rate(total) - self.rate
        return self.bleu.score(total[:-1]) * math.exp(-self.penalty * max(0.0, excess))

    def scores(self, totals: Statistics) -> Statistics:
        """Return PRÉCIS of many rows of summed statistics."""
        rates = totals[:, 0] / np.where(totals[:, -1], totals[:, -1], np.inf)
        penalties: Statistics = np.exp(-self.penalty * np.maximum(0.0, rates - self.rate))
        return self.bleu.scores(totals[:, :-1]) * penalties

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return the rate in BLEU's tokens."""
        return {"rate": self._rate(total)}

    def _rate(self, total: Statistics) -> float:
        return ratio(total[0], total[-1])
