"""Words that decide if a paraphrase keeps the meaning: those that it must not change, and those of little weight."""

from __future__ import annotations

from laconic.english.function_words import (
    ARTICLES,
    DEMONSTRATIVES,
    FORMS_OF_BE,
    FORMS_OF_DO,
    FORMS_OF_HAVE,
    GENITIVES,
    MODALS,
    PERSONAL_PRONOUNS,
    POSSESSIVE_PRONOUNS,
    PREPOSITIONS,
    QUESTION_WORDS,
    REFLEXIVE_PRONOUNS,
)
from laconic.english.negation import PLAIN_NEGATIONS

_PERSONS = PERSONAL_PRONOUNS | POSSESSIVE_PRONOUNS | REFLEXIVE_PRONOUNS
_AUXILIARIES = MODALS | FORMS_OF_BE | FORMS_OF_HAVE | FORMS_OF_DO | GENITIVES | {"ought", "done"}
_OTHERS = frozenset(
    # quantities
    "hardly all some any each every many much more most few fewer less least better best worse worst several both "
    "either half enough only "
    "one two three four five six seven eight nine ten first second third last next same other another "
    "need needs needed like as somebody anybody everybody someone anyone everyone something anything everything "
    "somewhere anywhere everywhere somehow “ ” ‘ `` '' "
    # how clauses hang together, and where and when
    "if unless because although though despite before after since until while than between against except but or and "
    "far farther further "
    "here there now then today tonight yesterday tomorrow ago already still yet again too very so such a.m. p.m. "
    "north south east west northern southern eastern western "
    # measures and kin
    "second seconds minute minutes hour hours day days night nights week weeks month months season seasons year years "
    "decade decades century centuries percent percentage "
    "man men woman women boy boys girl girls child children mother mothers father fathers parent parents wife wives "
    "husband husbands son sons daughter daughters brother brothers sister sisters".split()
)

AGREEING = PLAIN_NEGATIONS | _PERSONS | QUESTION_WORDS | _AUXILIARIES | _OTHERS
"""Words that both sides must have alike; genitives aside, which may become an ``of``."""

POINTING = DEMONSTRATIVES | ARTICLES | {"which"}
LIGHT = POINTING | PREPOSITIONS | frozenset("of , . : ; ' ’ `` '' \" ( ) - –".split())
"""Words that say little by themselves, punctuation included."""

VAGUE_VERBS = frozenset(
    "come comes came coming get gets got gotten getting give gives gave given giving go goes went gone going "
    "keep keeps kept keeping lay lays laid laying let lets letting make makes made making put puts putting "
    "say says said saying set sets setting take takes took taken taking tell tells told telling".split()
)
"""Verbs whose sense lies in what stands around them: none of them stands for another word, or another for it."""

QUANTITIES = frozenset("all some most many each both none few several half any one two three part much".split())
