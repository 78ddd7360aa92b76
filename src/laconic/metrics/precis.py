"""PRÉCIS: BLEU with a penalty on outputs that are longer than requested."""

from __future__ import annotations

import numpy as np

from laconic.errors import UsageError
from laconic.metrics.base import Statistics
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import Tokenization, splitter
from laconic.metrics.penalised import PenalisedBleu


class Precis(PenalisedBleu):
    """The objective of Ganitkevitch et al. (2011), section 6.2, over the corpus, from 0 to 100.

    With c and i the lengths of outputs and inputs::

        PRÉCIS = exp(λ (φ − c/i)) · BLEU   if c/i ≥ φ
                 BLEU                      otherwise

    Lengths are counted in BLEU's tokens and summed over the corpus before the rate is taken, as in tuning;
    several references count as they do in BLEU.
    """

    name = "precis"
    tokenizes = True
    scale = 100
    title = "PRÉCIS"
    measure = "rate"
    symbol = "phi"

    def __init__(self, tokenize: Tokenization = "13a", *, penalty: float = 10.0, rate: float = 0.5) -> None:
        """Choose the target.

        Args:
            tokenize: sacrebleu's tokenisation.
            penalty: λ, how severely longer outputs are punished.
            rate: φ, the compression rate up to which there is no penalty.
        """
        if not 0 < rate <= 1:
            raise UsageError(f"the target rate φ of PRÉCIS must be between 0 and 1, not {rate}.")
        super().__init__(tokenize, penalty, rate)

    def counts(self, batch: Batch) -> Statistics:
        """Return the length of the source."""
        starts = batch.numbered(splitter(self.bleu.tokenize)).sources.starts
        return np.diff(starts)[:, None].astype(np.float64)

    def measured(self, totals: Statistics) -> Statistics:
        """Return the rates in BLEU's tokens."""
        rates: Statistics = totals[:, 0] / np.where(totals[:, -1], totals[:, -1], np.inf)
        return rates
