"""Dependences on conditions, exceptions and alternatives, without which a statement says more than is so."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import both_ways
from laconic.english.negation import NEGATIONS

_EXCEPTIONS = frozenset(["except"])
_ONLY = frozenset(["only"])
_EITHER = frozenset(["either"])
_PROVISOS = (("as", "long", "as"), ("so", "long", "as"))
_PROVIDED = frozenset("provided providing".split())
_LIMITING = frozenset("after as because before if once unless until when whenever where while".split())
"""Words that begin what *only* limits a statement to."""

_GENERAL = frozenset("MD VB VBP VBZ".split())
"""Tags of verbs of what is so in general, or is to be done; what happened only once has happened."""

_UNREAL = frozenset("'d could might would ’d".split())
_PHRASES = frozenset("nmod obl".split())
_OR = frozenset(["or"])
_LESS_CERTAIN = NEGATIONS | frozenset("any if whether".split())
"""Words under which each of two alternatives is said: *neither rain nor snow*, *if it rains or snows*."""

_MORE = frozenset("fewer less more so".split())
_PARTLY = frozenset("certain many most some".split())


def exception(parse: Parsed) -> Iterator[Link]:
    """A statement needs its exception."""
    return (Link(noun, parse.heads[noun], first=place) for place, noun in _exceptions(parse))


def excepted(parse: Parsed) -> Iterator[Link]:
    """What is excepted needs the word that says so, and that word needs it."""
    for place, noun in _exceptions(parse):
        yield Link(place, noun)
        yield parse.noun_for(noun, place)


def _exceptions(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield each *except* with the noun after it."""
    for place, noun in parse.among(_EXCEPTIONS):
        if place < noun and parse.relations[noun] in _PHRASES:
            yield place, noun


def only_clause(parse: Parsed) -> Iterator[Link]:
    """What is so only if or after something needs that clause: *you may leave only after you have paid*."""
    for only, limited in parse.among(_ONLY):
        is_clause = parse.relations[limited] in ("advcl", "conj")
        for clause in [limited] if is_clause else parse.children[limited]:
            above = parse.heads[clause]
            if above >= 0 and clause > only and parse.words[only - 1] != "not":
                for marker in _limiting_words(parse, clause):
                    yield Link(clause, above)
                    yield Link(marker, clause)


def _limiting_words(parse: Parsed, clause: int) -> Iterator[int]:
    """Yield the positions of *if*, *after* and the like that begin a clause; after a comma, it is but an aside."""
    return (
        child
        for child in parse.children[clause]
        if parse.relations[child] in ("mark", "advmod")
        and parse.words[child] in _LIMITING
        and parse.words[child - 1] != ","
    )


def only_phrase(parse: Parsed) -> Iterator[Link]:
    """What is so only then, there or with something is not so elsewhere: *the shop opens only on Mondays*."""
    for only, noun in parse.among(_ONLY):
        above = parse.heads[noun]
        if parse.relations[noun] != "obl" or above < 0 or only != parse.first_of(noun):
            continue
        verbs = [above, *(child for child in parse.children[above] if parse.relations[child] in ("aux", "cop"))]
        is_general = any(parse.tags[verb] in _GENERAL for verb in verbs)
        if is_general and (only == 0 or parse.words[only - 1] not in ("not", ",")):
            yield Link(noun, above)
            yield from (Link(child, noun) for child in parse.children[noun] if parse.relations[child] == "case")


def proviso(parse: Parsed) -> Iterator[Link]:
    """What is so as long as something else is needs that, with its numbers: *as long as it stays below 39 degrees*."""
    for place, clause in parse.arcs("mark"):
        if tuple(parse.words[max(0, place - 2) : place + 1]) not in _PROVISOS:
            continue
        above = parse.heads[clause]
        statement = parse.heads[above] if above == place - 1 else above
        if statement >= 0:
            yield Link(clause, statement)
            yield from (Link(word, clause) for word in range(place - 2, place + 1))
            for measure in _measures(parse, clause):
                yield Link(measure, clause)
                yield from (Link(child, measure) for child in parse.children[measure] if child < measure)


def provided_clause(parse: Parsed) -> Iterator[Link]:
    """The same after *provided*; the condition needs its statement as well, and its subject."""
    for place, clause, statement in provisos(parse):
        yield from both_ways(clause, statement)
        yield from both_ways(place, clause)
        subjects = (child for child in parse.children[clause] if parse.relations[child] in ("nsubj", "expl"))
        yield from (parse.noun_for(subject, clause) for subject in subjects if place < subject < clause)


def provisos(parse: Parsed) -> Iterator[tuple[int, int, int]]:
    """Yield each *provided* that is a conjunction, with the verbs of its clause and of what that limits.

    It may be parsed as a participle that describes a noun, or that stands beside its clause.
    """
    for place, head in parse.among(_PROVIDED):
        if parse.relations[place] == "mark":
            clause, statement = head, parse.heads[head]
        elif parse.relations[place] in ("acl", "advcl") and not parse.has_subject(place):
            clause = _clause_of_participle(parse, place)
            statement = parse.heads[head] if parse.relations[head] in ("nsubj", "obj", "obl") else head
        else:
            continue
        if clause > place and statement >= 0 and clause != statement:
            yield place, clause, statement


