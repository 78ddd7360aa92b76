"""Genitives for whoever made or has something: *the form of the captain*, *the book by Ann*, *the debts the firm had*.

These are looser than the genitives for what is known to be owned, and less sure.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.described import ARTICLES, COMMON, NAMES, Described, is_followed_by_name, start_of
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.genitives import NO_GENITIVES, NO_OWNERS, OF_NATIONS, PARTS, is_quality
from laconic.english.rewriting.roles import GROUPS, OWNED, PERSONS, ROLES
from laconic.english.rewriting.spans import child_of, span

_KNOWN = frozenset("the a an this that these those my your his her its our their each every".split())
_LONGEST_NAME = 4
_LONGEST_OWNER = 4
_MOST_MODIFIERS = 4
_UNITS = frozenset("year month week day hour minute decade".split())
_RELATIVES = frozenset(
    "ally aunt brother classmate colleague cousin daughter deputy disciple friend grandson grandfather nephew niece "
    "pupil rival sister son student uncle".split()
)
_MAKERS = frozenset(["by", "from"])
_NEVER_OWNED = NO_GENITIVES | frozenset(
    "all amount bit bottom bulk bunch couple dozen edge end fraction front group half handful kind likes lot majority "
    "middle minority number one ones pair part percent percentage piece portion proportion quarter rest row series "
    "set share side sort sum third top total type university variety way whole remainder thousand million billion "
    "hundred".split()
)
"""Nouns that take no genitive whoever the owner is: they say how much or which part of it is meant."""

_SENT = frozenset(
    "advice answer call comment complaint email gift greeting invitation letter message note offer order reply report "
    "request signal song text warning word".split()
)
"""What comes *from* whoever has made it."""

_NEVER_MADE = frozenset("increase decrease rise fall drop cut way trip flight journey move shift change".split())


def owner_edits(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """Yield the genitives for a noun and the phrase that names its owner or maker."""
    if phrase.preposition == "of":
        yield from _of(sentence, phrase)
        yield from _time(sentence, phrase)
    elif phrase.preposition in _MAKERS:
        yield from _by(sentence, phrase)
    elif phrase.preposition == "for":
        yield from _for(sentence, phrase)


def _of(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The brave old captain of the ship* becomes *the ship's brave old captain*."""
    noun, lemma = phrase.noun, sentence.lemmas[phrase.noun]
    is_definite = sentence.words[phrase.begin] == "the" or _is_one_of(sentence, phrase)
    if not is_definite or noun - phrase.begin - 1 > _MOST_MODIFIERS:
        return
    if lemma in _NEVER_OWNED or any(sentence.words[p].endswith(OF_NATIONS) for p in range(phrase.begin, noun)):
        return
    is_one = _is_name(sentence, phrase) or _is_person(sentence, phrase.thing)
    is_vague = sentence.tags[phrase.first] not in ("DT", "PRP$") or sentence.words[phrase.first] in ("a", "an")
    if not is_one and (lemma in PARTS or is_vague):
        return  # *the protection of plants*
    if any(sentence.tags[place] == "POS" for place in range(phrase.begin, noun)) or sentence.words[noun] == "month":
        return
    if not _may_own(sentence, phrase):
        return
    yield from _genitive(sentence, phrase, "of to looser genitive", 0.72 if is_one else 0.64)


def _is_one_of(sentence: Parsed, phrase: Described) -> bool:
    """Return whether someone is said to be a relative or a friend of someone: *he was a friend of Ann Lee*."""
    has_article = sentence.words[phrase.begin] in ("a", "an")
    is_said = any(sentence.relations[child] == "cop" for child in sentence.children[phrase.noun])
    return has_article and is_said and sentence.lemmas[phrase.noun] in _RELATIVES and _is_name(sentence, phrase)


