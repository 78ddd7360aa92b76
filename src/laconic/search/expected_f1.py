"""Expected F1: how much an answer will have in common with the one that a bigram model's probabilities speak of.

For a set X of kept words and a random one Y, F1 is 2 |X ∩ Y| / (|X| + |Y|). Its expectation needs only the probability
that Y has k words and word i is one of them (Dembczyński et al. 2011, "An Exact Algorithm for F-Measure Maximization"):

    E[F1(X, Y)] = Σ over words i of X, lengths k: P(i ∈ Y, |Y| = k) · 2 / (|X| + k)

Sums over all compressions of each length give these probabilities exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.search.base import Floats
from laconic.search.bigram import LengthMarginals


def expected_f1(marginals: LengthMarginals, kept: NDArray[np.bool_]) -> Floats:
    """Return ``[K]``: the expected F1 of each of K answers, over all compressions of at least one word.

    Words are told apart by their positions.

    Args:
        marginals: the sums over the compressions of each length.
        kept: ``[K, n]``, which words each answer keeps.

    Raises:
        UsageError: no compression is possible.

    >>> from laconic.search.base import Scores
    >>> from laconic.search.bigram import length_marginals
    >>> marginals = length_marginals(Scores(token=[0.0, 0.0]))  # one word, the other, or both are equally likely
    >>> expected_f1(marginals, np.array([[True, False], [True, True]])).round(3).tolist()
    [0.556, 0.778]
    """
    log_partition = marginals.log_partition[1:]
    if not np.isfinite(log_partition).any():
        raise UsageError("the scores allow no compression, so no F1 can be expected.")
    probability = np.exp(log_partition - np.logaddexp.reduce(log_partition))
    lengths = np.arange(1, len(log_partition) + 1)
    shares = 2.0 * probability / (kept.sum(axis=1)[:, np.newaxis] + lengths)
    found: Floats = ((shares @ marginals.token[1:]) * kept).sum(axis=1)
    return found
