"""Which words of a rewriting are right: those that come from the same positions as in the reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.align.alignment import Link
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Ints
from laconic.forest.transduce import Transduction
from laconic.grammar import EMPTY
from laconic.learn.deletion.examples import shared_positions
from laconic.search.base import Floats


@dataclass(frozen=True)
class Places:
    """Where a reference has its words from.

    Attributes:
        wanted: for each word of the source whether the reference keeps it.
        order: for each word of the source where it stands in the reference, if it does; nan otherwise.
        new: the reference's words that the source does not have.
    """

    wanted: NDArray[np.bool_]
    order: Floats
    new: frozenset[str]

    @classmethod
    def of_text(cls, source: Sequence[str], reference: Sequence[str], links: Iterable[Link] | None = None) -> Places:
        """Return the places of a text: by links between words, or else by the longest common subsequence."""
        joined = (
            list(links)
            if links is not None
            else [(here, there) for there, here in enumerate(shared_positions(source, reference))]
        )
        wanted, order = np.zeros(len(source), np.bool_), np.full(len(source), np.nan)
        for here, there in joined:
            order[here] = there
            wanted[here] |= links is None or source[here].lower() == reference[there].lower()
        return cls(wanted, order, frozenset(reference) - frozenset(source))

    @classmethod
    def of_derivation(cls, transduction: Transduction, derivation: Derivation, size: int) -> Places:
        """Return the places of the text of a derivation, from a source of N words."""
        wanted, order = np.zeros(size, np.bool_), np.full(size, np.nan)
        found = transduction.kept_positions(derivation)
        for there, here in enumerate(found):
            if here is not None:
                wanted[here], order[here] = True, there
        new = (word for word, here in zip(derivation.tokens, found, strict=True) if here is None)
        return cls(wanted, order, frozenset(new))


def place_counts(transduction: Transduction, places: Places) -> Ints:
    """Return for each edge its right and its wrong words, a word kept being right only where the reference has it from.

    This is sharper than counting words wherever they stand: a second ``the`` does not replace the first. A new word is
    right if it is one of the reference's. An edge that turns two parts round against the reference's order has one
    wrong word more.
    """
    forest = transduction.forest
    is_right = np.array([word in places.new for word in forest.vocabulary], np.bool_)
    is_new = transduction.is_new
    inserted = forest.yield_sums(is_new, is_right[forest.yield_symbols[is_new]])
    right = (transduction.edge_sums(places.wanted) + inserted).astype(np.int32)
    return np.stack([right, forest.words - right + _misplacing(transduction, places.order)], axis=1)


def _misplacing(transduction: Transduction, order: Floats) -> Ints:
    """Return for each edge 1 if it puts two parts in another order than the reference, else 0."""
    forest = transduction.forest
    assert forest.spans is not None
    assert forest.labels is not None
    misplaced = np.zeros(forest.edges, np.int32)
    known = ~np.isnan(order)
    counts = np.concatenate([[0], np.cumsum(known)])
    sums = np.concatenate([[0.0], np.cumsum(np.where(known, order, 0.0))])
    begin, end = forest.spans[:, 0], forest.spans[:, 1]
    number = np.where(forest.labels == EMPTY, 0, counts[end] - counts[begin])  # of what goes there is no order
    mean = (sums[end] - sums[begin]) / np.maximum(number, 1)
    for edge in np.flatnonzero(~transduction.only_deletes & (np.diff(forest.tail_ptr) > 1)).tolist():
        symbols = forest.edge_yield(edge)
        parts = forest.edge_tails(edge)[-1 - symbols[symbols < 0]]
        misplaced[edge] = int((np.diff(mean[parts[number[parts] > 0]]) < 0).any())
    return misplaced
