"""Constituent alignment: which nodes of two trees correspond, judged by the links of their words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from laconic.align import Alignment
from laconic.grammar.index import flatten
from laconic.tree import Tree


class Node(NamedTuple):
    """A node of a tree, numbered in reading order.

    Attributes:
        tree: the node itself.
        start: the first word position it covers.
        end: the position after its last word.
        parent: its parent's number; -1 for the root.
        after: the number after its last descendant's, so that its subtree is ``range(number, after)``.
        children: the numbers of its children, or a word.
    """

    tree: Tree
    start: int
    end: int
    parent: int
    after: int
    children: tuple[int | str, ...]


def number_nodes(tree: Tree) -> list[Node]:
    """Return the nodes of a tree, parents before children, left to right; with words counted from 0."""
    flat = flatten(tree)
    pointers, numbers = flat.child_ptr.tolist(), flat.children.tolist()
    children = [numbers[first:last] for first, last in pairwise(pointers)]
    parents = [-1] * len(children)
    for number, below in enumerate(children):
        for child in below:
            if child >= 0:
                parents[child] = number
    shown = [tuple(child if child >= 0 else flat.words[-1 - child] for child in below) for below in children]
    columns = zip(tree.nodes(), flat.spans.tolist(), parents, flat.after.tolist(), shown, strict=True)
    return [Node(node, start, end, parent, after, below) for node, (start, end), parent, after, below in columns]


class ConstituentAlignment:
    """The pairs of nodes that the alignment-template condition allows (Cohn & Lapata 2007, §3.2).

    A source node and a target node are aligned if some link joins their words, and no link joins a word
    of one with a word outside the other.

    Attributes:
        source: the source tree's nodes.
        target: the target tree's nodes.
        partners: for each source node the target nodes aligned with it, ancestors before descendants.
        linked: for each source node whether any of its words has a link.
    """

    def __init__(self, source: Tree, target: Tree, alignment: Alignment) -> None:
        """Align the nodes of two trees.

        Raises:
            DataError: a link points beyond the end of a sentence.
        """
        self.source = number_nodes(source)
        self.target = number_nodes(target)
        alignment.within(self.source[0].end, self.target[0].end)
        links = list(alignment)
        forward = _reach(self.source, links)
        backward = _reach(self.target, [(target, source) for source, target in links])
        lowest = _preterminals(self.target)
        self.linked = [reach is not None for reach in forward]
        self.partners: list[tuple[int, ...]] = []
        for node, reach in zip(self.source, forward, strict=True):
            found = []
            # A partner covers the first linked target word, so it is one of that word's ancestors.
            number = -1 if reach is None else lowest[reach[0]]
            while number >= 0 and reach is not None:
                other, back = self.target[number], backward[number]
                if other.end > reach[1] and back is not None and node.start <= back[0] and back[1] < node.end:
                    found.append(number)
                number = other.parent
            self.partners.append(tuple(reversed(found)))


def _reach(nodes: Sequence[Node], links: Sequence[tuple[int, int]]) -> list[tuple[int, int] | None]:
    """Return for each node the first and the last position on the other side linked to its words."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for here, there in links:
        first[here] = min(there, first.get(here, there))
        last[here] = max(there, last.get(here, there))
    reaches: list[tuple[int, int] | None] = []
    for node in nodes:
        inside = [position for position in range(node.start, node.end) if position in first]
        reaches.append((min(map(first.__getitem__, inside)), max(map(last.__getitem__, inside))) if inside else None)
    return reaches


def _preterminals(nodes: Sequence[Node]) -> list[int]:
    """Return for each word the number of the node directly above it."""
    above = [0] * nodes[0].end
    for number, node in enumerate(nodes):  # descendants come later, and overwrite their ancestors
        above[node.start : node.end] = [number] * (node.end - node.start)
    return above
