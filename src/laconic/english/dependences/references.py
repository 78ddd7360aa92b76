"""Dependences of words that point at others in the sentence: pronouns, *the other* of two, and announced lists."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.spelled_numbers import SMALL_NUMBERS

_THEY = frozenset("their theirs them themselves they".split())
_ANY = frozenset("a an another any each either every neither no one".split())
"""What stands before *person* where that may be anybody."""

_IT = frozenset("it its itself".split())
_STAND_FOR_THINGS = frozenset("anything everything nothing one something that this what which".split())
_PARTS_OF_NAMES = frozenset("compound flat".split())
_DETERMINERS = frozenset("amod det nummod".split())

_THE_OTHER = frozenset("another other".split())
_TO_THE_OTHER = frozenset("after by for over than to upon".split())
"""What joins the other of two to the first, as in *from one to the other*."""

_BETWEEN_ITEMS = frozenset("cc conj punct".split())
_ANNOUNCED = 7
"""Words between a number and the colon after what it counts, at most."""


def nouns_of_they(parse: Parsed) -> Iterator[Link]:
    """*They* need those who were named before; a firm, or anybody of unknown sex, may be *they* as well."""
    several = [place for place, tag in enumerate(parse.tags) if tag in ("NNPS", "NNS")]
    joined = [place for place, _ in parse.arcs("conj") if parse.tags[place] == "NN"]
    anybody = [noun for place, noun in parse.among(_ANY) if place < noun and parse.tags[noun] == "NN"]
    names = [place for place, tag in enumerate(parse.tags) if tag == "NNP"]
    return _antecedents(parse, _THEY, [*several, *joined], [*anybody, *names])


def nouns_of_it(parse: Parsed) -> Iterator[Link]:
    """*It* needs what was named before, which is hardly ever only where or when something happens."""
    nouns = [place for place, tag in enumerate(parse.tags) if tag in ("NN", "NNP")]
    things = [place for place in nouns if parse.relations[place] != "obl"]
    pronouns = [place for place, _ in parse.among(_STAND_FOR_THINGS) if parse.relations[place] not in ("det", "mark")]
    return _antecedents(parse, _IT, things, [*nouns, *pronouns])


def _antecedents(parse: Parsed, pronouns: frozenset[str], likely: list[int], possible: list[int]) -> Iterator[Link]:
    """Yield the links by which pronouns need one of the words, or of the same pronouns, before them.

    A pronoun before all that is likely stands for what an earlier sentence named, and so do those that follow it.
    """
    places = [place for place, _ in parse.among(pronouns) if parse.relations[place] != "expl"]
    named = [word for word in likely if parse.relations[word] not in _PARTS_OF_NAMES]
    if not places or not named or places[0] < min(named):
        return
    words = [*named, *(word for word in possible if parse.relations[word] not in _PARTS_OF_NAMES), *places]
    for place in places:
        yield Link(max(word for word in words if word < place), place, first=min(words))


def the_other(parse: Parsed) -> Iterator[Link]:
    """*On the one hand* asks for *on the other*, and *to another* for *from one*."""
    for one, _ in parse.among(frozenset(["one"])):
        others = (place for place, _ in parse.among(_THE_OTHER) if place > one + 1 and _is_the_other(parse, place))
        for other in list(others)[:1]:
            before, after = (_preposition(parse, place) for place in (one, other))
            if before and before == after:
                yield Link(other, one)
            elif before and after in _TO_THE_OTHER:
                yield Link(one, other)


def _is_the_other(parse: Parsed, place: int) -> bool:
    return parse.words[place] == "another" or parse.words[place - 1] == "the"


def _preposition(parse: Parsed, place: int) -> str:
    """Return the preposition before a word or before the noun that it determines, or nothing."""
    head = parse.heads[place]
    noun = head if parse.relations[place] in _DETERMINERS and head > place else place
    return next((parse.words[child] for child in parse.children[noun] if parse.relations[child] == "case"), "")


def announced_list(parse: Parsed) -> Iterator[Link]:
    """A number before a colon counts what follows: *two causes: wind and rain*."""
    for colon, _ in parse.among(frozenset([":"])):
        listed = _listed(parse, colon)
        before = range(max(0, colon - _ANNOUNCED), colon)
        numbers = [parse.words[place] for place in before if parse.tags[place] == "CD"]
        if len(listed) > 1 and numbers and SMALL_NUMBERS.get(numbers[-1]) == len(listed):
            yield from (_item(parse, head, colon) for head in listed)


def _item(parse: Parsed, head: int, colon: int) -> Link:
    """Return the link by which a colon needs something of what is joined to others after it."""
    own = [child for child in parse.children[head] if parse.relations[child] not in _BETWEEN_ITEMS]
    first = min((head, *(parse.first_of(child) for child in own)))
    return Link(head, colon, first=max(first, colon + 1), last=max((head, *(parse.last_of(child) for child in own))))


def _listed(parse: Parsed, colon: int) -> list[int]:
    """Return the heads of what is joined after a colon; the first of them hangs from a word before it."""
    for place in range(colon + 1, len(parse)):
        if parse.heads[place] < colon:
            return [place, *(child for child in parse.children[place] if parse.relations[child] == "conj")]
    return []
