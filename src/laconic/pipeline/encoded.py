"""Sentences that the network has scored, and the candidates that are judged by its probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from laconic.pipeline.confidence import Calibration
from laconic.pipeline.method import Candidate, Scored
from laconic.search.base import Floats, Scores
from laconic.search.bigram import LengthMarginals, bigram_marginals, length_marginals, length_partitions

_LIKENESS = 5.0
"""What a headline's expected unigram F1 counts beside an editor's verdict.

`experiments/compressor/headlines.py` prints what other values would do: between 4 and 8, little changes.
"""

_REJECTED = 1.0
"""What the probability of a rejection counts against a headline, besides its part in the verdict.

Without it, a headline that is very probable wins even if it is broken.
"""

AS_THEY_ARE = Calibration()
"""Probabilities that are worth what they say."""


@dataclass(frozen=True)
class EncoderScored(Scored):
    """A sentence with its scores for a rate.

    Attributes:
        scores: those for words, neighbours and arcs.
        untied: the network's own scores, without dependences between words: those its probabilities are learnt for.
        fixed: the calibration of its probabilities for a given length.
    """

    scores: Scores
    untied: Scores = field(default_factory=lambda: Scores(token=[]))
    fixed: Calibration = AS_THEY_ARE

    @cached_property
    def partitions(self) -> Floats:
        """The logarithm of the sum over all answers of each length."""
        return length_partitions(self.scores)

    @cached_property
    def untied_partitions(self) -> Floats:
        """The same by the network's own scores."""
        return length_partitions(self.untied)

    @cached_property
    def untied_lengths(self) -> LengthMarginals:
        """The sums over all answers of each length, and the probabilities of words, by the network's own scores."""
        return length_marginals(self.untied)

    @property
    def untied_marginals(self) -> Floats:
        """``[n + 1, n]``, the probability of each word among answers of each length, by the network's own scores."""
        return self.untied_lengths.token

    @cached_property
    def stays(self) -> Floats:
        """The same, calibrated: for all lengths at once, since answers of many lengths may be written."""
        return self.fixed.probability(self.untied_marginals)

    @cached_property
    def word_scores(self) -> list[float]:
        """The network's own scores of words, as answers report them."""
        rounded: list[float] = self.untied.token.round(3).tolist()
        return rounded

    def log_partition(self, words: int) -> float:
        """Return the logarithm of the sum over all answers of this length, or over all if the length is free."""
        if self.rate is None:
            return float(bigram_marginals(self.scores).log_partition)
        return float(self.partitions[words])

    def log_probabilities(self, kept: NDArray[np.bool_]) -> Floats:
        """Return ``[K]``: the log-probability of each of K answers among those of its length.

        It is taken by the network's own scores, without dependences between words.

        Args:
            kept: ``[K, n]``, which words each answer keeps.
        """
        staying = np.ones((len(kept), kept.shape[1] + 2), np.bool_)  # the ends of the sentence stay
        staying[:, 1:-1] = kept
        answer, place = staying.nonzero()
        follows = answer[1:] == answer[:-1]
        steps = np.where(follows, self.untied.bigram[place[:-1], place[1:]], 0.0)
        scores = np.bincount(answer[1:], steps, len(kept)) + kept @ self.untied.token
        found: Floats = scores - self.untied_partitions[kept.sum(axis=1)]
        return found


@dataclass(frozen=True)
class Headline(Candidate):
    """A candidate of free length in a style whose references tell how long an answer is.

    Attributes:
        likeness: its expected unigram F1 with a reference, by the network's probabilities.
    """

    likeness: float = 0.0

    @property
    def gain(self) -> float:
        """An editor's verdict knows what is well written, but not what headlines tell and how long they are."""
        rejected = 0.0 if self.verdict is None else self.verdict.reject
        return _LIKENESS * self.likeness - _REJECTED * rejected


def likelihoods(candidates: Sequence[Candidate], kept: NDArray[np.bool_]) -> Floats:
    """Return ``[K, 2]``: the log-probability of each candidate among those of its length, per word, and its share.

    The candidates are of one sentence. Their probabilities are those of `EncoderScored.log_probabilities`.

    Args:
        candidates: the candidates.
        kept: ``[K, n]``, which words each of them keeps.
    """
    words = kept.sum(axis=1)
    probability = np.zeros(len(candidates))
    for scored in {id(each.scored): each.scored for each in candidates}.values():
        assert isinstance(scored, EncoderScored)
        rows = [row for row, each in enumerate(candidates) if each.scored is scored]
        probability[rows] = scored.log_probabilities(kept[rows])
    return np.stack([probability / np.maximum(1, words), words / kept.shape[1]], axis=1)


def kept_words(candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return ``[K, n]``: which words of one sentence its candidates keep."""
    kept = np.zeros((len(candidates), len(candidates[0].source)), np.bool_)
    for row, each in enumerate(candidates):
        kept[row, list(each.kept or ())] = True
    return kept
