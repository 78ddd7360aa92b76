"""The most violated constraint: the derivation that is high in score and high in loss, found exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from laconic import _core
from laconic.forest.forest import Forest, Ints
from laconic.forest.strata import stratify
from laconic.learn.t3.losses import Linear, Loss
from laconic.search.base import Floats

Rescaling = Literal["margin", "slack"]


@dataclass(frozen=True)
class Violation:
    """A derivation that comes too close to the gold derivation, or before it.

    Attributes:
        edges: the derivation.
        loss: its loss.
        value: what was maximised: ``loss + score - gold score`` by margin rescaling, and
            ``loss * (1 + score - gold score)`` by slack rescaling (Tsochantaridis et al. 2005).
    """

    edges: Ints
    loss: float
    value: float


def most_violating(
    forest: Forest,
    scores: Floats,
    counts: Ints,
    reference: int,
    loss: Loss,
    rescaling: Rescaling,
    gold_score: float,
) -> Violation:
    """Return the derivation that maximises the rescaled loss; the gold derivation itself has the value 0.

    Args:
        forest: the forest.
        scores: one score per edge.
        counts: for each edge its right and its wrong words, as `reference_counts` gives them.
        reference: how many words the reference has.
        loss: the loss.
        rescaling: whether the loss is added to the score or multiplies it.
        gold_score: the score of the gold derivation.
    """
    if rescaling == "margin" and loss.pieces is not None:
        return _by_pieces(forest, scores, counts, loss.pieces(reference), gold_score)
    return _by_table(
        forest, scores, counts, reference, loss, lambda losses, best: rescaled(rescaling, losses, best - gold_score)
    )


def rescaled(rescaling: Rescaling, loss: ArrayLike, lead: ArrayLike) -> Floats:
    """Return by how much a derivation violates the margin: H(y) of equation 5 (2007) or H(d) of equation 9 (2013).

    Args:
        rescaling: ``slack``, as in 2007, or ``margin``, as in 2013.
        loss: the loss of the derivation.
        lead: its score minus that of the gold derivation.
    """
    losses, leads = np.asarray(loss, np.float64), np.asarray(lead, np.float64)
    return losses + leads if rescaling == "margin" else losses * (1.0 + leads)


def _by_pieces(
    forest: Forest, scores: Floats, counts: Ints, pieces: tuple[Linear, ...], gold_score: float
) -> Violation:
    """Search once for each linear piece: the largest sum of score and piece is that of score and loss."""
    right, wrong = counts[:, 0], counts[:, 1]
    found = []
    for piece in pieces:
        value, edges = _core.forest_best(forest.graph, scores + piece.right * right + piece.wrong * wrong)
        found.append((value + piece.constant, edges))
    value, edges = max(found, key=lambda pair: pair[0])
    losses = [piece.right * right[edges].sum() + piece.wrong * wrong[edges].sum() + piece.constant for piece in pieces]
    return Violation(edges, float(max(losses)), value - gold_score)


def _by_table(
    forest: Forest,
    scores: Floats,
    counts: Ints,
    reference: int,
    loss: Loss,
    rescale: Callable[[Floats, Floats], Floats],
) -> Violation:
    """Search the best derivation for every pair of counts, and take the one of the worst pair."""
    strata = stratify(forest, scores, counts)
    reachable = strata.scores > -np.inf
    right, wrong = np.indices(strata.scores.shape)
    losses = loss(right, wrong, reference)
    values = np.full(strata.scores.shape, -np.inf)
    values[reachable] = rescale(losses[reachable], strata.scores[reachable])
    cell = np.unravel_index(int(np.argmax(values)), values.shape)
    edges = np.array(strata.derivation(*map(int, cell)).edges, np.int32)
    return Violation(edges, float(losses[cell]), float(values[cell]))
