"""Features of deletions in their sentence: what is deleted, from where, and what becomes adjacent.

The papers let features of a rule see the source (2013, equation 6) but use none that do. These look at a
constituent that a rule deletes from something that stays: its size, its first and last words, the node
above it, and the words on either side.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from laconic.forest.transduce import Transduction
from laconic.grammar.rule import EMPTY
from laconic.tree import Tree

_BOUND = "#"
_SIZES = (1, 2, 3, 4, 6, 9, 13, 20)


def deleted_nodes(transduction: Transduction) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of an edge and the number of a source node that it deletes from something that stays."""
    forest = transduction.forest
    assert forest.labels is not None
    goes = forest.labels == EMPTY
    edges = forest.tail_edges
    cut_here = goes[forest.tails] & ~goes[forest.head[edges]]
    return edges[cut_here], transduction.node_source[forest.tails[cut_here]].astype(np.int64)


def deletion_features(source: Tree) -> list[tuple[str, ...]]:
    """Return for each node of a tree, in reading order, the features of its deletion; each counts 1.

    >>> tree = Tree.parse("(NP (DT the) (JJ old) (NN dog))")
    >>> deletion_features(tree)[2][:3]
    ('deletes JJ below NP', 'deletes JJ of 1', 'deletes JJ in the middle')
    """
    preterminals = list(source.preterminals())
    words = [_BOUND, *(node.words[0].lower() for node in preterminals), _BOUND]
    tags = [_BOUND, *(node.label for node in preterminals), _BOUND]
    above = {id(child): node for node in source.nodes() for child in node.children}
    return [tuple(_features(node, above.get(id(node)), words, tags)) for node in source.nodes()]


def _features(node: Tree, parent: Tree | None, words: list[str], tags: list[str]) -> Iterator[str]:
    begin, end = node.span
    label = f"deletes {node.label}"
    yield f"{label} below {_BOUND if parent is None else parent.label}"
    yield f"{label} of {max(size for size in _SIZES if size <= max(1, end - begin))}"
    yield f"{label} {_place(node, parent)}"
    yield f"{label} from {words[begin + 1]}"
    yield f"{label} to {words[end]}"
    yield f"{label} after tag {tags[begin]}"
    yield f"{label} after {words[begin]}"
    yield f"{label} before tag {tags[end + 1]}"
    yield f"{label} before {words[end + 1]}"
    yield f"joins {tags[begin]} {tags[end + 1]}"
    yield f"deletes {tags[begin + 1]} to {tags[end]} below {_BOUND if parent is None else parent.label}"


def _place(node: Tree, parent: Tree | None) -> str:
    if parent is None or len(parent.children) == 1:
        return "alone"
    if parent.children[0] is node:
        return "at the beginning"
    return "at the end" if parent.children[-1] is node else "in the middle"
