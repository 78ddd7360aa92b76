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


class Parse(NamedTuple):
    """What is known of a sentence's words: tags, tree, heads (from 1; 0 is the root) and relations."""

    tags: list[str]
    tree: Tree
    heads: list[int]
    relations: list[str]


def decode(outputs: Outputs, words: Sequence[str], labels: Labels) -> Parse:
    """Return the best tag of each word, the best tree of all, and the best projective arcs with one root."""
    count = len(words)
    length = np.array([count], np.int32)
    starts, ends, _ = _core.cky(outputs.span_scores[None], length)
    heads = _core.eisner(outputs.arcs[None], length)[0]
    chains = [labels.spans[chain] for chain in outputs.span_labels[starts, ends].tolist()]
    tags = [labels.tags[tag] for tag in outputs.tags.tolist()]
    tree = build_tree(words, tags, list(zip(starts.tolist(), ends.tolist(), chains, strict=True)))
    relations = outputs.relations[heads, np.arange(1, count + 1)].tolist()
    named = [_named(head, labels.relations[number]) for head, number in zip(heads, relations, strict=True)]
    return Parse(tags, tree, heads.tolist(), named)


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
    top = parses[0].heads.index(0) + 1
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    trees: list[Tree] = []
    for parse in parses:
        shift = len(tags)
        is_first = not trees
        leaves = (Leaf(leaf.word, leaf.position + shift) for leaf in parse.tree.leaves)
        trees.append(parse.tree.with_leaves(leaves))
        tags += parse.tags
        for head, relation in zip(parse.heads, parse.relations, strict=True):
            is_top = head == 0 and not is_first
            heads.append(top if is_top else head and head + shift)
            relations.append(PARATAXIS if is_top else relation)
    return Parse(tags, Tree("S", tuple(trees)), heads, relations)
