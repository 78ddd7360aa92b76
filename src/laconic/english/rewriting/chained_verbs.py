"""One verb for two: *they decided to leave* becomes *they left*, *it continues to grow* *it still grows*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import child_of, has_joined, helpers_of, is_known_form, is_negated, is_plural

_ADDS_LITTLE = {
    "agree": 0.65, "begin": 0.68, "choose": 0.7, "come": 0.68, "decide": 0.7, "elect": 0.65, "happen": 0.7,
    "help": 0.68, "manage": 0.75, "opt": 0.7, "proceed": 0.75, "serve": 0.72, "start": 0.68,
    "undertake": 0.65,
}  # fmt: skip
"""Verbs that say little beside the one that follows: who decides to leave, leaves."""

_INTENDING = frozenset("aim intend mean plan propose".split())
_LIKING = frozenset("like love hate prefer continue begin start cease".split())
_FINITE = frozenset(["VBD", "VBZ", "VBP"])
_STATES = frozenset(
    "be have know understand realise realize see think believe want need seem feel appear belong mean matter look "
    "like love hate".split()
)
_SPEAKING = frozenset("i you we one they he she".split())


def chained_verb_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield one verb for each pair of verbs of which the first adds little."""
    for verb in range(2, len(sentence)):
        tag = sentence.tags[verb]
        if tag == "VB" and sentence.words[verb - 1] == "to" and sentence.relations[verb] in ("xcomp", "advcl"):
            yield from _after_to(sentence, verb)
        elif tag == "VBG" and sentence.relations[verb] == "xcomp":
            yield from _began_doing(sentence, verb)
        elif tag == "VB" and sentence.words[verb - 1] == "can":
            yield from _can(sentence, verb)


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
    if lemma in _INTENDING and tag in ("VBZ", "VBP") and _is_finite(sentence, above):
        yield Edit("plans to will", above, verb, (New("will", "MD"),), 0.65)
    if lemma == "continue" and _is_finite(sentence, above) and action != "be":
        yield Edit("continues to still", above, verb + 1, (New("still", "RB"), New(verb_form(action, tag), tag)), 0.72)
    is_passive = child_of(sentence, above, "aux") >= 0 and tag == "VBN"
    if lemma in _LIKING and tag != "VBG" and action not in _STATES and not is_passive and not _would(sentence, above):
        yield Edit("loose infinitive to participle", verb - 1, verb + 1, (New(verb_form(action, "VBG"), "VBG"),), 0.72)


def _would(sentence: Parsed, verb: int) -> bool:
    """Return whether a wish is said: *would like to go*."""
    return any(sentence.words[helper] in ("would", "'d", "’d", "should") for helper in helpers_of(sentence, verb))


def _began_doing(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*She began taking lessons* becomes *she took lessons*, *they kept calling* stays."""
    above = sentence.heads[verb]
    if above != verb - 1 or sentence.lemmas[above] not in ("begin", "start") or has_joined(sentence, verb):
        return
    if _is_finite(sentence, above) and sentence.lemmas[verb] != "be" and is_known_form(sentence, verb):
        tag = sentence.tags[above]
        yield Edit("one verb for two", above, verb + 1, (New(verb_form(sentence.lemmas[verb], tag), tag),), 0.65)


def _can(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The tool can sort mail* becomes *the tool sorts mail*."""
    helpers = helpers_of(sentence, verb)
    subject = child_of(sentence, verb, "nsubj")
    if helpers != [verb - 1] or not 0 <= subject < verb or "?" in sentence.words or is_negated(sentence, verb):
        return
    about = sentence.heads[sentence.heads[subject]] if sentence.tags[subject] in ("WDT", "WP") else subject
    if about < 0 or sentence.words[about] in _SPEAKING or not sentence.tags[about].startswith("NN"):
        return
    if sentence.full[subject] != "nsubj" or has_joined(sentence, verb) or sentence.lemmas[verb] in ("be", "have"):
        return
    tag = "VBP" if is_plural(sentence, about) else "VBZ"
    yield Edit("can to present", verb - 1, verb + 1, (New(verb_form(sentence.lemmas[verb], tag), tag),), 0.65)
