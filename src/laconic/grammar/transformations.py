"""The paraphrastic transformations of Table 1 of Ganitkevitch et al. (2011), recognised by the form of a rule.

A rule is looked at in both directions: what makes a possessive of an of-phrase is as much a possessive rule as what
undoes it. The tests are heuristics over words and labels, as the rules are; one rule may be of several kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from laconic.english.function_words import (
    APOSTROPHES,
    FORMS_OF_BE,
    FORMS_OF_HAVE,
    GENITIVES,
    LIGHT_VERBS,
    PARTICLES,
    PREPOSITIONS,
    RELATIVE_PRONOUNS,
    STOP_WORDS,
)
from laconic.english.inflection import is_past_participle, verb_form
from laconic.english.negation import NEGATIONS
from laconic.english.paraphrasing import QUANTITIES
from laconic.grammar.fragment import Fragment
from laconic.grammar.rule import DELETED, Rule
from laconic.grammar.scfg import ScfgRule, Slot, Symbol

Phrase = tuple[Symbol, ...]

_POSSESSIVE = GENITIVES | APOSTROPHES
_GIVING = frozenset(
    verb_form(verb, tag)
    for verb in (
        "address allocate assign award bring deliver extend give grant guarantee hand lend offer pass pay present "
        "provide refer sell send show submit supply teach tell transfer transmit"
    ).split()
    for tag in ("VB", "VBZ", "VBD", "VBN", "VBG")
)
"""Verbs that hand something to somebody: *to* after the object of another begins something else."""

_PREPOSITIONS = PREPOSITIONS | {"of"}
_FRONTED = 3  # a phrase, a comma and what follows
_STEM = 3  # letters that a noun and its verb have in common: act-ion, dec-ision


def possessive(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether an owner comes before its thing with 's on one side, and after a preposition on the other."""
    return (
        bool(_POSSESSIVE & _words(left))
        and not _POSSESSIVE & _words(right)
        and bool({"of", "by", "from", "for", "in"} & _words(right) - _words(left))
        and (_swaps(left, right) or len(_slots(left)) < 2)
    )


