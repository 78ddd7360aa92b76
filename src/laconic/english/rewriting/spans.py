"""What the rules ask of a parsed sentence: the words below a word, and what is among them."""

from __future__ import annotations

from laconic.english.dependences.parsed import Parsed
from laconic.english.negation import is_negation

_CLAUSES = frozenset(["acl", "advcl", "ccomp", "csubj", "parataxis"])


def span(sentence: Parsed, place: int) -> tuple[int, int]:
    """Return where all that hangs from a word begins and ends."""
    return sentence.first_of(place), sentence.last_of(place) + 1


def has_clause(sentence: Parsed, begin: int, end: int) -> bool:
    """Return whether a clause or a mark stands among some words."""
    return any(sentence.relations[p] in _CLAUSES or sentence.words[p] in '"“”(),;:—–' for p in range(begin, end))


def is_negated(sentence: Parsed, place: int) -> bool:
    """Return whether a negation hangs from a word."""
    return any(is_negation(sentence.forms[child]) for child in sentence.children[place])


def child_of(sentence: Parsed, place: int, *relations: str) -> int:
    """Return the first word that hangs from another by one of these relations, or -1."""
    return next((child for child in sentence.children[place] if sentence.relations[child] in relations), -1)
