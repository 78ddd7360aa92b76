"""Parses made elsewhere: read from CoNLL-U, from Penn brackets, or from both side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from laconic.dependency import read_conllu
from laconic.errors import DataError, UsageError
from laconic.files import read_lines
from laconic.parse.words import surface
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree, read_trees

_OUTERMOST = frozenset(["", "ROOT", "TOP"])
"""Labels that only say where a tree begins."""


def read_parses(conllu: str | Path | None = None, brackets: str | Path | None = None) -> Iterator[Sentence]:
    """Yield sentences with heads and relations from a CoNLL-U file, with trees from a file of brackets, or both.

    Sentence k of one file belongs to sentence k of the other. Empty nodes are left out of the trees.

    Raises:
        DataError: a file is broken, or the two do not have the same words.
        UsageError: no file is given.
    """
    if conllu is None and brackets is None:
        raise UsageError("a CoNLL-U file or a file of brackets is needed to read parses from.")
    if brackets is None and conllu is not None:
        yield from _read_conllu(conllu)
    elif conllu is None and brackets is not None:
        yield from (_from_tree(tree) for _, tree in _read_trees(brackets))
    elif conllu is not None and brackets is not None:
        for sentence, numbered in zip_longest(_read_conllu(conllu), _read_trees(brackets)):
            if sentence is None or numbered is None:
                raise DataError("has more sentences than the other file.", path=conllu if sentence else brackets)
            line, tree = numbered
            try:
                yield replace(sentence, tree=with_words_of(tree, sentence))
            except DataError as error:
                raise error.at(brackets, line) from None


def with_words_of(tree: Tree, sentence: Sentence) -> Tree:
    """Return the tree over exactly the sentence's words, which may spell brackets and quotes otherwise.

    The label of an outermost node that only marks the beginning is left out.

    Raises:
        DataError: the words differ.
    """
    theirs, ours = tree.words, sentence.words
    if len(theirs) != len(ours):
        raise DataError(f"the tree has {len(theirs)} words and the sentence {len(ours)}.")
    for number, (there, here) in enumerate(zip(theirs, ours, strict=True), 1):
        if surface(there) != surface(here):
            raise DataError(f"word {number} is {there!r} in the tree and {here!r} in the sentence.")
    return without_root(tree).with_leaves(Leaf(word, place) for place, word in enumerate(ours))


def without_root(tree: Tree) -> Tree:
    """Return the tree below an outermost node that only marks the beginning.

    >>> str(without_root(Tree.parse("(ROOT (S (VP (VB Go))))")))
    '(S (VP (VB Go)))'
    """
    (only, *others) = tree.children
    return only if tree.label in _OUTERMOST and not others and isinstance(only, Tree) else tree


def _read_conllu(path: str | Path) -> Iterator[Sentence]:
    try:
        for _, sentence in read_conllu(line for _, line in read_lines(path)):
            yield sentence.sentence()
    except DataError as error:
        raise error.at(path) from None


def _read_trees(path: str | Path) -> Iterator[tuple[int, Tree]]:
    """Yield the trees without empty nodes, each with the line it begins on."""
    try:
        for line, tree in read_trees(text for _, text in read_lines(path)):
            clean = tree.without_empty()
            if clean is None:
                raise DataError("the tree has no word.", line=line)
            yield line, clean
    except DataError as error:
        raise error.at(path) from None


def _from_tree(tree: Tree) -> Sentence:
    tokens = [Token(node.words[0], tag=node.label) for node in tree.preterminals()]
    return replace(Sentence.from_tokens(tokens, tree=without_root(tree)), pretokenized=True)
