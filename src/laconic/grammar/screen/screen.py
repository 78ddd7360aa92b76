"""The screen: which rules of a paraphrase grammar are kept, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from laconic.english.function_words import INDEFINITE_ARTICLES
from laconic.english.paraphrasing import LIGHT, VAGUE_VERBS
from laconic.grammar.scfg import Scfg, ScfgRule
from laconic.grammar.screen.change import Change, content_words
from laconic.grammar.screen.objections import TO_ALL, TO_LIGHT, TO_REWORDING
from laconic.grammar.thesaurus import Thesaurus

_OPEN_TAGS = ("NN", "NNS", "JJ", "JJR", "JJS", "RB", "RBR", "RBS", "VB", "VBZ", "VBP", "VBD", "VBN", "VBG")
"""Tags of words that a thesaurus may know; a rule of several words does not give the tags of each."""

_SKEWED = 2.0
"""A word this many times as skewed as what it replaces is too much at home in the bitext."""


@dataclass(frozen=True)
class Screen:
    """Decides which rules of a paraphrase grammar are kept.

    Attributes:
        highest_cost: the highest cost (−ln p) in either direction of a rule that brings new content words.
        highest_sum: the highest sum of the two costs of such a rule.
        highest_word_sum: the highest sum if one word replaces another, without a context that shows its sense.
        highest_verb_sum: the same for verbs, which rarely take the same complements.
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
        """Return whether a rule is likely to keep the meaning of what it rewrites.

        >>> from laconic.grammar.scfg.joshua import parse_rule
        >>> Screen().keeps(parse_rule("[VBN] ||| fulfilled ||| met ||| phrase=1.9 phrase_inverse=2.7"))
        True
        """
        return self.objection(rule) is None

    def objection(self, rule: ScfgRule) -> str | None:
        """Return why a rule is dropped, or None if it is kept.

        >>> from laconic.grammar.scfg.joshua import parse_rule
        >>> Screen().objection(parse_rule("[NP] ||| their own [NN,1] ||| his own [NN,1] ||| phrase=2.6"))
        'closed-class words or numbers differ'
        """
        change = Change(rule)
        for objection in (*TO_ALL, *(TO_REWORDING if change.new_content else TO_LIGHT)):
            if objection.applies(change):
                return objection.reason
        if self._is_skewed(change):
            return "the bitext uses its new words in a sense of its own"
        return None if self._is_probable(change) else "it is too improbable"

    def likeness(self, rule: ScfgRule) -> float | None:
        """Return how surely the one content word that is new says what the one lost says; None if unknown.

        It is 0 where one is a vague verb, both are forms of one word, or other words change with them; it is 1 where no
        content word is new.
        """
        return self._likeness(Change(rule))

    def _likeness(self, change: Change) -> float | None:
        if not change.new_content:
            return 1.0
        if self.thesaurus is None or not len(change.lost_content) == len(change.new_content) == 1:
            return None
        (before,), (after,) = change.lost_content, change.new_content
        if (
            not VAGUE_VERBS.isdisjoint([before, after])
            or change.touched - {before, after} not in (set(), INDEFINITE_ARTICLES)
            or any(self.thesaurus.is_form(before, after, tag) for tag in _OPEN_TAGS)
        ):
            return 0.0
        tags = [change.rule.label] if change.rule.label in _OPEN_TAGS else _OPEN_TAGS
        found = [self.thesaurus.likeness(before, after, tag) for tag in tags]
        return max((likeness for likeness in found if likeness is not None), default=None)

    def _is_probable(self, change: Change) -> bool:
        """Return whether a rule is probable enough for what it does, or the thesaurus knows its words."""
        cost, inverse = (change.rule.features.get(name, 0.0) for name in ("phrase", "phrase_inverse"))
        if not change.new_content:
            return cost <= self.light_cost
        likeness = self._likeness(change)
        if likeness is None:
            return max(cost, inverse) <= self.highest_cost and cost + inverse <= self._highest_sum(change)
        return likeness >= self.least_likeness and cost + inverse <= self.highest_alike_sum

    def _highest_sum(self, change: Change) -> float:
        """Return the highest sum of costs: the less context a rule has, and the more senses its words, the lower."""
        if len(content_words(change.source)) > 1:
            return self.highest_sum
        if not self.common.isdisjoint([*(word for word in change.source if word not in LIGHT), *change.new]):
            return self.highest_common_sum
        return self.highest_verb_sum if change.rule.label.startswith("V") else self.highest_word_sum

    def _is_skewed(self, change: Change) -> bool:
        before, after = (
            max((self.skew.get(word, 1.0) for word in words), default=1.0) for words in (change.lost, change.new)
        )
        return after > _SKEWED and after > _SKEWED * before
