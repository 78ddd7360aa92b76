"""What a rule of phrases changes: the words that it loses and brings, and what becomes of its slots."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from laconic.english.function_words import ARTICLES, GENITIVES
from laconic.english.paraphrasing import AGREEING, LIGHT
from laconic.grammar.scfg import ScfgRule, Slot, Symbol

_JOINING = frozenset(["of", "to", "for", "by"])
"""Words that say how two phrases belong together."""


class Change:
    """What a rule does to the words of its source.

    Attributes:
        rule: the rule.
        source: the words of the source, counted; slots are not words.
        target: those of the target.
        lost: the words that only the source has.
        new: the words that only the target has.
    """

    def __init__(self, rule: ScfgRule) -> None:
        self.rule = rule
        self.source, self.target = _words(rule.source), _words(rule.target)
        self.lost, self.new = self.source - self.target, self.target - self.source

    @cached_property
    def lost_content(self) -> list[str]:
        """The content words that go."""
        return content_words(self.lost)

    @cached_property
    def new_content(self) -> list[str]:
        """The content words that come."""
        return content_words(self.new)

    @property
    def touched(self) -> set[str]:
        """All words that come or go."""
        return {*self.lost, *self.new}

    @property
    def is_of_one_word(self) -> bool:
        """Whether one symbol takes the place of another, with nothing around them."""
        return len(self.rule.source) == len(self.rule.target) == 1

    @property
    def keeps_something(self) -> bool:
        """Whether a slot or a content word of the source stays."""
        has_slots = len(self.rule.source) > self.source.total()
        return has_slots or len(content_words(self.source)) > len(self.lost_content)

    @property
    def moves_by_joining(self) -> bool:
        """Whether slots change places around words that say how they belong together, such as ``of``."""
        return self.rule.reorders and not _JOINING.isdisjoint(self.touched)

    @property
    def loses_article(self) -> bool:
        """Whether an article goes that no genitive stands for."""
        return not ARTICLES.isdisjoint(self.lost) and GENITIVES.isdisjoint(self.new)


def slot_labels(side: tuple[Symbol, ...]) -> list[str]:
    """Return the labels of a phrase's slots from left to right."""
    return [symbol.label for symbol in side if isinstance(symbol, Slot)]


def is_content(word: str) -> bool:
    """Return whether a word says something by itself."""
    return word not in LIGHT and word not in AGREEING


def content_words(words: Counter[str]) -> list[str]:
    """Return the content words among some words, each as often as it is there."""
    return [word for word in words.elements() if is_content(word)]


def _words(side: tuple[Symbol, ...]) -> Counter[str]:
    return Counter(symbol for symbol in side if isinstance(symbol, str))
