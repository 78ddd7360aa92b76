"""The forest: all derivations of a sentence, packed into a hypergraph in flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic._core import Hypergraph, forest_useful
from laconic.errors import DataError
from laconic.forest.sparse import SparseRows, gather

Ints = NDArray[np.int32]
Kind = TypeVar("Kind", bound=np.generic)


class Forest:
    """All derivations of one input: nodes, edges that build a node from others, and what they yield.

    An edge rewrites its tails (nodes) into its head by a rule, and says how the target text of the head
    is made: words, and the texts of the tails, each once. Scores are not part of a forest: every
    question takes an array of one score per edge, such as ``forest.features @ weights``.

    Nodes are numbered from the leaves to the root, so that an edge's tails have smaller numbers than its
    head, and the last node is the root. Edges are sorted by head.

    Attributes:
        head: each edge's head.
        tail_ptr: edge ``e`` has the tails ``tails[tail_ptr[e]:tail_ptr[e + 1]]``.
        tails: all edges' tails, one after the other.
        rule: each edge's rule, a number that means something to the forest's builder.
        yield_ptr: edge ``e`` yields the symbols ``yield_symbols[yield_ptr[e]:yield_ptr[e + 1]]``.
        yield_symbols: a word's number in the vocabulary, or ``-1 - k`` for the edge's tail number ``k``.
        vocabulary: the words that the numbers stand for.
        labels: each node's label, or None.
        spans: each node's first word and end in the source, or None.
        features: the edges' features, or None.
        origin: where this forest was made from another, each edge's number there; otherwise None.

    >>> forest = Forest.from_edges([(0, ["old"]), (0, []), (1, ["the", 0, "dog"])])
    >>> forest
    <Forest: 2 nodes, 3 edges, 3 words>
    >>> forest.words.tolist()
    [1, 0, 2]
    """

    def __init__(
        self,
        head: ArrayLike,
        tail_ptr: ArrayLike,
        tails: ArrayLike,
        *,
        nodes: int | None = None,
        rule: ArrayLike | None = None,
        yield_ptr: ArrayLike | None = None,
        yield_symbols: ArrayLike | None = None,
        vocabulary: Sequence[str] = (),
        labels: ArrayLike | None = None,
        spans: ArrayLike | None = None,
        features: SparseRows | None = None,
        origin: ArrayLike | None = None,
    ) -> None:
        """Check the arrays and keep copies of them.

        Without ``nodes`` there are as many nodes as the largest head needs. Without a yield, an edge
        yields the texts of its tails in their order. Without ``rule``, every edge is its own rule.

        Raises:
            DataError: the arrays do not make a forest; the message names the edge.
        """
        heads = _ints(head, "head")
        pointers, flat = _ints(tail_ptr, "tail_ptr"), _ints(tails, "tails")
        if nodes is None:
            nodes = int(heads.max(initial=0)) + 1
        if yield_symbols is None or yield_ptr is None:
            if yield_symbols is not None or yield_ptr is not None:
                raise DataError("a forest's yield needs both yield_ptr and yield_symbols.")
            yield_ptr, yield_symbols = pointers, _tail_places(pointers)
        try:
            self.graph = Hypergraph(
                nodes,
                heads,
                pointers,
                flat,
                _ints(yield_ptr, "yield_ptr"),
                _ints(yield_symbols, "yield_symbols"),
                len(vocabulary),
            )
        except ValueError as error:
            raise DataError(str(error)) from None
        self.head: Ints = self.graph.head
        self.edge_ptr: Ints = self.graph.edge_ptr
        self.tail_ptr: Ints = self.graph.tail_ptr
        self.tails: Ints = self.graph.tails
        self.yield_ptr: Ints = self.graph.yield_ptr
        self.yield_symbols: Ints = self.graph.yield_symbols
        edges = len(self.head)
        self.rule = _column(np.arange(edges) if rule is None else rule, "rule", np.dtype(np.int64), (edges,))
        self.vocabulary = vocabulary
        self.labels = None if labels is None else _column(labels, "labels", np.dtype(np.str_), (nodes,))
        self.spans = None if spans is None else _column(spans, "spans", np.dtype(np.int32), (nodes, 2))
        self.features = features
        self.origin = None if origin is None else _column(origin, "origin", np.dtype(np.int32), (edges,))
        if features is not None and len(features) != edges:
            raise DataError(f"a forest of {edges} edges was given features for {len(features)}.")

    @classmethod
    def from_edges(
        cls,
        edges: Sequence[tuple[int, Sequence[str | int]]],
        *,
        labels: Sequence[str] | None = None,
        features: SparseRows | None = None,
    ) -> Forest:
        """Build a small forest by hand: each edge is its head and its yield, of words and tail nodes.

        Raises:
            DataError: the edges are not sorted by head, or a tail does not come before its head.
        """
        tails = [[part for part in parts if not isinstance(part, str)] for _, parts in edges]
        vocabulary: dict[str, int] = {}
        symbols = []
        for _, parts in edges:
            places = iter(range(-1, -1 - len(parts), -1))
            symbols.append(
                [
                    vocabulary.setdefault(part, len(vocabulary)) if isinstance(part, str) else next(places)
                    for part in parts
                ]
            )
        return cls(
            [head for head, _ in edges],
            np.cumsum([0, *map(len, tails)]),
            [tail for each in tails for tail in each],
            yield_ptr=np.cumsum([0, *map(len, symbols)]),
            yield_symbols=[symbol for each in symbols for symbol in each],
            vocabulary=tuple(vocabulary),
            labels=labels,
            features=features,
        )

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self.graph.nodes

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return len(self.head)

    @property
    def root(self) -> int:
        """The node that stands for the whole sentence: the last one."""
        return self.nodes - 1

    @cached_property
    def words(self) -> Ints:
        """How many words each edge adds to the target text, those of its tails not counted."""
        return np.diff(self.yield_ptr) - np.diff(self.tail_ptr)

    @cached_property
    def tail_edges(self) -> NDArray[np.int64]:
        """For each entry of ``tails`` the edge whose tail it is."""
        return np.repeat(np.arange(self.edges), np.diff(self.tail_ptr))

    @cached_property
    def yield_edges(self) -> NDArray[np.int64]:
        """For each entry of ``yield_symbols`` the edge that yields it."""
        return np.repeat(np.arange(self.edges), np.diff(self.yield_ptr))

    def yield_sums(self, entries: NDArray[np.bool_], values: ArrayLike) -> NDArray[np.float64]:
        """Return for each edge the sum of the values of what it yields.

        Args:
            entries: flags of the ``yield_symbols`` that have a value.
            values: one value for each of them.
        """
        return np.bincount(self.yield_edges[entries], values, self.edges).astype(np.float64, copy=False)

    def edge_tails(self, edge: int) -> Ints:
        """Return the tails of an edge."""
        return self.tails[self.tail_ptr[edge] : self.tail_ptr[edge + 1]]

    def edge_yield(self, edge: int) -> Ints:
        """Return the symbols that an edge yields."""
        return self.yield_symbols[self.yield_ptr[edge] : self.yield_ptr[edge + 1]]

    def restrict(self, keep: ArrayLike) -> Forest:
        """Return the forest of the derivations that use only the edges kept.

        Edges and nodes that no such derivation uses go too; if there is none at all, only the root is
        left. Its ``origin`` gives each edge's number in this forest: the scores of the smaller forest
        are ``scores[smaller.origin]``.

        Args:
            keep: one truth value per edge.
        """
        mask = _column(keep, "keep", np.dtype(np.bool_), (self.edges,))
        kept = np.flatnonzero(forest_useful(self.graph, np.where(mask, 0.0, -np.inf)))
        used = np.zeros(self.nodes, np.bool_)
        used[self.head[kept]] = True
        used[self.root] = True
        number = (np.cumsum(used) - 1).astype(np.int32)
        tail_ptr, tail_entries = gather(self.tail_ptr, kept)
        yield_ptr, yield_entries = gather(self.yield_ptr, kept)
        return Forest(
            number[self.head[kept]],
            tail_ptr,
            number[self.tails[tail_entries]],
            nodes=int(used.sum()),
            rule=self.rule[kept],
            yield_ptr=yield_ptr,
            yield_symbols=self.yield_symbols[yield_entries],
            vocabulary=self.vocabulary,
            labels=None if self.labels is None else self.labels[used],
            spans=None if self.spans is None else self.spans[used],
            features=None if self.features is None else self.features.take(kept),
            origin=kept,
        )

    def __repr__(self) -> str:
        return f"<Forest: {self.nodes} nodes, {self.edges} edges, {len(self.vocabulary)} words>"


def _ints(values: ArrayLike, name: str) -> Ints:
    """Return a flat array of 32-bit integers; refuse fractions and numbers that do not fit."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise DataError(f"a forest's {name} must be a flat array of integers.")
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    narrow = array.astype(np.int32)
    if not np.array_equal(narrow, array):
        raise DataError(f"a forest's {name} has a number that needs more than 32 bits.")
    return np.ascontiguousarray(narrow)


def _column(values: ArrayLike, name: str, dtype: np.dtype[Kind], shape: tuple[int, ...]) -> NDArray[Kind]:
    array = np.ascontiguousarray(values, dtype)
    if array.shape != shape:
        raise DataError(f"a forest's {name} has the shape {array.shape} where {shape} was expected.")
    array = array.view()
    array.flags.writeable = False
    return array


def _tail_places(tail_ptr: Ints) -> Ints:
    """Return the yield symbols that stand for every edge's tails in their order."""
    lengths = np.diff(tail_ptr)
    if (lengths < 0).any():
        raise DataError("tail_ptr must rise.")
    return np.repeat(tail_ptr[:-1], lengths) - 1 - np.arange(lengths.sum(), dtype=np.int32)
