"""Simpler tenses where a clause does not say when: looser than the edits of tenses, which leave such clauses alone."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import is_irregular, verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_joined, helpers_of, is_known_form, is_negated, is_plural, span

_HAVE = frozenset("has have 've ’ve".split())
_WITH_PERFECT = frozenset(
    "since already ever never yet always just recently long far still now today until till before lately currently "
    "increasingly once years year decades decade months weeks days for over past so only first times time "
    "than".split()
)
"""Words near a perfect that a past tense does not go with, or that make it a result that lasts."""

_LASTING = frozenset("soon past since lately recently".split())
"""Words that speak of a time that lasts, or is to come, wherever in the sentence they stand."""

_OPEN_MARKS = frozenset("if when once until unless whether whenever as since after before because while".split())
"""Words that begin clauses in which a tense says what comes first, or what may be."""

_NO_PAST = frozenset("be base use have do get go suppose concern bear lie".split())
_NEAR = 5


def loose_tense_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield simple tenses for perfects, pluperfects and progressives."""
    is_question = "?" in sentence.words
    for verb in range(2, len(sentence)):
        helpers = helpers_of(sentence, verb)
        if not helpers or is_negated(sentence, verb):
            continue
        words = [sentence.words[helper] for helper in helpers]
        if words[0] in _HAVE and not is_question:
            yield from _perfect(sentence, verb, helpers, words)
        elif words[0] == "had" and not is_question:
            yield from _pluperfect(sentence, verb, helpers, words)
        elif sentence.tags[verb] == "VBG":
            yield from _progressive_infinitive(sentence, verb, helpers, words)
            if not is_question:
                yield from _progressive(sentence, verb, helpers, words)


def _near(sentence: Parsed, verb: int) -> set[str]:
    """Return the words beside a verb, those of its short phrases, and the one that begins its clause."""
    found = set(sentence.words[max(0, verb - _NEAR) : verb + _NEAR])
    for child in sentence.children[verb]:
        begin, end = span(sentence, child)
        found.update(sentence.words[begin:end] if end - begin <= _NEAR else sentence.words[begin : begin + 1])
    return found


def _is_open(sentence: Parsed, verb: int) -> bool:
    """Return whether a clause, or the one above it, begins with a word that sets one time against another."""
    marks = (child for child in sentence.children[verb] if sentence.relations[child] in ("mark", "advmod"))
    return any(sentence.words[mark] in _OPEN_MARKS for mark in marks)


def _past_of_be(sentence: Parsed, verb: int, have: str) -> New | None:
    subject = child_of(sentence, verb, "nsubj")
    if have == "had" and (subject < 0 or sentence.tags[subject].startswith("W")):
        return None
    several = is_plural(sentence, subject) if have == "had" else have != "has"
    is_first = subject >= 0 and sentence.words[subject] == "i"
    return New("were" if several and not is_first else "was", "VBD")


def _in_past(
    sentence: Parsed, verb: int, helpers: list[int], words: list[str]
) -> tuple[int, tuple[Kept | New, ...]] | None:
    """Return where a perfect ends, and what stands for it: *was* for *has been*, *took* for *has taken*."""
    if words[1:] == ["been"] and sentence.tags[verb] != "VBG" and helpers[1] - helpers[0] <= 2:
        be = _past_of_be(sentence, verb, words[0])
        adverb = range(helpers[0] + 1, helpers[1])
        if be is None or any(sentence.tags[p] != "RB" for p in adverb):
            return None
        return helpers[1] + 1, (be, Kept(helpers[0] + 1, helpers[1])) if adverb else (be,)
    lemma = sentence.lemmas[verb]
    is_new = is_irregular(lemma) and is_known_form(sentence, verb) and verb_form(lemma, "VBD") != sentence.words[verb]
    if words[1:] or sentence.tags[verb] != "VBN" or not is_new or lemma in _NO_PAST or verb - helpers[0] > 2:
        return None
    if any(sentence.relations[p] != "advmod" for p in range(helpers[0] + 1, verb)):
        return None
    adverbs = (Kept(helpers[0] + 1, verb),) if verb > helpers[0] + 1 else ()
    return verb + 1, (*adverbs, New(verb_form(lemma, "VBD"), "VBD"))


def _perfect(sentence: Parsed, verb: int, helpers: list[int], words: list[str]) -> Iterator[Edit]:
    """*The men who have taken part* becomes *the men who took part*; *it has been a success*, *it was a success*."""
    if _is_open(sentence, verb) or not _WITH_PERFECT.isdisjoint(_near(sentence, verb)):
        return
    if not _LASTING.isdisjoint(sentence.words):
        return
    if sentence.tags[helpers[0]] not in ("VBZ", "VBP") or child_of(sentence, verb, "conj") >= 0:
        return
    past = _in_past(sentence, verb, helpers, words)
    if past is not None:
        yield Edit("loose perfect to past", helpers[0], *past, 0.7)


def _pluperfect(sentence: Parsed, verb: int, helpers: list[int], words: list[str]) -> Iterator[Edit]:
    """*She said the firm had been sold* becomes *she said the firm was sold*."""
    if _is_open(sentence, verb) or child_of(sentence, verb, "conj") >= 0 or sentence.tags[helpers[0]] != "VBD":
        return
    near = set(sentence.words[max(0, verb - _NEAR) : verb + _NEAR])
    if near & {"already", "never", "ever", "yet", "since", "if", "until", "before", "by", "just", "when"}:
        return
    past = _in_past(sentence, verb, helpers, words)
    if past is not None:
        yield Edit("loose pluperfect to past", helpers[0], *past, 0.7)


_NOT_SIMPLE = frozenset("be go have do get come happen try wait look talk work".split())
_AT_THE_MOMENT = frozenset(
    "now still currently already just always constantly today presently where when while".split()
)


def _progressive(sentence: Parsed, verb: int, helpers: list[int], words: list[str]) -> Iterator[Edit]:
    """*The firm is building a mill* becomes *the firm builds a mill*, *was building* *built*."""
    if len(words) > 1 or words[0] not in ("is", "are", "was", "were") or helpers != [verb - 1]:
        return
    if sentence.lemmas[verb] in _NOT_SIMPLE or has_joined(sentence, verb) or _is_open(sentence, verb):
        return
    if not is_known_form(sentence, verb):
        return
    subject = child_of(sentence, verb, "nsubj")
    if not 0 <= subject < verb or sentence.words[subject] in ("i", "you", "we", "it", "what", "who"):
        return
    if not _AT_THE_MOMENT.isdisjoint(sentence.words):
        return
    tag = {"is": "VBZ", "are": "VBP"}.get(words[0], "VBD")
    new = New(verb_form(sentence.lemmas[verb], tag), tag)
    has_object = child_of(sentence, verb, "obj", "xcomp", "ccomp") >= 0
    yield Edit("loose progressive to simple", verb - 1, verb + 1, (new,), 0.68 if has_object else 0.62)


def _progressive_infinitive(sentence: Parsed, verb: int, helpers: list[int], words: list[str]) -> Iterator[Edit]:
    """*You should be getting a letter* becomes *you should get a letter*, *needs to be doing* *needs to do*."""
    be = verb - 1
    if sentence.words[be] != "be" or be not in helpers or has_joined(sentence, verb):
        return
    if sentence.words[be - 1] in ("should", "shall", "to", "will", "would", "'ll"):
        new = New(verb_form(sentence.lemmas[verb], "VB"), "VB")
        yield Edit("progressive infinitive", be, verb + 1, (new,), 0.75)
