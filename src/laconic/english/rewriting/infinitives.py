"""Infinitives and participles for clauses with the same subject: *they hope that they can win*, *they hope to win*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.roles import PERSONS, ROLES
from laconic.english.rewriting.spans import child_of, is_negated, is_plural

_WITH_INFINITIVE = frozenset("agree decide expect hope pledge promise resolve swear threaten vow".split())
_CLAIMING = frozenset("claim pretend".split())
_MODALS = frozenset("will would 'll 'd can could".split())
_OBJECT_FORMS = frozenset("he she it they i we".split())
_PREPOSITIONS = frozenset("after for despite without of from by before".split())


def infinitive_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of clauses whose subject is that of the clause above."""
    for verb in range(2, len(sentence)):
        if sentence.relations[verb] == "ccomp":
            yield from _promised(sentence, verb)
        if sentence.relations[verb] == "advcl":
            yield from _purpose(sentence, verb)
        if sentence.words[verb - 1] == "having" and sentence.tags[verb] == "VBN":
            yield from _having(sentence, verb)
        if sentence.tags[verb] == "VB" and sentence.tags[verb - 1] == "MD":
            yield from _how_to(sentence, verb)


def _promised(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*She promised that she would come* becomes *she promised to come*."""
    above = sentence.heads[verb]
    lemma = sentence.lemmas[above]
    if lemma not in _WITH_INFINITIVE | _CLAIMING or is_negated(sentence, above) or is_negated(sentence, verb):
        return
    pronoun = child_of(sentence, verb, "nsubj")
    has_mark = above + 1 < len(sentence) and sentence.words[above + 1] == "that"
    if pronoun != above + 1 + has_mark or not is_of_subject(sentence, child_of(sentence, above, "nsubj"), pronoun):
        return
    helpers = [child for child in sentence.children[verb] if sentence.relations[child] in ("aux", "cop")]
    if (
        not helpers
        or helpers[0] != pronoun + 1
        or any(sentence.relations[c] == "conj" for c in sentence.children[verb])
    ):
        return
    helper = sentence.words[helpers[0]]
    if lemma in _WITH_INFINITIVE and helper in _MODALS:
        yield Edit("clause to infinitive", above + 1, helpers[0] + 1, (New("to", "TO"),), 0.9)
    elif lemma in _CLAIMING and helper == "had" and sentence.tags[pronoun + 2] == "VBN":
        yield Edit("clause to infinitive", above + 1, helpers[0] + 1, (New("to", "TO"), New("have", "VB")), 0.9)


def _purpose(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*They work so that they can eat* becomes *they work to eat*."""
    above = sentence.heads[verb]
    pronoun = child_of(sentence, verb, "nsubj")
    if pronoun < 2 or above < 0 or above > pronoun or is_negated(sentence, verb):
        return
    start = pronoun - 1 - (sentence.words[pronoun - 1] == "that")
    if sentence.words[start] != "so" or not is_of_subject(sentence, child_of(sentence, above, "nsubj"), pronoun):
        return
    if sentence.words[start - 1] == "," or sentence.words[pronoun + 1] not in ("can", "could"):
        return
    if sentence.tags[pronoun + 2] == "VB" and verb == pronoun + 2:
        yield Edit("clause to infinitive", start, pronoun + 2, (New("to", "TO"),), 0.88)


def _having(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*After having eaten* becomes *after eating*."""
    if sentence.words[verb - 2] in _PREPOSITIONS and sentence.words[verb] not in ("been", "had", "got"):
        participle = verb_form(sentence.lemmas[verb], "VBG")
        yield Edit("having done to doing", verb - 1, verb + 1, (New(participle, "VBG"),), 0.93)


_ASKING = frozenset("how what where whether which whom if".split())
_SHOULD = frozenset("can could should must might".split())


def _how_to(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*They asked how they could help* becomes *they asked how to help*."""
    pronoun, asking = verb - 2, verb - 3
    if asking < 1 or sentence.words[asking] not in _ASKING or sentence.tags[pronoun] != "PRP":
        return
    if sentence.words[verb - 1] not in _SHOULD or sentence.words[pronoun] == "it" or sentence.heads[pronoun] != verb:
        return
    above = sentence.heads[verb]
    if sentence.relations[verb] not in ("ccomp", "advcl", "acl", "obj", "csubj", "xcomp") or not 0 <= above < asking:
        return
    if is_negated(sentence, verb) or sentence.full[verb] == "acl:relcl" or child_of(sentence, verb, "conj") >= 0:
        return
    is_same = may_be_same(sentence, child_of(sentence, above, "nsubj"), pronoun)
    if sentence.words[asking] == "if":
        if sentence.relations[verb] == "ccomp" and sentence.words[verb - 1] == "should":
            yield Edit("question to infinitive", asking, verb, (New("whether", "IN"), New("to", "TO")), 0.72)
    elif sentence.lemmas[verb] != "be":
        yield Edit("question to infinitive", pronoun, verb, (New("to", "TO"),), 0.78 if is_same else 0.68)


def is_of_subject(sentence: Parsed, subject: int, pronoun: int) -> bool:
    """Return whether a pronoun surely stands for the subject of the clause above."""
    if subject < 0 or subject > pronoun or sentence.full[subject] != "nsubj":
        return False
    word, noun = sentence.words[pronoun], sentence.words[subject]
    if sentence.tags[subject] == "PRP" or word not in ("he", "she", "they"):
        return word == noun and word in _OBJECT_FORMS
    if word == "they":
        return sentence.tags[subject] == "NNS" and sentence.lemmas[subject] in ROLES | PERSONS
    is_one = not is_plural(sentence, subject) and _gender(sentence, subject) in (None, word)
    return is_one and (sentence.tags[subject] == "NNP" or sentence.lemmas[subject] in ROLES)


_GENDERS = {
    "he": frozenset("mr mr. sir lord king prince duke father brother son pope".split()),
    "she": frozenset("mrs mrs. ms ms. miss madam lady dame queen princess duchess mother sister daughter".split()),
}
"""Titles, and other words beside a name, that say which pronoun stands for it."""


def _gender(sentence: Parsed, noun: int) -> str | None:
    """Return the pronoun that stands for someone, if a title or the noun shows it."""
    named = sentence.words[sentence.first_of(noun) : sentence.last_of(noun) + 1]
    told = (pronoun for pronoun, titles in _GENDERS.items() if not titles.isdisjoint(named))
    last = sentence.lemmas[noun]
    return next(told, "she" if last.endswith("woman") else "he" if last.endswith("man") else None)


_SAME_WORDS = frozenset("he she it they i we you".split())


def may_be_same(sentence: Parsed, subject: int, pronoun: int) -> bool:
    """Return whether a pronoun may stand for a subject, by its number and by what it is."""
    word = sentence.words[pronoun]
    if subject < 0 or sentence.tags[pronoun] != "PRP" or word not in _SAME_WORDS:
        return False
    if sentence.tags[subject] == "PRP":
        return sentence.words[subject] == word
    if not sentence.tags[subject].startswith("NN") or word not in ("he", "she", "it", "they"):
        return False
    is_person = sentence.tags[subject] == "NNP" or sentence.lemmas[subject] in ROLES | PERSONS
    may_be_one = (is_person and _gender(sentence, subject) in (None, word)) if word in ("he", "she") else True
    return may_be_one and is_plural(sentence, subject) == (word == "they")
