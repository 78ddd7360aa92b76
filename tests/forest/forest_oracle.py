"""The truth about a small forest, by writing out every derivation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from hypothesis import strategies as st

from laconic.forest.forest import Forest

MOST_DERIVATIONS = 300


@dataclass(frozen=True)
class Written:
    """One derivation: its edges in reading order, its words, its score."""

    edges: tuple[int, ...]
    words: tuple[int, ...]
    score: float


def enumerate_derivations(forest: Forest, scores: np.ndarray, node: int | None = None) -> list[Written]:
    """Return every derivation of a node (of the root, unless told) that uses no forbidden edge."""
    node = forest.nodes - 1 if node is None else node
    return list(_below(forest, scores, node))


def _below(forest: Forest, scores: np.ndarray, node: int) -> Iterator[Written]:
    for edge in range(len(forest.head)):
        if forest.head[edge] != node or scores[edge] == -np.inf:
            continue
        tails = forest.tails[forest.tail_ptr[edge] : forest.tail_ptr[edge + 1]]
        symbols = forest.yield_symbols[forest.yield_ptr[edge] : forest.yield_ptr[edge + 1]]
        for parts in product(*(list(_below(forest, scores, tail)) for tail in tails)):
            words: list[int] = []
            for symbol in symbols:
                words.extend([int(symbol)] if symbol >= 0 else parts[-1 - symbol].words)
            yield Written(
                (edge, *(below for part in parts for below in part.edges)),
                tuple(words),
                float(scores[edge]) + sum(part.score for part in parts),
            )


@st.composite
def forests(draw: st.DrawFn, words: int = 4, impossible: bool = True) -> tuple[Forest, np.ndarray]:
    """Draw a small forest with scores: empty tails, empty yields, unary chains, reordering, dead ends.

    Scores are multiples of a quarter, so sums are exact and ties are common.
    """
    node_count = draw(st.integers(1, 6))
    head, tails, symbols = [], [], []
    counts: list[int] = []
    for node in range(node_count):
        total = 0
        for _ in range(draw(st.integers(0 if node < node_count - 1 else 1, 3))):
            below = draw(st.lists(st.integers(0, node - 1), max_size=3)) if node else []
            size = int(np.prod([counts[tail] for tail in below], initial=1))
            if total + size > MOST_DERIVATIONS:
                below, size = [], 1
            total += size
            text = [-1 - place for place in range(len(below))] + draw(st.lists(st.integers(0, words - 1), max_size=3))
            head.append(node)
            tails.append(below)
            symbols.append(draw(st.permutations(text)))
        counts.append(total)
    forest = Forest(
        head,
        np.cumsum([0, *map(len, tails)]),
        [tail for each in tails for tail in each],
        nodes=node_count,
        rule=[100 + edge for edge in range(len(head))],
        yield_ptr=np.cumsum([0, *map(len, symbols)]),
        yield_symbols=[symbol for each in symbols for symbol in each],
        vocabulary=tuple("abcdefgh"[:words]),
    )
    quarter = st.integers(-12, 12).map(lambda number: number / 4)
    score = st.one_of(quarter, quarter, quarter, st.just(-np.inf)) if impossible else quarter
    return forest, np.array(draw(st.lists(score, min_size=len(head), max_size=len(head))))
