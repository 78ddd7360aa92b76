"""What may stand before a noun rather than after it: dates, places, measures and adjectives.

*The attack on Monday* becomes *Monday's attack*, *a delay of two hours*, *a two-hour delay*.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import singular
from laconic.english.rewriting.described import ARTICLES, NAMES, Described, is_followed_by_name
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.genitives import PARTS, is_quality
from laconic.english.rewriting.roles import COUNTRIES, OF_A_PLACE

_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow".split())
_MONTHS = frozenset("january february march april may june july august september october november december".split())
_UNITS = frozenset(
    "year month week day hour minute second decade mile foot inch metre meter kilometre kilometer ton tonne acre "
    "point page room seat bed story man member".split()
)
_MEASURES = frozenset(["%", "percent", "million", "billion", "trillion"])
_NOT_MEASURED = frozenset(
    "majority minority total group team list age series set number population crowd lot maximum minimum average "
    "height depth distance weight size rate level end course period rest half top beginning some most part each all "
    "one many percentage share hundred thousand kind sort type member copy case value price amount sum turnover speed "
    "temperature age capacity".split()
)
"""Nouns that name what is measured, or what the measure is a part of: *a value of $5* is no *$5 value*."""

_QUALITIES = {
    "beauty": "beautiful", "benefit": "beneficial", "difficulty": "difficult", "importance": "important",
    "interest": "interesting", "necessity": "necessary", "relevance": "relevant", "significance": "significant",
    "use": "useful", "value": "valuable", "worth": "valuable",
}  # fmt: skip
_DEGREES = {
    "considerable": "very", "critical": "critically", "crucial": "crucially", "enormous": "hugely", "equal": "equally",
    "extreme": "extremely", "great": "very", "greater": "more", "greatest": "most", "historic": "historically",
    "high": "very", "huge": "hugely", "immense": "hugely", "major": "very", "paramount": "extremely",
    "particular": "especially", "primary": "most", "real": "really", "special": "especially", "strategic":
    "strategically", "utmost": "extremely", "vital": "vitally",
}  # fmt: skip
_GRADES = frozenset("high low good poor top inferior superior".split())
_NATURES = frozenset("nature kind type character sort".split())
_ORDINALS = frozenset(
    "first second third fourth fifth sixth seventh last final next only other same new previous main most".split()
)
"""What stands before a date: *the first 1998 elections*."""

_SAME = frozenset("same similar different certain other such own various good bad first last new particular".split())
_ABOUT = frozenset("in with on over to against about at for".split())
_BOTH_SIDES = frozenset(["with", "against"])
"""What joins those who take part: *a lunch with Ann Lee* is not hers; countries' names stand before treaties."""

_TITLES = frozenset("mr mr. mrs mrs. ms ms. sir lord lady dr dr. president prime king queen".split())
_CONDITIONS = frozenset(
    "case condition fact future job life mood order position role shape situation state time turn way".split()
)
"""How someone or something is, wherever that may be: *in a serious condition in Leeds*."""

_EVENTS = frozenset(
    "accident agreement attack ban battle bombing campaign clash conference conflict contract crash crisis deal "
    "disaster earthquake election embargo embassy exhibition fight film flight flood game hearing invasion "
    "investigation match massacre meeting mission negotiation office operation policy probe project protest raid "
    "relation riot rally report sanction shooting strike summit talk tour trade treaty trial trip unrest uprising "
    "victory visit vote war warning win".split()
)
"""What a name may stand before, wherever or with whomever it takes place."""


