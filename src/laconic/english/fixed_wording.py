"""Words that no synonym may stand for where they stand: they are kept as they are, or go."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.quotations import quoted_positions
from laconic.text import Sentence
from laconic.tree import Tree

_DEGREES = frozenset("more most less least as so too how".split())
"""What compares or grades an adjective: for *more difficult* one does not write *more hard*."""

_HYPHENS = frozenset("- ‐ ‑".split())
_ATTRIBUTIVE = frozenset(["NP", "NML", "NX", "QP", "ADJP"])
_PARTICIPLES = frozenset(["VBN", "VBG"])


def fixed_positions(sentence: Sentence) -> set[int]:
    """Return the positions of words that must not be said in other words.

    These are quotations, adjectives that are compared, parts of compounds with a hyphen, and participles before a
    noun, which are often terms: *attempted murder* is not *tried murder*.
    """
    words = sentence.words
    tree = sentence.tree
    return {
        *quoted_positions([sentence])[0],
        *_compared(sentence),
        *(place for place in range(len(words)) if _HYPHENS.intersection(words[max(0, place - 1) : place + 2])),
        *(() if tree is None else _attributive(tree)),
    }


def _compared(sentence: Sentence) -> Iterator[int]:
    for place, (before, token) in enumerate(zip(sentence.words, sentence.tokens[1:], strict=False), 1):
        if token.tag == "JJ" and before.lower() in _DEGREES:
            yield place


def _attributive(tree: Tree) -> Iterator[int]:
    """Yield the positions of participles that are part of a noun phrase, without a phrase of their own."""
    for node in tree.nodes():
        if node.label in _ATTRIBUTIVE:
            for child in node.children:
                if isinstance(child, Tree) and child.label in _PARTICIPLES:
                    yield child.span[0]
