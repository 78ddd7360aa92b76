"""SARI (Xu et al. 2016): how well words were added, kept and deleted, given the source."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from laconic import _core
from laconic.metrics.base import Metric, Statistics, ratio, sign
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import ORDERS, Tokenization, splitter

OPERATIONS = ("add", "keep", "delete")


class Sari(Metric):
    """The mean of three F1 over n-grams: added, kept and deleted ones; over the corpus, from 0 to 100.

    The conventions are EASSE's: all sides are tokenised alike and in lower case; counts are summed over the
    corpus; F1 is taken for each order from 1 to 4 and averaged; deleting is scored by F1 too, not by
    precision alone. An F1 without any n-gram to judge is 0.
    """

    name = "sari"
    tokenizes = True
    scale = 100

    def __init__(self, tokenize: Tokenization = "13a") -> None:
        self.tokenize: Tokenization = tokenize

    @property
    def signature(self) -> str:
        """The settings, and the version of the tokenisation."""
        import sacrebleu

        return sign(
            self.name,
            case="lc",
            tok=self.tokenize,
            orders=ORDERS,
            average="corpus",
            delete="f1",
            refs="all",
            sacrebleu=sacrebleu.__version__,
        )

    def statistics(self, batch: Batch) -> Statistics:
        """Return nine counts an order: right, output's and references' additions, keeps and deletions."""
        numbered = batch.numbered(splitter(self.tokenize), lower=True)
        sides = (*numbered.sources, *numbered.outputs, *numbered.references)
        return _core.sari_statistics(*sides, numbered.first).astype(np.float64)

    def score(self, total: Statistics) -> float:
        """Return the mean of the three operations' scores."""
        return sum(self.details(total).values()) / len(OPERATIONS)

    def scores(self, totals: Statistics) -> Statistics:
        """Return SARI of many rows of summed counts."""
        right, output, references = np.moveaxis(totals.reshape(len(totals), -1, 3), 2, 0)
        judged = np.where((output > 0) & (references > 0), output + references, np.inf)
        scores: Statistics = 100 * (2 * right / judged).mean(axis=1)
        return scores

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return the score of each operation."""
        counts = total.reshape(ORDERS, len(OPERATIONS), 3)
        return {
            operation: sum(100 * _f1(*counts[order, index]) for order in range(ORDERS)) / ORDERS
            for index, operation in enumerate(OPERATIONS)
        }


def _f1(right: float, output: float, references: float) -> float:
    # Precision and recall share their numerator, so 2PR / (P + R) comes to this.
    return ratio(2 * right, output + references) if output and references else 0.0
