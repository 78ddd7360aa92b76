"""Sentences too long for the network: cut where it does the least harm, and joined again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.parse.decode import Parse
from laconic.parse.encoder import Pieces
from laconic.tree import Leaf, Tree

MOST_PIECES = 320
"""The most pieces of one part. The encoder has places for 510, but its memory grows with their square."""

PARATAXIS = "parataxis"
"""The relation of a later part to the first: side by side, without a word that joins them."""

_STRENGTH = {".": 4, "!": 4, "?": 4, ";": 3, ":": 2, "--": 2, "–": 2, "—": 2, ",": 1, ")": 1}
"""How well a sentence can be cut after each mark."""


def parts(words: Sequence[str], pieces: Pieces, most: int = MOST_PIECES) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a sentence that the network can read."""
    return cut_at_marks(words, pieces.counts, most)


def cut_at_marks(words: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a sentence: of the whole if it fits, else of several.

    A part ends after the strongest mark in its second half, the last one of several; without any mark,
    where it is full. No word may be larger than ``most``.
    """
    start = 0
    while start < len(words):
        end, size = start, 0
        while end < len(words) and size + sizes[end] <= most:
            size += sizes[end]
            end += 1
        if end < len(words):
            middle = start + (end - start) // 2
            end = max(range(middle + 1, end + 1), key=lambda cut: (_STRENGTH.get(words[cut - 1], 0), cut))
        yield start, end
        start = end


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
