"""Hyphens for participles with a preposition: *a project funded by the EU* becomes *an EU-funded project*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import singular
from laconic.english.rewriting.described import COMMON, NAMES, is_followed_by_name, start_of
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, span

_JOINED = {
    "by": "affected approved backed built caused controlled created designed devastated directed dominated drafted "
    "driven edited endorsed financed funded generated hit imposed induced inspired issued led made managed mediated "
    "occupied organised organized owned powered prescribed produced provided published ravaged recommended regulated "
    "run sponsored subsidised subsidized supported written torn",
    "with": "associated coated covered filled infected laden lined treated contaminated stuffed enriched fortified",
    "to": "addicted linked related",
    "in": "born made built produced",
    "on": "based centred centered",
    "from": "derived made",
    "for": "bound",
}
_PAIRS = {(preposition, verb) for preposition, verbs in _JOINED.items() for verb in verbs.split()}


def hyphen_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the compounds with a hyphen for nouns that a participle, a preposition and one noun follow."""
    for verb, noun in sentence.arcs("acl"):
        pair = tuple(sentence.words[verb : verb + 2][::-1])
        if verb == noun + 1 and pair in _PAIRS and sentence.tags[noun] in COMMON:
            yield from _hyphenated(sentence, noun, verb)


def _hyphenated(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    thing = child_of(sentence, verb, "obl")
    end = sentence.last_of(verb) + 1
    if thing < 0 or span(sentence, thing) != (verb + 1, end) or is_followed_by_name(sentence, end):
        return
    first = verb + 2 + (sentence.words[verb + 2] == "the")
    is_short = first == thing == end - 1 and "-" not in sentence.words[thing]
    begin = start_of(sentence, noun)
    if not is_short or begin < 0 or sentence.tags[thing] not in (*COMMON, *NAMES):
        return
    word = sentence.forms[thing]
    if sentence.tags[thing] == "NNS":
        word = singular(sentence.words[thing])
    first = begin + (sentence.tags[begin] in ("DT", "PRP$", "CD", "PDT") and begin < noun)
    compound = New(f"{word}-{sentence.words[verb]}", "JJ")
    target = (*((Kept(begin, first),) if begin < first else ()), compound, Kept(first, noun + 1))
    yield Edit("participle with hyphen", begin, end, target, 0.72)
