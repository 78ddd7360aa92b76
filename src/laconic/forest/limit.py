"""The best derivation of at most N words, by a price on words (Lagrangian relaxation)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from laconic.errors import UsageError, counted
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest
from laconic.forest.inference import best, edge_scores


@dataclass(frozen=True)
class Limited:
    """A derivation within a limit of words, and what is known about better ones.

    Attributes:
        derivation: the best one found, with its score before any price.
        price: what a word costs at the best bound.
        bound: no derivation within the limit scores higher than this.
    """

    derivation: Derivation
    price: float
    bound: float

    @property
    def gap(self) -> float:
        """How much better than the one found the best derivation could at most be."""
        return max(0.0, self.bound - self.derivation.score)

    @property
    def is_exact(self) -> bool:
        """Whether the derivation is certainly the best within the limit, rounding apart."""
        return self.gap <= 1e-9 * max(1.0, abs(self.bound))


def best_within(forest: Forest, scores: ArrayLike, words: int) -> Limited:
    """Return a good derivation of at most N words, with a bound on the best.

    Words get a price, and the unlimited best derivation at that price is sought: with a rising price it
    becomes shorter. The price is moved to where the last derivation that is too long and the last that
    fits cost the same, until nothing better lies between; this takes a few Viterbi passes, where
    `laconic.forest.strata.by_length` needs a table for every node, but always finds the best.

    Raises:
        DataError: the forest has no derivation.
        UsageError: no derivation is so short.
    """
    values = edge_scores(forest, scores)
    lengths = forest.words.astype(np.float64)

    def at_price(price: float) -> tuple[Derivation, int]:
        edges = list(best(forest, values - price * lengths).edges)
        return Derivation(forest, edges, float(values[edges].sum())), int(lengths[edges].sum())

    long, long_words = at_price(0.0)
    if long_words <= words:
        return Limited(long, 0.0, long.score)
    fewest = best(forest, np.where(values > -np.inf, -lengths, -np.inf))
    short_words = -int(fewest.score)
    if short_words > words:
        raise UsageError(
            f"the shortest derivation has {counted(short_words, 'word')}; a limit of {words} cannot be met."
        )
    short = Derivation(forest, fewest.edges, float(values[list(fewest.edges)].sum()))
    rounding = 1e-12 * max(1.0, abs(long.score), abs(short.score))
    while True:
        # At this price both cost the same, so a third that is better lies above the line through them.
        price = (long.score - short.score) / (long_words - short_words)
        level = long.score - price * long_words
        found, found_words = at_price(price)
        if found.score - price * found_words <= level + rounding:
            return Limited(short, price, level + price * words)
        if found_words <= words:
            short, short_words = found, found_words
        else:
            long, long_words = found, found_words
