"""From a network's scores to the best tags, tree and arcs, of a sentence or of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from laconic import _core
from laconic.parse.encoder import Labels, Outputs
from laconic.tree import Leaf, Tree

CHAIN = "+"
"""Joins the labels of a chain of single children: ``S+VP`` is a VP that is all there is of an S."""

ROOT, UNCLEAR = "root", "dep"

PARATAXIS = "parataxis"
"""The relation of a later part of a sentence to the first: side by side, without a word that joins them."""


class Arcs(NamedTuple):
    """What is known of a sentence's words without a tree: tags, heads (from 1; 0 is the root) and relations."""

    tags: list[str]
    heads: list[int]
    relations: list[str]


class Parse(NamedTuple):
    """What is known of a sentence's words: tags, tree, heads (from 1; 0 is the root) and relations."""

    tags: list[str]
    tree: Tree
    heads: list[int]
    relations: list[str]


def decode(outputs: Outputs, words: Sequence[str], labels: Labels) -> Parse:
    """Return the best tag of each word, the best tree of all, and the best projective arcs with one root."""
    tags, heads, relations = decode_arcs(outputs, labels)
    starts, ends, _ = _core.cky(outputs.span_scores[None], np.array([len(words)], np.int32))
    chains = [labels.spans[chain] for chain in outputs.span_labels[starts, ends].tolist()]
    tree = build_tree(words, tags, list(zip(starts.tolist(), ends.tolist(), chains, strict=True)))
    return Parse(tags, tree, heads, relations)


def decode_arcs(outputs: Outputs, labels: Labels) -> Arcs:
    """Return the same without the tree."""
    count = len(outputs.tags)
    tags = [labels.tags[tag] for tag in outputs.tags.tolist()]
    heads = _core.eisner(outputs.arcs[None], np.array([count], np.int32))[0]
    relations = outputs.relations[heads, np.arange(1, count + 1)].tolist()
    named = [_named(head, labels.relations[number]) for head, number in zip(heads, relations, strict=True)]
    return Arcs(tags, heads.tolist(), named)


def _named(head: int, relation: str) -> str:
    """Return the relation's name: the root's word is ``root``, and no other is."""
    if head == 0:
        return ROOT
    return UNCLEAR if relation == ROOT else relation


def build_tree(words: Sequence[str], tags: Sequence[str], spans: Sequence[tuple[int, int, str]]) -> Tree:
    """Return the tree of labelled spans, which come parents first and cover the whole sentence first.

    >>> str(build_tree(["It", "works"], ["PRP", "VBZ"], [(0, 2, "S"), (0, 1, "NP"), (1, 2, "VP")]))
    '(S (NP (PRP It)) (VP (VBZ works)))'
    """
    waiting = list(reversed(spans))
    # Each open node: where it ends, its chain of labels, its children so far. The outermost is never closed.
    open_nodes: list[tuple[int, str, list[Tree | Leaf]]] = [(len(words) + 1, "", [])]
    for position, (word, tag) in enumerate(zip(words, tags, strict=True)):
        while waiting and waiting[-1][0] == position:
            _, end, chain = waiting.pop()
            open_nodes.append((end, chain, []))
        open_nodes[-1][2].append(Tree(tag, (Leaf(word, position),)))
        while open_nodes[-1][0] == position + 1:
            _, chain, children = open_nodes.pop()
            open_nodes[-1][2].append(_chain(chain, children))
    (root,) = open_nodes[0][2]
    if not isinstance(root, Tree):
        raise TypeError("the outermost span must be a constituent")
    return root


def _chain(chain: str, children: list[Tree | Leaf]) -> Tree:
    """Return the children below the labels of a chain, the last label directly above them."""
    *above, lowest = chain.split(CHAIN)
    node = Tree(lowest, tuple(children))
    for label in reversed(above):
        node = Tree(label, (node,))
    return node


def join_parts(parses: Sequence[Parse]) -> Parse:
    """Return one parse of at least one part: later parts hang from the first one's root as `PARATAXIS`."""
    if len(parses) == 1:
        return parses[0]
    tags, heads, relations = join_arcs([Arcs(parse.tags, parse.heads, parse.relations) for parse in parses])
    trees: list[Tree] = []
    shift = 0
    for parse in parses:
        leaves = (Leaf(leaf.word, leaf.position + shift) for leaf in parse.tree.leaves)
        trees.append(parse.tree.with_leaves(leaves))
        shift += len(parse.tags)
    return Parse(tags, Tree("S", tuple(trees)), heads, relations)


def join_arcs(parts: Sequence[Arcs]) -> Arcs:
    """Return the arcs of a sentence from those of its parts, as `join_parts` does."""
    top = parts[0].heads.index(0) + 1
    joined = Arcs([], [], [])
    for part in parts:
        shift = len(joined.tags)
        joined.tags.extend(part.tags)
        for head, relation in zip(part.heads, part.relations, strict=True):
            is_top = head == 0 and shift > 0
            joined.heads.append(top if is_top else head and head + shift)
            joined.relations.append(PARATAXIS if is_top else relation)
    return joined
