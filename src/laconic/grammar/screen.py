"""Which paraphrases can be trusted to keep the meaning: a screen for rules that pivoting gives.

Pivoting confuses what translations confuse: prepositions, pronouns, demonstratives, tenses, singular and plural. Such
rules are probable enough to pass any cut-off, and wrong nearly everywhere. They are told by their closed-class words,
which must agree, by the endings of their words, and by the content words that they lose or make up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from laconic.english.function_words import APOSTROPHES, ARTICLES, GENITIVES, INDEFINITE_ARTICLES, PREPOSITIONS
from laconic.english.paraphrasing import AGREEING, LIGHT, POINTING, VAGUE_VERBS
from laconic.grammar.scfg import Scfg, ScfgRule, Slot, Symbol
from laconic.grammar.thesaurus import Thesaurus

_JOINING = frozenset(["of", "to", "for", "by"])
_INTRODUCING = frozenset(["about"])
"""Prepositions with one sense where they replace a longer introduction."""

_INFINITIVE = "to"
_ENDINGS = tuple(map(re.compile, (r"[^sui]s$", r"[aeiouy].*ing$")))
_ENDINGS_OF_EQUALS = tuple(map(re.compile, (r"[^e]ed$", r"ly$")))
"""Plurals and third persons, participles, adverbs: as many on both sides, by their looks."""

_NO_SYNONYMS = frozenset("CD QP NNP NNPS PRP PRP$ DT WP WDT WP$ MD CC IN EX FW SYM TO POS".split())
"""Labels of single words for which one word does not do as well as another."""


_OPEN_TAGS = ("NN", "NNS", "JJ", "JJR", "JJS", "RB", "RBR", "RBS", "VB", "VBZ", "VBP", "VBD", "VBN", "VBG")
"""Tags of words that a thesaurus may know; a rule of several words does not tell the tags of each."""

_DENYING = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "mis")
_SKEWED = 2.0
"""So many times as skewed as what it replaces, a word is too much at home in the bitext."""


@dataclass(frozen=True)
class Screen:
    """Decides which rules of a paraphrase grammar are kept.

    Attributes:
        highest_cost: the highest cost (−ln p) in either direction of a rule that brings new content words.
        highest_sum: the highest sum of the two costs of such a rule.
        highest_word_sum: the highest sum where one word replaces another, with nothing around to tell its sense.
        highest_verb_sum: the same for verbs, which seldom take the same complements.
        highest_common_sum: the same for a word that is common, and so has many senses.
        light_cost: the highest cost of a rule that brings none.
        common: words that are common in any text.
        skew: how many times as often as other text the bitext has a word, where known. Rules that lead from words
            of all texts to those of the bitext's own matters use them in senses of their own, and are dropped.
        thesaurus: knows which words may stand for which. Where one content word replaces another, and both are in it,
            it decides.
        least_likeness: how surely the new word must say what the old one says.
        highest_alike_sum: the highest sum of costs where it does.
    """

    highest_cost: float = 7.0
    highest_sum: float = 9.5
    highest_word_sum: float = 6.8
    highest_verb_sum: float = 4.8
    highest_common_sum: float = 4.3
    light_cost: float = 4.0
    common: frozenset[str] = frozenset()
    skew: Mapping[str, float] = field(default_factory=dict)
    thesaurus: Thesaurus | None = None
    least_likeness: float = 0.35
    highest_alike_sum: float = 10.0

    def select(self, grammar: Scfg) -> NDArray[np.bool_]:
        """Return for each rule whether it is kept."""
        return np.fromiter((self.keeps(rule) for rule in grammar), np.bool_, len(grammar))

    def keeps(self, rule: ScfgRule) -> bool:
        """Tell whether a rule is likely to keep the meaning of what it rewrites.

        >>> from laconic.grammar.scfg.joshua import parse_rule
        >>> Screen().keeps(parse_rule("[VBN] ||| fulfilled ||| met ||| phrase=1.9 phrase_inverse=2.7"))
        True
        >>> Screen().keeps(parse_rule("[NP] ||| their own [NN,1] ||| his own [NN,1] ||| phrase=2.6 phrase_inverse=1.8"))
        False
        """
        source, target = _words(rule.source), _words(rule.target)
        if not source or (len(rule.source) == len(rule.target) == 1 and rule.label in _NO_SYNONYMS):
            return False
        lost, new = source - target, target - source
        if self._is_skewed(lost, new) or not _is_sound(rule, lost, new):
            return False
        if not _content(new):
            cost = rule.features.get("phrase", 0.0)
            return cost <= self.light_cost and _is_light(rule, source, lost, new)
        alike = bool(_content(lost)) and (_is_verb(rule) or _end_alike(source, target))
        return alike and self._is_cheap(rule, source, new)

    def _is_cheap(self, rule: ScfgRule, source: Counter[str], new: Counter[str]) -> bool:
        """Tell whether new content words are probable enough, or the thesaurus knows them."""
        costs = [rule.features.get(name, 0.0) for name in ("phrase", "phrase_inverse")]
        likeness = self.likeness(rule)
        if likeness is None:
            return max(costs) <= self.highest_cost and sum(costs) <= self._highest_sum(rule.label, source, new)
        return likeness >= self.least_likeness and sum(costs) <= self.highest_alike_sum

    def likeness(self, rule: ScfgRule) -> float | None:
        """Return how surely the one content word that is new says what the one lost says; None where unknown.

        It is 0 where one is a vague verb, both are forms of one word, or other words change with them; it is 1 where no
        content word is new.
        """
        source, target = _words(rule.source), _words(rule.target)
        lost, new = source - target, target - source
        before, after = ([word for word in words.elements() if _is_content(word)] for words in (lost, new))
        if not after:
            return 1.0
        if self.thesaurus is None or len(before) != 1 or len(after) != 1:
            return None
        others = {*lost, *new} - {*before, *after}
        if (
            not VAGUE_VERBS.isdisjoint([*before, *after])
            or others not in (set(), INDEFINITE_ARTICLES)
            or any(self.thesaurus.is_form(before[0], after[0], tag) for tag in _OPEN_TAGS)
        ):
            return 0.0
        tags = [rule.label] if rule.label in _OPEN_TAGS else _OPEN_TAGS
        found = [self.thesaurus.likeness(before[0], after[0], tag) for tag in tags]
        return max((likeness for likeness in found if likeness is not None), default=None)

    def _highest_sum(self, label: str, source: Counter[str], new: Counter[str]) -> float:
        """Return the highest sum of costs: the less context a rule has, and the more senses its words, the lower."""
        if _content(source) > 1:
            return self.highest_sum
        is_common = not self.common.isdisjoint([*(word for word in source if word not in LIGHT), *new])
        if is_common:
            return self.highest_common_sum
        return self.highest_verb_sum if label.startswith("V") else self.highest_word_sum

    def _is_skewed(self, lost: Counter[str], new: Counter[str]) -> bool:
        before, after = (max((self.skew.get(word, 1.0) for word in words), default=1.0) for words in (lost, new))
        return after > _SKEWED and after > _SKEWED * before


def _words(side: tuple[Symbol, ...]) -> Counter[str]:
    return Counter(symbol for symbol in side if isinstance(symbol, str))


def _is_sound(rule: ScfgRule, lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether nothing in a rule's words speaks against it, whatever its costs."""
    if not (_agrees(lost, new) and _is_bare(rule.source) == _is_bare(rule.target)):
        return False
    if _denies(lost, new) or _compounds(lost, new) or any(_is_symbol(word) for word in [*lost, *new]):
        return False
    labels = [symbol.label for symbol in rule.source if isinstance(symbol, Slot)]
    if lost[_INFINITIVE] != new[_INFINITIVE] and any(label[0] in "VS" for label in labels):
        return False  # what fills the slot would stand without its infinitive, or with one too many
    return not any(isinstance(one, Slot) and one.label == "NNS" and two == "'s" for one, two in pairwise(rule.target))


