"""The hand-written constraints of Clarke & Lapata 2008, over Universal Dependencies.

Their relations are RASP's; those of Universal Dependencies that stand for the same are named below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laconic.dependency import ROOT, arcs
from laconic.english.function_words import PERSONAL_PRONOUNS
from laconic.english.marks import CLOSING_BRACKETS, OPENING_BRACKETS
from laconic.english.negation import FORMS_OF_NOT
from laconic.errors import UsageError
from laconic.text import Sentence

MODIFIERS = frozenset("advmod amod appos compound det flat nmod nummod obl".split())
"""Relations of modifiers that do not form clauses: these need their head."""

ARGUMENTS = frozenset("nsubj csubj obj iobj".split())
"""Relations of subjects and objects."""

CLAUSES = frozenset("acl advcl ccomp csubj parataxis root xcomp".split())
"""Relations of words that head a clause."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A linear constraint: ``low <= sum of coefficients of the kept words <= high``.

    Attributes:
        coefficients: one for each position that matters; positions count from 0.
        name: which of the constraints it is, for explanations.
    """

    coefficients: Mapping[int, float]
    low: float
    high: float
    name: str


def clarke_lapata_rules(sentence: Sentence) -> tuple[Rule, ...]:
    """Return the modifier, argument, sentential and discourse constraints of a parsed sentence.

    Raises:
        UsageError: the sentence has no dependency parse.
    """
    if sentence.heads is None or sentence.relations is None:
        raise UsageError("the constraints of Clarke & Lapata need a sentence with a dependency parse.")
    return (
        *_modifier_rules(sentence),
        *_argument_rules(sentence),
        *_introduced_phrases(sentence),
        *_coordinations(sentence),
        *_discourse_rules(sentence),
    )


def _needs(word: int, other: int, name: str) -> Rule:
    """A word stays only if the other does."""
    return Rule({other: 1.0, word: -1.0}, 0.0, math.inf, name)


def _together(word: int, other: int, name: str) -> Rule:
    """Both words stay, or neither."""
    return Rule({other: 1.0, word: -1.0}, 0.0, 0.0, name)


def _modifier_rules(sentence: Sentence) -> Iterator[Rule]:
    """Modifiers need their heads; negations and possessives stay with them."""
    for head, dependent, relation in arcs(sentence):
        word, kind = dependent - 1, relation.partition(":")[0]
        if head == ROOT:
            continue
        if sentence.tokens[word].text.lower() in FORMS_OF_NOT:
            yield _together(word, head - 1, "negation")
        elif relation == "nmod:poss" or (kind == "case" and sentence.tokens[word].tag == "POS"):
            yield _together(word, head - 1, "possessive")
        elif kind in MODIFIERS:
            yield _needs(word, head - 1, "modifier")


def _argument_rules(sentence: Sentence) -> Iterator[Rule]:
    """Predicates and their arguments stay together, and some verb stays.

    In a copular clause the predicate is the noun or adjective, so the copula stays with it too.
    """
    for head, dependent, relation in arcs(sentence):
        kind = relation.partition(":")[0]
        if head != ROOT and (kind in ARGUMENTS or kind == "cop"):
            yield _together(dependent - 1, head - 1, "argument")
    verbs = [position for position, token in enumerate(sentence.tokens) if token.tag.startswith("V")]
    if verbs:
        yield Rule(dict.fromkeys(verbs, 1.0), 1.0, math.inf, "verb")


def _introduced_phrases(sentence: Sentence) -> Iterator[Rule]:
    """A preposition or subordinator stays if and only if something of its phrase does."""
    for head, dependent, relation in arcs(sentence):
        kind, word = relation.partition(":")[0], dependent - 1
        if kind not in ("case", "mark") or head == ROOT or sentence.tokens[word].tag == "POS":
            continue
        phrase = [position for position in _phrase(sentence, head) if position > word]
        for position in phrase:
            yield _needs(position, word, "introduced phrase")
        if phrase:
            yield Rule({**dict.fromkeys(phrase, 1.0), word: -1.0}, 0.0, math.inf, "introduced phrase")


def _coordinations(sentence: Sentence) -> Iterator[Rule]:
    """A conjunction stays if and only if both words that it joins do."""
    assert sentence.heads is not None
    assert sentence.relations is not None
    for head, dependent, relation in arcs(sentence):
        if relation.partition(":")[0] != "cc" or head == ROOT:
            continue
        joined, word = head - 1, dependent - 1
        first = sentence.heads[joined] - 1
        if sentence.relations[joined].partition(":")[0] != "conj" or first < 0:
            continue
        yield _needs(word, first, "coordination")
        yield _needs(word, joined, "coordination")
        yield Rule({word: 1.0, first: -1.0, joined: -1.0}, -1.0, math.inf, "coordination")


def _discourse_rules(sentence: Sentence) -> Iterator[Rule]:
    """Words in brackets go, and personal pronouns elsewhere stay."""
    depth = 0
    for position, token in enumerate(sentence.tokens):
        depth += token.text in OPENING_BRACKETS
        if depth > 0:
            yield Rule({position: 1.0}, 0.0, 0.0, "brackets")
        elif token.text.lower() in PERSONAL_PRONOUNS:
            yield Rule({position: 1.0}, 1.0, 1.0, "pronoun")
        depth = max(0, depth - (token.text in CLOSING_BRACKETS))


def _phrase(sentence: Sentence, head: int) -> list[int]:
    """Return the positions of a word, given by number, and of all words below it."""
    assert sentence.heads is not None
    below = {head}
    while True:
        more = {number for number, above in enumerate(sentence.heads, 1) if above in below} - below
        if not more:
            return sorted(number - 1 for number in below)
        below |= more
