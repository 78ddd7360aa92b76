"""Looking for rules: by root, word, origin, count, kind, or any pattern in their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from laconic.errors import UsageError
from laconic.grammar.fragment import VARIABLE_MARK, escape
from laconic.grammar.grammar import Grammar
from laconic.grammar.kinds import Kind, kinds
from laconic.grammar.query import Places, Query
from laconic.grammar.rule import EMPTY, SEPARATOR
from laconic.grammar.transformations import TRANSFORMATIONS, as_phrases, is_transformation


@dataclass(frozen=True, kw_only=True)
class RuleQuery(Query):
    """What the requested tree rules have in common; their kind is a `Kind` or a transformation of phrases.

    Attributes:
        root: the label of the source's root.
        target_root: the label of the target's root; ``ε`` for the empty target.
        origin: where the rule comes from.
        min_count: how often it was seen at least, over all origins.

    >>> grammar = Grammar(["(JJ old) ||| ε", "(NN dog) ||| (NN animal)"], {"hand": [1, 2]})
    >>> RuleQuery(word="dog").places(grammar).tolist()
    [1]
    """

    root: str | None = None
    target_root: str | None = None
    origin: str | None = None
    min_count: float | None = None

    def places(self, grammar: Grammar) -> Places:
        """Return the positions of the requested rules, in the grammar's order.

        Raises:
            UsageError: there is no such origin, feature or kind, or the pattern is not a regular expression.
        """
        self.check_kind((*Kind, *TRANSFORMATIONS))
        keep = self.within_limits(grammar.features, len(grammar))
        if self.origin is not None:
            if self.origin not in grammar.counts:
                known = ", ".join(grammar.counts) or "none"
                raise UsageError(f"no rule comes from {self.origin!r}; the grammar's origins are {known}.")
            keep &= grammar.counts[self.origin] > 0
        if self.min_count is not None:
            keep &= grammar.count >= self.min_count
        if self.kind in set(Kind):
            keep &= kinds(grammar) == self.kind
        found = np.flatnonzero(keep)
        if self.kind is not None and self.kind not in set(Kind):
            yields = [as_phrases(grammar[place]) for place in found.tolist()]
            found = found[[phrases is not None and is_transformation(phrases, self.kind) for phrases in yields]]
        for condition in self._patterns():
            found = found[[condition.search(grammar.lines[place]) is not None for place in found.tolist()]]
        return found

    def _patterns(self) -> Iterator[re.Pattern[str]]:
        """Yield patterns that match the text of every requested rule."""
        if self.root is not None:
            yield re.compile(rf"^\({re.escape(escape(self.root))} ")
        if self.target_root == EMPTY:
            yield re.compile(re.escape(SEPARATOR + EMPTY) + "$")
        elif self.target_root is not None:
            label = re.escape(escape(self.target_root))
            yield re.compile(rf"{re.escape(SEPARATOR)}(?:\({label} |{label}{VARIABLE_MARK})")
        if self.word is not None:
            # Labels follow a bracket, and variables end in a mark, so only words stand between blanks so.
            yield re.compile(rf" {re.escape(escape(self.word))}(?=[ )])")
        if self.pattern is not None:
            yield self.compiled_pattern()


def rule_record(grammar: Grammar, place: int) -> dict[str, Any]:
    """Return a rule with its columns as plain values, ready for JSON."""
    source, target = grammar.lines[place].split(SEPARATOR)
    features = {name: float(column[place]) for name, column in grammar.features.items() if not np.isnan(column[place])}
    return {
        "source": source,
        "target": target,
        "count": float(grammar.count[place]),
        "counts": {origin: float(grammar.counts[origin][place]) for origin in grammar.origins_of(place)},
        "features": features,
    }
