"""Adverbs for phrases that say how or in what respect: *in a careful way* becomes *carefully*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.adverbs import adverb
from laconic.english.rewriting.edit import Edit, New

_WAYS = frozenset(["way", "manner", "fashion", "basis"])
_NO_ADVERBS = frozenset(
    "good bad better best fast hard long new big small large certain different same similar only other many "
    "such late early little high low own particular old great simple major normal usual firm solid legal factual "
    "sound scientific daily".split()
)
_WITH = {
    "accuracy": "accurately", "care": "carefully", "caution": "cautiously", "clarity": "clearly",
    "confidence": "confidently", "courage": "bravely", "ease": "easily", "efficiency": "efficiently",
    "enthusiasm": "enthusiastically", "frequency": "often", "gratitude": "gratefully", "haste": "hastily",
    "honesty": "honestly", "joy": "joyfully", "passion": "passionately", "patience": "patiently",
    "precision": "precisely", "pride": "proudly", "regularity": "regularly", "reluctance": "reluctantly",
    "sadness": "sadly", "skill": "skilfully", "speed": "quickly", "success": "successfully",
}  # fmt: skip
"""What is done *with* something, and the adverb for it."""

_ONLY_GREAT = frozenset("courage frequency gratitude regularity sadness speed success".split())
"""What says how only in a phrase such as *with great speed*."""

_GREAT = frozenset("great much considerable extreme utmost".split())
_RESPECTS = frozenset("terms standpoint perspective viewpoint level scale".split())
_VIEWS = frozenset("standpoint perspective viewpoint".split())
_NO_RESPECTS = frozenset(
    "general broad absolute relative simple certain other different clear plain no uncertain real long short high low "
    "large small new global top same national human personal".split()
)
_ADJECTIVE = re.compile(r".{3,}(?:al|ic|ive|ous|ful|ary|able|ible|ent|ant|less|ate|ure|ete|ise)")
"""Endings of adjectives whose adverb is formed by rule."""


def manner_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield an adverb for each phrase that says how something is done."""
    for noun in range(2, len(sentence)):
        if not sentence.tags[noun].startswith("NN") or any(child > noun for child in sentence.children[noun]):
            continue
        if sentence.lemmas[noun] in _WAYS:
            yield from _manner(sentence, noun)
            yield from _loose_manner(sentence, noun)
        elif sentence.words[noun] in _RESPECTS:
            yield from _respect(sentence, noun)
        elif sentence.words[noun] in _WITH:
            yield from _with(sentence, noun)


def _manner(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*In a careful way* becomes *carefully*, *on a voluntary basis* *voluntarily*."""
    case = "on" if sentence.lemmas[noun] == "basis" else "in"
    if noun < 3 or sentence.words[noun - 3] != case or sentence.words[noun - 2] not in ("a", "an"):
        return
    word = sentence.words[noun - 1]
    if sentence.tags[noun - 1] != "JJ" or word in _NO_ADVERBS or word.endswith("ly") or "-" in word:
        return
    yield Edit("manner to adverb", noun - 3, noun + 1, (New(adverb(word), "RB"),), 0.9)


def _has_adverb(word: str) -> bool:
    """Return whether the adverb of an adjective is formed by rule, and surely used."""
    return _ADJECTIVE.fullmatch(word) is not None and word not in _NO_RESPECTS and "-" not in word


def _loose_manner(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*In dramatic fashion* becomes *dramatically*, *in this careful manner* stays."""
    case = "on" if sentence.lemmas[noun] == "basis" else "in"
    word = sentence.words[noun - 1]
    if sentence.words[noun - 2] == case and sentence.tags[noun - 1] == "JJ" and _has_adverb(word):
        yield Edit("loose manner to adverb", noun - 2, noun + 1, (New(adverb(word), "RB"),), 0.75)


def _respect(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*In economic terms* becomes *economically*, *from a legal standpoint* *legally*."""
    word = sentence.words[noun - 1]
    if sentence.tags[noun - 1] != "JJ" or not _has_adverb(word):
        return
    has_article = sentence.words[noun - 2] in ("a", "an", "the")
    begin = noun - 2 - has_article
    case = "in" if sentence.words[noun] == "terms" else "from" if sentence.words[noun] in _VIEWS else "on"
    if begin >= 0 and sentence.words[begin] == case and has_article == (case != "in"):
        yield Edit("respect to adverb", begin, noun + 1, (New(adverb(word), "RB"),), 0.72)


def _with(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*With great care* becomes *carefully*."""
    is_great = sentence.words[noun - 1] in _GREAT
    begin = noun - 1 - is_great
    if not is_great and sentence.words[noun] in _ONLY_GREAT:
        return
    if sentence.words[begin] == "with" and sentence.relations[noun] == "obl":
        yield Edit("with care to adverb", begin, noun + 1, (New(_WITH[sentence.words[noun]], "RB"),), 0.72)