def attribute_edits(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """Yield the edits that put the phrase after a noun before it."""
    yield from _date(sentence, phrase)
    yield from _place(sentence, phrase)
    yield from _superlative(sentence, phrase)
    yield from _measure(sentence, phrase)
    yield from _quality(sentence, phrase)
    yield from _nature(sentence, phrase)
    yield from _event(sentence, phrase)


def _date(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The elections of 1998* become *the 1998 elections*, *the attack on Monday*, *Monday's attack*."""
    if phrase.end != phrase.first + 1 or sentence.lemmas[phrase.noun] in PARTS:
        return
    if phrase.end < len(sentence) and sentence.tags[phrase.end] in (*NAMES, "CD", "POS", "HYPH"):
        return
    word, start = sentence.words[phrase.first], sentence.words[phrase.begin]
    is_year = word.isdigit() and len(word) == 4 and word[:2] in ("16", "17", "18", "19", "20")
    is_definite = start == "the" and phrase.begin < phrase.noun
    second = phrase.begin + 1
    if sentence.words[second] in _ORDINALS or sentence.tags[second] == "JJS":
        return  # *the 1998 first elections*
    modifiers = Kept(phrase.begin + 1, phrase.noun + 1)
    if is_year and phrase.preposition in ("of", "in", "for", "from") and (start in ARTICLES or start == "its"):
        target: tuple[Kept | New, ...] = (
            Kept(phrase.begin, phrase.begin + 1),
            Kept(phrase.first, phrase.end),
            modifiers,
        )
        yield Edit("date before noun", phrase.begin, phrase.end, target, 0.75)
    elif is_definite and word in _DAYS and phrase.preposition in ("on", "of", "for"):
        yield Edit(
            "date before noun",
            phrase.begin,
            phrase.end,
            (Kept(phrase.first, phrase.end), New("'s", "POS"), modifiers),
            0.72,
        )
    elif start in ARTICLES and word in _MONTHS and phrase.preposition in ("in", "of", "for", "from"):
        target = (Kept(phrase.begin, phrase.begin + 1), Kept(phrase.first, phrase.end), modifiers)
        yield Edit("date before noun", phrase.begin, phrase.end, target, 0.7)


def _place(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The economy in Texas* becomes *Texas's economy*, *schools in Texas*, *Texas schools*."""
    first = phrase.first + (sentence.words[phrase.first] == "the")
    inside = range(first, phrase.end)
    if phrase.preposition not in ("in", "at", "across", "throughout") or not 1 <= len(inside) <= 2:
        return
    if any(sentence.tags[place] not in NAMES or sentence.words[place] in _DAYS | _MONTHS for place in inside):
        return
    if is_followed_by_name(sentence, phrase.end) or sentence.words[phrase.end : phrase.end + 1] == [","]:
        return
    if any(sentence.tags[place] in (*NAMES, "CD", "PRP$", "POS") for place in range(phrase.begin, phrase.noun)):
        return
    is_definite = sentence.words[phrase.begin] == "the" and not sentence.words[phrase.end - 1].endswith("s")
    if is_definite and sentence.lemmas[phrase.noun] in OF_A_PLACE:
        genitive = (Kept(phrase.first, phrase.end), New("'s", "POS"), Kept(phrase.begin + 1, phrase.noun + 1))
        yield Edit("place to genitive", phrase.begin, phrase.end, genitive, 0.68)
    elif phrase.preposition == "in" and _may_name(sentence, phrase):
        start = phrase.noun
        while start > phrase.begin and sentence.relations[start - 1] == "compound":
            start -= 1
        target = (Kept(first, phrase.end), Kept(start, phrase.noun + 1))
        yield Edit("place before noun", start, phrase.end, target, 0.62)


def _may_name(sentence: Parsed, phrase: Described) -> bool:
    """Return whether the name of a town may stand before a noun, to which it then surely belongs."""
    lemma = sentence.lemmas[phrase.noun]
    if lemma in _CONDITIONS or is_quality(lemma) or sentence.words[phrase.end - 1] in COUNTRIES:
        return False
    is_after_preposition = any(sentence.relations[child] == "case" for child in sentence.children[phrase.noun])
    is_described = any(sentence.tags[place] == "JJ" for place in range(phrase.begin, phrase.noun))
    return not (is_after_preposition and is_described)


def _superlative(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The oldest bridge in Leeds* becomes *Leeds's oldest bridge*."""
    second = phrase.begin + 1
    if phrase.preposition != "in" or sentence.words[phrase.begin] != "the" or second >= phrase.noun:
        return
    is_most = sentence.tags[second] in ("JJS", "RBS") or sentence.words[second] in ("first", "only")
    first = phrase.first + (sentence.words[phrase.first] == "the")
    inside = range(first, phrase.end)
    if not is_most or not 1 <= len(inside) <= 3 or is_followed_by_name(sentence, phrase.end):
        return
    if any(sentence.tags[place] not in NAMES for place in inside) or sentence.words[first] in _MONTHS:
        return
    mark = New("'" if sentence.tags[phrase.end - 1] == "NNPS" else "'s", "POS")
    target = (Kept(phrase.first, phrase.end), mark, Kept(second, phrase.noun + 1))
    yield Edit("place before superlative", phrase.begin, phrase.end, target, 0.9)


def _measure(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*A delay of two hours* becomes *a two-hour delay*, *a rise of 5%*, *a 5% rise*."""
    if phrase.preposition != "of" or sentence.lemmas[phrase.noun] in _NOT_MEASURED:
        return
    if sentence.words[phrase.begin] not in ARTICLES or phrase.begin == phrase.noun:
        return
    inside = range(phrase.first, phrase.end)
    if is_followed_by_name(sentence, phrase.end) or not 2 <= len(inside) <= 3:
        return
    if sentence.tags[phrase.first] != "CD" and sentence.forms[phrase.first].isalpha():
        return  # *EUR 5 million*
    head = (Kept(phrase.begin, phrase.begin + 1),)
    noun = Kept(phrase.begin + 1, phrase.noun + 1)
    tags = [sentence.tags[place] for place in inside]
    if len(inside) == 2 and tags[0] == "CD" and sentence.lemmas[phrase.thing] in _UNITS:
        number, unit = sentence.forms[phrase.first], singular(sentence.words[phrase.thing])
        if sentence.tags[phrase.thing] == "NN":
            unit = sentence.words[phrase.thing]
        compound = New(f"{number}-{unit}", "JJ")
        yield Edit("measure before noun", phrase.begin, phrase.end, (*head, compound, noun), 0.8)
    elif all(tag in ("CD", "$", "NN", "#") for tag in tags) and (
        sentence.words[inside[-1]] in _MEASURES or sentence.tags[phrase.first] == "$"
    ):
        target = (*head, Kept(phrase.first, phrase.end), noun)
        yield Edit("measure before noun", phrase.begin, phrase.end, target, 0.76)


def _quality(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*A matter of great importance* becomes *a very important matter*, *wine of high quality*, *high-quality wine*."""
    if phrase.preposition != "of" or phrase.end - phrase.first > 2 or phrase.thing != phrase.end - 1:
        return
    quality = _attribute(sentence, phrase.first, phrase.thing) if phrase.first < phrase.thing else ()
    if not quality or is_followed_by_name(sentence, phrase.end):
        return
    first = phrase.begin + (sentence.tags[phrase.begin] in ("DT", "PRP$", "CD", "PDT") and phrase.begin < phrase.noun)
    target: tuple[Kept | New, ...] = (Kept(phrase.begin, first), *quality, Kept(first, phrase.noun + 1))
    pieces = tuple(piece for piece in target if isinstance(piece, New) or piece.begin < piece.end)
    yield Edit("quality to adjective", phrase.begin, phrase.end, pieces, 0.75)


def _nature(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*Shoes of a simple kind* become *simple shoes*."""
    has_article = sentence.words[phrase.first] in ARTICLES
    adjective = phrase.first + has_article
    is_nature = phrase.preposition == "of" and sentence.words[phrase.thing] in _NATURES
    if not is_nature or adjective + 1 != phrase.thing or sentence.tags[adjective] != "JJ":
        return
    first = phrase.begin + (sentence.tags[phrase.begin] in ("DT", "PRP$", "CD") and phrase.begin < phrase.noun)
    if sentence.words[adjective] not in _SAME and not is_followed_by_name(sentence, phrase.end):
        target = (Kept(phrase.begin, first), Kept(adjective, adjective + 1), Kept(first, phrase.noun + 1))
        yield Edit("nature to adjective", phrase.begin, phrase.end, tuple(t for t in target if t.begin < t.end), 0.74)


def _event(sentence: Parsed, phrase: Described) -> Iterator[Edit]:
    """*The summit in Oslo* becomes *the Oslo summit*, *a treaty with Norway*, *a Norway treaty*."""
    first = phrase.first + (sentence.words[phrase.first] == "the")
    inside = range(first, phrase.end)
    if phrase.preposition not in _ABOUT or sentence.lemmas[phrase.noun] not in _EVENTS or not 1 <= len(inside) <= 3:
        return
    if any(sentence.tags[place] not in NAMES or sentence.words[place] in _DAYS | _MONTHS for place in inside):
        return
    if phrase.preposition in _BOTH_SIDES and sentence.words[phrase.end - 1] not in COUNTRIES:
        return
    has_name = any(sentence.tags[place] in (*NAMES, "POS", "PRP$") for place in range(phrase.begin, phrase.noun))
    if has_name or is_followed_by_name(sentence, phrase.end) or sentence.words[first] in _TITLES:
        return
    start = phrase.noun
    while start > phrase.begin and sentence.relations[start - 1] == "compound":
        start -= 1
    yield Edit("name before event", start, phrase.end, (Kept(first, phrase.end), Kept(start, phrase.noun + 1)), 0.7)


def _attribute(sentence: Parsed, first: int, thing: int) -> tuple[New, ...]:
    """Return the adjective for *great importance*, *importance* or *high quality*, if there is one."""
    degree = sentence.words[first] if first < thing else ""
    if sentence.words[thing] == "quality" and degree in _GRADES:
        return (New(f"{degree}-quality", "JJ"),)
    adjective = _QUALITIES.get(sentence.words[thing])
    if adjective is None or (degree and degree not in _DEGREES):
        return ()
    return (*((New(_DEGREES[degree], "RB"),) if degree else ()), New(adjective, "JJ"))


def quality_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield adjectives for the qualities that things are said to be *of*."""
    for thing, word in enumerate(sentence.words):
        if word in _QUALITIES:
            yield from _is_of(sentence, thing)


def _is_of(sentence: Parsed, thing: int) -> Iterator[Edit]:
    """*It is of great importance* becomes *it is very important*."""
    if sentence.tags[thing] != "NN" or thing < 2:
        return
    first = thing - (sentence.words[thing - 1] != "of")
    if first < 2 or sentence.words[first - 1] != "of" or sentence.lemmas[first - 2] != "be":
        return
    quality = _attribute(sentence, first, thing)
    if quality:
        yield Edit("quality to adjective", first - 1, thing + 1, quality, 0.85)
