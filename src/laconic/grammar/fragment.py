"""Elementary trees: pieces of constituency trees whose leaves are words or variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from laconic.errors import DataError
from laconic.tree import MAX_DEPTH, Leaf, Tree

VARIABLE_MARK = "@"
"""Stands after the label of a variable; in rules a number or ``ε`` follows it."""

# A backslash takes the meaning from the characters that structure a line.
_ESCAPES = {"\\": "\\\\", "(": "\\(", ")": "\\)", "@": "\\@", "|": "\\|", " ": "\\s", "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {written[1]: character for character, written in _ESCAPES.items()}
_SPECIAL = re.compile(r"[\\()@| \n\r]")
_PIECE = re.compile(r"\(|\)|(?:[^\\() ]|\\.)+|\\")
_MARK = re.compile(r"(?:[^\\@]|\\.)*?@")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A node with its label and children; without children it is a variable, to be rewritten by another rule.

    Children are fragments and words, from left to right.

    >>> fragment = Fragment.parse("(NP DT@ (JJ old) NN@)")
    >>> fragment.label, fragment.words
    ('NP', ('old',))
    >>> [variable.label for variable in fragment.variables]
    ['DT', 'NN']
    >>> fragment.children[0].is_variable
    True
    """

    label: str
    children: tuple[Fragment | str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Fragment:
        """Read a fragment whose variables are labels with a bare ``@``.

        Raises:
            DataError: the text is not one fragment, or a variable has a number.
        """
        fragment, marks = read_fragment(text)
        if any(marks):
            raise DataError(f"the variable @{next(filter(None, marks))} of a fragment alone must have no number.")
        return fragment

    @classmethod
    def of(cls, tree: Tree) -> Fragment:
        """Return the fragment that is this whole tree, words and all."""
        children = [child.word if isinstance(child, Leaf) else cls.of(child) for child in tree.children]
        return cls(tree.label, tuple(children))

    @property
    def is_variable(self) -> bool:
        """Whether this node is a frontier nonterminal, which another rule rewrites."""
        return not self.children

    @property
    def is_preterminal(self) -> bool:
        """Whether the only child is a word, so that the label is a part-of-speech tag."""
        return len(self.children) == 1 and isinstance(self.children[0], str)

    def parts(self) -> Iterator[Fragment | str]:
        """Yield this node and all nodes and words below it, parents before children, left to right."""
        waiting: list[Fragment | str] = [self]
        while waiting:
            part = waiting.pop()
            yield part
            if isinstance(part, Fragment):
                waiting.extend(reversed(part.children))

    @property
    def leaves(self) -> tuple[Fragment | str, ...]:
        """The words and variables from left to right."""
        return tuple(part for part in self.parts() if isinstance(part, str) or part.is_variable)

    @property
    def variables(self) -> tuple[Fragment, ...]:
        """The variables from left to right."""
        return tuple(part for part in self.parts() if isinstance(part, Fragment) and part.is_variable)

    @property
    def words(self) -> tuple[str, ...]:
        """The words from left to right."""
        return tuple(part for part in self.parts() if isinstance(part, str))

    def productions(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the label and the children's labels or words of every node that has children."""
        for part in self.parts():
            if isinstance(part, Fragment) and part.children:
                yield part.label, tuple(child if isinstance(child, str) else child.label for child in part.children)

    def replaced(self, variables: Sequence[Fragment]) -> Fragment:
        """Return the fragment with its variables replaced, from left to right, by these fragments."""
        waiting = iter(variables)
        return self._rebuilt(lambda: next(waiting))

    def _rebuilt(self, replace: Callable[[], Fragment]) -> Fragment:
        if self.is_variable:
            return replace()
        children = (child if isinstance(child, str) else child._rebuilt(replace) for child in self.children)
        return Fragment(self.label, tuple(children))

    def to_tree(self) -> Tree:
        """Return the fragment as a tree, its words numbered from 0.

        Raises:
            DataError: a variable is left.
        """
        words = 0
        unfinished: list[tuple[Fragment, list[Tree | Leaf]]] = [(self, [])]
        while True:
            node, done = unfinished[-1]
            if node.is_variable:
                raise DataError(f"the variable {node.label} has not been rewritten, so there is no whole tree.")
            if len(done) == len(node.children):
                unfinished.pop()
                tree = Tree(node.label, tuple(done))
                if not unfinished:
                    return tree
                unfinished[-1][1].append(tree)
                continue
            child = node.children[len(done)]
            if isinstance(child, str):
                done.append(Leaf(child, words))
                words += 1
            else:
                unfinished.append((child, []))

    def __str__(self) -> str:
        return write_fragment(self, [""] * len(self.variables))


def write_fragment(fragment: Fragment, marks: Sequence[str]) -> str:
    """Write a fragment in brackets, with these marks after the ``@`` of its variables, from left to right."""
    pieces: list[str] = []
    numbers = iter(marks)
    waiting: list[Fragment | str | None] = [fragment]  # None closes a bracket
    while waiting:
        part = waiting.pop()
        if part is None:
            pieces.append(")")
        elif isinstance(part, str):
            pieces.append(" " + escape(part))
        elif part.is_variable:
            pieces.append(f" {escape(part.label)}{VARIABLE_MARK}{next(numbers)}")
        else:
            pieces.append(f" ({escape(part.label)}")
            waiting.append(None)
            waiting.extend(reversed(part.children))
    return "".join(pieces)[1:]


def read_fragment(text: str) -> tuple[Fragment, list[str]]:
    """Read a fragment and the marks after the ``@`` of its variables, from left to right.

    Raises:
        DataError: the brackets are not balanced, a node is empty, or something stands outside the brackets.
    """
    marks: list[str] = []
    labels: list[str] = []
    children: list[list[Fragment | str]] = [[]]  # the first list is outside all brackets
    label_next = False
    for piece in _PIECE.findall(text):
        if label_next and piece not in ("(", ")") and _MARK.match(piece) is None:
            labels.append(unescape(piece))
            label_next = False
        elif label_next:
            raise DataError("a bracket opens without a label.")
        elif piece == "(":
            if len(children) > MAX_DEPTH:
                raise DataError(f"brackets are nested more than {MAX_DEPTH} deep.")
            children.append([])
            label_next = True
        elif piece == ")":
            if not labels:
                raise DataError("a bracket closes that was not opened.")
            below, label = children.pop(), labels.pop()
            if not below:
                raise DataError(f"the node ({label}) is empty; a variable is written {label}@1, without brackets.")
            children[-1].append(Fragment(label, tuple(below)))
        elif marked := _MARK.match(piece):
            marks.append(piece[marked.end() :])
            children[-1].append(Fragment(unescape(marked.group()[:-1])))
        else:
            children[-1].append(unescape(piece))
    if label_next or labels:
        raise DataError(f"{len(children) - 1} brackets are not closed.")
    found = children[0]
    if len(found) != 1 or isinstance(found[0], str):
        raise DataError("one tree in brackets, or one variable, was expected.")
    return found[0], marks


def escape(symbol: str) -> str:
    r"""Write a word or label so that it can stand in a rule: ``(`` becomes ``\(``, a space ``\s``.

    >>> escape("a@b"), escape("|||")
    ('a\\@b', '\\|\\|\\|')
    """
    if not symbol:
        raise DataError("a word or label of a rule is empty.")
    return symbol if symbol.isalnum() else _SPECIAL.sub(lambda found: _ESCAPES[found.group()], symbol)


def unescape(written: str) -> str:
    """Undo `escape`.

    Raises:
        DataError: a backslash stands before something that needs none, or at the end.
    """
    if "\\" not in written:
        return written
    pieces = re.split(r"\\(.?)", written)
    for place in range(1, len(pieces), 2):
        if pieces[place] not in _UNESCAPES:
            raise DataError(f"\\{pieces[place]} in {written[:40]!r} has no meaning; write a backslash twice.")
        pieces[place] = _UNESCAPES[pieces[place]]
    return "".join(pieces)
