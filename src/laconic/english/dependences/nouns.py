"""Dependences between nouns and their prepositions, owners, determiners and numbers, and within set phrases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import both_ways
from laconic.english.function_words import INDEFINITE_ARTICLES
from laconic.english.numbers import UNITS

_NEEDED_DETERMINERS = INDEFINITE_ARTICLES | frozenset("another each either every neither no that these this".split())

_NEVER_ALONE = frozenset("a an every its my our the their your".split())

_BEFORE_OTHERS = frozenset("all both half such".split())
"""Determiners that another may follow."""

_A_FEW = frozenset("couple dozen few good great hundred thousand".split())
"""What lets *a* stand before a plural."""

_POINTING = frozenset("that these this those".split())

_NEAR = 6
"""Words within which the noun follows that."""

_COUNTED_PARTS = frozenset("any each few fewer many more most much neither none several some".split())
_DETERMINED = frozenset(["DT", "PRP", "PRP$"])
"""Tags of what stands after *of* in *many of the pupils*."""


def fixed_expression(parse: Parsed) -> Iterator[Link]:
    """The words of a fixed expression stand or fall together."""
    for place, _ in parse.arcs("fixed"):
        if place:
            yield from both_ways(place - 1, place)


def genitive(parse: Parsed) -> Iterator[Link]:
    """A genitive needs its owner and what is owned, and that needs the genitive."""
    for place, head in parse.tagged("POS"):
        if place:
            yield Link(place - 1, place)
        above = parse.heads[head]
        if above > place:
            yield Link(above, place)
            yield Link(place, above, since=head)


def owner(parse: Parsed) -> Iterator[Link]:
    """Who owns something is not that: the genitive stays as long as its owner."""
    return (Link(place, place - 1) for place, _ in parse.tagged("POS") if place)


def possessor_of_owner(parse: Parsed) -> Iterator[Link]:
    """What my sister owns is not mine: *my* goes before *sister's*."""
    owners = {head for _, head in parse.tagged("POS")}
    return (Link(head, place) for place, head in parse.tagged("PRP$") if place < head and head in owners)


def few_of_plural(parse: Parsed) -> Iterator[Link]:
    """*A few weeks* are not *a weeks*."""
    for place in range(1, len(parse) - 1):
        if parse.words[place] in _A_FEW and parse.words[place - 1] in INDEFINITE_ARTICLES:
            plural = (later for later in range(place + 1, len(parse)) if parse.tags[later] == "NNS")
            noun = next(plural, None)
            if noun is not None and noun - place < _NEAR:
                yield Link(place, noun, since=place - 1)


def noun_after_preposition(parse: Parsed) -> Iterator[Link]:
    """A preposition needs its noun."""
    for place, head in parse.arcs("case"):
        if place < head and parse.tags[place] in ("IN", "TO"):
            yield parse.noun_for(head, place)


def bare_preposition(parse: Parsed) -> Iterator[Link]:
    """A preposition needs something of its phrase; where that is a clause with *what*, the parse is unsure."""
    for place, head in parse.arcs("case"):
        if place < head and parse.tags[place] in ("IN", "TO") and not parse.tags[head].startswith("W"):
            yield Link(head, place, first=place + 1, last=parse.last_word_of(head))


def bare_determiner(parse: Parsed) -> Iterator[Link]:
    """*the*, *my* and the like need something of their phrase."""
    for place, head in (*parse.tagged("DT"), *parse.tagged("PRP$")):
        is_determiner = parse.words[place] in _NEVER_ALONE and parse.relations[place] in ("det", "nmod")
        if place < head and is_determiner:
            yield Link(head, place, first=place + 1, last=parse.last_word_of(head))


def phrase_of_noun(parse: Parsed) -> Iterator[Link]:
    """What describes a noun does not take its place: *the houses in the village* are not *the village*."""
    for place, head in _phrases(parse, "nmod"):
        case = next(child for child in parse.children[place] if parse.relations[child] == "case")
        if head < case < place and not parse.is_of(place):
            yield Link(case, place, first=head, last=case)


def preposition(parse: Parsed) -> Iterator[Link]:
    """A noun that depends on a word before it needs its preposition; that of a verb, even if the verb is gone."""
    for place, head in parse.arcs("case"):
        above = parse.heads[head]
        if 0 <= above < place < head:
            is_of_verb = parse.relations[head] == "obl" and parse.words[place] != "of"
            yield Link(place, parse.last_in_place_of(head), since=0 if is_of_verb else above)


def noun_of(parse: Parsed) -> Iterator[Link]:
    """*of* needs the noun before it."""
    for place, head in parse.arcs("case"):
        above = parse.heads[head]
        if 0 <= above < place < head and parse.words[place] == "of":
            is_shared = any(parse.relations[child] == "conj" and child < place for child in parse.children[above])
            if not is_shared:
                yield Link(above, place)


