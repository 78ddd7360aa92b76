"""Forced, forbidden and fixed words in forests: which edges conflict with them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from laconic.forest.rewriting import Rewriting
from laconic.search.base import Floats
from laconic.search.constraints import Masks


def pinned_scores(rewriting: Rewriting, masks: Masks | None) -> Floats:
    """Return minus infinity for each edge that deletes a word that must stay or keeps one that must go, else 0."""
    forest = rewriting.forest
    scores: Floats = np.zeros(forest.edges)
    if masks is None or not (masks.keep.any() or masks.drop.any()):
        return scores
    scores[_deletes(rewriting, masks.keep)] = -np.inf
    scores[rewriting.edge_sums(masks.drop) > 0] = -np.inf
    return scores


def reworded_scores(rewriting: Rewriting, fixed: Collection[int]) -> Floats:
    """Return minus infinity for each edge that puts other words in the place of one at a fixed position, else 0."""
    scores: Floats = np.zeros(rewriting.forest.edges)
    if fixed:
        assert rewriting.forest.spans is not None
        is_fixed = np.zeros(int(rewriting.forest.spans[:, 1].max()), np.bool_)
        is_fixed[list(fixed)] = True
        scores[rewriting.brings_words & _deletes(rewriting, is_fixed)] = -np.inf
    return scores


def _deletes(rewriting: Rewriting, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for each edge whether it deletes one of the chosen words of the source."""
    forest = rewriting.forest
    assert forest.spans is not None
    before = np.concatenate([[0], np.cumsum(chosen)])
    inside = before[forest.spans[:, 1]] - before[forest.spans[:, 0]]
    # What an edge itself decides about is below its head, but below none of its tails.
    below = np.bincount(forest.tail_edges, inside[forest.tails], forest.edges)
    deletes: NDArray[np.bool_] = inside[forest.head] - below > rewriting.edge_sums(chosen)
    return deletes
