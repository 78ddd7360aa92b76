"""Genitives for *of*: *the president of France* becomes *France's president*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.roles import GROUPS, OWNED, PEOPLE, PERSONS, ROLES

_NAMES = ("NNP", "NNPS")
_FEW = 2


def is_name(sentence: Parsed, places: range) -> bool:
    """Return whether some words are a name of at most three words, with or without an article."""
    words = [place for place in places if sentence.words[place] != "the"]
    return bool(words) and all(sentence.tags[place] in _NAMES for place in words) and len(words) <= 3


def genitive_edits(sentence: Parsed, noun: int, begin: int, of: int, owner: int, end: int) -> Iterator[Edit]:
    """Yield the genitive for the *of* phrase of a noun, from ``of`` to ``end``, if there is one."""
    sure = list(_of_owner(sentence, noun, begin, of, owner, end))
    yield from sure or _of_something(sentence, noun, begin, of, owner, end)


def _of_owner(sentence: Parsed, noun: int, begin: int, of: int, owner: int, end: int) -> Iterator[Edit]:
    """*The president of France* becomes *France's president*."""
    is_owned = not OWNED.isdisjoint((sentence.lemmas[noun], sentence.words[noun]))
    if not is_owned and not is_quality(sentence.lemmas[noun]):
        return
    has_nation = any(sentence.words[p].endswith(OF_NATIONS) for p in range(begin, noun))
    if sentence.words[noun] in NO_GENITIVES or has_nation:
        return
    is_bare = begin == noun and sentence.tags[noun] == "NNS" and sentence.lemmas[owner] in PERSONS
    if (sentence.words[begin] != "the" and not is_bare) or end - of > 6:
        return
    inside = range(of + 1, end)
    sure = 0.92 if is_owned else 0.85
    if sentence.lemmas[owner] in PEOPLE | PERSONS and sentence.tags[owner] in ("NN", "NNS"):
        if not any(sentence.tags[p] in ("DT", "PRP$") for p in inside) and not _are_persons(sentence, owner, inside):
            return
        if sentence.tags[owner] == "NNS" and sentence.lemmas[owner] not in _SEVERAL:
            return  # *the elections' results*
    elif is_owned and _is_known(sentence, owner, inside):
        sure = 0.84
    elif not is_name(sentence, inside) or (end < len(sentence) and sentence.tags[end] in (*_NAMES, "CD", "POS")):
        return
    if any(sentence.tags[p] in ("CC", ",", "IN", "POS") for p in inside):
        return
    if sentence.tags[owner] == "NN" and sentence.words[owner].endswith("s"):
        return  # *the crisis's end*
    mark = "'" if sentence.tags[owner] in ("NNS", "NNPS") and sentence.words[owner].endswith("s") else "'s"
    target = (Kept(of + 1, end), New(mark, "POS"), Kept(begin + (not is_bare), noun + 1))
    yield Edit("of to genitive", begin, end, target, sure)


def _of_something(sentence: Parsed, noun: int, begin: int, of: int, owner: int, end: int) -> Iterator[Edit]:
    """*The roof of the school* becomes *the school's roof*: less sure than what is known to be owned."""
    inside = range(of + 1, end)
    is_thing = sentence.words[begin] == "the" and noun - begin <= _FEW and len(inside) <= _FEW + 1
    has_nation = any(sentence.words[p].endswith(OF_NATIONS) for p in range(begin, noun))
    if not is_thing or has_nation or sentence.lemmas[noun] in PARTS or sentence.words[noun] in NO_GENITIVES:
        return
    is_named = is_name(sentence, inside) and sentence.tags[owner] in _NAMES
    is_known = sentence.tags[owner] in ("NN", "NNS") and sentence.words[inside[0]] in _KNOWN and len(inside) > 1
    if not (is_named or is_known) or sentence.words[owner] in NO_OWNERS:
        return
    if any(sentence.tags[p] in ("CC", ",", "IN", "POS", "CD") for p in inside) or sentence.tags[noun] not in (
        "NN",
        "NNS",
    ):
        return
    if end < len(sentence) and sentence.tags[end] in (*_NAMES, "CD", "POS", "CC"):
        return
    if sentence.tags[owner] in ("NN", "NNP") and sentence.words[owner].endswith("s"):
        return
    mark = "'" if sentence.words[owner].endswith("s") else "'s"
    target = (Kept(of + 1, end), New(mark, "POS"), Kept(begin + 1, noun + 1))
    yield Edit("of to genitive", begin, end, target, 0.76)


