"""`random`: words deleted at random, the floor that every other search must beat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.search.base import Frontier, Kept, Masks, Scores, Widths, Wish
from laconic.search.plan import Plan, every_length, make_plan

_ATTEMPTS = 20
"""How many draws are made for each further answer before it is taken that there are no more."""

_UNKNOWN = float("inf")
"""The bound of an answer that nothing is known about."""


@dataclass(frozen=True)
class RandomSearch:
    """Keep words in a random order until the length is reached; scores are not looked at and are 0.

    A free length keeps each word with probability one half. The same seed gives the same answers.
    """

    seed: int = 0

    def search(self, scores: Scores, wish: Wish) -> list[Kept]:
        """Return random answers to a wish, all different; raise `UsageError` where there is none."""
        plan = make_plan(len(scores), wish)
        generator = np.random.default_rng([self.seed, len(scores)])
        answers: dict[tuple[int, ...], Kept] = {}
        for _ in range(plan.best * _ATTEMPTS):
            positions = _draw(generator, plan, free=plan.counts_words and plan.low != plan.high)
            answers.setdefault(positions, Kept(positions, 0.0, bound=_UNKNOWN))
            if len(answers) == plan.best:
                break
        return list(answers.values())

    def all_lengths(self, scores: Scores, masks: Masks | None = None) -> Frontier:
        """Return a random answer of each length that the masks allow; longer ones contain the shorter."""
        plan = every_length(len(scores), masks)
        order = _order(np.random.default_rng([self.seed, len(scores)]), plan)
        values = np.full(len(scores) + 1, -np.inf)
        values[int(plan.keep.sum()) : len(order) + 1] = 0.0
        return Frontier(values, lambda words: Kept(tuple(sorted(order[:words].tolist())), 0.0, bound=_UNKNOWN))


def _order(generator: np.random.Generator, plan: Plan) -> NDArray[np.int64]:
    """Return the words that may stay in random order, forced ones first."""
    forced = np.flatnonzero(plan.keep)
    rest = np.flatnonzero(~plan.keep & ~plan.drop)
    return np.concatenate([forced, generator.permutation(rest)])


def _draw(generator: np.random.Generator, plan: Plan, *, free: bool) -> tuple[int, ...]:
    order = _order(generator, plan)
    forced = int(plan.keep.sum())
    if plan.counts_words:
        words = plan.high if not free else max(forced, plan.low, int(generator.binomial(len(order), 0.5)))
        return tuple(sorted(order[:words].tolist()))
    widths = Widths(plan.weight - plan.space, plan.space)
    kept = sorted(order[:forced].tolist())
    for position in order[forced:].tolist():
        longer = sorted([*kept, position])
        if widths.of(longer) <= plan.high:
            kept = longer
    return tuple(kept)
