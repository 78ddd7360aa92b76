"""Verbs for changes that *make* or *become* and an adjective say: *make wider* becomes *widen*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, span

_MADE = {
    "bigger": "enlarge", "broader": "broaden", "clear": "clarify", "clearer": "clarify", "cheaper": "cheapen",
    "darker": "darken", "deeper": "deepen", "easier": "ease", "larger": "enlarge", "lighter": "lighten",
    "longer": "lengthen", "richer": "enrich", "safe": "secure", "sharper": "sharpen", "shorter": "shorten",
    "simpler": "simplify", "softer": "soften", "stronger": "strengthen", "tighter": "tighten", "weaker": "weaken",
    "wider": "widen", "worse": "worsen", "better": "improve", "angry": "anger", "happy": "please", "sad": "sadden",
    "legal": "legalise", "public": "publish", "possible": "allow", "smaller": "shrink",
}  # fmt: skip
"""What something is made, and the verb for it."""

_GROWN = {
    "bigger": "grow", "broader": "broaden", "darker": "darken", "deeper": "deepen", "larger": "grow",
    "lighter": "lighten", "longer": "lengthen", "older": "age", "sharper": "sharpen", "shorter": "shorten",
    "smaller": "shrink", "stronger": "strengthen", "tighter": "tighten", "weaker": "weaken", "wider": "widen",
    "worse": "worsen", "better": "improve", "weak": "weaken", "hard": "harden", "extinct": "vanish",
}  # fmt: skip
"""What something becomes, and the verb for it."""

_BECOMING = frozenset("become get grow".split())


def change_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield one verb for each verb and adjective that say what something is made or becomes."""
    for said in range(1, len(sentence)):
        verb = sentence.heads[said]
        if sentence.relations[said] != "xcomp" or not 0 <= verb < said or is_negated(sentence, said):
            continue
        if sentence.lemmas[verb] == "make" and sentence.words[said] in _MADE:
            yield from _make(sentence, verb, said)
        elif sentence.lemmas[verb] in _BECOMING and sentence.words[said] in _GROWN and said == verb + 1:
            tag = sentence.tags[verb]
            if child_of(sentence, said, "conj", "obl", "ccomp", "xcomp", "advcl") < 0 and tag.startswith("VB"):
                new = New(verb_form(_GROWN[sentence.words[said]], tag), tag)
                yield Edit("become to verb", verb, said + 1, (new,), 0.8)


def _make(sentence: Parsed, verb: int, said: int) -> Iterator[Edit]:
    """*It made the road wider* becomes *it widened the road*; *made it easier to pay* stays."""
    thing, tag = child_of(sentence, verb, "obj"), sentence.tags[verb]
    if thing < 0 or sentence.words[thing] == "it" or child_of(sentence, said, "conj", "advcl", "ccomp", "xcomp") >= 0:
        return
    begin, end = span(sentence, thing)
    if begin == verb + 1 and end == said and not has_clause(sentence, begin, end) and tag.startswith("VB"):
        new = New(verb_form(_MADE[sentence.words[said]], tag), tag)
        yield Edit("make to verb", verb, said + 1, (new, Kept(begin, end)), 0.78)
