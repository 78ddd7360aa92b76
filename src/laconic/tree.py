"""Constituency trees: immutable, hashable, with spans, read from and written as Penn brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from laconic.errors import DataError

EMPTY_LABEL = "-NONE-"
"""The preterminal of Penn's empty nodes (traces, dropped subjects), which cover no word."""

# Only round brackets need an escape; `-LSB-`, `\/` and the like are words as they stand.
_ESCAPES = {"(": "-LRB-", ")": "-RRB-"}
_UNESCAPES = {escape: word for word, escape in _ESCAPES.items()}
_PIECE = re.compile(r"[()]|[^\s()]+")
_MAX_DEPTH = 1000


class Leaf(NamedTuple):
    """A word at its position in the sentence."""

    word: str
    position: int


@dataclass(frozen=True)
class Tree:
    """A node with its label and children; the leaves are words with their positions.

    >>> tree = Tree.parse("(S (NP (PRP It)) (VP (VBZ works)) (. .))")
    >>> tree.words
    ('It', 'works', '.')
    >>> [(node.label, node.span) for node in tree.children]
    [('NP', (0, 1)), ('VP', (1, 2)), ('.', (2, 3))]
    >>> str(tree)
    '(S (NP (PRP It)) (VP (VBZ works)) (. .))'
    """

    label: str
    children: tuple[Tree | Leaf, ...]

    @classmethod
    def parse(cls, brackets: str) -> Tree:
        """Read exactly one tree from Penn brackets; raise `DataError` if there is none or more."""
        trees = [tree for _, tree in read_trees(brackets.splitlines())]
        if len(trees) != 1:
            raise DataError(f"one bracketed tree was expected and {len(trees)} were found.")
        return trees[0]

    @property
    def category(self) -> str:
        """The label without function tags and indices: ``NP`` of ``NP-SBJ-1``, ``NP`` of ``NP=2``."""
        if not self.label or self.label[0] == "-":
            return self.label
        return re.split(r"[-=]", self.label, maxsplit=1)[0] or self.label

    @property
    def is_preterminal(self) -> bool:
        """Whether the only child is a word, so that the label is a part-of-speech tag."""
        return len(self.children) == 1 and isinstance(self.children[0], Leaf)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The words with their positions, from left to right."""
        leaves: list[Leaf] = []
        for child in self.children:
            if isinstance(child, Leaf):
                leaves.append(child)
            else:
                leaves.extend(child.leaves)
        return tuple(leaves)

    @property
    def words(self) -> tuple[str, ...]:
        """The words from left to right."""
        return tuple(leaf.word for leaf in self.leaves)

    @property
    def span(self) -> tuple[int, int]:
        """The first position covered and the position after the last."""
        return self.leaves[0].position, self.leaves[-1].position + 1

    def nodes(self) -> Iterator[Tree]:
        """Yield this node and all nodes below it, parents before children, left to right."""
        yield self
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.nodes()

    def preterminals(self) -> Iterator[Tree]:
        """Yield the nodes directly above words, left to right."""
        return (node for node in self.nodes() if node.is_preterminal)

    def without_empty(self) -> Tree | None:
        """Return the tree without empty nodes and what only held them, positions counted anew.

        Returns None if no word is left.
        """
        counter = iter(range(len(self.leaves)))

        def prune(node: Tree) -> Tree | None:
            if node.is_preterminal and node.label == EMPTY_LABEL:
                return None
            children: list[Tree | Leaf] = []
            for child in node.children:
                if isinstance(child, Leaf):
                    children.append(Leaf(child.word, next(counter)))
                elif (pruned := prune(child)) is not None:
                    children.append(pruned)
            return Tree(node.label, tuple(children)) if children else None

        return prune(self)

    def without_functions(self) -> Tree:
        """Return the tree with every label reduced to its `category`."""
        return Tree(
            self.category,
            tuple(child if isinstance(child, Leaf) else child.without_functions() for child in self.children),
        )

    def __str__(self) -> str:
        pieces = [str(child) if isinstance(child, Tree) else escape(child.word) for child in self.children]
        return f"({' '.join([self.label, *pieces] if self.label else pieces)})"


def escape(word: str) -> str:
    """Write a word so that it can stand in brackets: ``(`` becomes ``-LRB-``."""
    return "".join(_ESCAPES.get(character, character) for character in word) if not word.isalnum() else word


def unescape(word: str) -> str:
    """Undo `escape` for a word that is one bracket."""
    return _UNESCAPES.get(word, word)


def read_trees(lines: Iterable[str]) -> Iterator[tuple[int, Tree]]:
    """Yield every tree with the number of the line it begins on.

    A line may hold several trees, and a tree may go over several lines. The outermost label may be
    missing, as in ``( (S ...))``; it is then the empty string. A node without children is an error.

    Raises:
        DataError: unbalanced brackets, words outside brackets, an empty node; ``line`` is set.
    """
    open_nodes: list[_OpenNode] = []
    position = 0
    number = 0
    for number, line in enumerate(lines, 1):
        for piece in _PIECE.findall(line):
            if piece == "(":
                if not open_nodes:
                    position = 0
                elif len(open_nodes) == _MAX_DEPTH:
                    raise DataError(f"brackets are nested more than {_MAX_DEPTH} deep.", line=number)
                open_nodes.append(_OpenNode(number))
            elif not open_nodes:
                problem = "closes no bracket" if piece == ")" else "stands outside all brackets"
                raise DataError(f"{piece!r} {problem}.", line=number)
            elif piece == ")":
                node = open_nodes.pop()
                tree = node.close(number)
                if open_nodes:
                    open_nodes[-1].children.append(tree)
                else:
                    yield node.line, tree
            elif open_nodes[-1].add(piece, position):
                position += 1
    if open_nodes:
        raise DataError(f"{len(open_nodes)} brackets are not closed at the end.", line=open_nodes[0].line)


class _OpenNode:
    """A node whose closing bracket has not been read yet."""

    __slots__ = ("children", "label", "line")

    def __init__(self, line: int) -> None:
        self.line = line
        self.label: str | None = None
        self.children: list[Tree | Leaf] = []

    def add(self, piece: str, position: int) -> bool:
        """Take the label, or else a word; tell whether it was a word."""
        if self.label is None and not self.children:
            self.label = piece
            return False
        self.children.append(Leaf(unescape(piece), position))
        return True

    def close(self, line: int) -> Tree:
        if not self.children:
            raise DataError(f"the node ({self.label or ''}) is empty: a tag needs a word.", line=line)
        return Tree(self.label or "", tuple(self.children))
