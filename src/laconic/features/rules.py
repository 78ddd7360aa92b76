"""Features of grammar rules: the templates of Cohn & Lapata (2007, §3.3) and (2013, §5.3).

A rule's features have names that can be read, such as ``roots NP→NN`` or ``dropped old``, and values: 1 for a
test that succeeds, or a count. Those of a derivation are the sums over its rules. The language model's
feature is the one template that no single rule has; it is added by the search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from laconic.errors import UsageError
from laconic.grammar.fragment import Fragment
from laconic.grammar.rule import EMPTY, SEPARATOR, Rule

Feature = tuple[str, float]

# An @ of a word or label is written with a backslash before it.
_LINK = re.compile(rf"(?<!\\)@(?:[0-9]+|{EMPTY})")


@dataclass(frozen=True)
class Sightings:
    """How often a rule and its sides were seen in one collection, as logarithms to base 10."""

    rule: float
    source: float
    target: float


class RuleView:
    """A rule with everything that the templates need, computed once."""

    def __init__(
        self,
        rule: Rule,
        sightings: Mapping[str, Sightings] | None = None,
        made_as: str = "",
        given: Mapping[str, float] | None = None,
    ) -> None:
        """Look at a rule.

        Args:
            rule: the rule.
            sightings: how often it was seen, for each collection it comes from.
            made_as: where else it comes from, such as ``coverage``.
            given: the numbers that its grammar has for it, by name.
        """
        self.rule = rule
        self.sightings = sightings or {}
        self.made_as = made_as
        self.given = given or {}

    @cached_property
    def text(self) -> str:
        """The rule as a grammar writes it."""
        return str(self.rule)

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The two fragments, each without regard to what its variables are linked to."""
        return unlinked_sides(self.text)

    @cached_property
    def is_copy(self) -> bool:
        """Whether the sides are the same, variables in the same places."""
        source, target = self.text.split(SEPARATOR)
        return source == target

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        """The words of the source side."""
        return self.rule.source.words

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        """The words of the target side."""
        return () if self.rule.target is None else self.rule.target.words

    @cached_property
    def source_tags(self) -> list[str]:
        """The tags above the words of the source side."""
        return _tags(self.rule.source)

    @cached_property
    def target_tags(self) -> list[str]:
        """The tags above the words of the target side."""
        return [] if self.rule.target is None else _tags(self.rule.target)


def origin(view: RuleView) -> Iterator[Feature]:
    """Where the rule comes from; it may come from several places."""
    for name in view.sightings:
        yield f"origin {name}", 1.0
    if view.made_as:
        yield f"origin {view.made_as}", 1.0


def unseen(view: RuleView) -> Iterator[Feature]:
    """Whether the rule was never seen, and only made up for a tree (2007, §3.2)."""
    if view.made_as and not view.sightings:
        yield "unseen", 1.0


def frequency(view: RuleView) -> Iterator[Feature]:
    """The logarithms of the counts of the rule and of its sides, by origin; an empty side has none."""
    for name, seen in view.sightings.items():
        yield f"log count of rule, {name}", seen.rule
        yield f"log count of source, {name}", seen.source
        if view.rule.target is not None:
            yield f"log count of target, {name}", seen.target


def default(view: RuleView) -> Iterator[Feature]:
    """One, which counts the rules of a derivation."""
    yield "rules", 1.0


def length(view: RuleView) -> Iterator[Feature]:
    """The words of the target side."""
    yield "target words", float(len(view.target_words))


def variable_counts(view: RuleView) -> Iterator[Feature]:
    """The target's variables, and how many of the source's are not among them."""
    kept = 0 if view.rule.target is None else len(view.rule.target.variables)
    yield "target variables", float(kept)
    yield "dropped variables", float(len(view.rule.links) - kept)


def rule_match(view: RuleView) -> Iterator[Feature]:
    """The identity of each side and of the rule, and whether the sides are the same."""
    source, target = view.sides
    yield f"source {source}", 1.0
    yield f"target {target}", 1.0
    yield f"rule {view.text}", 1.0
    if view.is_copy:
        yield "same trees", 1.0


def root_categories(view: RuleView) -> Iterator[Feature]:
    """The labels of the roots, apart and together."""
    source, target = view.rule.root
    after = EMPTY if target is None else target
    yield f"source root {source}", 1.0
    yield f"target root {after}", 1.0
    yield f"roots {source}→{after}", 1.0


def preterminal_compatibility(view: RuleView) -> Iterator[Feature]:
    """For a tag with its word on either side, whether tags and words are the same."""
    source, target = view.rule.source, view.rule.target
    if target is None or not (source.is_preterminal and target.is_preterminal):
        return
    tag = "same" if source.label == target.label else "other"
    word = "same" if source.children == target.children else "other"
    yield f"preterminals {tag} tag", 1.0
    yield f"preterminals {word} word", 1.0
    yield f"preterminals {tag} tag {word} word", 1.0


def yield_match(view: RuleView) -> Iterator[Feature]:
    """Whether the sides have the same words, and the same tags above them; only where there is a word."""
    if not (view.source_words or view.target_words):
        return
    if view.source_words == view.target_words:
        yield "same words", 1.0
    if view.source_tags == view.target_tags:
        yield "same tags", 1.0


