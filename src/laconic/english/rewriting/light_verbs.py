"""Verbs for nouns that hide them behind a verb that says little: *have influence over* becomes *influence*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.adverbs import adverb_for
from laconic.english.rewriting.described import start_of
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.hidden_verbs import ACTIONS, AFTER_LIGHT, BEING, DONE
from laconic.english.rewriting.nominals import NOMINALS
from laconic.english.rewriting.spans import child_of, is_negated

_FORMS = frozenset("VB VBP VBZ VBD VBN VBG".split())
_LONGEST = 4


def light_verb_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the verbs for nouns after a verb that says little, and for what something is said to be."""
    for noun, verb in sentence.arcs("obj"):
        if verb < noun and sentence.lemmas[verb] in AFTER_LIGHT and sentence.tags[verb] in _FORMS:
            yield from _light(sentence, verb, noun)
    for be, noun in sentence.arcs("cop"):
        if sentence.lemmas[noun] in BEING and sentence.tags[noun] in ("NN", "NNS"):
            yield from _being(sentence, be, noun)


def _light(sentence: Parsed, verb: int, noun: int) -> Iterator[Edit]:
    """*Has great influence on* becomes *greatly influences*."""
    found = _verb_for(sentence, verb, noun)
    begin = start_of(sentence, noun)
    out = verb + 1 + (sentence.lemmas[verb] == "carry")
    if found is None or begin != out or noun - begin > _LONGEST - 1 or is_negated(sentence, noun):
        return
    lemma, prepositions = found
    after = noun + 1
    if after >= len(sentence) - 1 or sentence.words[after] not in prepositions:
        return
    if sentence.words[after] == "to" and sentence.tags[after + 1] == "VB" and prepositions["to"] != "to":
        return
    start = begin + (sentence.tags[begin] == "DT" and begin < noun)
    if begin < noun and sentence.tags[begin] == "DT" and sentence.words[begin] not in ("a", "an", "the", "some", "any"):
        return
    manner = adverb_for(sentence, start, noun)
    if manner is None:
        return
    tag = sentence.tags[verb]
    joined = prepositions[sentence.words[after]]
    target = (*manner, New(verb_form(lemma, tag), tag), *((New(joined, "IN"),) if joined else ()))
    yield Edit("light verb to verb", verb, after + 1, target, 0.66 if manner else 0.74)


def _verb_for(sentence: Parsed, verb: int, noun: int) -> tuple[str, dict[str, str]] | None:
    """Return the verb that a noun hides after a light verb, with its prepositions."""
    light, lemma = sentence.lemmas[verb], sentence.lemmas[noun]
    nouns = AFTER_LIGHT[light]
    is_action = not nouns and (lemma in NOMINALS or lemma in ACTIONS)
    if light == "carry" and sentence.words[verb + 1 : verb + 2] != ["out"]:
        return None
    if lemma not in nouns and not is_action:
        return None
    if lemma in DONE:
        return DONE[lemma]
    return (NOMINALS[lemma], {"of": ""}) if lemma in NOMINALS else None


def _being(sentence: Parsed, be: int, noun: int) -> Iterator[Edit]:
    """*Is a reflection of* becomes *reflects*, *are opponents of*, *oppose*."""
    lemma, prepositions = BEING[sentence.lemmas[noun]]
    begin = start_of(sentence, noun)
    if begin != be + 1 or noun + 2 >= len(sentence) or sentence.words[noun + 1] not in prepositions:
        return
    if is_negated(sentence, noun) or child_of(sentence, noun, "expl", "advcl", "acl") >= 0:
        return
    if sentence.words[be] not in ("is", "are", "was", "were", "be", "been") or sentence.relations[noun] == "acl":
        return
    has_article = begin < noun and sentence.tags[begin] == "DT"
    is_plain = not has_article or sentence.words[begin] in ("a", "an", "the")
    start = begin + has_article
    manner = adverb_for(sentence, start, noun)
    if not is_plain or manner is None or (begin == noun and sentence.tags[noun] == "NN"):
        return
    if any(sentence.words[child] in ("what", "who", "which", "there") for child in sentence.children[noun]):
        return
    joined = prepositions[sentence.words[noun + 1]]
    tag = sentence.tags[be] if sentence.tags[be] in _FORMS else "VBZ"
    target = (*manner, New(verb_form(lemma, tag), tag), *((New(joined, "IN"),) if joined else ()))
    yield Edit("being to verb", be, noun + 2, target, 0.64 if manner else 0.72)
