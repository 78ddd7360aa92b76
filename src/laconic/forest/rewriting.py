"""Rewritings: a forest whose texts distinguish words kept from the source from new ones."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest


@dataclass(frozen=True)
class Rewriting:
    """All that a grammar makes of a sentence, and where each word of it comes from.

    Attributes:
        forest: the forest.
        positions: for each of the forest's ``yield_symbols`` the source position of the word it keeps, or -1.
    """

    forest: Forest
    positions: NDArray[np.int32]

    @property
    def is_new(self) -> NDArray[np.bool_]:
        """Which of the forest's ``yield_symbols`` are words that the source does not have there."""
        return (self.positions < 0) & (self.forest.yield_symbols >= 0)

    @property
    def brings_words(self) -> NDArray[np.bool_]:
        """For each edge whether it brings a word that the source does not have there."""
        is_new = self.is_new
        return self.forest.yield_sums(is_new, np.ones(int(is_new.sum()))) > 0

    def kept_positions(self, derivation: Derivation) -> tuple[int | None, ...]:
        """Return for each word of a derivation's text the source position it was kept from; None for new words."""
        places: list[int | None] = []
        waiting = [(0, entry) for entry in self._entries(derivation, 0)]
        while waiting:
            place, entry = waiting.pop()
            symbol = int(self.forest.yield_symbols[entry])
            if symbol >= 0:
                position = int(self.positions[entry])
                places.append(None if position < 0 else position)
            else:
                child = derivation.children(place)[-1 - symbol]
                waiting.extend((child, below) for below in self._entries(derivation, child))
        return tuple(places)

    def kept(self, derivation: Derivation) -> tuple[int, ...] | None:
        """Return the source positions kept, if the text is nothing but words of the source in their order."""
        found = self.kept_positions(derivation)
        known = tuple(position for position in found if position is not None)
        in_order = all(first < second for first, second in pairwise(known))
        return known if in_order and len(known) == len(found) else None

    def edge_sums(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return for each edge the sum of the values of the source positions it keeps.

        Summed over the edges of a derivation, this is the value of its kept words: what ties a forest to a
        deletion model in dual decomposition.

        Args:
            values: one value a source position.
        """
        kept = self.positions >= 0
        return self.forest.yield_sums(kept, np.asarray(values, np.float64)[self.positions[kept]])

    def _entries(self, derivation: Derivation, place: int) -> range:
        """The entries of ``yield_symbols`` of the edge at this place, last first: ready for a stack."""
        edge = derivation.edges[place]
        first, last = int(self.forest.yield_ptr[edge]), int(self.forest.yield_ptr[edge + 1])
        return range(last - 1, first - 1, -1)
