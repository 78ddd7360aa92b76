"""The best derivation for every total of small counts: its words, or its right and wrong words.

A loss such as one less precision is not a sum over edges, but a function of two counts that are. With
the best score for each pair of counts at hand, the derivation that is worst for a learner is found
exactly: by margin rescaling it has the highest ``score + loss``, by slack rescaling the highest
``loss * (1 + score - score of the truth)``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import DataError, UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest
from laconic.forest.inference import Floats, edge_scores

UNLIMITED = 2**30 - 1
"""A cap that no sentence reaches."""


class Strata:
    """The best derivations of a forest, one for each total of its edges' counts.

    Attributes:
        scores: ``scores[n]`` or ``scores[n, m]`` is the best score with these totals, and minus infinity
            if no derivation has them. It ends at the largest totals that occur within the caps.
    """

    def __init__(self, forest: Forest, core: _core.ForestStrata, dimensions: int) -> None:
        self._forest = forest
        self._core = core
        self._dimensions = dimensions
        low_a, low_b, reached = core.totals()
        scores = np.full((low_a + reached.shape[0], low_b + reached.shape[1]), -np.inf)
        scores[low_a:, low_b:] = reached
        self.scores: Floats = scores if dimensions == 2 else scores.reshape(-1)

    def derivation(self, *totals: int) -> Derivation:
        """Return the best derivation with exactly these totals.

        Raises:
            UsageError: no derivation has them.
        """
        if len(totals) != self._dimensions:
            raise UsageError(f"{len(totals)} totals were given where derivations have {self._dimensions}.")
        fits = all(0 <= total < size for total, size in zip(totals, self.scores.shape, strict=True))
        if not fits or self.scores[totals] == -np.inf:
            raise UsageError(f"no derivation has the totals {', '.join(map(str, totals))}.")
        edges = self._core.trace(*totals) if self._dimensions == 2 else self._core.trace(0, totals[0])
        return Derivation(self._forest, edges.tolist(), float(self.scores[totals]))


def stratify(forest: Forest, scores: ArrayLike, counts: ArrayLike, caps: Sequence[int] | None = None) -> Strata:
    """Find the best derivation for every total of one or two counts, all at once and exactly.

    The time is, for each edge, the product of the numbers of totals that its tails can reach.

    Args:
        forest: the forest.
        scores: one score per edge.
        counts: for each edge one or two whole numbers, of 0 or more, which add up over a derivation.
        caps: the largest totals of interest; derivations beyond are left out. Without caps, all stay.

    Raises:
        DataError: the counts do not fit the forest.
        UsageError: there are more totals than fit into memory: give caps.
    """
    values = edge_scores(forest, scores)
    array = np.asarray(counts)
    if array.ndim != 2 or array.shape[0] != forest.edges or array.shape[1] not in (1, 2):
        raise DataError(f"{forest.edges} edges need an array of one or two counts each; its shape is {array.shape}.")
    if array.size and (array.dtype.kind not in "iu" or array.min() < 0 or array.max() > UNLIMITED):
        raise DataError("counts must be whole numbers of 0 or more.")
    dimensions = array.shape[1]
    limits = [UNLIMITED] * dimensions if caps is None else list(caps)
    if len(limits) != dimensions or not all(0 <= limit <= UNLIMITED for limit in limits):
        raise UsageError(f"{dimensions} counts need {dimensions} caps of 0 or more, not {limits}.")
    pairs = np.zeros((forest.edges, 2), np.int32)
    pairs[:, 2 - dimensions :] = array
    try:
        core = _core.ForestStrata(forest.graph, values, pairs, limits[0] if dimensions == 2 else 0, limits[-1])
    except ValueError:
        raise UsageError("the totals of these counts do not fit into memory; give smaller caps.") from None
    return Strata(forest, core, dimensions)


def by_length(forest: Forest, scores: ArrayLike, longest: int | None = None) -> Strata:
    """Find the best derivation of every length in words, up to the longest of interest.

    >>> forest = Forest.from_edges([(0, ["old"]), (0, []), (1, ["the", 0, "dog"])])
    >>> lengths = by_length(forest, [1.0, 0.0, 0.5])
    >>> lengths.scores.tolist()
    [-inf, -inf, 0.5, 1.5]
    >>> str(lengths.derivation(2))
    'the dog'
    """
    return stratify(forest, scores, forest.words[:, None], None if longest is None else [longest])


def reference_counts(forest: Forest, reference: Collection[str]) -> NDArray[np.int32]:
    """Return for each edge how many of its words are in a reference text, and how many are not.

    As in Cohn and Lapata (2007, 2013) a word counts as right as often as it is produced, however often
    the reference has it: clipping repeated words, as BLEU does, is not a sum over edges. The losses make up
    for it by their penalties for length.
    """
    known = set(reference)
    is_known = np.array([word in known for word in forest.vocabulary], np.bool_)
    is_word = forest.yield_symbols >= 0
    right = forest.yield_sums(is_word, is_known[forest.yield_symbols[is_word]]).astype(np.int32)
    return np.stack([right, forest.words - right], axis=1)
