"""Edits of noun phrases: genitives and compounds for *of*, titles for appositions, *Rome-based* for *based in Rome*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import singular
from laconic.english.rewriting.described import start_of
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.genitives import genitive_edits, is_name
from laconic.english.rewriting.roles import (
    COUNTED,
    COUNTRIES,
    FIXED,
    GROUPS,
    LOCAL,
    OWNED,
    PICTURES,
    PROCESSES,
    ROLES,
    SPEAKERS,
)
from laconic.english.rewriting.spans import span

_NAMES = ("NNP", "NNPS")
_NEVER_BEFORE = frozenset(
    "able afraid alive alone asleep awake aware glad ill likely ready sorry sure unable well due".split()
)
_NO_SINGULAR = frozenset("goods arms clothes means people others members services rights".split())
_AIMS = frozenset("aim goal intent intention objective purpose".split())
_CLASSES = ("al", "ic", "an", "ese", "ish", "ary", "er", "less", "ine", "ular", "based", "sized", "ed", "ern")
"""How adjectives end that say of which kind a thing is, not how it is: *economic and social policy* keeps its *and*."""

_PAIRED = frozenset(
    "black white red blue green male female public private young old rich poor small big large past first second third "
    "last only".split()
)
_FORMER = frozenset(
    "wife husband boyfriend girlfriend soldier star champion prisoner policeman banker premier boss".split()
)


_FEW = 2
_MODIFIERS = frozenset(["det", "amod", "compound", "nmod", "nummod"])
_BODIES = frozenset(
    "agency airways army association authority bank board bureau church college commission committee corp company "
    "council court department foundation government group hospital inc. inc institute ministry office party police "
    "post service society times union university".split()
)
"""How the names of bodies end, which stand before those who speak for them."""


def noun_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the noun phrases of a sentence."""
    for noun in range(len(sentence)):
        if sentence.tags[noun] in ("NN", "NNS"):
            yield from _of(sentence, noun)
            yield from _for(sentence, noun)
            yield from _best_of(sentence, noun)
            yield from _based(sentence, noun)
            yield from _adjective(sentence, noun)
            yield from _place(sentence, noun)
            yield from _aim(sentence, noun)
            yield from _adjectives(sentence, noun)
            yield from _former(sentence, noun)


