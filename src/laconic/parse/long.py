"""Sentences too long for the network: cut where it does the least harm, and joined again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.parse.encoder import Pieces
from laconic.text import Token
from laconic.tree import Leaf, Tree

_STRENGTH = {".": 4, "!": 4, "?": 4, ";": 3, ":": 2, "--": 2, "–": 2, "—": 2, ",": 1, ")": 1}
"""How well a sentence can be cut after each mark."""

Parse = tuple[list[str], Tree, list[int], list[str]]


def split_long(tokens: Sequence[Token], pieces: Pieces, longest: int) -> Iterator[tuple[Sequence[Token], Pieces]]:
    """Yield the sentence whole if it fits, else in parts of at most ``longest`` pieces.

    A part ends after the strongest mark in its second half, the last one of several; without any mark,
    where it is full.
    """
    start, first = 0, 0
    while start < len(tokens):
        end, size = start, 0
        while end < len(tokens) and size + pieces.counts[end] <= longest:
            size += pieces.counts[end]
            end += 1
        if end < len(tokens):
            middle = start + (end - start) // 2
            end = max(range(middle + 1, end + 1), key=lambda cut: (_STRENGTH.get(tokens[cut - 1].text, 0), cut))
        counts = pieces.counts[start:end]
        last = first + sum(counts)
        yield tokens[start:end], Pieces(pieces.ids[first:last], counts, pieces.shapes[start:end])
        start, first = end, last


def join_parts(parses: Sequence[Parse]) -> Parse | None:
    """Return one parse of several parts: later parts hang from the first one's root as ``parataxis``.

    Returns None if there is none.
    """
    if len(parses) <= 1:
        return parses[0] if parses else None
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    trees: list[Tree] = []
    top = parses[0][2].index(0) + 1
    for number, (part_tags, tree, part_heads, part_relations) in enumerate(parses):
        shift = len(tags)
        trees.append(_moved(tree, shift))
        tags += part_tags
        heads += [head + shift if head else (0 if number == 0 else top) for head in part_heads]
        relations += [
            "parataxis" if head == 0 and number else relation
            for head, relation in zip(part_heads, part_relations, strict=True)
        ]
    return tags, Tree("S", tuple(trees)), heads, relations


def _moved(tree: Tree, shift: int) -> Tree:
    """Return the tree with all positions moved on."""
    return Tree(
        tree.label,
        tuple(
            Leaf(child.word, child.position + shift) if isinstance(child, Leaf) else _moved(child, shift)
            for child in tree.children
        ),
    )
