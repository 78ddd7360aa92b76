"""Whether an answer still says something: a sentence that has a finite verb keeps one.

A verb counts unless its clause has kept the conjunction or the pronoun, hanging from the verb itself, that subordinates
it. Other fragments (*the man whose dog barked*) are left to the dependences between words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import looks_past

_FINITE = frozenset("MD VBD VBP VBZ".split())
_SUBJECTS = frozenset("csubj expl nsubj".split())
_SUBORDINATE = frozenset("acl advcl ccomp csubj".split())
_VERB_PARTS = frozenset("aux cop".split())


class _Way(NamedTuple):
    """A way to say something.

    Attributes:
        verb: the position of a finite verb, an auxiliary or what may become one.
        main: that of the verb that a modal needs, or its own.
        bonds: those of words that subordinate its clause: with one of them, it says nothing by itself.
    """

    verb: int
    main: int
    bonds: list[int]


class Statement:
    """The ways in which an answer can say something; none are needed if the sentence itself says nothing.

    A bare infinitive is one where its *to* goes: *I would like to thank you* may become *I thank you*. So is a
    participle that looks like the past.
    """

    def __init__(self, parse: Parsed) -> None:
        self._ways = list(_ways(parse)) if _is_statement(parse) else []

    def is_lost(self, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of K answers say nothing, given ``[K, n]``: which words they keep."""
        says = np.full(len(kept), not self._ways)
        for verb, main, bonds in self._ways:
            says |= kept[:, verb] & kept[:, main] & ~kept[:, bonds].any(axis=1)
        return ~says


def _is_statement(parse: Parsed) -> bool:
    """Return whether the main verb of a sentence is finite, or has a finite auxiliary, and has a subject."""
    if -1 not in parse.heads:
        return False
    root = parse.heads.index(-1)
    children = parse.children[root]
    parts = [root, *(child for child in children if parse.relations[child] in _VERB_PARTS)]
    has_subject = any(parse.relations[child] in _SUBJECTS for child in children)
    return has_subject and any(parse.tags[part] in _FINITE for part in parts)


def _ways(parse: Parsed) -> Iterator[_Way]:
    for verb, tag in enumerate(parse.tags):
        above, relation = parse.heads[verb], parse.relations[verb]
        clause = above if relation in _VERB_PARTS and above >= 0 else verb
        bonds = [child for child in parse.children[clause] if child < verb and _subordinates(parse, child, clause)]
        if tag in _FINITE:
            yield _Way(verb, above if tag == "MD" and above >= 0 else verb, bonds)
        elif tag == "VB" or (tag == "VBN" and _looks_past(parse, verb)):
            yield _Way(verb, verb, bonds)


def _looks_past(parse: Parsed, participle: int) -> bool:
    """Return whether a participle without its *have* is a finite verb: *they have sold it*, *they sold it*."""
    has_have = any(parse.lemmas[child] == "have" for child in parse.children[participle])
    return has_have and looks_past(parse.words[participle], parse.lemmas[participle])


def _subordinates(parse: Parsed, place: int, clause: int) -> bool:
    """Return whether a word is a conjunction, or the question word or relative pronoun of a clause inside another."""
    if parse.relations[place] == "mark":
        return parse.heads[clause] >= 0
    return parse.tags[place].startswith("W") and parse.relations[clause] in _SUBORDINATE