def _is_light(rule: ScfgRule, source: Counter[str], lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether a rule without new content words drops or moves something as can be trusted."""
    moves = _moves(rule, lost, new)
    some_stay = len(rule.source) > source.total() or _content(source) > _content(lost)
    if not some_stay or (new and not lost) or (LIGHT.issuperset(source) and not moves):
        return False
    if rule.reorders:
        loses_article = not ARTICLES.isdisjoint(lost) and GENITIVES.isdisjoint(new)
        return moves and not (_content(lost) or loses_article or _breaks_name(rule) or _piles_up(rule))
    if _shuffles(rule) or not (ARTICLES | APOSTROPHES).isdisjoint(new):
        return False
    if _content(lost):
        return _replaces_front(rule, new)
    drops_little = not new and (ARTICLES | {","}).issuperset(lost)
    return not drops_little and not _touches_prepositions(lost, new)


def _is_symbol(word: str) -> bool:
    """Tell whether something is written for short: an abbreviation, a unit, a currency."""
    return word.endswith(".") or (_is_content(word) and (len(word) < 3 or not word[0].isalpha()))


def _denies(lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether a word becomes its opposite by a prefix, or the other way round."""
    pairs = [(one, other) for first, second in ((lost, new), (new, lost)) for one in first for other in second]
    return any(one == prefix + other for one, other in pairs for prefix in _DENYING)


def _compounds(lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether a word becomes a compound of itself, as in *large-scale*, or the other way round."""
    pairs = [(one, other) for first, second in ((lost, new), (new, lost)) for one in first for other in second]
    return any(one != other and (other in one.split("-") or one.endswith(other)) for one, other in pairs)


def _agrees(lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether closed-class words and numbers are the same, and no article or demonstrative became another."""

    def settled(words: Counter[str]) -> list[str]:
        digits = (word for word in words if any(letter.isdigit() for letter in word))
        return sorted([*digits, *(word for word in words.elements() if word in AGREEING - GENITIVES)])

    points = any(word in POINTING for word in lost) and any(word in POINTING for word in new)
    return settled(lost) == settled(new) and not (points and not _content(lost))


def _is_bare(side: tuple[object, ...]) -> bool:
    """Tell whether a phrase does not begin with the ``to`` of an infinitive, or a preposition that looks like it."""
    return side[:1] != (_INFINITIVE,)


def _is_verb(rule: ScfgRule) -> bool:
    """Tell whether a rule puts one verb for another of the same tag, which tells its form better than its ending."""
    return len(rule.source) == len(rule.target) == 1 and rule.label.startswith("VB")


def _replaces_front(rule: ScfgRule, new: Counter[str]) -> bool:
    """Tell whether light words come in only where they introduce what follows, such as ``about`` for ``regarding``."""
    if not new:
        return True
    is_introduced = all(
        isinstance(side[-1], Slot) and side[-1].label != "PP" for side in (rule.source, rule.target) if side
    )
    stays = sum(isinstance(symbol, str) for symbol in rule.target) > new.total()
    return is_introduced and not stays and _INTRODUCING.issuperset(new)


def _moves(rule: ScfgRule, lost: Counter[str], new: Counter[str]) -> bool:
    """Tell whether slots change places around words that say how they belong together, such as ``of``."""
    return rule.reorders and not _JOINING.isdisjoint([*lost, *new])


def _breaks_name(rule: ScfgRule) -> bool:
    """Tell whether what may be parts of a name change places, as in the Bank of England."""
    first = next((symbol.label for symbol in rule.source if isinstance(symbol, Slot)), "")
    return first.startswith("NNP")


def _shuffles(rule: ScfgRule) -> bool:
    """Tell whether what stays comes in another order."""
    stays = [symbol for symbol in rule.target if symbol in rule.source]
    return stays != [symbol for symbol in rule.source if symbol in rule.target]


def _piles_up(rule: ScfgRule) -> bool:
    """Tell whether a whole noun phrase comes to stand right before a noun."""
    slots = [symbol.label if isinstance(symbol, Slot) else "" for symbol in rule.target]
    return any(one == "NP" and two.startswith("N") for one, two in pairwise(slots))


def _touches_prepositions(lost: Counter[str], new: Counter[str]) -> bool:
    return any(word in PREPOSITIONS for word in [*lost, *new])


def _content(words: Counter[str]) -> int:
    return sum(count for word, count in words.items() if _is_content(word))


def _is_content(word: str) -> bool:
    return word not in LIGHT and word not in AGREEING


def _end_alike(source: Counter[str], target: Counter[str]) -> bool:
    """Tell whether as many content words of both sides look like plurals, participles, and so on."""
    before, after = ([word for word in words.elements() if _is_content(word)] for words in (source, target))
    endings = (*_ENDINGS, *_ENDINGS_OF_EQUALS) if len(before) == len(after) else _ENDINGS

    def counts(words: list[str]) -> list[int]:
        return [sum(bool(ending.search(word)) for word in words) for ending in endings]

    return counts(before) == counts(after)
