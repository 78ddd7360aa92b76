"""Verb frames: prepositional phrases without which a verb, an adjective or a noun says nothing, or something else.

A frame is listed if editors who kept the word kept the phrase (in at least nineteen cases of twenty), or if the word
has another sense without it: *owe*, *consist*, *see as*, *put*.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed

_FRAMES = {
    "about": "ask talk tell think worry",
    "as": "act define describe know regard serve see take treat use view",
    "at": "aim look stare",
    "by": "accompany cause dominate follow",
    "for": "account allow apply ask blame call care hope look responsible wait",
    "from": "benefit come derive differ different free range result rise stem suffer",
    "in": "believe engage invest involve lie live participate result specialise specialize star",
    "into": "come divide fall get go take transform translate turn",
    "like": "feel look seem sound",
    "of": "accuse aware capable consist convict deprive full hear know remind rob short think worthy",
    "on": "base concentrate depend dependent focus impose insist rely spend",
    "onto": "go",
    "out": "get go",
    "to": (
        "add amount apply assign attribute belong bring close commit compare contribute devote draw equal equivalent "
        "essential expose extend get go hand lead link listen lose move owe point refer related relate respond "
        "restrict sentence similar subject transfer turn vulnerable"
    ),
    "upon": "base call depend insist rely",
    "with": (
        "agree associate begin charge compare comply compatible consistent cope correlate deal do familiar fill link "
        "meet provide replace speak"
    ),
}
_FRAME_PAIRS = frozenset((lemma, word) for word, lemmas in _FRAMES.items() for lemma in lemmas.split())

_PUTTING = frozenset("insert place put".split())
_PLACES = frozenset("around at behind beside between by in inside into near on onto over under".split())

_NOUN_FRAMES = {
    "between": "difference gap relationship",
    "for": "need respect",
    "of": (
        "absence amount basis bit bottle bulk couple course cup group kind lack lot matter number pair part "
        "piece pinch plenty portion presence range result sense series set sign sort spoonful term thousand type use "
        "value variety virtue"
    ),
    "to": "access reference regard relation thanks",
    "with": "connection line",
}
_NOUN_FRAME_PAIRS = frozenset((lemma, word) for word, lemmas in _NOUN_FRAMES.items() for lemma in lemmas.split())


def _preposition(parse: Parsed, place: int) -> str:
    """Return the preposition before a noun, or nothing."""
    return next((parse.words[child] for child in parse.children[place] if parse.relations[child] == "case"), "")


def verb_frame(parse: Parsed) -> Iterator[Link]:
    """A verb or an adjective needs the phrase that completes it: *rely on*, *consist of*, *see as*."""
    for place, head in parse.arcs("obl"):
        if place > head and (parse.lemmas[head], _preposition(parse, place)) in _FRAME_PAIRS:
            yield parse.noun_for(place, head)


def place_frame(parse: Parsed) -> Iterator[Link]:
    """What is put somewhere needs its place."""
    for place, head in parse.arcs("obl"):
        is_place = _preposition(parse, place) in _PLACES and parse.lemmas[head] in _PUTTING
        if place > head and is_place:
            yield parse.noun_for(place, head)


def noun_frame(parse: Parsed) -> Iterator[Link]:
    """A noun that stands for what follows needs it: *a lack of money*, *access to water*, *that kind of letter*."""
    for place, head in parse.arcs("nmod"):
        if place > head and (parse.lemmas[head], _preposition(parse, place)) in _NOUN_FRAME_PAIRS:
            yield parse.noun_for(place, head)


def gerund_frame(parse: Parsed) -> Iterator[Link]:
    """The same where a gerund completes the verb: *accused of lying*."""
    for place, head in parse.arcs("advcl"):
        if place > head and parse.tags[place] == "VBG":
            markers = (parse.words[child] for child in parse.children[place] if parse.relations[child] == "mark")
            if (parse.lemmas[head], next(markers, "")) in _FRAME_PAIRS:
                yield Link(place, head, first=parse.first_of(place), last=parse.last_of(place))
