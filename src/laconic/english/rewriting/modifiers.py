"""Nouns before nouns, of any kind: *an increase in the budget* becomes *a budget increase*.

These compounds are looser than those whose heads are known, and less sure.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import singular
from laconic.english.rewriting.compounds import NO_SINGULAR, VAGUE
from laconic.english.rewriting.described import ARTICLES, COMMON, Described, is_followed_by_name
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.genitives import PARTS, is_quality
from laconic.english.rewriting.nominals import GERUNDS, NOMINALS
from laconic.english.rewriting.roles import CHANGES, COUNTED, FIXED, OWNED, PERSONS, PROCESSES, ROLES, SERIES

_ANYWHERE = frozenset(["of", "for", "on", "about", "against", "regarding", "concerning"])
_KINDS = ("al", "ic", "ary", "ical", "ular", "ive")
"""How adjectives end that say of which kind a thing is, and so may stand inside a compound."""

_NO_HEADS = SERIES.union(
    PARTS - COUNTED,
    (
        "ability abundance advantage answer array basis capacity chance choice combination consequence cup day lakh "
        "crore percent stretch balance desire evidence example exception excess expectation feeling gift glass grain "
        "hope hour hundred increase interest judge kilometre king lack layer length line list man master mile million "
        "mix mixture moment month mountain need night opportunity people piece pound queen reason reputation "
        "responsibility right room search sense sheet shot source support symbol taste thing thousand time ton tonne "
        "tribute victim wall wave week woman world year life death matter alternative love fear thought word place men "
        "area member one ones all many most some few couple team battery run measure brand job realm respect wind "
        "refuge power logic pool concern belief faith trust confidence country future home nature kind form dozen "
        "bottle box bag bowl plate slice pair statute worth"
    ).split(),
)
"""Nouns before which no other says what their *of* phrase says: amounts, kinds, and what someone feels or may do."""

_NO_THINGS = (
    VAGUE
    | PERSONS
    | ROLES
    | frozenset(
        "age beginning bottom front calm hope change choice chance death end fun good home idea love middle moment "
        "need night nothing something anything everything one own past present previous rest same top top-down total "
        "truth war whole work aunt baby boy brother couple daughter emperor father friend girl grandfather "
        "grandmother husband king lady mother neighbour neighbor nephew niece player prince princess queen sister son "
        "suspect uncle wife kind mankind nature life others them those these this that it".split()
    )
)
_MEN = ("man", "woman")
_FULL = ("ful", "likelihood", "probability")
_ACTIONS = ("ion", "ment", "ing")
_REACHED = frozenset(
    "access adjustment alteration amendment approach change damage improvement injury modification repair threat "
    "update upgrade".split()
)
"""What takes *to* before the thing that is reached or changed: *damage to the roof*."""

_KINDS_TOO = frozenset("private public foreign human nuclear young female male domestic modern urban rural".split())
_MODES = frozenset(
    "art ban cost form habit method mode pattern practice process rate risk season skill speed strategy style "
    "technique tool type".split()
)
"""What may be said of an action: *methods of teaching* are *teaching methods*."""

_LONGEST = 3


def modifier_edits(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """Yield the compound for a noun and one or two nouns that say what it is of, on, in or for."""
    lemma = sentence.lemmas[phrase.noun]
    has_article = sentence.words[phrase.first] in ARTICLES
    is_change = phrase.preposition == "in" and lemma in CHANGES
    is_field = phrase.preposition == "in" and not has_article and lemma not in _NO_HEADS
    is_reached = phrase.preposition == "to" and lemma in _REACHED
    if not (is_change or is_field or is_reached) and (phrase.preposition not in _ANYWHERE or lemma in _NO_HEADS):
        return
    first = phrase.first + has_article
    if first >= phrase.end or lemma == "%":
        return
    if phrase.end > first + _LONGEST + (sentence.tags[first] == "NNP"):
        return
    if is_followed_by_name(sentence, phrase.end) or not _may_lead(sentence, phrase, first):
        return
    before = [place for place in range(phrase.begin, phrase.noun) if sentence.words[place] != "%"]
    has_others = any(sentence.tags[place] in (*COMMON, "VBG", "JJS", "PDT") for place in before)
    if has_others or not _is_usual_before(sentence, phrase.begin) or _is_fixed(sentence, phrase):
        return
    known = lemma in PROCESSES | COUNTED or lemma in NOMINALS or is_change
    if not known and _is_owned(sentence, phrase):
        return
    word = sentence.words[phrase.thing]
    part: Kept | New = Kept(phrase.thing, phrase.end)
    if sentence.tags[phrase.thing] == "NNS" and word not in NO_SINGULAR and not word.endswith("ics"):
        part = New(singular(word), "NN")
    drops = sentence.words[phrase.begin] == "the" and not has_article and _is_action(sentence, phrase.noun)
    begin = phrase.begin + drops
    target = (Kept(begin, phrase.noun), Kept(first, phrase.thing), part, Kept(phrase.noun, phrase.noun + 1))
    pieces = tuple(piece for piece in target if isinstance(piece, New) or piece.begin < piece.end)
    yield Edit("phrase to modifier", phrase.begin, phrase.end, pieces, 0.7 if known else 0.6)


def _may_lead(sentence: Parsed, phrase: Described, first: int) -> bool:
    """Return whether the words of a phrase can stand before a noun: *semantic change*, *volunteering*."""
    thing, tag = sentence.lemmas[phrase.thing], sentence.tags[phrase.thing]
    is_person = thing.endswith(_MEN)
    if is_person or thing in _NO_THINGS or sentence.words[phrase.thing] in _NO_THINGS or "-" in thing:
        return False
    if tag == "VBG":
        return first == phrase.thing and sentence.lemmas[phrase.noun] in _MODES
    if tag not in COMMON:
        return False
    if not sentence.forms[phrase.thing].isalpha():
        return False
    return all(
        sentence.tags[place] in ("NN", "NNP")
        or (
            sentence.tags[place] == "JJ"
            and (sentence.words[place].endswith(_KINDS) or sentence.words[place] in _KINDS_TOO)
        )
        for place in range(first, phrase.thing)
    )


def _is_fixed(sentence: Parsed, phrase: Described) -> bool:
    """Return whether a noun is one of a quality or an amount, or part of a longer phrase: *in respect of*."""
    lemma = sentence.lemmas[phrase.noun]
    if (lemma, sentence.words[phrase.thing]) in FIXED or lemma.endswith(_FULL):
        return True
    is_action = lemma in NOMINALS or lemma in PROCESSES
    is_bare = phrase.begin == phrase.noun and sentence.tags[phrase.noun] == "NN"
    is_after_preposition = is_bare and phrase.noun > 0 and sentence.tags[phrase.noun - 1] == "IN"
    return not is_action and (is_after_preposition or is_quality(lemma))


def _is_owned(sentence: Parsed, phrase: Described) -> bool:
    """Return whether a genitive says better to what something belongs: *the failure of the engine*."""
    is_owned = not OWNED.isdisjoint((sentence.lemmas[phrase.noun], sentence.words[phrase.noun]))
    is_definite = sentence.words[phrase.begin] == "the" and sentence.words[phrase.first] in ARTICLES
    return phrase.preposition == "of" and (is_owned or is_definite)


def _is_usual_before(sentence: Parsed, begin: int) -> bool:
    """Return whether a noun phrase begins without another noun just before it, to which it might be joined."""
    return (
        begin == 0
        or sentence.tags[begin - 1] not in (*COMMON, "NNP", "HYPH", "POS")
        or (sentence.tags[begin] in ("DT", "PRP$"))
    )


def _is_action(sentence: Parsed, noun: int) -> bool:
    """Return whether a noun names an action, which needs no article: *oil production*."""
    word = sentence.words[noun]
    is_known = word in NOMINALS or word in GERUNDS or word in PROCESSES
    return sentence.tags[noun] == "NN" and (is_known or (word.endswith(_ACTIONS) and word not in COUNTED))
