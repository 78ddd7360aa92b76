"""Forced and forbidden words in forests: which edges conflict with them."""

from __future__ import annotations

import numpy as np

from laconic.forest.rewriting import Rewriting
from laconic.search.base import Floats
from laconic.search.constraints import Masks


def pinned_scores(rewriting: Rewriting, masks: Masks | None) -> Floats:
    """Return minus infinity for each edge that deletes a word that must stay or keeps one that must go, else 0."""
    forest = rewriting.forest
    scores: Floats = np.zeros(forest.edges)
    if masks is None or not (masks.keep.any() or masks.drop.any()):
        return scores
    assert forest.spans is not None
    before = np.concatenate([[0], np.cumsum(masks.keep)])
    inside = before[forest.spans[:, 1]] - before[forest.spans[:, 0]]
    # What an edge itself decides about is below its head, but below none of its tails.
    below = np.bincount(forest.tail_edges, inside[forest.tails], forest.edges)
    decided = inside[forest.head] - below
    scores[decided > rewriting.edge_sums(masks.keep)] = -np.inf
    scores[rewriting.edge_sums(masks.drop) > 0] = -np.inf
    return scores
