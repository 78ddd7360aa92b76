"""Dependences on words whose loss turns round or widens what is said."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.negation import FEW

_CONDITIONS = frozenset("if lest unless whether".split())
_ALMOST = frozenset("almost nearly".split())
_DEGREES = frozenset("so too".split())
_BEFORE_SOME = frozenset("a first last next past the these those".split())
"""What makes *few* and *little* mean *some*."""

_HEDGES = frozenset(
    "alleged allegedly apparently fake false falsely likely mistakenly possibly potentially presumably probably "
    "purported purportedly reportedly seemingly supposed supposedly suspected wrongfully wrongly".split()
)
_SHARES = frozenset(
    "few fewer fraction half less little majority many minority most none part quarter some third".split()
)
_OTHERS = frozenset("beginning child end man member people person start those woman".split())
"""Nouns that are something else than what comes after *of*."""

_KINDS = frozenset(
    "amount bit bottle couple cup group kind lack lot number pair piece pinch range series set sort spoonful type "
    "variety".split()
)
"""Nouns that stand for what comes after *of*."""

_MODIFIERS = ("advmod", "amod", "cc", "det", "nsubj")


def _clauses_with(parse: Parsed, marker: str) -> Iterator[Link]:
    """Yield the links by which a statement needs the clause that limits it."""
    for place, head in parse.arcs("mark"):
        if parse.words[place] == marker and parse.relations[head] == "advcl":
            yield Link(head, parse.heads[head], first=parse.first_of(head), last=parse.last_of(head))


def unless_clause(parse: Parsed) -> Iterator[Link]:
    """A statement needs its exception."""
    return _clauses_with(parse, "unless")


def if_clause(parse: Parsed) -> Iterator[Link]:
    """A statement needs its condition."""
    return _clauses_with(parse, "if")


def condition(parse: Parsed) -> Iterator[Link]:
    """A clause needs the word that makes it a condition or a question."""
    for place, head in parse.arcs("mark"):
        if parse.words[place] in _CONDITIONS:
            yield Link(place, head)


def almost(parse: Parsed) -> Iterator[Link]:
    """What is nearly so is not so; before a number it matters little."""
    for place, head in parse.among(_ALMOST):
        if place < head and parse.tags[head].startswith(("VB", "JJ", "RB", "IN", "DT")):
            yield Link(place, head)


def degree(parse: Parsed) -> Iterator[Link]:
    """Degrees that a clause completes: *too early to say*, *so quiet that nobody heard*."""
    for place, head in parse.among(_DEGREES):
        is_completed = parse.words[place] == "too" or parse.has_clause(head)
        if is_completed and place < head and parse.tags[head].startswith(("JJ", "RB")):
            yield Link(place, head)


def few(parse: Parsed) -> Iterator[Link]:
    """*few* and *hardly* all but deny what they stand with; *a few* does not."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] in FEW and not (place and parse.words[place - 1] in _BEFORE_SOME):
            yield Link(place, head)


def only(parse: Parsed) -> Iterator[Link]:
    """What is limited needs its limit."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] == "only" and parse.tags[head] != "CD":
            yield Link(place, head)


def only_number(parse: Parsed) -> Iterator[Link]:
    """A number is the same without *only*, but says less."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] == "only" and parse.tags[head] == "CD":
            yield Link(place, head)


def hedge(parse: Parsed) -> Iterator[Link]:
    """What is said to be so is not said to be certain, or true."""
    for place, head in parse.arcs(*_MODIFIERS):
        if parse.words[place] in _HEDGES:
            yield Link(place, head)


def _parts(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the two nouns of each *one of the other*, the second first."""
    return ((part, whole) for part, whole in parse.arcs("nmod") if parse.is_of(part))


def share(parse: Parsed) -> Iterator[Link]:
    """A share is not the whole: *half of the pupils*."""
    for part, whole in _parts(parse):
        if parse.words[whole] in _SHARES:
            yield Link(whole, part)


def noun_before_of(parse: Parsed) -> Iterator[Link]:
    """What has something is not that: *people of small means*."""
    for part, whole in _parts(parse):
        if parse.lemmas[whole] in _OTHERS and parse.words[whole] not in _SHARES:
            yield Link(whole, part)


def agreeing_noun(parse: Parsed) -> Iterator[Link]:
    """A verb keeps the noun that it agrees with: *the number of fish has grown*."""
    for part, whole in _parts(parse):
        is_linked = parse.words[whole] in _SHARES or parse.lemmas[whole] in _OTHERS
        if not is_linked and _would_disagree(parse, part, whole):
            yield Link(whole, part)


def _would_disagree(parse: Parsed, part: int, whole: int) -> bool:
    """Tell whether a verb that agrees with one noun does not agree with the other."""
    verb = parse.heads[whole]
    if parse.relations[whole] != "nsubj" or parse.tags[part] != "NNS" or parse.tags[whole] != "NN":
        return False
    finite = [verb, *(child for child in parse.children[verb] if parse.relations[child] in ("aux", "cop"))]
    return any(parse.tags[place] == "VBZ" or parse.words[place] == "was" for place in finite)


def kind_of(parse: Parsed) -> Iterator[Link]:
    """A kind or an amount is nothing without what it is of: *that kind of letter*."""
    for part, whole in _parts(parse):
        if parse.lemmas[whole] in _KINDS:
            yield Link(part, whole)
