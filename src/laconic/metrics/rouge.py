"""ROUGE by Google's rouge-score: overlap of words, of pairs of words, and the longest common subsequence."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from laconic.errors import MissingDependency
from laconic.metrics.base import MeanMetric, Statistics, sign
from laconic.metrics.batch import Batch


class _Rouge(MeanMetric):
    """F1 of one kind of overlap, the mean over sentences; of several references, the best one counts.

    Texts are split by rouge-score itself: runs of letters and digits in lower case, without stemming.
    """

    kind: str

    @classmethod
    def is_available(cls) -> bool:
        """Return whether rouge-score is installed."""
        return find_spec("rouge_score") is not None

    @property
    def signature(self) -> str:
        """How texts are split and references chosen, and the version of rouge-score."""
        from importlib.metadata import version

        self._check()
        return sign(self.name, stem="no", refs="best", average="macro", rouge_score=version("rouge-score"))

    def sentence_values(self, batch: Batch) -> Statistics:
        """Return each sentence's F1 with its best reference."""
        self._check()
        from rouge_score.rouge_scorer import RougeScorer

        scorer = RougeScorer([self.kind], use_stemmer=False)
        return np.array(
            [
                scorer.score_multi([reference.text for reference in references], output.text)[self.kind].fmeasure
                for output, references in zip(batch.outputs, batch.references, strict=True)
            ],
            np.float64,
        )

    def _check(self) -> None:
        if not self.is_available():
            raise MissingDependency("ROUGE", "rouge")


class Rouge1(_Rouge):
    """ROUGE-1: words."""

    name = "rouge_1"
    title = "ROUGE-1"
    kind = "rouge1"


class Rouge2(_Rouge):
    """ROUGE-2: pairs of neighbouring words."""

    name = "rouge_2"
    title = "ROUGE-2"
    kind = "rouge2"


class RougeL(_Rouge):
    """ROUGE-L: the longest common subsequence of words."""

    name = "rouge_l"
    title = "ROUGE-L"
    kind = "rougeL"