def dative_shift(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether two objects change places, a preposition between them going or coming."""
    place = next((k for k, symbol in enumerate(left) if symbol in ("to", "for")), 0)
    before, after = (any(_is_nominal(symbol) for symbol in side) for side in (left[:place], left[place + 1 :]))
    return (
        label.startswith("V")
        and before
        and after
        and _swaps(left, right)
        and not _PREPOSITIONS & _words(right)
        and all(_GIVING & _words(side) or _has_verb(side) for side in (left, right))
    )


def phrase_move(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether an adverbial or adjectival phrase moves past something that stays."""
    for slot in _slots(left):
        if slot.label.partition("/")[0] in ("ADVP", "ADJP", "RB", "RBR"):
            before = {symbol for symbol in left[: left.index(slot)] if not isinstance(symbol, str) or symbol in right}
            after = set(right[: right.index(slot)])
            if bool(before - after) or any(other in after for other in left[left.index(slot) + 1 :]):
                return True
    return False


def particle_shift(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether a particle that both sides have stands right after an object here, and before it there."""
    for particle in PARTICLES & _words(left) & _words(right):
        here, there = left.index(particle), right.index(particle)
        if not label.startswith("V") or not here or not there or _PREPOSITIONS & {*right[there + 1 : there + 2]}:
            continue  # to catch up with somebody is not to catch somebody up
        thing = left[here - 1]
        if _is_nominal(thing) and thing not in right[:there]:
            return True
    return False


def reduced_relative(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether the sides differ by a relative pronoun, perhaps with a form of be after it.

    The paper counts every *that* that can go, after *although I think* as well as after a noun.
    """
    extra = _extra(left, right)
    return extra is not None and bool(extra & RELATIVE_PRONOUNS) and extra <= RELATIVE_PRONOUNS | FORMS_OF_BE


def partitive(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether the sides differ by an of, perhaps with an article, after a quantity."""
    extra = _extra(left, right)
    if extra is None or "of" not in extra or not extra <= {"of", "the", "a", "an", "these", "those"}:
        return False
    first = left[left.index("of") - 1] if left.index("of") else ""
    return first.label in ("CD", "QP", "DT", "PDT") if isinstance(first, Slot) else first in QUANTITIES


def topicalisation(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether the parts around a comma change places, or a phrase before one stands further back without it."""
    if not label.startswith("S") or "," not in left or _words(left) - {","} != _words(right) - {","}:
        return False
    return _swaps_around(left, right, ",") if "," in right else _is_fronted(left, right)


def passivisation(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether an agent after by becomes a subject, or the other way round.

    Both sides are clauses, and deny the same: an infinitive is none.
    """
    if not label.startswith("S") or "by" not in left or "by" in right or _words(right) & FORMS_OF_BE:
        return False
    if "to" in left or bool(_words(left) & NEGATIONS) != bool(_words(right) & NEGATIONS):
        return False
    verb, agents = _before(left, "by"), _slots(left[left.index("by") + 1 :])
    is_passive = isinstance(verb, Slot) and verb.label == "VBN" and bool(_words(left) & FORMS_OF_BE)
    return is_passive and any(right.index(agent) < right.index(verb) for agent in agents)


def light_verb(left: Phrase, right: Phrase, label: str) -> bool:
    """Return whether a verb of little meaning with a noun becomes the noun's own verb."""
    if not (label.startswith(("V", "S")) and LIGHT_VERBS & _words(left) and not LIGHT_VERBS & _words(right)):
        return False
    place = next(k for k, symbol in enumerate(left) if symbol in LIGHT_VERBS)
    after = [word for word in left[place + 1 : place + 4] if isinstance(word, str) and word not in STOP_WORDS]
    if left[place] in FORMS_OF_HAVE and any(map(is_past_participle, after)):  # have voted, has become: an auxiliary
        return False
    nouns = [word for word in after if not word.endswith(("ing", "ly"))]
    verbs = [word for word in right if isinstance(word, str) and len(word) >= _STEM and word not in STOP_WORDS]
    return any(len(noun) > _STEM and noun[:_STEM] == verb[:_STEM] and noun != verb for noun in nouns for verb in verbs)


TRANSFORMATIONS: Mapping[str, Callable[[Phrase, Phrase, str], bool]] = {
    "possessive": possessive,
    "dative-shift": dative_shift,
    "phrase-move": phrase_move,
    "particle-shift": particle_shift,
    "reduced-relative": reduced_relative,
    "partitive": partitive,
    "topicalisation": topicalisation,
    "passivisation": passivisation,
    "light-verb": light_verb,
}
"""The nine rows of the table, by the names of the command line."""


def is_transformation(rule: ScfgRule, name: str) -> bool:
    """Return whether a rule is of one kind, read from left to right or from right to left.

    >>> from laconic.grammar.scfg.joshua import parse_rule
    >>> is_transformation(parse_rule("[NP] ||| the [NN,1] of the [NNP,2] ||| the [NNP,2] 's [NN,1]"), "possessive")
    True
    """
    test = TRANSFORMATIONS[name]
    return test(rule.source, rule.target, rule.label) or test(rule.target, rule.source, rule.label)


def transformations(rule: ScfgRule) -> tuple[str, ...]:
    """Return all kinds that a rule is of."""
    return tuple(name for name in TRANSFORMATIONS if is_transformation(rule, name))


def as_phrases(rule: Rule) -> ScfgRule | None:
    """Return the yields of a tree rule as a rule of phrases; None if something is deleted whole."""
    if rule.target is None or DELETED in rule.links:
        return None
    source = _yield(rule.source.leaves, range(1, len(rule.links) + 1))
    labels = [variable.label for variable in rule.source.variables]
    numbers = [place + 1 for place in rule.target_links]
    target = tuple(
        symbol if isinstance(symbol, str) else Slot(labels[symbol.number - 1], symbol.number)
        for symbol in _yield(rule.target.leaves, numbers)
    )
    return ScfgRule(rule.source.label, source, target)


def _yield(leaves: Iterable[Fragment | str], numbers: Iterable[int]) -> Phrase:
    waiting = iter(numbers)
    return tuple(leaf if isinstance(leaf, str) else Slot(leaf.label, next(waiting)) for leaf in leaves)


def _words(phrase: Phrase) -> set[str]:
    return {symbol for symbol in phrase if isinstance(symbol, str)}


def _slots(phrase: Phrase) -> list[Slot]:
    return [symbol for symbol in phrase if isinstance(symbol, Slot)]


def _before(phrase: Phrase, word: str) -> Symbol:
    """Return what stands before a word; nothing if that comes first."""
    place = phrase.index(word)
    return phrase[place - 1] if place else ""


def _is_nominal(symbol: Symbol) -> bool:
    return isinstance(symbol, Slot) and symbol.label.startswith(("N", "PRP"))


def _has_verb(phrase: Phrase) -> bool:
    """Return whether a slot before all others is a verb."""
    return bool(_slots(phrase)) and _slots(phrase)[0].label.startswith("VB")


def _swaps(left: Phrase, right: Phrase) -> bool:
    return _slots(left) != _slots(right)


def _swaps_around(left: Phrase, right: Phrase, mark: str) -> bool:
    """Return whether one slot comes from after the mark to before it, and another the other way."""
    here, there = (set(_slots(side[: side.index(mark)])) for side in (left, right))
    return bool(here - there) and bool(there - here)


def _is_fronted(left: Phrase, right: Phrase) -> bool:
    """Return whether a slot before a comma at the start stands after another slot on the other side."""
    if len(left) < _FRONTED or not isinstance(left[0], Slot) or left[1] != ",":
        return False
    topic = left[0]
    return any(slot in left[2:] for slot in _slots(right[: right.index(topic)]))


def _extra(left: Phrase, right: Phrase) -> set[str] | None:
    """Return the words that one side has more than the other, where nothing else differs."""
    extra: set[str] = set()
    waiting = list(right)
    for symbol in left:
        if waiting and symbol == waiting[0]:
            waiting.pop(0)
        elif isinstance(symbol, str):
            extra.add(symbol)
        else:
            return None
    return extra if extra and not waiting else None
