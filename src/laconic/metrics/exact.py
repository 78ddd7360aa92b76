"""Exact match: how often the output is a reference, word for word."""

from __future__ import annotations

import numpy as np

from laconic.metrics.base import MeanMetric, Statistics, sign
from laconic.metrics.batch import Batch, lower_words


class ExactMatch(MeanMetric):
    """The share of outputs whose tokens are those of a reference, in order, ignoring case."""

    name = "exact_match"
    title = "exact"

    @property
    def signature(self) -> str:
        """How words are compared and references chosen."""
        return sign(self.name, case="lc", refs="any")

    def sentence_values(self, batch: Batch) -> Statistics:
        """Return 1 for each sentence that matches and 0 for the others."""
        matches = (
            any(
                len(reference.words) == len(output.words) and lower_words(reference) == lower_words(output)
                for reference in references
            )
            for output, references in zip(batch.outputs, batch.references, strict=True)
        )
        return np.fromiter(matches, np.float64, len(batch))
