"""Nouns for clauses that say no more: *after he had been arrested* becomes *after his arrest*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import child_of, is_negated

_PASSIVE = {
    "abduct": "abduction", "acquit": "acquittal", "appoint": "appointment", "arrest": "arrest",
    "assassinate": "assassination", "capture": "capture", "convict": "conviction", "crown": "coronation",
    "deport": "deportation", "discharge": "discharge", "dismiss": "dismissal", "elect": "election",
    "execute": "execution", "expel": "expulsion", "indict": "indictment", "kidnap": "kidnapping", "murder": "murder",
    "nominate": "nomination", "promote": "promotion", "release": "release", "remove": "removal", "transfer": "transfer",
}  # fmt: skip
"""What is done to someone, with the noun for it."""

_ACTIVE = {
    "arrive": "arrival", "depart": "departure", "die": "death", "disappear": "disappearance", "escape": "escape",
    "graduate": "graduation", "resign": "resignation", "retire": "retirement", "return": "return",
}  # fmt: skip
"""What someone does or undergoes, with the noun for it."""

_OWN = {"he": "his", "she": "her", "it": "its", "they": "their", "i": "my", "we": "our", "you": "your"}
_MARKS = frozenset(["after", "before", "until", "since"])
_HELPERS = frozenset(
    [("was",), ("were",), ("is",), ("are",), ("had", "been"), ("has", "been"), ("have", "been"), ("being",)]
)


def event_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield a noun for each clause with a pronoun and a verb that has one, and nothing that a noun cannot take."""
    for verb in range(2, len(sentence)):
        if sentence.relations[verb] == "advcl":
            yield from _event(sentence, verb)


def _event(sentence: Parsed, verb: int) -> Iterator[Edit]:
    mark = child_of(sentence, verb, "mark")
    subject = child_of(sentence, verb, "nsubj")
    if mark < 0 or subject != mark + 1 or sentence.words[mark] not in _MARKS or is_negated(sentence, verb):
        return
    own = _OWN.get(sentence.words[subject])
    helpers = tuple(sentence.words[subject + 1 : verb])
    is_passive = sentence.tags[verb] == "VBN" and helpers in _HELPERS
    is_active = helpers in ((), ("had",), ("has",), ("have",))
    noun = _PASSIVE.get(sentence.lemmas[verb]) if is_passive else _ACTIVE.get(sentence.lemmas[verb])
    if own is None or noun is None or not (is_passive or is_active):
        return
    others = ("obj", "xcomp", "ccomp", "conj", "advmod", "compound", "iobj")
    if any(sentence.relations[child] in others for child in sentence.children[verb]):
        return
    yield Edit("clause to noun", subject, verb + 1, (New(own, "PRP$"), New(noun, "NN")), 0.92)
