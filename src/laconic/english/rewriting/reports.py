"""Plain verbs for reports: *the firm announced it would close* becomes *the firm said it would close*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import child_of

_SAID = {"announce": 0.93, "state": 0.95, "declare": 0.88, "disclose": 0.85, "explain": 0.84, "remark": 0.92}
"""Verbs that only say that something is said, with how surely they do."""

_SPEAKING = frozenset(["i", "we", "it", "you"])
"""Those whose reports are more than that: *I declare the meeting open*."""


def report_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *say* for each verb that reports what someone says."""
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
