"""Denials in fewer words: *no* for *not any*, *nothing* for *not anything*. What is denied stays denied."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.negation import FORMS_OF_NOT
from laconic.english.rewriting.edit import Edit, Kept, New

_SAID = {"any": "no", "anything": "nothing", "anyone": "no one", "anybody": "nobody"}
_TENSES = {"do": "VBP", "does": "VBZ", "did": "VBD"}
_MODALS = {"ca": "can", "wo": "will", "can": "can", "will": "will", "would": "would", "could": "could"}
_VERBS = frozenset(
    "have see find get need want receive show make offer provide give take leave know do say hear contain cause "
    "include face mean expect support use report add".split()
)
"""Verbs after which *no* sounds as natural as *not … any*."""


def negative_edits(sentence: Parsed) -> Iterator[Edit]:
    """*They did not find any proof* becomes *they found no proof*, *he won't say anything* *he will say nothing*."""
    for place, word in enumerate(sentence.words):
        if word not in _SAID or place < 3:
            continue
        helper, denial, verb = sentence.words[place - 3 : place]
        if denial not in FORMS_OF_NOT or sentence.lemmas[place - 1] not in _VERBS:
            continue
        if sentence.tags[place - 1] != "VB" or sentence.heads[place - 3] != place - 1 or verb == "not":
            continue
        if word == "any" and (sentence.relations[place] != "det" or sentence.heads[place] <= place):
            continue
        if word != "any" and sentence.heads[place] != place - 1:
            continue
        if "?" in sentence.words or (place + 1 < len(sentence) and sentence.words[place + 1] in ("more", "longer")):
            continue
        no = tuple(New(part, "DT" if word == "any" else "NN") for part in _SAID[word].split())
        said: tuple[Kept | New, ...]
        if helper in _TENSES:
            tag = _TENSES[helper]
            said = (New(verb_form(sentence.lemmas[place - 1], tag), tag),)
        elif helper in _MODALS:
            said = (New(_MODALS[helper], "MD"), Kept(place - 1, place))
        else:
            continue
        yield Edit("not any to no", place - 3, place + 1, (*said, *no), 0.92)
