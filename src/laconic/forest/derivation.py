"""One derivation: a tree of edges chosen from a forest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from laconic.errors import DataError
from laconic.forest.forest import Forest
from laconic.forest.sparse import gather


@dataclass(frozen=True)
class Derivation:
    """A way to build the root: edges in reading order, parents before children, tails from left to right.

    Attributes:
        forest: the forest whose edges these are.
        edges: the edges, the root's first. Together with the forest they say which edge is whose child.
        score: the sum of the edges' scores.

    >>> forest = Forest.from_edges([(0, ["old"]), (1, ["dogs"]), (2, ["the", 0, 1])])
    >>> derivation = Derivation(forest, [2, 0, 1], 0.0)
    >>> derivation.tokens
    ('the', 'old', 'dogs')
    >>> derivation.children(0)
    (1, 2)
    """

    forest: Forest
    edges: tuple[int, ...]
    score: float

    def __init__(self, forest: Forest, edges: Iterable[int], score: float) -> None:
        """Check that the edges make one tree below the root.

        Raises:
            DataError: an edge is missing, is one too many, or does not build the node expected.
        """
        object.__setattr__(self, "forest", forest)
        object.__setattr__(self, "edges", tuple(map(int, edges)))
        object.__setattr__(self, "score", float(score))
        count = forest.edges
        for edge in self.edges:
            if not 0 <= edge < count:
                raise DataError(f"a derivation names edge {edge} of a forest of {count} edges.")
        heads, pointers, tails = self._gathered
        waiting = [forest.root]
        for position, edge in enumerate(self.edges):
            if not waiting or heads[position] != waiting[-1]:
                wanted = f"node {waiting[-1]} comes next" if waiting else "it was already complete"
                raise DataError(f"edge {edge} does not continue the derivation: {wanted}.")
            waiting[-1:] = tails[pointers[position] : pointers[position + 1]][::-1]
        if waiting:
            raise DataError(f"a derivation ends before node {waiting[-1]} was built.")

    @property
    def rules(self) -> tuple[int, ...]:
        """The edges' rules, in the same order."""
        return tuple(int(self.forest.rule[edge]) for edge in self.edges)

    @cached_property
    def word_numbers(self) -> tuple[int, ...]:
        """The target text as numbers in the forest's vocabulary."""
        words = []
        waiting = [(0, symbol) for symbol in self._symbols(0)]
        while waiting:
            position, symbol = waiting.pop()
            if symbol >= 0:
                words.append(symbol)
            else:
                child = self._children[position][-1 - symbol]
                waiting.extend((child, below) for below in self._symbols(child))
        return tuple(words)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words of the target text."""
        return tuple(self.forest.vocabulary[word] for word in self.word_numbers)

    def children(self, position: int) -> tuple[int, ...]:
        """Return where in ``edges`` the children of the edge at this position are, one for each tail."""
        return self._children[position]

    def within(self, original: Forest) -> Derivation:
        """Return the same derivation in the forest from which this one's forest was made.

        Raises:
            DataError: the forest was not made from another, or not from this one.
        """
        if self.forest.origin is None:
            raise DataError("this derivation's forest was not made from another.")
        return Derivation(original, self.forest.origin[list(self.edges)].tolist(), self.score)

    def __str__(self) -> str:
        return " ".join(self.tokens)

    @cached_property
    def _gathered(self) -> tuple[list[int], list[int], list[int]]:
        """The edges' heads, pointers and tails: lists, of which Python reads a few far faster than arrays."""
        rows = np.array(self.edges, np.int64)
        pointers, entries = gather(self.forest.tail_ptr, rows)
        return self.forest.head[rows].tolist(), pointers.tolist(), self.forest.tails[entries].tolist()

    @cached_property
    def _children(self) -> list[tuple[int, ...]]:
        """For every position its children's; read from the end, the children's own trees come first."""
        children: list[tuple[int, ...]] = [()] * len(self.edges)
        built: list[int] = []
        _, pointers, _ = self._gathered
        for position in range(len(self.edges) - 1, -1, -1):
            arity = pointers[position + 1] - pointers[position]
            children[position] = tuple(built[len(built) - arity :][::-1])
            del built[len(built) - arity :]
            built.append(position)
        return children

    def _symbols(self, position: int) -> list[int]:
        """The symbols that the edge at this position yields, last first: ready for a stack."""
        symbols: list[int] = self.forest.edge_yield(self.edges[position])[::-1].tolist()
        return symbols
