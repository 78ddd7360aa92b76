"""Titles for appositions: *Ann Lee, a student,* becomes *student Ann Lee*, *a boxer named Lee*, *boxer Lee*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.described import ARTICLES, NAMES, start_of
from laconic.english.rewriting.edit import Edit, Kept
from laconic.english.rewriting.genitives import is_name
from laconic.english.rewriting.roles import BODIES, PERSONS, ROLES
from laconic.english.rewriting.spans import span

_PERSONS = ("er", "or", "ist", "ian", "man", "woman", "ant", "eer", "ess")
"""How nouns for people end."""

_NO_PERSONS = frozenset(
    "computer newspaper paper letter order number river water winter summer power tower center matter answer factor "
    "motor sector error plant restaurant chapter character quarter consumer series business process address success "
    "member brother sister father mother daughter disaster whether layer corner border".split()
)
_CALLED = frozenset([("called",), ("named",), ("known", "as")])
_LONGEST_NAME = 4
_LONGEST_TITLE = 5


def apposition_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield titles before names for what stands after them, and for names that come after their bearers."""
    for second, first in sentence.arcs("appos"):
        if first < second:
            if sentence.tags[first] in NAMES:
                yield from _title(sentence, first)
                yield from _looser_title(sentence, first, second)
            elif sentence.tags[first] in ("NN", "NNS"):
                yield from _named(sentence, first)
    for verb, noun in sentence.arcs("acl"):
        if sentence.tags[noun] == "NN" and verb == noun + 1:
            yield from _called(sentence, noun, verb)
        elif sentence.tags[noun] in NAMES and sentence.tags[verb] == "NN":
            yield from _who_is(sentence, noun, verb)


def _is_person(sentence: Parsed, place: int) -> bool:
    lemma = sentence.lemmas[place]
    return lemma in ROLES | PERSONS or (lemma.endswith(_PERSONS) and lemma not in _NO_PERSONS)


def _name_before(sentence: Parsed, comma: int) -> int:
    """Return where the name begins that ends at a comma, or the comma where there is none."""
    first = comma
    while first and sentence.tags[first - 1] in NAMES:
        first -= 1
    return first if comma - first <= _LONGEST_NAME else comma


def _before_name(sentence: Parsed, first: int, comma: int, begin: int, end: int) -> Iterator[Edit]:
    """Yield a title, from ``begin`` to ``end``, before the name that it follows."""
    start = begin + (sentence.words[begin] in ARTICLES)
    words = range(start, end)
    if not 1 <= len(words) <= _LONGEST_TITLE or any(
        sentence.tags[place] not in ("NN", "JJ", "VBN", *NAMES) for place in words
    ):
        return
    if end == len(sentence) or sentence.words[end] in (".", ";", "!", "?"):
        after = end
    elif sentence.words[end] == ",":
        after = end + 1
    else:
        return
    if first < comma and not (first and sentence.tags[first - 1] in ("NN", "JJ", "POS", "CC", "HYPH")):
        yield Edit("apposition to looser title", first, after, (Kept(start, end), Kept(first, comma)), 0.7)


def _looser_title(sentence: Parsed, name: int, role: int) -> Iterator[Edit]:
    """*Ann Lee, the young captain, left* becomes *young captain Ann Lee left*."""
    begin, end = span(sentence, role)
    comma = begin if sentence.words[begin] == "," else begin - 1
    if sentence.tags[role] != "NN" or sentence.words[comma] != "," or end != role + 1 or not _is_person(sentence, role):
        return
    yield from _before_name(sentence, _name_before(sentence, comma), comma, comma + 1, end)


def _who_is(sentence: Parsed, name: int, role: int) -> Iterator[Edit]:
    """*Ann Lee, who is a captain, left* becomes *captain Ann Lee left*."""
    comma = name + 1
    while comma < len(sentence) and sentence.tags[comma] in NAMES:
        comma += 1
    if sentence.words[comma : comma + 2] != [",", "who"] or sentence.words[comma + 2] not in ("is", "was"):
        return
    if sentence.last_of(role) == role and _is_person(sentence, role) and start_of(sentence, role) == comma + 3:
        yield from _before_name(sentence, _name_before(sentence, comma), comma, comma + 3, role + 1)


