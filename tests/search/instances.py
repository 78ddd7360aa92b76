"""Random instances for the searches: plain, with ties, with impossible parts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import oracle
from laconic.errors import UsageError
from laconic.search.base import Kept, Scores, Search
from laconic.search.constraints import Constraints, Masks, Widths

KINDS = ("plain", "ties", "holes")


def random_scores(generator: np.random.Generator, size: int, kind: str = "plain") -> Scores:
    """Return scores of every part; ``ties`` are small integers, ``holes`` has parts at minus infinity."""

    def part(*shape: int) -> np.ndarray:
        if kind == "ties":
            return generator.integers(-2, 3, shape).astype(float)
        values = generator.normal(size=shape)
        if kind == "holes":
            values[generator.random(shape) < 0.15] = -np.inf
        return values

    return Scores(
        token=part(size),
        bigram=part(size + 2, size + 2),
        arc=part(size + 1, size + 1),
        transition=part(size + 1, 2, 2),
        heads=random_heads(generator, size),
    )


def random_heads(generator: np.random.Generator, size: int) -> np.ndarray:
    """Return the heads of a random tree, projective or not, sometimes with several words below the root."""
    order = generator.permutation(size) + 1
    heads = np.zeros(size, dtype=np.int32)
    for place in range(1, size):
        heads[order[place] - 1] = order[generator.integers(place)] if generator.random() < 0.95 else 0
    return heads


def random_masks(generator: np.random.Generator, size: int) -> Masks:
    """Return masks that force and forbid a few words each."""
    fate = generator.random(size)
    return Masks(fate < 0.15, fate > 0.85)


def random_widths(generator: np.random.Generator, size: int) -> Widths:
    """Return widths of words, some of which have no space before them."""
    return Widths(generator.integers(1, 6, size).astype(np.int32), generator.integers(0, 2, size).astype(np.int32))


def planted_scores(generator: np.random.Generator, size: int, strength: float = 4.0) -> Scores:
    """Return random scores with a projective tree favoured, so that a solver meets few crossing arcs."""
    heads = np.zeros(size + 1, dtype=int)

    def plant(first: int, last: int, head: int) -> None:
        top = int(generator.integers(first, last + 1))
        heads[top] = head
        for start, end in ((first, top - 1), (top + 1, last)):
            while start <= end:
                split = int(generator.integers(start, end + 1))
                plant(start, split, top)
                start = split + 1

    plant(1, size, 0)
    arc = generator.normal(size=(size + 1, size + 1))
    arc[heads[1:], np.arange(1, size + 1)] += strength
    return Scores(generator.normal(size=size), generator.normal(size=(size + 2, size + 2)), arc)


def answers_within_characters(
    search: Search, set_score: oracle.SetScore, best: int, instances: int
) -> Iterator[tuple[Scores, list[float], list[Kept]]]:
    """Yield scores, the scores of all sets within a limit in characters, best first, and a search's answers.

    Where no set is, the search must say so; where some are, its answers must be among them.
    """
    generator = np.random.default_rng(5)
    for _ in range(instances):
        scores = random_scores(generator, 6)
        masks, widths = random_masks(generator, 6), random_widths(generator, 6)
        limit = int(generator.integers(1, 25))
        expected = [
            score
            for score, positions in oracle.ranked(scores, set_score, masks)
            if positions and widths.of(positions) <= limit
        ]
        if not expected:
            with pytest.raises(UsageError):
                search.search(scores, Constraints.within_characters(widths, limit, masks, nbest=best))
            continue
        answers = search.search(scores, Constraints.within_characters(widths, limit, masks, nbest=best))
        assert all(widths.of(kept.positions) <= limit for kept in answers)
        yield scores, expected, answers


def asked(size: int, words: int | None, masks: Masks | None = None, *, nbest: int = 1) -> Constraints:
    """Return the constraints for N words, or for any length."""
    if words is None:
        return Constraints.any_length(size, masks, nbest=nbest)
    return Constraints.exactly(size, words, masks, nbest=nbest)
