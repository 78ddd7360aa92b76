"""Dependences of what is denied on what denies it, however far above, and of a denial on how much it denies."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import START, Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.negation import DENIALS, FEW, FORMS_OF_NOT, NEGATIONS, NO_ONE

_DENIED_DEGREES = frozenset(
    "always completely enough entirely exactly fully merely necessarily simply solely too totally wholly".split()
)
"""What a negation turns round instead of the verb."""

_DENIED_MANNERS = frozenset(
    "alone as automatically directly easily equally exclusively freely immediately mainly primarily properly purely "
    "quickly simultaneously".split()
)
"""The same, where some of what is denied may be so."""

_NOT_COMPARED = frozenset("far long soon".split())
"""What stands between *as* and *as* where nothing is compared."""

_CAN = frozenset("ca can could".split())

_LIMITS_OF_NEGATION = frozenset("if until".split())

_DENIABLE = ("advcl", "ccomp", "csubj", "xcomp", "acl")
_WAYS_UP = frozenset("acl ccomp csubj nmod nsubj obj xcomp".split())
"""Relations through which a denial reaches what hangs below: *reject*, *a claim*, *that it works*."""

_FARTHEST = 4
"""Relations between a denial and its clause at most."""


def limit_of_negation(parse: Parsed) -> Iterator[Link]:
    """What must not be if or until something happens may be at other times, and the limit needs it."""
    negated = {parse.heads[place] for place, _ in parse.among(NEGATIONS)}
    for place, head in parse.among(_LIMITS_OF_NEGATION):
        above = parse.heads[head]
        if above < 0:
            continue
        around = {above, *(child for child in parse.children[above] if parse.relations[child] != "conj")} - {head}
        if parse.relations[above] != "conj":
            around.add(parse.heads[above])
        if parse.relations[place] in ("mark", "case") and negated & around and above < place:
            yield Link(head, above)
            yield Link(place, above)
            yield Link(above, head)


def degree_of_negation(parse: Parsed) -> Iterator[Link]:
    """What is not done enough, or always, is done: *she does not sleep enough*, *you cannot be too careful*."""
    return _denied(parse, _DENIED_DEGREES)


def manner_of_negation(parse: Parsed) -> Iterator[Link]:
    """What is not done directly, or on one's own, may be done: *they do not play as well as last year*."""
    yield from _denied(parse, _DENIED_MANNERS)
    for place, head in parse.arcs("obl"):
        is_alone = parse.words[place] == "own" or parse.words[place].endswith(("self", "selves"))
        preposition = next((parse.words[child] for child in parse.children[place] if child < place), "")
        negation = _negation_of(parse, head)
        if is_alone and preposition in ("by", "on") and negation is not None and negation < head < place:
            yield Link(place, negation, first=parse.first_of(place))


def _denied(parse: Parsed, words: frozenset[str]) -> Iterator[Link]:
    """Yield the links by which a negation needs the adverb that it denies, and the word that this describes."""
    for place, head in parse.among(words):
        is_inner = parse.relations[head] in ("advmod", "amod", "det", "obj", "xcomp")
        for level in (head, parse.heads[head]) if is_inner else (head,):
            negation = _negation_of(parse, level)
            if negation is not None and 0 < negation < place and _is_denied(parse, place, negation):
                yield Link(place, negation)
                if place < level:
                    yield Link(place, level)
                break


def _negation_of(parse: Parsed, place: int) -> int | None:
    return next((child for child in parse.children[place] if parse.words[child] in FORMS_OF_NOT), None)


def _is_denied(parse: Parsed, degree: int, negation: int) -> bool:
    """Return whether a degree is what a negation denies; *not too bad* is not bad, but *cannot be too bad* is."""
    head = parse.heads[degree]
    if parse.words[degree] == "enough":
        return head < degree
    if parse.words[degree] == "too":
        return degree < head and parse.words[negation - 1] in _CAN
    if parse.words[degree] == "as":
        return head == degree + 1 and parse.words[head] not in _NOT_COMPARED
    return True


def quality_of_none(parse: Parsed) -> Iterator[Link]:
    """Where there is no good reason there may be others."""
    for place, noun in parse.among(frozenset(["no"])):
        if place < noun and parse.relations[place] == "det":
            adjectives = (child for child in parse.children[noun] if parse.relations[child] == "amod")
            yield from (Link(child, place) for child in adjectives if place < child < noun)


def denial(parse: Parsed) -> Iterator[Link]:
    """A denied clause needs what denies it, and what leads from the one to the other."""
    for clause, path in _denied_clauses(parse):
        above = path[-1]
        yield Link(above, clause)
        yield from (Link(word, clause) for word in _denying_words(parse, above) if word < clause)
        # "Failed the drug reduces" is no better.
        yield from (Link(link, clause, since=above if above < link else START) for link in path[:-1])


def denied_verb(parse: Parsed) -> Iterator[Link]:
    """No part of a denied clause stays without its verb: not *failed to find proof heart attack*."""
    for clause, _ in _denied_clauses(parse):
        yield from (Link(clause, end) for end in (parse.first_of(clause), parse.last_of(clause)) if end != clause)


def _denied_clauses(parse: Parsed) -> Iterator[tuple[int, list[int]]]:
    """Yield each clause that is denied, named by its verb, and the words above it up to the one that denies it."""
    for clause, _ in parse.arcs(*_DENIABLE):
        is_aside = parse.relations[clause] == "advcl" and _is_reason(parse, clause)
        if not is_aside and not parse.is_relative(clause) and (path := _path_to_denial(parse, clause)):
            yield clause, path


def _is_reason(parse: Parsed, clause: int) -> bool:
    """Return whether a clause says when, why or how, which a denial does not reach."""
    markers = (parse.words[child] for child in parse.children[clause] if parse.relations[child] == "mark")
    return not {"that", "to", "whether"}.issuperset(markers)


def _path_to_denial(parse: Parsed, clause: int) -> list[int]:
    """Return the words above a clause up to the one that denies it, or nothing."""
    place, path = clause, list[int]()
    for _ in range(_FARTHEST):
        above = parse.heads[place]
        if above < 0 or (place != clause and not _leads_up(parse, place)):
            return []
        path.append(above)
        if _denies(parse, above):
            return path
        place = above
    return []


def _leads_up(parse: Parsed, place: int) -> bool:
    """Return whether what denies a word's head denies what hangs from the word."""
    if parse.relations[place] == "obl":  # far from certain, sceptical of claims
        return parse.tags[parse.heads[place]].startswith(("JJ", "RB"))
    return parse.relations[place] in _WAYS_UP and not parse.is_relative(place)


def _denies(parse: Parsed, place: int) -> bool:
    """Return whether a word turns round the clause below it: *deny*, *far from*, or *believe* in *few believe*."""
    if any(parse.words[child] in FORMS_OF_NOT for child in parse.children[place]):
        return False  # "do not hesitate to ask" and "cannot deny that" deny nothing
    if parse.lemmas[place] in DENIALS or parse.words[place : place + 2] == ["far", "from"]:
        return True
    return any(True for _ in _denying_words(parse, place))


def _denying_words(parse: Parsed, place: int) -> Iterator[int]:
    """Yield the words before another that make it deny: *few* and *nobody*."""
    for child in parse.children[place]:
        for other in (child, *parse.children[child]):
            is_few = parse.words[other] in FEW or (parse.words[other] in NO_ONE and child == other)
            if other < place and is_few:
                yield other
