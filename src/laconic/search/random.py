"""`random`: words deleted at random, the lower bound that every other search must beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from laconic.search.base import Kept, LengthProfile, Parts, Scores
from laconic.search.constraints import Constraints, Masks, Widths

_ATTEMPTS = 20
"""How many draws are made for each further answer before it is taken that there are no more."""

_UNKNOWN = float("inf")
"""The bound of an answer that nothing is known about."""


@dataclass(frozen=True)
class RandomSearch:
    """Keep words in a random order until the length is reached; scores are not looked at and are 0.

    A free length keeps each word with probability one half. The same seed gives the same answers.
    """

    reads: ClassVar[Parts] = frozenset()

    seed: int = 0

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return random answers that meet the constraints, all different; raise `UsageError` if there is none."""
        generator = np.random.default_rng([self.seed, len(scores)])
        answers: dict[tuple[int, ...], Kept] = {}
        for _ in range(constraints.nbest * _ATTEMPTS):
            positions = _draw(
                generator, constraints, free=constraints.counts_words and constraints.low != constraints.high
            )
            answers.setdefault(positions, Kept(positions, 0.0, bound=_UNKNOWN))
            if len(answers) == constraints.nbest:
                break
        return list(answers.values())

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return a random answer of each length that the masks allow; longer ones contain the shorter."""
        constraints = Constraints.every_length(len(scores), masks, longest)
        order = _order(np.random.default_rng([self.seed, len(scores)]), constraints)
        values = np.full(constraints.high + 1, -np.inf)
        values[int(constraints.keep.sum()) : len(order) + 1] = 0.0
        return LengthProfile(values, lambda words: Kept(tuple(sorted(order[:words].tolist())), 0.0, bound=_UNKNOWN))


def _order(generator: np.random.Generator, constraints: Constraints) -> NDArray[np.int64]:
    """Return the words that may stay in random order, forced ones first."""
    forced = np.flatnonzero(constraints.keep)
    rest = np.flatnonzero(~constraints.keep & ~constraints.drop)
    return np.concatenate([forced, generator.permutation(rest)])


def _draw(generator: np.random.Generator, constraints: Constraints, *, free: bool) -> tuple[int, ...]:
    order = _order(generator, constraints)
    forced = int(constraints.keep.sum())
    if constraints.counts_words:
        words = constraints.high
        if free:
            words = min(words, max(forced, constraints.low, int(generator.binomial(len(order), 0.5))))
        return tuple(sorted(order[:words].tolist()))
    widths = Widths(constraints.weight - constraints.space, constraints.space)
    kept = sorted(order[:forced].tolist())
    for position in order[forced:].tolist():
        longer = sorted([*kept, position])
        if widths.of(longer) <= constraints.high:
            kept = longer
    return tuple(kept)
