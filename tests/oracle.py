"""Brute force over small inputs: every set of kept words, and every projective tree over them.

Nothing here shares code or recurrences with the searches it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise

import numpy as np

from laconic.search.base import Scores
from laconic.search.constraints import Masks

Positions = tuple[int, ...]
SetScore = Callable[[Scores, Positions], float]


def subsets(size: int, masks: Masks | None = None) -> Iterator[Positions]:
    """Yield every set of positions that the masks allow, shorter sets first."""
    for count in range(size + 1):
        for positions in combinations(range(size), count):
            chosen = set(positions)
            if masks is None or not any(
                (masks.keep[word] and word not in chosen) or (masks.drop[word] and word in chosen)
                for word in range(size)
            ):
                yield positions


@cache
def projective_trees(size: int) -> np.ndarray:
    """Return every projective tree of ``size`` words with one word below the root, one row of heads each.

    Heads are numbers from 1, and 0 for the root.
    """
    rows = [[heads[word] for word in range(1, size + 1)] for heads in _trees(1, size, 0)]
    return np.array(rows, dtype=np.int64).reshape(len(rows), size)


def _trees(first: int, last: int, head: int) -> Iterator[dict[int, int]]:
    """Yield the trees over an interval of words whose top word hangs from ``head``."""
    for top in range(first, last + 1):
        for left in _forests(first, top - 1, top):
            for right in _forests(top + 1, last, top):
                yield {top: head, **left, **right}


def _forests(first: int, last: int, head: int) -> Iterator[dict[int, int]]:
    """Yield every row of neighbouring trees that fills an interval, each hanging from ``head``."""
    if first > last:
        yield {}
    for end in range(first, last + 1):
        for tree in _trees(first, end, head):
            for rest in _forests(end + 1, last, head):
                yield {**tree, **rest}


def bigram_score(scores: Scores, positions: Positions) -> float:
    """Return the token and bigram scores of a kept sequence, begin and end included."""
    path = [0, *(position + 1 for position in positions), len(scores) + 1]
    return float(scores.token[list(positions)].sum() + sum(scores.bigram[a, b] for a, b in pairwise(path)))


def chain_score(scores: Scores, positions: Positions) -> float:
    """Return the token and transition scores of a labelling."""
    labels = [1, *(int(word in positions) for word in range(len(scores))), 1]
    steps = pairwise(labels)
    return float(
        scores.token[list(positions)].sum() + sum(scores.transition[index, a, b] for index, (a, b) in enumerate(steps))
    )


def subtree_score(scores: Scores, positions: Positions) -> float:
    """Return the scores of words and arcs to their heads, or minus infinity where a head is missing."""
    assert scores.heads is not None
    total = 0.0
    for position in positions:
        head = int(scores.heads[position])
        if head and head - 1 not in positions:
            return -np.inf
        total += scores.token[position] + scores.arc[head, position + 1]
    return float(total)


def joint_score(scores: Scores, positions: Positions) -> float:
    """Return the score of a kept sequence with its best projective tree: equation (1) of Qian & Liu 2014."""
    base = bigram_score(scores, positions)
    if not positions:
        return base
    numbers = np.array([0, *(position + 1 for position in positions)])
    trees = projective_trees(len(positions))
    return base + float(scores.arc[numbers[trees], numbers[1:]].sum(axis=1).max())


def tree_score(scores: Scores, positions: Positions, heads: Sequence[int]) -> float:
    """Return the score of a kept sequence with a given tree."""
    arcs = sum(scores.arc[head, position + 1] for position, head in zip(positions, heads, strict=True))
    return bigram_score(scores, positions) + float(arcs)


def ranked(scores: Scores, set_score: SetScore, masks: Masks | None = None) -> list[tuple[float, Positions]]:
    """Return every possible set with its score, best first."""
    pairs = [(set_score(scores, positions), positions) for positions in subsets(len(scores), masks)]
    return sorted((pair for pair in pairs if pair[0] > -np.inf), key=lambda pair: -pair[0])


def best_of_lengths(scores: Scores, set_score: SetScore, masks: Masks | None = None) -> np.ndarray:
    """Return the best score of each length."""
    best = np.full(len(scores) + 1, -np.inf)
    for score, positions in ranked(scores, set_score, masks):
        best[len(positions)] = max(best[len(positions)], score)
    return best
