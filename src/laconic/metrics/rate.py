"""Compression rate: how much of the source's length is left."""

from __future__ import annotations

import numpy as np

from laconic.metrics.base import MeanMetric, Metric, Statistics, ratio, sign
from laconic.metrics.batch import Batch


def _lengths(batch: Batch) -> tuple[Statistics, Statistics]:
    outputs = np.array([len(output.words) for output in batch.outputs], np.float64)
    sources = np.array([len(source.words) for source in batch.sources], np.float64)
    return outputs, sources


class CompressionRate(MeanMetric):
    """Output tokens per source token, as the mean over sentences; punctuation counts."""

    name = "compression_rate"
    title = "rate"
    higher_is_better = None

    @property
    def signature(self) -> str:
        """How the mean is taken."""
        return sign(self.name, average="macro", punct="yes")

    def sentence_values(self, batch: Batch) -> Statistics:
        """Return each sentence's rate."""
        outputs, sources = _lengths(batch)
        return outputs / sources


class CompressionRateMicro(Metric):
    """All output tokens per all source tokens; punctuation counts."""

    name = "compression_rate_micro"
    title = "rate (micro)"
    higher_is_better = None

    @property
    def signature(self) -> str:
        """How the mean is taken."""
        return sign(self.name, average="micro", punct="yes")

    def statistics(self, batch: Batch) -> Statistics:
        """Return each sentence's numbers of output and source tokens."""
        return np.stack(_lengths(batch), axis=1)

    def score(self, total: Statistics) -> float:
        """Return the rate of the sums."""
        return ratio(total[0], total[1])
