"""Plain verbs for reports: *the firm announced it would close* becomes *the firm said it would close*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import child_of, has_joined, helpers_of, is_negated, is_plural

_SAID = {"announce": 0.93, "state": 0.95, "declare": 0.88, "disclose": 0.85, "explain": 0.84, "remark": 0.92}
"""Verbs that only say that something is said, with how surely they do."""

_SPEAKING = frozenset(["i", "we", "it", "you"])
"""Those whose reports are more than that: *I declare the meeting open*."""


_HEARSAY = {
    "allege": "allegedly", "believe": "probably", "presume": "presumably", "report": "reportedly",
    "rumor": "reportedly", "rumour": "reportedly", "say": "reportedly", "think": "probably",
}  # fmt: skip
"""What is said of someone, and the adverb for it; what is *supposed to happen* may be planned."""

_PRESENT = frozenset(["is", "are", "'s", "’s"])


def report_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *say* for each verb that reports what someone says, and adverbs for hearsay."""
    for verb in range(3, len(sentence)):
        if sentence.relations[verb] in ("xcomp", "ccomp") and sentence.lemmas[sentence.heads[verb]] in _HEARSAY:
            yield from _hearsay(sentence, verb)
    for verb in range(1, len(sentence) - 2):
        sure = _SAID.get(sentence.lemmas[verb])
        tag = sentence.tags[verb]
        if sure is None or tag not in ("VBD", "VBZ", "VBP", "VBG") or sentence.relations[verb] == "acl":
            continue
        said, subject = child_of(sentence, verb, "ccomp"), child_of(sentence, verb, "nsubj")
        if said < verb or not 0 <= subject < verb or sentence.words[subject] in _SPEAKING:
            continue
        if child_of(sentence, verb, "obj", "iobj") < 0 and sentence.first_of(said) - verb <= 2:
            yield Edit("report to say", verb, verb + 1, (New(verb_form("say", tag), tag),), sure)


def _hearsay(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*He is said to own a castle* becomes *he reportedly owns a castle*; *to have sold it*, *sold it*."""
    said = sentence.heads[verb]
    subject = child_of(sentence, said, "nsubj")
    is_passive = sentence.tags[said] == "VBN" and helpers_of(sentence, said) == [said - 1]
    if not is_passive or not 0 <= subject < said or sentence.words[said - 1] not in _PRESENT:
        return
    if sentence.words[said + 1] != "to" or is_negated(sentence, said) or has_joined(sentence, verb):
        return
    adverb = New(_HEARSAY[sentence.lemmas[said]], "RB")
    if verb == said + 2 and sentence.tags[verb] == "VB" and sentence.lemmas[verb] not in ("be", "have"):
        tag = "VBP" if is_plural(sentence, subject) else "VBZ"
    elif verb == said + 3 and sentence.words[said + 2] == "have" and sentence.tags[verb] == "VBN":
        tag = "VBD"
    else:
        return
    yield Edit("hearsay to adverb", said - 1, verb + 1, (adverb, New(verb_form(sentence.lemmas[verb], tag), tag)), 0.78)