def _by(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The film by Ann Lee* becomes *Ann Lee's film*, *comments from the mayor*, *the mayor's comments*."""
    is_definite = sentence.words[phrase.begin] == "the"
    is_bare = sentence.tags[phrase.begin] in ("JJ", "NN", "NNS") and sentence.tags[phrase.noun] == "NNS"
    if not (is_definite or is_bare) or sentence.lemmas[phrase.noun] in _NEVER_OWNED | _NEVER_MADE:
        return
    if phrase.noun - phrase.begin > _MOST_MODIFIERS or not _may_own(sentence, phrase):
        return
    is_one = _is_name(sentence, phrase) or _is_person(sentence, phrase.thing)
    if phrase.preposition == "from" and not (is_one and sentence.lemmas[phrase.noun] in _SENT):
        return
    yield from _genitive(sentence, phrase, "maker to genitive", 0.7)


def _for(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The birth certificate for Ann Lee* becomes *Ann Lee's birth certificate*."""
    is_definite = sentence.words[phrase.begin] == "the" and phrase.noun - phrase.begin <= _MOST_MODIFIERS
    is_one = _is_name(sentence, phrase) or _is_person(sentence, phrase.thing)
    if (
        is_definite
        and is_one
        and sentence.lemmas[phrase.noun] not in _NEVER_OWNED | PARTS
        and _may_own(sentence, phrase)
    ):
        yield from _genitive(sentence, phrase, "maker to genitive", 0.62)


def _time(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*Six years of service* becomes *six years' service*."""
    is_time = sentence.lemmas[phrase.noun] in _UNITS and sentence.tags[phrase.noun] == "NNS"
    has_number = phrase.noun == phrase.begin + 1 and sentence.tags[phrase.begin] == "CD"
    is_bare = phrase.end - phrase.first <= 2 and sentence.tags[phrase.thing] == "NN"
    if not (is_time and has_number and is_bare) or is_followed_by_name(sentence, phrase.end):
        return
    if all(sentence.tags[place] in ("JJ", "NN") for place in range(phrase.first, phrase.end)):
        target = (Kept(phrase.begin, phrase.noun + 1), New("'", "POS"), Kept(phrase.first, phrase.end))
        yield Edit("time to genitive", phrase.begin, phrase.end, target, 0.75)


def _genitive(sentence: Parsed, phrase: Described, rule: str, sure: float) -> Iterator[Edit]:
    owner, tag = sentence.words[phrase.end - 1], sentence.tags[phrase.end - 1]
    is_plural = tag in ("NNS", "NNPS") and owner.endswith("s")
    if tag == "NN" and owner.endswith("s"):
        return  # *the crisis's end*
    begin = phrase.begin + (sentence.words[phrase.begin] in ARTICLES and phrase.begin < phrase.noun)
    mark = New("'" if is_plural else "'s", "POS")
    target = (Kept(phrase.first, phrase.end), mark, Kept(begin, phrase.noun + 1))
    yield Edit(rule, phrase.begin, phrase.end, target, sure)


def _may_own(sentence: Parsed, phrase: Described) -> bool:
    """Return whether a phrase is a name or a short, definite noun phrase that a genitive can follow."""
    inside = range(phrase.first, phrase.end)
    if not inside or is_followed_by_name(sentence, phrase.end):
        return False
    if _is_name(sentence, phrase):
        return True
    if sentence.tags[phrase.thing] not in COMMON or len(inside) > _LONGEST_OWNER:
        return False
    is_action = inside[0] == phrase.thing and sentence.words[phrase.thing].endswith("ing")
    if sentence.words[phrase.thing] in NO_OWNERS or is_action:
        return False
    if any(sentence.tags[place] in ("CC", ",", "IN", "POS", "TO", "RBS", "JJS") for place in inside):
        return False
    if any(sentence.tags[place] == "CD" for place in inside) and not _is_person(sentence, phrase.thing):
        return False
    has_article = sentence.tags[phrase.first] in ("DT", "PDT", "PRP$")
    if has_article:
        return sentence.words[phrase.first] in _KNOWN and len(inside) > 1
    noun = sentence.lemmas[phrase.noun]
    is_had = not OWNED.isdisjoint((noun, sentence.words[phrase.noun])) or is_quality(noun)
    return (is_had and len(inside) <= _LONGEST_OWNER - 1) or _is_person(sentence, phrase.thing)


def _is_name(sentence: Parsed, phrase: Described) -> bool:
    """Return whether a phrase is a name of at most four words, with or without an article."""
    first = phrase.first + (sentence.words[phrase.first] == "the")
    words = range(first, phrase.end)
    is_short = 0 < len(words) <= _LONGEST_NAME
    return is_short and all(sentence.tags[place] in NAMES for place in words)


def _is_person(sentence: Parsed, place: int) -> bool:
    return sentence.lemmas[place] in PERSONS | ROLES | GROUPS


def belonging_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *Ann Lee's house* for *the house belonging to Ann Lee*, or *owned by* her."""
    for verb, noun in sentence.arcs("acl"):
        is_owned = sentence.words[verb : verb + 2] in (["belonging", "to"], ["owned", "by"])
        if verb != noun + 1 or not is_owned or sentence.tags[noun] not in COMMON:
            continue
        begin = start_of(sentence, noun)
        if begin >= 0 and sentence.words[begin] == "the" and noun - begin <= _MOST_MODIFIERS:
            yield from _belonging(sentence, begin, noun, verb)


def _belonging(sentence: Parsed, begin: int, noun: int, verb: int) -> Iterator[Edit]:
    owner = child_of(sentence, verb, "obl")
    if owner < 0:
        return
    first, end = span(sentence, owner)
    phrase = Described(noun, begin, sentence.words[first], first + 1, owner, end)
    if first == verb + 1 and _may_own(sentence, phrase):
        yield from _genitive(sentence, phrase, "belonging to genitive", 0.75)
