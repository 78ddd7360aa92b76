"""What the rules ask of a parsed sentence: the words below a word, and what is among them."""

from __future__ import annotations

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
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


_LIKE_PLURALS = frozenset("they them we us you people police i me these those both many few several".split())


def is_plural(sentence: Parsed, noun: int) -> bool:
    """Return whether a verb takes its plain form after a subject: *they sing*, *Ann and Bob sing*, *I sing*."""
    if sentence.tags[noun] in ("NNS", "NNPS") or sentence.words[noun] in _LIKE_PLURALS:
        return True
    return any(sentence.relations[child] == "conj" for child in sentence.children[noun])


def helpers_of(sentence: Parsed, verb: int) -> list[int]:
    """Return the helping verbs before a verb, or before what *be* says of its subject."""
    return [child for child in sentence.children[verb] if sentence.relations[child] in ("aux", "cop") and child < verb]


def has_joined(sentence: Parsed, place: int) -> bool:
    """Return whether another word is joined to a word by *and* or the like, on either side."""
    return sentence.relations[place] == "conj" or child_of(sentence, place, "conj", "cc") >= 0


def is_known_form(sentence: Parsed, verb: int) -> bool:
    """Return whether the lemma of a verb has its form, so that its other forms are right as well."""
    return verb_form(sentence.lemmas[verb], sentence.tags[verb]) == sentence.words[verb]
