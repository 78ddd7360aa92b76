"""What speaks against a rule whatever its probability: one table, each row with an example that it refuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from laconic.english.function_words import APOSTROPHES, ARTICLES, GENITIVES, PREPOSITIONS
from laconic.english.paraphrasing import AGREEING, LIGHT, POINTING
from laconic.grammar.scfg import Slot
from laconic.grammar.screen.change import Change, content_words, is_content, slot_labels

_INFINITIVE = "to"

_NO_SYNONYMS = frozenset("CD QP NNP NNPS PRP PRP$ DT WP WDT WP$ MD CC IN EX FW SYM TO POS".split())
"""Labels of single words for which one word does not do as well as another."""

_DENYING = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "mis")

_INTRODUCING = frozenset(["about"])
"""Prepositions with one sense where they replace a longer introduction."""

_ENDINGS = tuple(map(re.compile, (r"[^sui]s$", r"[aeiouy].*ing$")))
_ENDINGS_OF_EQUALS = tuple(map(re.compile, (r"[^e]ed$", r"ly$")))
"""Plurals and third persons, participles, adverbs: as many on both sides, by their looks."""


class Objection(NamedTuple):
    """Something that speaks against a rule.

    Attributes:
        reason: what it is, as the end of a sentence that begins with "dropped because".
        example: a rule to which it applies, as Joshua writes it.
        applies: whether it applies to a change.
    """

    reason: str
    example: str
    applies: Callable[[Change], bool]


def _agreeing(words: Counter[str]) -> list[str]:
    """Return the words that both sides must have alike; genitives aside, which may become an ``of``."""
    digits = (word for word in words if any(letter.isdigit() for letter in word))
    return sorted([*digits, *(word for word in words.elements() if word in AGREEING - GENITIVES)])


def _points_elsewhere(change: Change) -> bool:
    both_point = not (POINTING.isdisjoint(change.lost) or POINTING.isdisjoint(change.new))
    return both_point and not change.lost_content


def _becomes_infinitive(change: Change) -> bool:
    before, after = (side[:1] == (_INFINITIVE,) for side in (change.rule.source, change.rule.target))
    return before != after


def _slot_misses_infinitive(change: Change) -> bool:
    has_clause = any(label[0] in "VS" for label in slot_labels(change.rule.source))
    return has_clause and change.lost[_INFINITIVE] != change.new[_INFINITIVE]


def _related(change: Change, related: Callable[[str, str], bool]) -> bool:
    """Return whether a word lost and a new one are related, in either direction."""
    return any(related(one, other) or related(other, one) for one in change.lost for other in change.new)


def _denies(one: str, other: str) -> bool:
    return any(one == prefix + other for prefix in _DENYING)


def _is_compound_of(one: str, other: str) -> bool:
    return one != other and (other in one.split("-") or one.endswith(other))


def _is_symbol(word: str) -> bool:
    """Return whether something is written for short: an abbreviation, a unit, a currency."""
    return word.endswith(".") or (is_content(word) and (len(word) < 3 or not word[0].isalpha()))


def _has_doubled_plural(change: Change) -> bool:
    return any(
        isinstance(one, Slot) and one.label == "NNS" and two == "'s" for one, two in pairwise(change.rule.target)
    )


def _breaks_name(change: Change) -> bool:
    return next(iter(slot_labels(change.rule.source)), "").startswith("NNP")


def _piles_up(change: Change) -> bool:
    slots = [symbol.label if isinstance(symbol, Slot) else "" for symbol in change.rule.target]
    return any(one == "NP" and two.startswith("N") for one, two in pairwise(slots))


def _shuffles(change: Change) -> bool:
    source, target = change.rule.source, change.rule.target
    return [symbol for symbol in target if symbol in source] != [symbol for symbol in source if symbol in target]


def _replaces_front(change: Change) -> bool:
    """Return whether new light words only introduce what follows, such as ``about`` for ``regarding``."""
    if not change.new:
        return True
    sides = (change.rule.source, change.rule.target)
    is_introduced = all(isinstance(side[-1], Slot) and side[-1].label != "PP" for side in sides if side)
    is_all_new = change.target.total() <= change.new.total()
    return is_introduced and is_all_new and _INTRODUCING.issuperset(change.new)


def _ends_otherwise(change: Change) -> bool:
    if change.is_of_one_word and change.rule.label.startswith("VB"):
        return False  # the tag tells a verb's form better than its ending
    before, after = content_words(change.source), content_words(change.target)
    endings = (*_ENDINGS, *_ENDINGS_OF_EQUALS) if len(before) == len(after) else _ENDINGS

    def counts(words: list[str]) -> list[int]:
        return [sum(bool(ending.search(word)) for word in words) for ending in endings]

    return counts(before) != counts(after)


TO_ALL: tuple[Objection, ...] = (
    Objection(
        "it has no words to recognise it by",
        "[NP] ||| [DT,1] [NN,2] ||| [DT,1] new [NN,2]",
        lambda change: not change.source,
    ),
    Objection(
        "words of this kind have no synonyms",
        "[IN] ||| under ||| beneath",
        lambda change: change.is_of_one_word and change.rule.label in _NO_SYNONYMS,
    ),
    Objection(
        "closed-class words or numbers differ",
        "[VP] ||| may [VP,1] ||| must [VP,1]",
        lambda change: _agreeing(change.lost) != _agreeing(change.new),
    ),
    Objection(
        "an article or a demonstrative becomes another",
        "[PP] ||| to this [NN,1] ||| to that [NN,1]",
        _points_elsewhere,
    ),
    Objection(
        "only one side is an infinitive",
        "[VP] ||| to respond to [NP,1] ||| answer [NP,1]",
        _becomes_infinitive,
    ),
    Objection(
        "a slot for a verb would stand without its infinitive, or with one too many",
        "[VP] ||| want to [VP,1] ||| wish [VP,1]",
        _slot_misses_infinitive,
    ),
    Objection(
        "a prefix makes a word its opposite",
        "[ADJP] ||| able [TO,1] [VP,2] ||| unable [TO,1] [VP,2]",
        lambda change: _related(change, _denies),
    ),
    Objection(
        "a word becomes a compound of itself",
        "[JJ] ||| cold ||| post-cold",
        lambda change: _related(change, _is_compound_of),
    ),
    Objection(
        "an abbreviation, a unit or a currency changes",
        "[NP] ||| etc ||| etc.",
        lambda change: any(map(_is_symbol, change.touched)),
    ),
    Objection(
        "a plural would get the genitive of a singular",
        "[NP] ||| the [NN,1] of [NNS,2] ||| [NNS,2] 's [NN,1]",
        _has_doubled_plural,
    ),
)
"""Objections to any rule."""

TO_LIGHT: tuple[Objection, ...] = (
    Objection(
        "nothing of the source stays",
        "[NP] ||| the plenary ||| the",
        lambda change: not change.keeps_something,
    ),
    Objection(
        "it only adds words",
        "[NP] ||| plenary ||| the plenary",
        lambda change: bool(change.new) and not change.lost,
    ),
    Objection(
        "it has only words that say little",
        "[PP] ||| from [NP,1] ||| for [NP,1]",
        lambda change: LIGHT.issuperset(change.source) and not change.moves_by_joining,
    ),
    Objection(
        "slots change places without a word that joins them",
        "[NP] ||| [NN,1] and [NN,2] ||| [NN,2] and [NN,1]",
        lambda change: change.rule.reorders and not change.moves_by_joining,
    ),
    Objection(
        "slots change places and a content word or an article goes",
        "[NP] ||| the [NN,1] of the [NN,2] ||| [NN,2] [NN,1]",
        lambda change: change.rule.reorders and (bool(change.lost_content) or change.loses_article),
    ),
    Objection(
        "parts of a name change places",
        "[NP] ||| the [NNP,1] of [NNP,2] ||| the [NNP,2] [NNP,1]",
        lambda change: change.rule.reorders and _breaks_name(change),
    ),
    Objection(
        "a noun phrase would stand right before a noun",
        "[PP] ||| of the [NNS,1] of [NP,2] ||| of the [NP,2] [NNS,1]",
        lambda change: change.rule.reorders and _piles_up(change),
    ),
    Objection(
        "what stays changes its order",
        "[NP] ||| all of [NP,1] ||| [NP,1] all",
        lambda change: not change.rule.reorders and _shuffles(change),
    ),
    Objection(
        "an article or an apostrophe comes in",
        "[NP] ||| [NP,1] , or [NN,2] ||| [NP,1] or a [NN,2]",
        lambda change: not (change.rule.reorders or (ARTICLES | APOSTROPHES).isdisjoint(change.new)),
    ),
    Objection(
        "light words replace content words, and do not introduce what follows",
        "[PP] ||| due to [NP,1] ||| by [NP,1]",
        lambda change: not change.rule.reorders and bool(change.lost_content) and not _replaces_front(change),
    ),
    Objection(
        "it drops no more than an article or a comma",
        "[NP] ||| the big [NN,1] ||| big [NN,1]",
        lambda change: not (change.rule.reorders or change.new) and (ARTICLES | {","}).issuperset(change.lost),
    ),
    Objection(
        "a preposition changes",
        "[PP] ||| out of order in [NP,1] ||| of order in [NP,1]",
        lambda change: not (change.rule.reorders or change.lost_content or PREPOSITIONS.isdisjoint(change.touched)),
    ),
)
"""Objections to rules that bring no content word: they drop or move something."""

TO_REWORDING: tuple[Objection, ...] = (
    Objection(
        "it makes up a content word",
        "[VP] ||| [NP,1] in [NP,2] ||| make [NP,1] in [NP,2]",
        lambda change: not change.lost_content,
    ),
    Objection(
        "number, tense or kind of word change, by the endings",
        "[NP] ||| the sea ||| the seas",
        _ends_otherwise,
    ),
)
"""Objections to rules that bring content words."""
