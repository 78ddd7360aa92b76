"""Inference on a forest: its best derivations, probabilities, counts and samples.

Every function takes the forest and one score per edge. A derivation's score is the sum of its edges'
scores; where probabilities are asked for, a derivation has the weight ``exp(score)``. A score of minus
infinity forbids an edge. All take time proportional to the size of the forest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import DataError, UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest

Floats = NDArray[np.float64]


def best(forest: Forest, scores: ArrayLike) -> Derivation:
    """Return the derivation with the highest score (Cohn & Lapata 2007, equations 1 and 2; 2013, equation 7).

    Among derivations with the same score, the one with the earlier edges is returned.

    Raises:
        DataError: there is no derivation.
    """
    score, edges = _core.forest_best(forest.graph, edge_scores(forest, scores))
    if score == -np.inf:
        raise no_derivation()
    return Derivation(forest, edges.tolist(), score)


def derivations(forest: Forest, scores: ArrayLike, *, distinct: bool = False) -> Iterator[Derivation]:
    """Yield derivations from the best downwards, each computed when it is needed.

    This is Algorithm 3 of Huang and Chiang (2005).

    Args:
        forest: the forest.
        scores: one score per edge.
        distinct: whether a derivation is left out if a better one has the same target text.
    """
    source = _core.BestFirst(forest.graph, edge_scores(forest, scores), distinct)
    while (found := source.next()) is not None:
        score, edges = found
        yield Derivation(forest, edges.tolist(), score)


def kbest(forest: Forest, scores: ArrayLike, count: int, *, distinct: bool = False) -> list[Derivation]:
    """Return the best derivations, best first: ``count`` of them, or all if there are fewer."""
    if count < 0:
        raise UsageError(f"{count} derivations were requested; request 0 or more.")
    return list(islice(derivations(forest, scores, distinct=distinct), count))


def count_derivations(forest: Forest, scores: ArrayLike | None = None) -> float:
    """Return how many derivations there are; exact up to 2^53, infinite beyond 10^308."""
    return _core.forest_count(forest.graph, edge_scores(forest, np.zeros(forest.edges) if scores is None else scores))


def inside(forest: Forest, scores: ArrayLike) -> Floats:
    """Return for each node the logarithm of its derivations' summed weights; the root's is log Z."""
    return _core.forest_inside(forest.graph, edge_scores(forest, scores), False)


def outside(forest: Forest, scores: ArrayLike) -> Floats:
    """Return for each node the logarithm of the summed weights of all that can stand around it."""
    return _core.forest_outside(forest.graph, edge_scores(forest, scores), False)


def marginals(forest: Forest, scores: ArrayLike) -> Floats:
    """Return for each edge how often it is used on average, in derivations drawn by their weights.

    Where no derivation uses a node twice, as in every forest built from a sentence, this is the
    probability of the edge.

    Raises:
        DataError: there is no derivation.
    """
    through, total = _through(forest, edge_scores(forest, scores))
    return np.exp(through - total)


def max_marginals(forest: Forest, scores: ArrayLike) -> Floats:
    """Return for each edge the score of the best derivation that uses it; minus infinity if none does."""
    return _core.forest_through(forest.graph, edge_scores(forest, scores), True)


def entropy(forest: Forest, scores: ArrayLike) -> float:
    """Return the entropy, in nats, of the distribution over derivations: log Z less the expected score.

    Raises:
        DataError: there is no derivation.
    """
    values = edge_scores(forest, scores)
    through, total = _through(forest, values)
    used = through > -np.inf
    return max(0.0, total - float(np.exp(through[used] - total) @ values[used]))


def sample(forest: Forest, scores: ArrayLike, count: int, *, seed: int) -> list[Derivation]:
    """Draw derivations with probability proportional to ``exp(score)``; a seed gives the same ones again.

    Raises:
        DataError: there is no derivation.
    """
    values = edge_scores(forest, scores)
    if count < 0:
        raise UsageError(f"{count} samples were requested; request 0 or more.")
    edges, pointers = _core.forest_sample(forest.graph, values, count, seed)
    if len(pointers) <= count:
        raise no_derivation()
    rows = np.split(edges, pointers[1:-1]) if count else []
    return [Derivation(forest, row.tolist(), float(values[row].sum())) for row in rows]


def prune(forest: Forest, scores: ArrayLike, *, margin: float | None = None, posterior: float | None = None) -> Forest:
    """Return the forest without its unpromising edges; the best derivation always stays.

    Args:
        forest: the forest.
        scores: one score per edge.
        margin: keep the edges that some derivation uses whose score is within this of the best.
        posterior: keep the edges with at least this probability.

    Raises:
        UsageError: not exactly one of the two is given, or it is negative.
    """
    values = edge_scores(forest, scores)
    threshold = margin if posterior is None else posterior
    if threshold is None or (margin is not None and posterior is not None) or not threshold >= 0:
        raise UsageError("pruning needs either a margin or a posterior, of 0 or more.")
    score, top = _core.forest_best(forest.graph, values)
    if score == -np.inf:
        return forest.restrict(np.zeros(forest.edges, np.bool_))
    if margin is not None:
        keep = max_marginals(forest, values) >= score - margin
    else:
        keep = marginals(forest, values) >= threshold
    # Rounding, or a posterior of which many share a little, must not cost the best derivation.
    keep[top] = True
    return forest.restrict(keep)


def edge_scores(forest: Forest, scores: ArrayLike) -> Floats:
    """Return scores as an array fit for the core; raise `DataError` unless there is one real score per edge."""
    values = np.ascontiguousarray(scores, np.float64)
    if values.shape != (forest.edges,):
        raise DataError(f"a forest of {forest.edges} edges was given scores of the shape {values.shape}.")
    if not (values < np.inf).all():
        edge = int(np.argmin(values < np.inf))
        raise DataError(f"edge {edge} has the score {values[edge]}; scores must be numbers below infinity.")
    return values


def no_derivation() -> DataError:
    """Return the error that says that a forest has no derivation."""
    return DataError("the forest has no derivation: no rules build its root, or all of them are forbidden.")


def _through(forest: Forest, values: Floats) -> tuple[Floats, float]:
    """Return the log weight of all derivations through each edge, and of all derivations."""
    total = float(_core.forest_inside(forest.graph, values, False)[forest.root])
    if total == -np.inf:
        raise no_derivation()
    return _core.forest_through(forest.graph, values, False), total