def whole_of_definite(parse: Parsed) -> Iterator[Link]:
    """Which one is meant, what comes after *of* says: *the size of the hall surprised them*."""
    for place, head in parse.arcs("nmod"):
        is_argument = parse.relations[head] in ("nsubj", "obj") and parse.tags[head] == "NN"
        is_definite = any(parse.words[child] == "the" for child in parse.children[head])
        if is_argument and is_definite and parse.is_of(place):
            yield parse.noun_for(place, head)


def of_after_quantity(parse: Parsed) -> Iterator[Link]:
    """*Many of the pupils* may become *many pupils*, but not *many the pupils*."""
    for place in range(1, len(parse) - 1):
        is_counted = parse.words[place - 1] in _COUNTED_PARTS or parse.tags[place - 1] == "CD"
        if parse.words[place] == "of" and is_counted and parse.tags[place + 1] in _DETERMINED:
            yield Link(place, place + 1, since=place - 1)


def _phrases(parse: Parsed, relation: str) -> Iterator[tuple[int, int]]:
    """Yield the nouns with a preposition that follow the word they depend on, each with that word."""
    for place, head in parse.arcs(relation):
        if place > head and any(parse.relations[child] == "case" for child in parse.children[place]):
            yield place, head


def verb_of_phrase(parse: Parsed) -> Iterator[Link]:
    """What says where, when or how needs what is so: *it is seen without a lens*, *they left last week*."""
    return (Link(head, place) for place, head in parse.arcs("obl") if place > head)


def noun_of_phrase(parse: Parsed) -> Iterator[Link]:
    """What describes a noun needs it: *the road to the sea*."""
    return (Link(head, place) for place, head in _phrases(parse, "nmod"))


def _modifiers(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield what stands before nouns and describes or counts them, each with its noun."""
    yield from ((place, head) for place, head in parse.arcs("det", "amod", "compound", "nummod") if place < head)
    yield from (
        (place, head) for place, head in parse.arcs("nmod") if place < head and parse.full[place] == "nmod:poss"
    )


def modified_adjective(parse: Parsed) -> Iterator[Link]:
    """What says how an adjective holds needs it: *a thoroughly prepared plan*."""
    for place, head in parse.arcs("advmod"):
        if place < head and parse.relations[head] == "amod":
            yield Link(head, place)


def modified_noun(parse: Parsed) -> Iterator[Link]:
    """Determiners, adjectives and the like need their noun."""
    return (Link(head, place) for place, head in _modifiers(parse))


def counted_unit(parse: Parsed) -> Iterator[Link]:
    """A unit needs its number, and so does what a number of several words counts."""
    for place, head in parse.arcs("nummod"):
        if place < head and (parse.children[place] or parse.lemmas[head] in UNITS):
            yield Link(place, head)


def determiner(parse: Parsed) -> Iterator[Link]:
    """A noun needs its *a*, *this* or *every*."""
    for place, head in parse.arcs("det"):
        if place < head and parse.words[place] in _NEEDED_DETERMINERS:
            yield Link(place, head)


def two_determiners(parse: Parsed) -> Iterator[Link]:
    """Two determiners do not meet: not *that a house* for *that kind of a house*."""
    places = [place for place, tag in enumerate(parse.tags) if tag == "DT" and parse.words[place] not in _BEFORE_OTHERS]
    for first, second in pairwise(places):
        if second > first + 1:
            yield Link(first + 1, second, since=first, first=first + 1, last=second - 1)


def definite_article(parse: Parsed) -> Iterator[Link]:
    """A noun needs its *the*, though people drop it with other words."""
    return (Link(place, head) for place, head in parse.arcs("det") if place < head and parse.words[place] == "the")


def noun_pointed_at(parse: Parsed) -> Iterator[Link]:
    """*These regions* need the regions that were named before."""
    for place, head in parse.arcs("det"):
        if place < head and parse.words[place] in _POINTING:
            alike = [
                earlier
                for earlier in range(place)
                if parse.lemmas[earlier] == parse.lemmas[head] and parse.tags[earlier] == parse.tags[head]
            ]
            if len(alike) == 1 and parse.relations[alike[0]] != "compound":
                yield Link(alike[0], head)


def possessor(parse: Parsed) -> Iterator[Link]:
    """A noun needs its *my* or *their*."""
    return (Link(place, head) for place, head in parse.tagged("PRP$") if place < head)


def name(parse: Parsed) -> Iterator[Link]:
    """The first words of a name need the last ones."""
    return (Link(place, head) for place, head in parse.arcs("flat") if head < place)


def first_name(parse: Parsed) -> Iterator[Link]:
    """The last words of a name need the first ones."""
    return (Link(head, place) for place, head in parse.arcs("flat") if head < place)


def compound_name(parse: Parsed) -> Iterator[Link]:
    """A name that describes another belongs to it: *Oxford Street*."""
    for place, head in parse.arcs("compound", "amod"):
        if place < head and parse.tags[place] == "NNP" and parse.tags[head] == "NNP":
            yield Link(place, head)