def compression(view: RuleView) -> Iterator[Feature]:
    """Whether the target's words are some of the source's, in their order."""
    remaining = iter(view.source_words)
    if all(word in remaining for word in view.target_words):
        yield "words only deleted", 1.0


def yield_difference(view: RuleView) -> Iterator[Feature]:
    """The words common, dropped and inserted: how many, and which."""
    before, after = Counter(view.source_words), Counter(view.target_words)
    for name, words in (("common", before & after), ("dropped", before - after), ("inserted", after - before)):
        if words:
            yield f"{name} words", float(words.total())
            yield from ((f"{name} {word}", float(count)) for word, count in words.items())


def target_productions(view: RuleView) -> Iterator[Feature]:
    """The context-free productions of the target tree (2007): a grammar of good sentences, learnt on the side."""
    if view.rule.target is not None:
        for label, children in view.rule.target.productions():
            yield f"production {label}→{' '.join(children)}", 1.0


def yields(view: RuleView) -> Iterator[Feature]:
    """The words of either side as a list, apart and together (2007); of single words other templates tell."""
    before, after = " ".join(view.source_words), " ".join(view.target_words)
    if len(view.source_words) > 1:
        yield f"source yield {before}", 1.0
    if len(view.target_words) > 1:
        yield f"target yield {after}", 1.0
    if len(view.source_words) > 1 or len(view.target_words) > 1:
        yield f"yields {before}→{after}", 1.0
    if set(view.target_words) <= set(view.source_words):
        yield "no new words", 1.0


def tree_edits(view: RuleView) -> Iterator[Feature]:
    """The nodes removed from and inserted into the tree (2007): how many, and which."""
    before = Counter(_labels(view.rule.source))
    after = Counter(() if view.rule.target is None else _labels(view.rule.target))
    for name, labels in (("removed", before - after), ("inserted", after - before)):
        if labels:
            yield f"{name} nodes", float(labels.total())
            yield from ((f"{name} node {label}", float(count)) for label, count in labels.items())


def given(view: RuleView) -> Iterator[Feature]:
    """The numbers that a grammar gives its rules, such as the probabilities of pivoted paraphrases."""
    yield from ((f"given {name}", value) for name, value in view.given.items())


Template = Callable[[RuleView], Iterable[Feature]]

_SHARED: dict[str, Template] = {
    "frequency": frequency,
    "default": default,
    "length": length,
    "variables": variable_counts,
    "match": rule_match,
    "roots": root_categories,
}
TEMPLATES_2013: dict[str, Template] = {
    **_SHARED,
    "origin": origin,
    "preterminals": preterminal_compatibility,
    "yield-match": yield_match,
    "compression": compression,
    "yield-difference": yield_difference,
}
TEMPLATES_2007: dict[str, Template] = {
    **_SHARED,
    "unseen": unseen,
    "yield-difference": yield_difference,
    "productions": target_productions,
    "yields": yields,
    "tree-edits": tree_edits,
}
TEMPLATES: dict[str, Template] = {**TEMPLATES_2013, **TEMPLATES_2007, "given": given}
"""All templates by their names."""

CONTEXT = "context"
"""The template of `laconic.features.rule_context`, which sees a rule's place in the sentence."""

SETS: dict[str, tuple[str, ...]] = {
    "2007": tuple(TEMPLATES_2007),
    "2013": tuple(TEMPLATES_2013),
    "all": (*TEMPLATES, CONTEXT),
}


def template_names(wanted: str) -> tuple[str, ...]:
    """Return the templates that a setting names: ``2007``, ``2013``, ``all``, or names separated by commas.

    Raises:
        UsageError: there is no such template.
    """
    if wanted in SETS:
        return SETS[wanted]
    names = tuple(name.strip() for name in wanted.split(","))
    unknown = [name for name in names if name not in TEMPLATES and name != CONTEXT]
    if unknown:
        choices = ", ".join((*SETS, *TEMPLATES, CONTEXT))
        raise UsageError(f"there is no feature template {unknown[0]!r}; choose from {choices}.")
    return names


def rule_features(view: RuleView, templates: Sequence[str]) -> dict[str, float]:
    """Return the features of a rule that are not 0, by name; those of its context are not a rule's own.

    >>> features = rule_features(RuleView(Rule.parse("(JJ old) ||| ε")), ["roots", "yield-difference"])
    >>> sorted(features)
    ['dropped old', 'dropped words', 'roots JJ→ε', 'source root JJ', 'target root ε']
    """
    found: dict[str, float] = {}
    for template in templates:
        if template == CONTEXT:
            continue
        for name, value in TEMPLATES[template](view):
            if value:
                found[name] = found.get(name, 0.0) + value
    return found


def unlinked_sides(rule: str) -> tuple[str, str]:
    """Return the sides of a rule given as text, their variables without the numbers that link them.

    >>> unlinked_sides("(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)")
    ('(NP DT@ JJ@ NN@)', '(NP DT@ NN@)')
    """
    source, target = _LINK.sub("@", rule).split(SEPARATOR)
    return source, target


def _tags(fragment: Fragment) -> list[str]:
    return [part.label for part in fragment.parts() if isinstance(part, Fragment) and part.is_preterminal]


def _labels(fragment: Fragment) -> Iterator[str]:
    return (part.label for part in fragment.parts() if isinstance(part, Fragment))
