"""One verb for two: *they managed to leave* becomes *they left*, *it continues to grow* *it still grows*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import has_joined, helpers_of, is_known_form, is_negated

_ADDS_LITTLE = {
    "begin": 0.68, "come": 0.68, "happen": 0.7, "help": 0.68, "manage": 0.75, "proceed": 0.75, "serve": 0.72,
    "start": 0.68,
}  # fmt: skip
"""Verbs that say little beside the one that follows: who manages to leave, leaves.

Who agrees or decides to leave may not have left yet.
"""

_FINITE = frozenset(["VBD", "VBZ", "VBP"])


def chained_verb_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield one verb for each pair of verbs of which the first adds little."""
    for verb in range(2, len(sentence)):
        tag = sentence.tags[verb]
        if tag == "VB" and sentence.words[verb - 1] == "to" and sentence.relations[verb] in ("xcomp", "advcl"):
            yield from _after_to(sentence, verb)
        elif tag == "VBG" and sentence.relations[verb] == "xcomp":
            yield from _began_doing(sentence, verb)


def _is_finite(sentence: Parsed, verb: int) -> bool:
    """Return whether a verb is finite and stands alone, so that another can take its form."""
    return sentence.tags[verb] in _FINITE and not helpers_of(sentence, verb) and not is_negated(sentence, verb)


def _after_to(sentence: Parsed, verb: int) -> Iterator[Edit]:
    above = sentence.heads[verb]
    if above != verb - 2 or has_joined(sentence, verb) or is_negated(sentence, verb):
        return
    lemma, tag, action = sentence.lemmas[above], sentence.tags[above], sentence.lemmas[verb]
    sure = _ADDS_LITTLE.get(lemma)
    if sure is not None and _is_finite(sentence, above) and action != "be":
        new = New(verb_form(action, tag), tag)
        yield Edit("one verb for two", above, verb + 1, (new,), sure)
    if lemma == "continue" and _is_finite(sentence, above) and action != "be":
        yield Edit("continues to still", above, verb + 1, (New("still", "RB"), New(verb_form(action, tag), tag)), 0.72)


def _began_doing(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*She began taking lessons* becomes *she took lessons*, *they kept calling* stays."""
    above = sentence.heads[verb]
    if above != verb - 1 or sentence.lemmas[above] not in ("begin", "start") or has_joined(sentence, verb):
        return
    if _is_finite(sentence, above) and sentence.lemmas[verb] != "be" and is_known_form(sentence, verb):
        tag = sentence.tags[above]
        yield Edit("one verb for two", above, verb + 1, (New(verb_form(sentence.lemmas[verb], tag), tag),), 0.65)