def _clause_of_participle(parse: Parsed, place: int) -> int:
    """Return the verb of the clause after *provided* or *provided that*, wherever it hangs, or -1."""
    if parse.words[place + 1 : place + 2] == ["that"]:
        return parse.heads[place + 1] if parse.relations[place + 1] == "mark" else -1
    clauses = (child for child in parse.children[place] if parse.relations[child] == "ccomp")
    return next((child for child in clauses if child > place and parse.has_subject(child)), -1)


def _measures(parse: Parsed, verb: int) -> Iterator[int]:
    """Yield the positions of phrases with a number that follow a verb."""
    for child in parse.children[verb]:
        is_counted = any(parse.tags[each] == "CD" for each in parse.children[child])
        if parse.relations[child] == "obl" and child > verb and is_counted:
            yield child


def unreal_condition(parse: Parsed) -> Iterator[Link]:
    """What would have been so was not: it needs the condition that was not met."""
    for place, clause in parse.arcs("mark"):
        statement = parse.heads[clause]
        if parse.words[place] == "if" and parse.relations[clause] == "advcl" and statement >= 0:
            auxiliaries = _auxiliaries(parse, statement)
            if auxiliaries & _UNREAL and ("have" in auxiliaries or "had" in _auxiliaries(parse, clause)):
                yield Link(clause, statement)


def _auxiliaries(parse: Parsed, verb: int) -> set[str]:
    return {parse.words[child] for child in parse.children[verb] if parse.relations[child] == "aux"}


def alternative(parse: Parsed) -> Iterator[Link]:
    """One of two statements is not said to be so: *either the key is lost or somebody has it*."""
    for place, first in parse.among(_EITHER):
        for second in parse.children[first] if place < first else ():
            if parse.relations[second] == "conj" and parse.has_subject(first) and parse.has_subject(second):
                yield from both_ways(first, second)
                conjunctions = (child for child in parse.children[second] if parse.relations[child] == "cc")
                yield from (Link(conjunction, second) for conjunction in conjunctions)


def other_verb(parse: Parsed) -> Iterator[Link]:
    """One of two things is not said to be done: *they will repair the roof or sell the house*."""
    for place, first, second in _alternatives(parse):
        is_statement = parse.tags[first].startswith("VB") or parse.heads[first] < 0
        if is_statement and not _is_less_certain(parse, first):
            yield Link(second, first, first=place, last=parse.last_of(second))


def other_number(parse: Parsed) -> Iterator[Link]:
    """*Six or seven* are not six, nor is *one or more* one."""
    for place, first, second in _alternatives(parse):
        is_number = parse.tags[second] in ("CD", "JJR", "RBR") or parse.words[second] in _MORE
        if parse.tags[first] == "CD" and is_number:
            yield Link(second, first, first=place, last=parse.last_of(second))


def _alternatives(parse: Parsed) -> Iterator[tuple[int, int, int]]:
    """Yield each *or* with the heads of what stands before and after it."""
    for place, second in parse.among(_OR):
        first = parse.heads[second]
        if parse.relations[second] == "conj" and 0 <= first < place < second:
            yield place, first, second


def _is_less_certain(parse: Parsed, place: int) -> bool:
    """Return whether a clause, or one around it, is negated or a condition."""
    seen = set[int]()
    while place >= 0 and place not in seen:
        seen.add(place)
        subjects = (child for child in parse.children[place] if parse.relations[child] == "nsubj")
        around = [*parse.children[place], *(word for subject in subjects for word in parse.children[subject])]
        if any(parse.words[word] in _LESS_CERTAIN for word in around):
            return True
        place = parse.heads[place]
    return False


def some_cases(parse: Parsed) -> Iterator[Link]:
    """What is so in some cases is not so in all."""
    for place, noun in parse.among(frozenset(["in"])):
        is_part = place < noun and parse.relations[noun] == "obl" and parse.words[place + 1] in _PARTLY
        if is_part and parse.heads[noun] >= 0 and parse.first_of(noun) == place:
            yield Link(noun, parse.heads[noun], first=place, last=parse.last_word_of(noun))


def limit_of_all(parse: Parsed) -> Iterator[Link]:
    """Not all are meant where a clause says which: *all the houses that were built of wood burned*."""
    for place, noun in parse.among(frozenset(["all"])):
        for clause in parse.children[noun] if place < noun and parse.relations[place] == "det" else ():
            first = parse.first_of(clause)
            if clause > noun and parse.full[clause] == "acl:relcl" and "," not in parse.words[first - 1 : first + 1]:
                yield Link(clause, place, first=first, last=parse.last_word_of(clause))