def _of(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """Yield the edits of a noun with an *of* phrase."""
    after = [c for c in sentence.children[noun] if c > noun]
    if not after or sentence.relations[after[0]] != "nmod":
        return
    owner = after[0]
    of, end = span(sentence, owner)
    if of != noun + 1 or sentence.words[of] != "of" or end <= of + 1:
        return
    begin = start_of(sentence, noun)
    before = range(begin, noun)
    if begin < 0 or any(sentence.tags[p] not in ("DT", "JJ", "JJS", "JJR", "NN", "RBS", "CD") for p in before):
        return
    if begin < noun and sentence.tags[begin] == "DT" and sentence.words[begin] not in ("the", "a", "an"):
        return
    inside = range(of + 1, end)
    if any(c > owner and sentence.relations[c] != "flat" for c in sentence.children[owner]):
        return
    yield from genitive_edits(sentence, noun, begin, of, owner, end)
    yield from _role(sentence, noun, begin, of, owner, inside)
    yield from _process(sentence, noun, begin, of, owner, inside)


def _adjective(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*People who are poor* becomes *poor people*."""
    clause = next((c for c in sentence.children[noun] if sentence.full[c] == "acl:relcl"), -1)
    if clause != noun + 3 or sentence.tags[clause] != "JJ" or sentence.words[noun + 1] not in ("who", "that", "which"):
        return
    if sentence.words[noun + 2] not in ("is", "are", "was", "were") or len(sentence.children[clause]) != 2:
        return
    if (noun and sentence.tags[noun - 1] == ",") or sentence.words[clause] in _NEVER_BEFORE:
        return
    begin = noun
    while begin and sentence.heads[begin - 1] == noun and sentence.relations[begin - 1] == "compound":
        begin -= 1
    target = (Kept(clause, clause + 1), Kept(begin, noun + 1))
    yield Edit("adjective before noun", begin, clause + 1, target, 0.92)


def _place(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*Voters in Ohio* becomes *Ohio voters*, *photos of Ann Lee*, *Ann Lee photos*."""
    after = [c for c in sentence.children[noun] if c > noun]
    if len(after) != 1 or sentence.relations[after[0]] != "nmod":
        return
    begin, end = span(sentence, after[0])
    if begin != noun + 1 or end - begin > 3 or any(sentence.tags[p] not in _NAMES for p in range(begin + 1, end)):
        return
    if end < len(sentence) and sentence.words[end] in (",", "'s", "’s", "and", "or", "'"):
        return
    lemma, preposition = sentence.lemmas[noun], sentence.words[begin]
    is_picture = preposition == "of" and lemma in PICTURES
    is_place = preposition in ("in", "at") and lemma in LOCAL and sentence.words[end - 1] not in COUNTRIES
    if not is_picture and not is_place:
        return
    if is_picture and noun and sentence.tags[noun - 1] == "JJ":
        return  # *a blurred photo of Ann Lee*
    first = sentence.first_of(noun)
    cases = [c for c in sentence.children[noun] if sentence.relations[c] == "case" and c < noun]
    first = cases[-1] + 1 if cases else first
    while first < noun and sentence.tags[first] in ("DT", "PRP$", "CD", "JJ", "JJS"):
        first += 1
    if any(sentence.tags[p] in (*_NAMES, "HYPH") for p in range(first, noun)):
        return  # *the Savoy hotel in London*
    if first < noun and first and sentence.tags[first - 1] == "CD":
        return
    yield Edit("name before noun", first, end, (Kept(begin + 1, end), Kept(first, noun + 1)), 0.86)


def _role(sentence: Parsed, noun: int, begin: int, of: int, owner: int, inside: range) -> Iterator[Edit]:
    """*Members of the committee* becomes *committee members*."""
    if sentence.lemmas[noun] not in ROLES or len(inside) > 4:
        return
    first = of + 1 + (sentence.words[of + 1] == "the")
    words = range(first, inside.stop)
    if not words or (begin < noun and sentence.words[begin] == "the" and sentence.lemmas[owner] in OWNED):
        return
    has_name = is_name(sentence, words)
    is_group = len(words) == 1 and sentence.tags[owner] == "NN" and sentence.lemmas[owner] in GROUPS
    if not has_name and not is_group:
        return
    follows = inside.stop < len(sentence) and sentence.tags[inside.stop] in (*_NAMES, "POS")
    if has_name and (len(words) > 3 or follows):
        return
    if any(sentence.tags[p] not in ("DT",) for p in range(begin, noun)):
        return
    article = (Kept(begin, begin + 1),) if begin < noun else ()
    yield Edit("role before noun", begin, inside.stop, (*article, Kept(first, inside.stop), Kept(noun, noun + 1)), 0.9)


def _for(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*A spokesman for the ministry* becomes *a ministry spokesman*."""
    if sentence.lemmas[noun] not in SPEAKERS:
        return
    body = next((c for c in sentence.children[noun] if c > noun and sentence.relations[c] == "nmod"), -1)
    if body < 0:
        return
    begin, end = span(sentence, body)
    if begin != noun + 1 or sentence.words[begin] != "for" or end - begin < 2:
        return
    has_article = sentence.words[begin + 1] == "the"
    first = begin + 1 + has_article
    words = range(first, end)
    is_group = len(words) == 1 and sentence.tags[body] == "NN" and sentence.lemmas[body] in GROUPS
    is_initials = len(words) == 1 and sentence.forms[body].isupper() and len(sentence.forms[body]) > 1
    is_body = is_name(sentence, words) and (has_article or is_initials or sentence.words[body] in _BODIES)
    if not is_body and not (is_group and has_article):
        return
    if end < len(sentence) and sentence.tags[end] in (*_NAMES, "POS", "CC", "CD"):
        return
    article = noun - 1
    is_one = sentence.tags[noun] == "NN" and article >= 0 and sentence.words[article] in ("a", "an", "the")
    if is_one or (sentence.tags[noun] == "NNS" and (noun == 0 or sentence.relations[article] not in _MODIFIERS)):
        yield Edit("role before noun", noun, end, (Kept(first, end), Kept(noun, noun + 1)), 0.93)


def _best_of(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*The oldest bridge in the country* becomes *the country's oldest bridge*."""
    begin = noun
    while begin and sentence.tags[begin - 1] in ("JJS", "RBS", "JJ", "NN", "DT") and sentence.words[begin] != "the":
        begin -= 1
    end = noun + 4
    if noun - begin < 2 or end > len(sentence) or sentence.words[begin] != "the":
        return
    is_most = sentence.tags[begin + 1] == "JJS" or (sentence.words[begin + 1] == "most" and noun - begin > 2)
    if not is_most or any(sentence.tags[p] not in ("JJS", "RBS", "JJ", "NN") for p in range(begin + 1, noun)):
        return
    place = noun + 3
    if " ".join(sentence.words[noun + 1 : place]) != "in the" or sentence.words[place] not in _PLACES:
        return
    if end < len(sentence) and sentence.tags[end] in (*_NAMES, "NN", "NNS", "POS", "CC", "CD"):
        return
    target = (Kept(place - 1, end), New("'s", "POS"), Kept(begin + 1, noun + 1))
    yield Edit("place before superlative", begin, end, target, 0.95)


_PLACES = frozenset("world country nation city town state region area league industry company".split())
"""Where something is the best, or the biggest, of its kind."""


def _process(sentence: Parsed, noun: int, begin: int, of: int, owner: int, inside: range) -> Iterator[Edit]:
    """*The production of oil* becomes *oil production*."""
    if (
        sentence.lemmas[noun] not in PROCESSES | COUNTED
        or len(inside) != 1
        or sentence.tags[owner] not in ("NN", "NNS")
    ):
        return
    if (
        begin < noun
        and sentence.tags[begin] == "DT"
        and (sentence.words[begin] != "the" and sentence.lemmas[noun] not in COUNTED)
    ):
        return
    if inside.stop < len(sentence) and sentence.tags[inside.stop] in ("NN", "NNS", "POS", "CC", "VBG"):
        return
    word = sentence.words[owner]
    thing: Kept | New = Kept(owner, owner + 1)
    if (
        (sentence.lemmas[noun], word) in FIXED
        or word in _NO_SINGULAR
        or any(sentence.tags[p] == "NN" for p in range(begin, noun))
    ):
        return
    if sentence.tags[owner] == "NNS":
        thing = New(singular(word), "NN")
    has_article = begin < noun and sentence.words[begin] in ("the", "a", "an")
    first = begin + 1 if has_article and sentence.lemmas[noun] not in COUNTED else begin
    yield Edit("of to compound", begin, inside.stop, (Kept(first, noun), thing, Kept(noun, noun + 1)), 0.87)


def _adjectives(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*A fair and open contest* becomes *a fair, open contest*."""
    joint = noun - 2
    if (
        joint < 2
        or sentence.words[joint] != "and"
        or sentence.tags[joint + 1] != "JJ"
        or sentence.tags[joint - 1] != "JJ"
    ):
        return
    if sentence.heads[joint - 1] != noun or sentence.heads[joint + 1] != joint - 1 or sentence.tags[joint - 2] == "JJ":
        return
    if any(sentence.words[p].endswith(_CLASSES) or sentence.forms[p][0].isupper() for p in (joint - 1, joint + 1)):
        return
    if sentence.words[joint - 1] in _PAIRED or sentence.words[joint - 2] in (",", "both", "between"):
        return
    yield Edit("adjectives side by side", joint, joint + 1, (New(",", ","),), 0.88)


def _former(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*The former minister* becomes *the ex-minister*."""
    if noun and sentence.words[noun - 1] == "former" and sentence.tags[noun] in ("NN", "NNS"):
        is_person = sentence.lemmas[noun] in ROLES | _FORMER
        follows = noun + 1 < len(sentence) and sentence.tags[noun + 1] in ("NN", "NNS", "IN", "CC")
        if is_person and not follows:
            yield Edit("former", noun - 1, noun + 1, (New(f"ex-{sentence.words[noun]}", sentence.tags[noun]),), 0.75)


def _aim(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*The aim of the law is to protect children* becomes *the law aims to protect children*."""
    if sentence.words[noun] not in _AIMS or noun < 1 or sentence.words[noun - 1] != "the" or noun + 4 >= len(sentence):
        return
    if sentence.words[noun + 1] != "of":
        return
    owner = next((c for c in sentence.children[noun] if c > noun and sentence.relations[c] == "nmod"), -1)
    if owner < 0 or sentence.first_of(owner) != noun + 1:
        return
    end = sentence.last_of(owner) + 1
    if end + 2 >= len(sentence) or sentence.words[end + 1] != "to" or sentence.tags[end + 2] != "VB":
        return
    forms = {"is": "VBZ", "was": "VBD", "are": "VBZ"}
    tag = forms.get(sentence.words[end])
    if tag is None or sentence.tags[owner] not in ("NN", "NNS", "NNP", "NNPS") or end - noun > 8:
        return
    if tag == "VBZ" and sentence.tags[owner] in ("NNS", "NNPS"):
        tag = "VBP"
    aims = New({"VBZ": "aims", "VBP": "aim", "VBD": "aimed"}[tag], tag)
    yield Edit("the aim is", noun - 1, end + 1, (Kept(noun + 2, end), aims), 0.93)


def _based(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*A company based in London* becomes *a London-based company*."""
    base = next((c for c in sentence.children[noun] if sentence.words[c] == "based" and c == noun + 1), -1)
    if base < 0 or base + 2 >= len(sentence) or sentence.words[base + 1] != "in":
        return
    begin, end = sentence.first_of(noun), sentence.last_of(base) + 1
    town = range(base + 2, end)
    if not 1 <= len(town) <= 2 or any(sentence.tags[p] not in _NAMES for p in town):
        return
    if end < len(sentence) and sentence.words[end] == ",":
        return
    case = [c for c in sentence.children[noun] if sentence.relations[c] == "case"]
    begin = case[-1] + 1 if case else begin
    first = begin + (sentence.tags[begin] in ("DT", "PRP$", "CD"))
    compound = New(f"{sentence.forms[town[-1]]}-based", "JJ")
    target = (Kept(begin, first), Kept(town[0], town[-1]), compound, Kept(first, noun + 1))
    yield Edit("based in to compound", begin, end, target, 0.9)
