"""Readability: the Flesch-Kincaid grade, and BLEU with a penalty on outputs that are hard to read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from laconic.metrics.base import Metric, Statistics, sign
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import COLUMNS, Tokenization
from laconic.metrics.penalised import PenalisedBleu

_VOWELS = re.compile(r"[aeiouy]+")
_SILENT_END = re.compile(r"(?:[^laeiouy]e|[^tdaeiouy]ed|[^scxzgaeiouy]es)$")
_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=100_000)
def syllables(word: str) -> int:
    """Return about how many syllables an English word has: its groups of vowels, less a silent ending.

    >>> [syllables(word) for word in ("strengths", "rewritten", "made", "asked", "table", "2024")]
    [1, 3, 1, 1, 2, 1]
    """
    lower = word.lower()
    groups = len(_VOWELS.findall(lower))
    return max(1, groups - (groups > 1 and bool(_SILENT_END.search(lower))))


class ReadingGrade(Metric):
    """The Flesch-Kincaid grade of the outputs over the corpus (Kincaid et al. 1975): school years needed to read them.

    Each output counts as one sentence; tokens without a letter are not counted.
    """

    name = "reading_grade"
    higher_is_better = False

    @property
    def signature(self) -> str:
        """There is nothing to set."""
        return sign(self.name, syllables="vowel-groups")

    def statistics(self, batch: Batch) -> Statistics:
        """Return sentences, words and syllables."""
        return np.array([_counts(output.words) for output in batch.outputs], np.float64)

    def score(self, total: Statistics) -> float:
        """Return the grade."""
        return float(self.scores(total[None])[0])

    def scores(self, totals: Statistics) -> Statistics:
        """Return the grades of many rows of summed counts."""
        sentences, words, _ = np.where(totals, totals, np.inf).T
        grades: Statistics = 0.39 * totals[:, 1] / sentences + 11.8 * totals[:, 2] / words - 15.59
        return grades


class PlainBleu(PenalisedBleu):
    """BLEU with a penalty on outputs that are harder to read than asked for, from 0 to 100.

    It is to simplification what PRÉCIS is to compression, as Ganitkevitch et al. (2011, section 6.2) suggest.
    With G the outputs' reading grade::

        BLEU · exp(λ (g − G))   if G ≥ g
        BLEU                    otherwise
    """

    name = "plain_bleu"
    tokenizes = True
    scale = 100
    title = "plain BLEU"
    measure = "grade"
    symbol = "grade"

    def __init__(self, tokenize: Tokenization = "13a", *, penalty: float = 0.1, grade: float = 6.0) -> None:
        """Choose the target.

        Args:
            tokenize: sacrebleu's tokenisation.
            penalty: λ, how severely each grade too many is punished.
            grade: g, the reading grade up to which there is no penalty.
        """
        super().__init__(tokenize, penalty, grade)
        self.reading = ReadingGrade()

    def counts(self, batch: Batch) -> Statistics:
        """Return the statistics of the reading grade."""
        return self.reading.statistics(batch)

    def measured(self, totals: Statistics) -> Statistics:
        """Return the reading grades."""
        return self.reading.scores(totals[:, COLUMNS:])


def _counts(words: Sequence[str]) -> tuple[int, int, int]:
    spoken = [word for word in words if _LETTER.search(word)]
    return 1, len(spoken), sum(map(syllables, spoken))
