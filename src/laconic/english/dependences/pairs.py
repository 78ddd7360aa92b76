"""Words that come in pairs, and coordinations: cut with their conjunction or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed

_PARTNERS = {"both": "and", "either": "or", "neither": "nor"}


def _conjunctions_of(parse: Parsed, first: int) -> Iterator[int]:
    """Yield the conjunctions that join something to a word."""
    for conjunct in parse.children[first]:
        if parse.relations[conjunct] == "conj":
            yield from (child for child in parse.children[conjunct] if parse.relations[child] == "cc")


def correlative(parse: Parsed) -> Iterator[Link]:
    """*both*, *either* and *neither* need *and*, *or* and *nor*."""
    for place, head in parse.among(frozenset(_PARTNERS)):
        for other in _conjunctions_of(parse, head):
            if other > place and parse.words[other] == _PARTNERS[parse.words[place]]:
                yield Link(other, place)


def not_but(parse: Parsed) -> Iterator[Link]:
    """*not* and *not only* need the *but* that says what is so, unless that begins a statement of its own."""
    for place, head in parse.among(frozenset(["not"])):
        first = parse.heads[head] if parse.words[head] == "only" else head
        for other in _conjunctions_of(parse, first) if first > place else ():
            if other > first and parse.words[other] == "but" and not _is_statement(parse, parse.heads[other]):
                yield Link(other, place)


def _is_statement(parse: Parsed, conjunct: int) -> bool:
    """Tell whether what is joined could stand alone: it has a subject or a finite verb, and nothing subordinates it."""
    relations = {parse.relations[child] for child in parse.children[conjunct]}
    is_finite = parse.tags[conjunct] in ("VBD", "VBP", "VBZ")
    return "mark" not in relations and (is_finite or bool(relations & {"nsubj", "aux", "cop"}))


def the_more_the_more(parse: Parsed) -> Iterator[Link]:
    """*the more the merrier* needs both halves."""
    halves = [
        place
        for place in range(len(parse.heads) - 1)
        if parse.words[place] == "the" and parse.tags[place + 1] in ("JJR", "RBR") and parse.tags[place] in ("DT", "RB")
    ]
    if len(halves) == 2 and (halves[0] == 0 or not parse.forms[halves[0] - 1].isalpha()):
        yield Link(halves[0], halves[1])
        yield Link(halves[1], halves[0])


def between_and(parse: Parsed) -> Iterator[Link]:
    """*between* needs two."""
    for place, head in parse.among(frozenset(["between"])):
        for other in _conjunctions_of(parse, head):
            if place < head < other and parse.words[other] == "and":
                yield Link(other, place)


def from_to(parse: Parsed) -> Iterator[Link]:
    """A range needs both of its ends."""
    for place, head in parse.among(frozenset(["from"])):
        above = parse.heads[head]
        if parse.relations[place] != "case" or above < 0:
            continue
        for noun in (*parse.children[above], *parse.children[head]):
            for other in parse.children[noun]:
                if other == head + 1 and parse.words[other] == "to" and parse.relations[other] == "case":
                    yield Link(other, place)


def as_as(parse: Parsed) -> Iterator[Link]:
    """The two words of *as tall as a house* need each other."""
    words = parse.words
    for place in range(len(parse.heads) - 2):
        if words[place] == "as" and words[place + 2] == "as" and parse.tags[place + 1].startswith(("JJ", "RB")):
            yield Link(place, place + 2)
            yield Link(place + 2, place)


def would_rather(parse: Parsed) -> Iterator[Link]:
    """*would rather* wishes, *would* does not."""
    for place in range(1, len(parse.heads)):
        if parse.words[place] == "rather" and parse.tags[place - 1] == "MD":
            yield Link(place, place - 1)


def first_conjunct(parse: Parsed) -> Iterator[Link]:
    """A conjunction needs what stands before it."""
    for place, conjunct in parse.arcs("cc"):
        first = parse.heads[conjunct]
        if 0 <= first < place < conjunct and parse.relations[conjunct] == "conj":
            yield Link(first, place, first=parse.first_of(first), last=place - 1)


def last_of_list(parse: Parsed) -> Iterator[Link]:
    """The last two of a list are joined by a conjunction: not *apples, pears* alone."""
    for place, conjunct in parse.arcs("cc"):
        first = parse.heads[conjunct]
        if not 0 <= first < place < conjunct:
            continue
        for other in parse.children[first]:
            is_joined = any(parse.relations[child] == "cc" for child in parse.children[other])
            if parse.relations[other] == "conj" and other < place and not is_joined:
                yield Link(place, other)
