"""Matching: which rules of a grammar have a source side that fits at a node of a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic._core import GrammarIndex
from laconic.errors import DataError
from laconic.tree import Leaf, Tree

Ints = NDArray[np.int32]


class FlatTree(NamedTuple):
    """A tree in arrays, its nodes numbered in reading order and its words from 0.

    Attributes:
        labels: each node's label.
        after: the number after that of each node's last descendant.
        child_ptr: node ``k`` has the children ``children[child_ptr[k]:child_ptr[k + 1]]``.
        children: a node's number, or ``-1 - p`` for the word at position ``p``.
        words: the words from left to right.
        spans: each node's first word position and the position after its last.
    """

    labels: list[str]
    after: Ints
    child_ptr: Ints
    children: Ints
    words: list[str]
    spans: Ints

    @property
    def shape(self) -> tuple[list[str], Ints, Ints, Ints, list[str]]:
        """What the compiled core asks for: all but the spans."""
        return self.labels, self.after, self.child_ptr, self.children, self.words


def flatten(tree: Tree) -> FlatTree:
    """Return a tree in arrays."""
    labels: list[str] = []
    after: list[int] = []
    spans: list[tuple[int, int]] = []
    below: list[list[int]] = []
    words: list[str] = []
    # A node comes twice: when it is reached, and, as its number, when all below it is done.
    waiting: list[tuple[Tree | Leaf | None, int]] = [(tree, -1)]
    while waiting:
        part, number = waiting.pop()
        if part is None:
            after[number] = len(labels)
            spans[number] = spans[number][0], len(words)
        elif isinstance(part, Leaf):
            below[number].append(-1 - len(words))
            words.append(part.word)
        else:
            if number >= 0:
                below[number].append(len(labels))
            number = len(labels)
            labels.append(part.label)
            after.append(0)
            spans.append((len(words), 0))
            below.append([])
            waiting.append((None, number))
            waiting.extend([(child, number) for child in reversed(part.children)])
    return FlatTree(
        labels,
        np.array(after, np.int32),
        np.cumsum([0, *map(len, below)], dtype=np.int32),
        np.array([child for children in below for child in children], np.int32),
        words,
        np.array(spans, np.int32),
    )


class RuleIndex:
    """Finds rules by their source side, in time that depends on what matches, not on the grammar's size.

    >>> index = RuleIndex(["(NP DT@1 NN@2) ||| (NP NN@2 DT@1)", "(NP DT@ε (NN dog)) ||| ε"])
    >>> index.matches(Tree.parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    [(1, 0), (1, 1)]
    """

    def __init__(self, lines: Sequence[str]) -> None:
        """Index rules given as text.

        Raises:
            DataError: a line is not a rule.
        """
        try:
            self.core = GrammarIndex("\n".join(lines))
        except ValueError as error:
            raise DataError(f"{error}") from None

    def matches(self, tree: Tree) -> list[tuple[int, int]]:
        """Return the matches as pairs of a node's number in reading order and a rule's number, sorted."""
        nodes, rules = self.core.match(*flatten(tree).shape)
        return sorted(zip(nodes.tolist(), rules.tolist(), strict=True))

    @property
    def only_deletes(self) -> NDArray[np.bool_]:
        """For each rule whether its target's words and variables are some of its source's, in their order."""
        return self.core.only_deletes().astype(np.bool_)

    @property
    def is_coverage(self) -> NDArray[np.bool_]:
        """For each rule whether it copies a production, or deletes it whole or a run of its children."""
        return self.core.is_coverage().astype(np.bool_)

    @property
    def bytes(self) -> int:
        """How much memory the index takes."""
        return self.core.bytes

    def __len__(self) -> int:
        return len(self.core)
