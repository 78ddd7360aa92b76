"""Negations, and what they negate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from laconic.text import Sentence

FORMS_OF_NOT = frozenset("not n't n’t nt".split())

PLAIN_NEGATIONS = frozenset("not n't no never none nobody nothing neither nor without cannot".split())
"""The common words that negate."""

_RARE_NEGATIONS = frozenset("nt nowhere no-one noone nought naught nope".split())

NEARLY_NEGATIVE = frozenset("hardly scarcely barely rarely seldom".split())
"""Adverbs that all but negate."""

NEGATIONS = PLAIN_NEGATIONS | _RARE_NEGATIONS | NEARLY_NEGATIVE
"""Words whose loss would turn a statement into its opposite, or nearly so; the apostrophe is straight."""

FEW = NEARLY_NEGATIVE | frozenset("few fewer little scant".split())
"""Words that make little of what they stand with."""

NO_ONE = frozenset("neither no nobody none".split())
"""Negations that deny what is said or thought of whatever they stand for: *nobody believes that …*"""

DENIALS = frozenset(
    "avoid ban decline denial deny dismiss disprove dispute doubt doubtful fail failure fallacy false forbid forget "
    "hesitate hoax implausible impossible improbable inconceivable lie misconception myth neglect oppose prevent "
    "question refusal refuse refute reject rumor rumour sceptical skeptical stop unable uncertain unclear "
    "unconvinced unlikely unproven unsure untrue wrong".split()
)
"""Lemmas of what turns round the clause that depends on it."""

_APOSTROPHES = re.compile("[’ʼ`´]")
_AUXILIARIES = "are ca can could dare did do does had has have is might must need ought shall should was were wo would"
_CONTRACTED = re.compile(rf"\w+n't|(?:{'|'.join(_AUXILIARIES.split())})nt|cant|wont|dont")
"""Contractions that a tokeniser would have cut in two, but that stand whole in tokens that were given."""

_LEANING = frozenset(["n't", "nt"])
_NOT_ADVERBS = NEGATIONS - NEARLY_NEGATIVE - _LEANING - frozenset("not never cannot".split())
_VERB_PARTS = frozenset(["aux", "cop"])
_SUBJECTS = frozenset(["nsubj", "csubj", "expl"])
_ARGUMENTS = _SUBJECTS | {"obj", "iobj"}
_PHRASES = frozenset(["obl", "nmod"])
_DENYING_NOUNS = frozenset("account circumstance circumstances means way".split())
"""Nouns that after a preposition and *no* deny the whole clause: *by no means*, *under no circumstances*."""

_PASSED = frozenset(["advmod", "det", "case", "mark", "fixed", "cc", "quantmod", "goeswith"])
"""Relations of words that a negation seems to negate, but that only stand before what is meant."""

_FOCUS_TAGS = frozenset(["RB", "RBR", "RBS", "DT", "PDT", "IN", "TO"])
"""Tags of words that, right after a negation, say what of the statement it denies: *not only*, *not always*."""

_REMEMBERED = 4096
"""Words that were looked at: every word of a sentence is, several times."""


@lru_cache(_REMEMBERED)
def is_negation(word: str) -> bool:
    """Return whether a word negates.

    >>> is_negation("CANNOT"), is_negation("n’t"), is_negation("didn't"), is_negation("note")
    (True, True, True, False)
    """
    plain = _APOSTROPHES.sub("'", word.casefold())
    return plain in NEGATIONS or _CONTRACTED.fullmatch(plain) is not None


@dataclass(frozen=True)
class Negation:
    """A negation with what it negates.

    Attributes:
        core: the positions of the negation, of what it leans on, and of what it negates: they stay or go together.
        around: those of the words that must stay with them: auxiliaries, the subject, particles between, and what ties
            a relative clause to its noun.
        contrast: the position of the *but* before what is so instead, if there is one, as in *not his age but his
            health*: it goes where the core goes.
    """

    core: frozenset[int]
    around: frozenset[int]
    contrast: frozenset[int] = frozenset()


def negations(sentence: Sentence) -> Iterator[Negation]:
    """Yield the negations of a sentence.

    In a parsed sentence the negated word is the negation's head; where that is only a particle (as in *no
    longer*), its head too. Otherwise it is taken to be the word that follows. Adverbs and the like between the two
    stay as well, for *not always late* is not *not late*. So does the subject of a negated verb, and what ties a
    relative clause to its noun: else *the shop, which has not paid, will close* could become *the shop has not paid
    will close*.
    """
    for place, word in enumerate(sentence.words):
        if not is_negation(word):
            continue
        core, around, contrast = {place}, set[int](), frozenset[int]()
        if _APOSTROPHES.sub("'", word.casefold()) in _LEANING and place:
            core.add(place - 1)
        if sentence.heads is None or sentence.relations is None:
            core.update({place + 1} if place + 1 < len(sentence) else ())
        else:
            if word.casefold() not in _NOT_ADVERBS:
                around.update(_focus(sentence, place))
            for negated in _negated(sentence.words, place, sentence.heads, sentence.relations):
                core.add(negated)
                around.update(_about(sentence, negated, sentence.heads, sentence.relations))
            contrast = frozenset(_contrast(sentence, place, sentence.heads, sentence.relations))
        yield Negation(frozenset(core), frozenset(around - core), contrast)


def negated_positions(sentence: Sentence) -> set[int]:
    """Return the positions of negations, of what they negate, and of what must stay with these."""
    return {place for each in negations(sentence) for place in each.core | each.around}


def _focus(sentence: Sentence, place: int) -> Iterator[int]:
    """Yield the positions of the particles between a negation and what follows."""
    following = place + 1
    while following < len(sentence) - 1 and sentence.tokens[following].tag in _FOCUS_TAGS:
        yield following
        following += 1


def _negated(words: Sequence[str], place: int, heads: tuple[int, ...], relations: tuple[str, ...]) -> Iterator[int]:
    """Yield the position of the negated word, after those of particles on the way to it."""
    # "No money came" denies that it came, so a noun without any leads on to what is said of it, and so does a noun
    # after "without": "it is seen without a lens". So do the nouns of "by no means" and the like.
    passed = _PASSED | {"det": _ARGUMENTS, "case": _PHRASES}.get(relations[place], frozenset())
    if _joins_arguments(place, heads, relations):  # "neither Ann nor her son came" denies that they came
        passed |= _ARGUMENTS | {"conj"}
    is_no = words[place].casefold() == "no"
    if is_no and heads[place] and words[heads[place] - 1].casefold() in _DENYING_NOUNS:
        passed |= _PHRASES
    seen = {place}
    negated = heads[place] - 1
    while negated >= 0 and negated not in seen:
        seen.add(negated)
        yield negated
        if relations[negated].partition(":")[0] not in passed:
            break
        negated = heads[negated] - 1


def _contrast(sentence: Sentence, place: int, heads: tuple[int, ...], relations: tuple[str, ...]) -> Iterator[int]:
    """Yield the position of the *but* before what is so instead, unless that is a statement of its own."""
    denied = heads[place] - 1
    if sentence.words[place].casefold() != "not" or denied < place:
        return
    for other in _dependents(denied, heads):
        parts = {relations[part].partition(":")[0]: part for part in _dependents(other, heads)}
        is_statement = "mark" not in parts and not _VERB_PARTS.union(_SUBJECTS).isdisjoint(parts)
        conjunction = parts.get("cc", 0) if relations[other] == "conj" and not is_statement else 0
        if conjunction > denied and sentence.words[conjunction].casefold() == "but":
            yield conjunction


def _joins_arguments(place: int, heads: tuple[int, ...], relations: tuple[str, ...]) -> bool:
    """Return whether a word is a conjunction between subjects or objects of one verb."""
    noun = heads[place] - 1
    if relations[place].partition(":")[0] != "cc" or noun < 0:
        return False
    if relations[noun] == "conj" and heads[noun]:
        noun = heads[noun] - 1
    return relations[noun].partition(":")[0] in _ARGUMENTS


def _about(sentence: Sentence, verb: int, heads: tuple[int, ...], relations: tuple[str, ...]) -> Iterator[int]:
    """Yield the positions of a negated word's auxiliaries and subject, and of what ties its clause to a noun."""
    has_subject = False
    for other in _dependents(verb, heads):
        relation = relations[other].partition(":")[0]
        has_subject = has_subject or relation in _SUBJECTS
        is_preposition = relation == "case" and sentence.words[verb].casefold() in _DENYING_NOUNS
        if relation in _VERB_PARTS | _SUBJECTS or is_preposition:
            yield other
    clause = verb
    while relations[clause].partition(":")[0] == "conj" and heads[clause]:
        clause = heads[clause] - 1
    for other in _dependents(clause, heads):
        is_subject = relations[other].partition(":")[0] in _SUBJECTS
        if (is_subject and clause != verb and not has_subject) or sentence.tokens[other].tag.startswith("W"):
            yield other
    if relations[clause] == "acl:relcl" and heads[clause]:
        yield heads[clause] - 1


def _dependents(place: int, heads: tuple[int, ...]) -> Iterator[int]:
    return (other for other, head in enumerate(heads) if head == place + 1)
