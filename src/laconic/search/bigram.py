"""`bigram`: the best kept sequence under token and bigram scores (McDonald 2006), and its probabilities.

A compression is a path from the sentence's start over its kept words to its end. With exponentials of scores in a
matrix of transitions, its powers sum over all paths of each number of words (`length_marginals`), for little more than
`bigram_marginals` takes for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from laconic import _core
from laconic.errors import UsageError
from laconic.search.base import Floats, Parts, Scores
from laconic.search.constraints import Constraints, Masks, for_sum
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
    constraints = for_sum(len(scores), words, masks)
    log_partition, bigram = _core.bigram_marginals(scores.token, scores.bigram, constraints.core, constraints.high)
    if log_partition == -np.inf:
        raise UsageError("the scores allow no compression, so there is nothing to sum.")
    return BigramMarginals(log_partition, bigram.sum(axis=0)[1:-1], bigram)


@dataclass(frozen=True, slots=True, eq=False)
class LengthMarginals:
    """Sums over all compressions of each length, each weighted by the exponential of its score.

    Attributes:
        log_partition: ``[n + 1]``, the logarithm of the sum of each length; minus infinity for none.
        token: ``[n + 1, n]``, the probability that each word is kept, among compressions of each length.
    """

    log_partition: Floats
    token: Floats


def length_marginals(scores: Scores) -> LengthMarginals:
    """Return the log-partition and the words' probabilities of every length from 1 to all words.

    >>> found = length_marginals(Scores(token=[0.0, 0.0]))
    >>> np.exp(found.log_partition).round(3).tolist(), found.token[1].tolist()
    ([0.0, 2.0, 1.0], [0.5, 0.5])
    """
    return LengthMarginals(*_core.length_marginals(scores.token, scores.bigram))


def length_partitions(scores: Scores) -> Floats:
    """Return ``[n + 1]``: the log-partition of every length alone, in less than half of the time.

    >>> np.exp(length_partitions(Scores(token=[0.0, 0.0]))).round(3).tolist()
    [0.0, 2.0, 1.0]
    """
    return _core.length_partitions(scores.token, scores.bigram)