PARTS = frozenset(
    "absence aftermath amount area art aspect average basis batch beginning bit block body bottom branch bulk "
    "bunch case cause center centre chain chance class collection concept context corner couple course cup day "
    "days degree department depth dozen east edge effect element end entirety era eve evening event existence "
    "expense extent face fact field fight form fraction framework front game group half handful heart height hour "
    "house idea image importance inch instance issue kind lack lead level light likes lot majority matter means "
    "middle minority minute moment month morning name nature night north notion number object occasion one "
    "outskirts pair part percentage period person phase piece pile pinnacle place plenty point portion "
    "possibility presence price principle process proportion purpose quarter question range rate reason remainder "
    "rest right risk row sake scene scope second section segment sense series set share side sight sign size sort "
    "south spirit spot stage start state store story string style sum summer surface task term theme third "
    "thought threat time tip top total turn type use variety verge version view wake way week weekend west whole "
    "winner word work world year".split()
)
"""Nouns that say which part, amount or kind of something is meant, or stand in a fixed phrase: *the end of the day*."""


def _is_known(sentence: Parsed, owner: int, inside: range) -> bool:
    """Return whether a thing is named shortly and is known: *this place*, *our new plan*."""
    is_thing = sentence.tags[owner] == "NN" and sentence.words[owner] not in NO_OWNERS
    return is_thing and sentence.words[inside[0]] in _KNOWN and len(inside) <= _FEW + 1


NO_GENITIVES = frozenset(
    "part parts purpose purposes meaning roof case theory knowledge face view views image portrayal portrait picture "
    "depiction perception memory memories fear estate town city village island province state county kingdom district "
    "republic port people neighborhood neighbourhood suburb quarter borough municipality area region valley "
    "parish".split()
)
"""Nouns of fixed phrases (*on the part of*), of what is thought about someone, and of places with a name."""

OF_NATIONS = ("ican", "ish", "ese", "ench", "sian", "man")
"""How adjectives of nations end: those who did something to an owner."""

_SEVERAL = (
    PERSONS
    | ROLES
    | GROUPS
    | frozenset(
        "boy brother candidate city country friend island king man member nation player sister son state".split()
    )
)
"""Whoever may own together with others: *the players' behaviour*."""

_KNOWN = frozenset("the this that my your his her its our their".split())
NO_OWNERS = frozenset(
    "all world time day night week month year decade century morning evening work past present kind sort type "
    "matter thing way end use fact other others same following former latter rest lot number".split()
)
_QUALITIES = ("ness", "ity", "ance", "ence", "tion", "sion", "ment")
_NO_QUALITIES = frozenset(
    "majority minority quantity variety entity section portion fraction proportion combination collection generation "
    "selection position question mention notion exception absence instance sentence department element moment "
    "government parliament document region million nation station option fashion city university community facility "
    "addition celebration commission committee compensation condition consideration context conversation donation "
    "edition equation evolution expression foundation fragment function implementation introduction creation "
    "protection prevention provision use dimension discussion distribution illustration impression indication "
    "installation invitation investigation legislation location mission occasion operation pension permission "
    "presentation profession publication reaction reception recognition reduction reference resolution session "
    "solution statement television tradition transition translation violation vision business witness "
    "experience science audience conference difference residence sequence violence distance substance ambulance "
    "finance insurance balance performance chance circumstance entrance advance apartment assessment cement comment "
    "compartment environment equipment experiment garment instrument investment monument segment settlement supplement "
    "treatment argument".split()
)


def is_quality(noun: str) -> bool:
    """Return whether a noun names what something has, is or undergoes: *the country's independence*."""
    return noun.endswith(_QUALITIES) and noun not in _NO_QUALITIES


def _are_persons(sentence: Parsed, owner: int, inside: range) -> bool:
    """Return whether people in general own something: *the rights of young workers*."""
    is_plural = sentence.tags[owner] == "NNS" and sentence.lemmas[owner] in PERSONS
    return is_plural and len(inside) <= _FEW and all(sentence.tags[p] in ("JJ", "NN", "NNS") for p in inside)
