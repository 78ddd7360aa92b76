"""Constituency trees: immutable, hashable, with spans, read from and written as Penn brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from laconic.errors import DataError

EMPTY_LABEL = "-NONE-"
"""The preterminal of Penn's empty nodes (traces, dropped subjects), which cover no word."""

# Only round brackets need an escape; `-LSB-`, `\/` and the like are words as they stand. Words may hold
# unusual white space (a no-break space in a number), so only ASCII white space separates.
_LEFT, _RIGHT = "-LRB-", "-RRB-"
# Most nodes are a tag and a word; reading them in one piece halves the time.
_PIECE = re.compile(r"\(([^()\s]++)\s++([^()\s]++)\)|([()]|[^()\s]++)", re.ASCII)
_WHITE_SPACE = re.compile(r"\s", re.ASCII)
_FUNCTIONS = re.compile(r"[-=|].*", re.DOTALL)

MAX_DEPTH = 500
"""How deep brackets may be nested; people's sentences stay below 100."""


class Leaf(NamedTuple):
    """A word at its position in the sentence."""

    word: str
    position: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tree:
    """A node with its label and children; the leaves are words with their positions.

    Examples:
        >>> tree = Tree.parse("(S (NP (PRP It)) (VP (VBZ works)) (. .))")
        >>> tree.words
        ('It', 'works', '.')
        >>> tree.children[1].label, tree.children[1].span
        ('VP', (1, 2))
        >>> str(tree)
        '(S (NP (PRP It)) (VP (VBZ works)) (. .))'
    """

    label: str
    children: tuple[Tree | Leaf, ...]

    def __post_init__(self) -> None:
        if not self.children:
            raise DataError(f"the node ({self.label}) is empty: a tag needs a word.")

    def __reduce__(self) -> tuple[type[Tree], tuple[str, tuple[Tree | Leaf, ...]]]:
        # What a dataclass with slots does instead takes twice as long, and processes send each other many trees.
        return Tree, (self.label, self.children)

    # Trees can be deeper than Python's stack, so no method calls itself.

    @classmethod
    def parse(cls, brackets: str) -> Tree:
        """Read exactly one tree from Penn brackets; raise `DataError` if there are none or several."""
        trees = [tree for _, tree in read_trees(brackets.split("\n"))]
        if len(trees) != 1:
            raise DataError(f"one bracketed tree was expected, but {len(trees)} were found.")
        return trees[0]

    @property
    def category(self) -> str:
        """The label without function tags, indices and second guesses: ``NP`` of ``NP-SBJ-1`` or ``NP|QP``.

        Labels that start with a hyphen, such as ``-LRB-``, are returned whole.
        """
        return self.label[:1] + _FUNCTIONS.sub("", self.label[1:]) if self.label[:1] != "-" else self.label

    @property
    def is_preterminal(self) -> bool:
        """Whether the only child is a word, so that the label is a part-of-speech tag."""
        return len(self.children) == 1 and isinstance(self.children[0], Leaf)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The words with their positions, from left to right."""
        found: list[Leaf] = []
        waiting: list[Tree | Leaf] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Leaf):
                found.append(part)
            else:
                waiting.extend(part.children[::-1])
        return tuple(found)

    @property
    def words(self) -> tuple[str, ...]:
        """The words from left to right."""
        return tuple(leaf.word for leaf in self.leaves)

    @property
    def span(self) -> tuple[int, int]:
        """The first position covered and the position after the last."""
        first: Tree | Leaf = self
        while isinstance(first, Tree):
            first = first.children[0]
        last: Tree | Leaf = self
        while isinstance(last, Tree):
            last = last.children[-1]
        return first.position, last.position + 1

    def nodes(self) -> Iterator[Tree]:
        """Yield this node and all nodes below it, parents before children, left to right."""
        return (part for part in self._parts() if isinstance(part, Tree))

    def preterminals(self) -> Iterator[Tree]:
        """Yield the nodes directly above words, left to right."""
        return (node for node in self.nodes() if node.is_preterminal)

    def without_empty(self) -> Tree | None:
        """Return the tree without empty nodes and nodes that contain only such nodes, with new positions.

        Returns None if no word is left.
        """
        empty = {node.children[0] for node in self.preterminals() if node.label == EMPTY_LABEL}
        words = [leaf for leaf in self.leaves if leaf not in empty]
        moved = {leaf: Leaf(leaf.word, position) for position, leaf in enumerate(words)}

        def prune(node: Tree, children: Sequence[Tree | Leaf]) -> Tree | None:
            found = (moved.get(child) if isinstance(child, Leaf) else child for child in children)
            kept = tuple(child for child in found if child is not None)
            return Tree(node.label, kept) if kept else None

        return self._rebuild(prune)

    def with_leaves(self, leaves: Iterable[Leaf]) -> Tree:
        """Return the tree with other leaves, one for each of its own, from left to right."""
        new = dict(zip(self.leaves, leaves, strict=True))

        def renew(node: Tree, children: Sequence[Tree | Leaf]) -> Tree:
            return Tree(node.label, tuple(new[part] if isinstance(part, Leaf) else part for part in children))

        return self._rebuild(renew) or self

    def _parts(self) -> Iterator[Tree | Leaf]:
        """Yield this node and all nodes and leaves below it, parents before children, left to right."""
        waiting: list[Tree | Leaf] = [self]
        while waiting:
            part = waiting.pop()
            yield part
            if isinstance(part, Tree):
                waiting.extend(reversed(part.children))

    def _rebuild(self, make: Callable[[Tree, Sequence[Tree | Leaf]], Tree | None]) -> Tree | None:
        """Build a tree from the leaves up: ``make(node, new children)`` replaces the node, or drops it."""
        unfinished: list[tuple[Tree, Iterator[Tree | Leaf], list[Tree | Leaf]]] = [(self, iter(self.children), [])]
        while True:
            node, waiting, finished = unfinished[-1]
            for child in waiting:
                if isinstance(child, Tree):
                    unfinished.append((child, iter(child.children), []))
                    break
                finished.append(child)
            else:
                made = make(node, finished)
                unfinished.pop()
                if not unfinished:
                    return made
                if made is not None:
                    unfinished[-1][2].append(made)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self is other or all(a == b for a, b in zip(self._shape(), other._shape(), strict=False))

    def _shape(self) -> Iterator[tuple[str, int] | Leaf]:
        """Yield for each node its label and number of children, and the leaves: what makes trees equal."""
        return ((part.label, -len(part.children)) if isinstance(part, Tree) else part for part in self._parts())

    def __hash__(self) -> int:
        return hash((self.label, self.leaves))

    def __str__(self) -> str:
        pieces: list[str] = []
        waiting: list[Tree | Leaf | None] = [self]  # None closes a bracket
        while waiting:
            part = waiting.pop()
            if part is None:
                pieces.append(")")
            elif isinstance(part, Leaf):
                pieces.append(f" {escape(part.word)}")
            else:
                pieces.append(f" ({part.label}")
                waiting.append(None)
                waiting.extend(reversed(part.children))
        return "".join(pieces).lstrip().replace("( ", "(")

    def __repr__(self) -> str:
        return f"Tree.parse({str(self)!r})"


def escape(word: str) -> str:
    """Escape a word for use in brackets: ``(`` becomes ``-LRB-``, and a space becomes a no-break space."""
    if word.isalnum():
        return word
    return _WHITE_SPACE.sub("\u00a0", word.replace("(", _LEFT).replace(")", _RIGHT))


def unescape(word: str) -> str:
    """Undo `escape` for brackets."""
    return word.replace(_LEFT, "(").replace(_RIGHT, ")") if "-" in word else word


def read_trees(lines: Iterable[str]) -> Iterator[tuple[int, Tree]]:
    """Yield every tree with the number of the line on which it starts.

    A line may hold several trees, and a tree may span several lines. The outermost label may be
    missing, as in ``( (S ...))``; it is then the empty string. A node without children is an error.

    Raises:
        DataError: unbalanced brackets, words outside brackets, an empty node; ``line`` is set.
    """
    begin = position = 0
    labels: list[str | None] = []  # of the open brackets, None until the label is read
    children: list[list[Tree | Leaf]] = []
    for number, line in enumerate(lines, 1):
        for tag, word, piece in _PIECE.findall(line):
            if tag and labels:
                children[-1].append(Tree(tag, (Leaf(unescape(word), position),)))
                position += 1
            elif tag:
                yield number, Tree(tag, (Leaf(unescape(word), 0),))
            elif piece == "(":
                if not labels:
                    begin, position = number, 0
                elif len(labels) == MAX_DEPTH:
                    raise DataError(f"brackets are nested more than {MAX_DEPTH} deep.", line=number)
                labels.append(None)
                children.append([])
            elif not labels:
                problem = "closes no bracket" if piece == ")" else "stands outside all brackets"
                raise DataError(f"{piece!r} {problem}.", line=number)
            elif piece == ")":
                tree = _close(labels.pop(), children.pop(), number)
                if labels:
                    children[-1].append(tree)
                else:
                    yield begin, tree
            elif labels[-1] is None and not children[-1]:
                labels[-1] = piece
            else:
                children[-1].append(Leaf(unescape(piece), position))
                position += 1
    if labels:
        raise DataError(f"{len(labels)} brackets are not closed at the end.", line=begin)


def _close(label: str | None, children: list[Tree | Leaf], line: int) -> Tree:
    try:
        return Tree(label or "", tuple(children))
    except DataError as error:
        raise error.at(None, line) from None
