"""`bigram`: the best kept sequence under token and bigram scores (McDonald 2006), and its probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from laconic import _core
from laconic.errors import UsageError
from laconic.search.base import Floats, Parts, Scores
from laconic.search.constraints import Constraints, Masks, counted
from laconic.search.paths import KeptRows, PathSearch


class BigramSearch(PathSearch):
    """Exact search over token and bigram scores: O(n³) for all lengths; arcs are not looked at.

    >>> from laconic.search.constraints import Constraints
    >>> BigramSearch().search(Scores(token=[1.0, -1.0, 2.0]), Constraints.exactly(3, 2))[0].positions
    (0, 2)
    """

    reads: ClassVar[Parts] = frozenset({"bigram", "token"})

    def _lengths(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        return _core.bigram_lengths(scores.token, scores.bigram, constraints.core, constraints.high)

    def _best(self, scores: Scores, constraints: Constraints) -> tuple[Floats, KeptRows]:
        return _core.bigram_best(
            scores.token, scores.bigram, constraints.core, constraints.low, constraints.high, constraints.nbest
        )


@dataclass(frozen=True, slots=True, eq=False)
class BigramMarginals:
    """Sums over all compressions, each weighted by the exponential of its score.

    Attributes:
        log_partition: the logarithm of the sum; its gradient in the scores is the two arrays below.
        token: ``[n]``, the probability that each word is kept.
        bigram: ``[n + 2, n + 2]``, the probability that two words are kept side by side.
    """

    log_partition: float
    token: Floats
    bigram: Floats


def bigram_marginals(scores: Scores, words: int | None = None, masks: Masks | None = None) -> BigramMarginals:
    """Return the log-partition and the marginals over compressions of a number of words, or of any length.

    Raises:
        UsageError: no compression is possible.
    """
    constraints = counted(len(scores), words, masks)
    log_partition, bigram = _core.bigram_marginals(scores.token, scores.bigram, constraints.core, constraints.high)
    if log_partition == -np.inf:
        raise UsageError("the scores allow no compression, so there is nothing to sum.")
    return BigramMarginals(log_partition, bigram.sum(axis=0)[1:-1], bigram)