def _called(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    """*A teacher called Ann Lee* becomes *teacher Ann Lee*, *the peak known as Ben Nevis*, *the peak Ben Nevis*."""
    end = sentence.last_of(verb) + 1
    called = next((words for words in _CALLED if tuple(sentence.words[verb : verb + len(words)]) == words), ())
    first = verb + len(called)
    name = range(first, end)
    if not called or not 1 <= len(name) <= _LONGEST_NAME or any(sentence.tags[place] not in NAMES for place in name):
        return
    if end < len(sentence) and sentence.tags[end] in (*NAMES, "NN", "NNS", "POS", "CD"):
        return
    begin = start_of(sentence, noun)
    if begin < 0:
        return
    drops = _is_person(sentence, noun) and sentence.words[begin] in ARTICLES
    if sentence.words[begin] in ("a", "an") and not drops:
        return
    yield Edit("called to title", begin, end, (Kept(begin + drops, noun + 1), Kept(first, end)), 0.76)


def _title(sentence: Parsed, name: int) -> Iterator[Edit]:
    """*Jay Carney, a spokesman for the White House, said* becomes *White House spokesman Jay Carney said*."""
    role = next((c for c in sentence.children[name] if sentence.relations[c] == "appos" and c > name), -1)
    if role < 0 or sentence.lemmas[role] not in ROLES | BODIES or sentence.tags[role] != "NN":
        return
    begin, end = span(sentence, role)
    comma = begin - 1 if sentence.words[begin] != "," else begin
    if sentence.words[comma] != ",":
        return
    begin = comma + 1
    first = sentence.first_of(name)
    whole = range(first, comma)
    is_body = sentence.lemmas[role] in BODIES
    if not (1 if is_body else 2) <= len(whole) <= (5 if is_body else 3):
        return
    if any(sentence.tags[p] not in NAMES for p in whole) or (is_body and sentence.words[begin] not in (",", "a", "an")):
        return
    if end < len(sentence) and sentence.words[end] == ",":
        after = end + 1
    elif end == len(sentence) or sentence.words[end] in (".", ";"):
        after = end
    else:
        return
    if any(c > role and c != role for c in sentence.children[name] if c not in (role,) and sentence.words[c] != ","):
        return
    start = begin + (sentence.words[begin] in ("a", "an", "the"))
    plain = range(start, role + 1)
    if any(sentence.tags[p] not in ("NN", "JJ", *NAMES) for p in plain) or len(plain) > 4:
        return
    below = [c for c in sentence.children[role] if c > role and sentence.words[c] != ","]
    place: tuple[Kept, ...] = ()
    if below:
        body = below[0]
        of, stop = span(sentence, body)
        if len(below) > 1 or sentence.relations[body] != "nmod" or stop != end or of != role + 1:
            return
        if sentence.words[of] not in ("of", "for", "at", "with"):
            return
        inner = of + 1 + (sentence.words[of + 1] == "the")
        if not is_name(sentence, range(inner, stop)):
            return
        place = (Kept(inner, stop),)
    elif end != role + 1:
        return
    yield Edit("apposition to title", first, after, (*place, Kept(start, role + 1), Kept(first, comma)), 0.88)


def _named(sentence: Parsed, role: int) -> Iterator[Edit]:
    """*The co-founder of Google, Sergey Brin, said* becomes *Google co-founder Sergey Brin said*."""
    name = next((c for c in sentence.children[role] if sentence.relations[c] == "appos" and c > role), -1)
    if name < 0 or sentence.lemmas[role] not in ROLES or sentence.tags[role] != "NN":
        return
    begin, comma = sentence.first_of(role), sentence.first_of(name)
    if any(sentence.relations[c] == "case" for c in sentence.children[role] if c < role):
        return
    if sentence.words[comma] != ",":
        comma -= 1
    end = sentence.last_of(name) + 1
    whole = range(comma + 1, end)
    if sentence.words[comma] != "," or not 2 <= len(whole) <= 3 or any(sentence.tags[p] not in NAMES for p in whole):
        return
    after = end + 1 if end < len(sentence) and sentence.words[end] == "," else end
    if after == end and end < len(sentence) and sentence.words[end] != ".":
        return
    start = begin + (sentence.words[begin] in ("the", "a", "an"))
    if any(sentence.tags[p] not in ("NN", "JJ", *NAMES) for p in range(start, role)):
        return
    place: tuple[Kept, ...] = ()
    if comma > role + 1:
        if sentence.words[role + 1] not in ("of", "for", "at", "with"):
            return
        inner = role + 2 + (sentence.words[role + 2] == "the")
        if not is_name(sentence, range(inner, comma)):
            return
        place = (Kept(inner, comma),)
    yield Edit("apposition to title", begin, after, (*place, Kept(start, role + 1), Kept(comma + 1, end)), 0.9)
