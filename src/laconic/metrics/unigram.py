"""Unigram F1: how many words output and reference share."""

from __future__ import annotations

from collections import Counter

import numpy as np

from laconic.metrics.base import MeanMetric, Statistics, f1, sign
from laconic.metrics.batch import Batch, lower_words


class UnigramF1(MeanMetric):
    """F1 over the multisets of words of output and reference, as the mean over sentences.

    Case does not count, punctuation does. Of several references, the one with the best F1 counts.
    """

    name = "unigram_f1"
    title = "unigram F1"

    @property
    def signature(self) -> str:
        """How words are compared and references chosen."""
        return sign(self.name, case="lc", refs="best", average="macro", punct="yes")

    def sentence_values(self, batch: Batch) -> Statistics:
        """Return each sentence's F1 with its best reference."""
        values = np.empty(len(batch))
        for index, (output, references) in enumerate(zip(batch.outputs, batch.references, strict=True)):
            words = lower_words(output)
            counts = Counter(words)
            values[index] = max(
                f1(_overlap(counts, other := lower_words(reference)), len(words), len(other))
                for reference in references
            )
        return values


def _overlap(counts: Counter[str], words: list[str]) -> int:
    return sum(min(count, counts[word]) for word, count in Counter(words).items() if word in counts)
