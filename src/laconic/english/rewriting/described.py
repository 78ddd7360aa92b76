"""Nouns that a phrase with a preposition follows: where the words before the noun begin, and where the phrase ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.roles import CHANGES

NAMES = ("NNP", "NNPS")
COMMON = ("NN", "NNS")
ARTICLES = frozenset(["the", "a", "an"])
_BEFORE = frozenset(["det", "amod", "compound", "nummod", "nmod", "advmod"])
_PLAIN = frozenset("DT PDT PRP$ JJ JJR JJS RB RBS RBR NN NNS NNP NNPS CD VBN VBG POS HYPH $ %".split())


@dataclass(frozen=True)
class Described:
    """A common noun with a phrase right after it.

    Attributes:
        noun: the place of the noun.
        begin: where the words that belong to it begin, its article first.
        preposition: the word that joins the phrase.
        first: where the words after the preposition begin.
        thing: the noun of the phrase, or the first word of a name.
        end: where the phrase ends.
    """

    noun: int
    begin: int
    preposition: str
    first: int
    thing: int
    end: int


def described_nouns(sentence: Parsed) -> Iterator[Described]:
    """Yield the common nouns that a phrase with a preposition follows, unless more hangs from the phrase's noun."""
    for thing, noun in (*sentence.arcs("nmod"), *_after_object(sentence)):
        if thing < noun + 2 or sentence.tags[noun] not in COMMON:
            continue
        first = sentence.first_of(thing)
        if first != noun + 1 or sentence.tags[first] not in ("IN", "TO") or sentence.heads[first] != thing:
            continue
        end = _end(sentence, thing)
        begin = start_of(sentence, noun)
        if begin >= 0 and end:
            yield Described(noun, begin, sentence.words[first], first + 1, thing, end)


def _after_object(sentence: Parsed) -> Iterator[tuple[int, int]]:
    """Yield what an object changes in, though it was parsed as part of what is said: *demand an increase in pay*."""
    for thing, verb in sentence.arcs("obl"):
        noun = sentence.first_of(thing) - 1
        is_object = noun > verb and sentence.relations[noun] == "obj" and sentence.heads[noun] == verb
        if is_object and sentence.lemmas[noun] in CHANGES and sentence.words[noun + 1] == "in":
            yield thing, noun


def _end(sentence: Parsed, thing: int) -> int:
    """Return where a phrase ends, without what follows a name of several words, or 0 where more belongs to it."""
    after = [child for child in sentence.children[thing] if child > thing]
    parts = [child for child in after if sentence.relations[child] == "flat" or sentence.tags[thing] == "$"]
    others = [child for child in after if child not in parts]
    end = (sentence.last_of(parts[-1]) if parts else thing) + 1
    is_name = len(parts) > 0 and sentence.tags[thing] in NAMES
    if others and not (is_name and all(sentence.relations[other] in ("nmod", "acl") for other in others)):
        return 0
    return end


def start_of(sentence: Parsed, noun: int) -> int:
    """Return where the words begin that stand before a noun and belong to it, or -1 where there are unusual ones."""
    before = (c for c in sentence.children[noun] if c < noun and sentence.relations[c] in _BEFORE)
    modifier = next(before, noun)
    begin = sentence.first_of(modifier) if modifier < noun else noun
    while begin < noun and sentence.tags[begin] == "IN":
        begin += 1
    return begin if all(sentence.tags[place] in _PLAIN for place in range(begin, noun)) else -1


def is_followed_by_name(sentence: Parsed, end: int) -> bool:
    """Return whether what follows may belong to the words before: a name, another noun, a figure or a genitive."""
    return end < len(sentence) and sentence.tags[end] in (*NAMES, *COMMON, "CD", "POS", "HYPH", "$")
