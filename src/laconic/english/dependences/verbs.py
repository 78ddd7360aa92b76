"""Dependences between verbs and their auxiliaries, particles, subjects and objects."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import START, Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import both_ways


def auxiliary(parse: Parsed) -> Iterator[Link]:
    """A verb needs its auxiliaries.

    *Events which were fanned* may become *events fanned*, but not *events which fanned*.
    """
    for place, head in parse.arcs("aux"):
        pronouns = (child for child in parse.children[head] if parse.tags[child].startswith("W"))
        since = next(pronouns, START) if parse.is_relative(head) else START
        yield Link(place, parse.verb_after(place, head, ("cop",)), since)


def verb_of_auxiliary(parse: Parsed) -> Iterator[Link]:
    """An auxiliary needs its verb."""
    for place, head in parse.arcs("aux"):
        yield Link(parse.verb_after(place, head, ("cop",)), place)


def particle(parse: Parsed) -> Iterator[Link]:
    """A verb and its particle stand or fall together."""
    for place, head in parse.arcs("compound"):
        if parse.full[place] == "compound:prt":
            yield from both_ways(place, head)


def subject_after_verb(parse: Parsed) -> Iterator[Link]:
    """A verb needs the subject that follows it: *said Mary*, *there is time*."""
    for place, head in parse.arcs("nsubj"):
        if place > head:
            yield parse.noun_for(place, head)


def first_subject(parse: Parsed) -> Iterator[Link]:
    """No sentence begins with the verb that its subject was before."""
    for place, head in parse.arcs("nsubj"):
        if place < head and parse.heads[head] < 0 and parse.full[place] != "nsubj:outer":
            yield Link(place, head, first=0, last=parse.verb_after(place, head, ("aux", "cop")) - 1)


def object_(parse: Parsed) -> Iterator[Link]:
    """A verb needs its object."""
    for place, head in parse.arcs("obj"):
        if place > head:
            yield parse.noun_for(place, head)


def open_complement(parse: Parsed) -> Iterator[Link]:
    """A verb needs the infinitive, participle or adjective that completes it."""
    for place, head in parse.arcs("xcomp"):
        if place > head:
            yield Link(place, head)


def agent(parse: Parsed) -> Iterator[Link]:
    """A participle needs its agent: a plant owned by a bank is not *owned*."""
    for place, head in parse.arcs("obl"):
        if parse.full[place] == "obl:agent" and parse.relations[head] == "acl":
            yield parse.noun_for(place, head)
