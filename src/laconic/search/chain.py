"""`crf`: a linear chain of keep and delete labels, its best labellings and its probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from laconic import _core
from laconic.errors import UsageError
from laconic.search.base import Floats, Parts, Scores
from laconic.search.constraints import Constraints, Masks, for_sum
from laconic.search.paths import KeptRows, PathSearch


class ChainSearch(PathSearch):
    """Viterbi search over token and transition scores: O(n²) for all lengths."""

    reads: ClassVar[Parts] = frozenset({"token", "transition"})

    def _lengths(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        return _core.chain_lengths(scores.token, scores.transition, constraints.core, constraints.high)

    def _best(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        return _core.chain_best(
            scores.token, scores.transition, constraints.core, constraints.low, constraints.high, constraints.nbest
        )


@dataclass(frozen=True, slots=True, eq=False)
class ChainMarginals:
    """Sums over all labellings, each weighted by the exponential of its score.

    Attributes:
        log_partition: the logarithm of the sum; its gradient in the scores is the two arrays below.
        token: ``[n]``, the probability that each word is kept.
        transition: ``[n + 1, 2, 2]``, the probability of each pair of neighbouring labels.
    """

    log_partition: float
    token: Floats
    transition: Floats


def chain_marginals(scores: Scores, words: int | None = None, masks: Masks | None = None) -> ChainMarginals:
    """Return the log-partition and the marginals over labellings that keep a number of words, or any number.

    Raises:
        UsageError: no labelling is possible.
    """
    constraints = for_sum(len(scores), words, masks)
    log_partition, transition = _core.chain_marginals(
        scores.token, scores.transition, constraints.core, constraints.high
    )
    if log_partition == -np.inf:
        raise UsageError("the scores allow no labelling, so there is nothing to sum.")
    return ChainMarginals(log_partition, transition[:-1, :, 1].sum(axis=1), transition)
