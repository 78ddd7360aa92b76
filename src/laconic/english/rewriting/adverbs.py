"""Adverbs of adjectives, and those for nouns that become verbs: *a great influence* becomes *greatly influence*."""

from __future__ import annotations

import re

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import New

_DEGREES = {
    "great": "greatly", "huge": "greatly", "big": "greatly", "large": "greatly", "major": "greatly",
}  # fmt: skip
_NO_ADVERBS = frozenset(
    "more less much many other such first second third new own same further several few certain any full final last "
    "next only due high low little enough good bad better best open latest recent overall ongoing".split()
)
"""Adjectives without an adverb that says the same."""

_IRREGULAR = {"due": "duly", "public": "publicly", "shy": "shyly", "sly": "slyly", "true": "truly", "whole": "wholly"}


def adverb_for(sentence: Parsed, first: int, noun: int) -> tuple[New, ...] | None:
    """Return the adverb for the adjective before a noun, nothing where there is none, None where it has no adverb."""
    if first == noun:
        return ()
    word = sentence.words[first]
    if noun - first > 1 or sentence.tags[first] != "JJ" or word in _NO_ADVERBS or "-" in word or word.endswith("ly"):
        return None
    return (New(_DEGREES.get(word) or adverb(word), "RB"),)


def adverb(adjective: str) -> str:
    """Return the adverb of an adjective.

    >>> [adverb(word) for word in ("careful", "happy", "responsible", "democratic", "full", "true")]
    ['carefully', 'happily', 'responsibly', 'democratically', 'fully', 'truly']
    """
    if adjective in _IRREGULAR:
        return _IRREGULAR[adjective]
    if re.search(r"[^aeiou]le$", adjective):
        return adjective[:-1] + "y"
    if adjective.endswith("y"):
        return adjective[:-1] + "ily"
    if adjective.endswith("ic"):
        return adjective + "ally"
    return adjective + ("y" if adjective.endswith("ll") else "ly")
