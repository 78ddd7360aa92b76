"""Whether an answer still says something: a sentence that has a finite verb keeps one.

A verb counts unless its clause has kept what subordinates it: a conjunction, a question word or a relative pronoun,
also inside a phrase (*whose dog barked*, *all of whom swam*), or, where there is none of these, the noun that the
clause describes (*the book he wrote*). A second verb that shares the pronoun of the first, and a clause inside such a
clause, count as if they stood alone (*the man who sold bread and baked cakes*): these fragments are left to the
dependences between words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic.english.dependences.limits import provisos
from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import looks_past

_FINITE = frozenset("MD VBD VBP VBZ".split())
_SUBJECTS = frozenset("csubj expl nsubj".split())
_SUBORDINATE = frozenset("acl advcl ccomp csubj".split())
_CLAUSES = _SUBORDINATE | frozenset("parataxis xcomp".split())
_VERB_PARTS = frozenset("aux cop".split())

_DESCRIBING = frozenset("advmod amod appos case compound conj det fixed flat nmod nummod".split())
"""Relations of words to the word of whose phrase they are a part; clauses have others."""


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
        if tag in _FINITE:
            yield _Way(verb, above if tag == "MD" and above >= 0 else verb, _bonds(parse, clause, verb))
        elif tag == "VB" or (tag == "VBN" and _looks_past(parse, verb)):
            yield _Way(verb, verb, _bonds(parse, clause, verb))


def _looks_past(parse: Parsed, participle: int) -> bool:
    """Return whether a participle without its *have* is a finite verb: *they have sold it*, *they sold it*."""
    has_have = any(parse.lemmas[child] == "have" for child in parse.children[participle])
    return has_have and looks_past(parse.words[participle], parse.lemmas[participle])


def _bonds(parse: Parsed, clause: int, verb: int) -> list[int]:
    """Return the positions of the words before a verb that subordinate its clause."""
    before = [child for child in parse.children[clause] if child < verb]
    conjunctions = [child for child in before if parse.relations[child] == "mark" and parse.heads[clause] >= 0]
    conjunctions += [place for place, proviso, _ in provisos(parse) if proviso == clause]
    pronouns: list[int] = []
    if parse.relations[clause] in _SUBORDINATE:
        words = (word for child in before for word in _phrase(parse, child))
        pronouns = [word for word in words if word < verb and parse.tags[word].startswith("W")]
    return conjunctions + pronouns or _described(parse, clause)


def _described(parse: Parsed, clause: int) -> list[int]:
    """Return the positions of the words of a noun phrase before a clause with its own subject that describes it."""
    noun = parse.heads[clause]
    subjects = (child for child in parse.children[clause] if parse.relations[child] == "nsubj")
    has_own = any(noun < child < clause and parse.words[child] != "that" for child in subjects)
    if parse.relations[clause] != "acl" or not has_own:
        return []
    while parse.relations[noun] in _DESCRIBING and 0 <= parse.heads[noun] < noun:
        noun = parse.heads[noun]
    return [place for place in _phrase(parse, noun) if place < clause]


def _phrase(parse: Parsed, place: int) -> list[int]:
    """Return the positions of a word and of the others of its phrase, without clauses; of a clause, the word alone."""
    found = [place]
    if parse.relations[place] in _CLAUSES:
        return found
    for each in found:  # grows while it is read
        found += [
            child for child in parse.children[each] if parse.relations[child] in _DESCRIBING and child not in found
        ]
    return found
