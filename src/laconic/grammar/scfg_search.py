"""Looking for rules of phrases: by label, word, feature, kind, or any pattern in their text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.grammar.scfg import Scfg, ScfgRule, write_phrase
from laconic.grammar.transformations import TRANSFORMATIONS, is_transformation, transformations

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class PhraseQuery:
    """What the rules wanted have in common; a condition that is not given holds for all.

    Attributes:
        label: the left-hand side.
        word: a word on either side.
        kind: one of the transformations of Ganitkevitch et al. (2011), Table 1.
        pattern: a regular expression that the rule's text matches somewhere.
        at_least: for features by name, the least value.
        at_most: for features by name, the greatest value.
    """

    label: str | None = None
    word: str | None = None
    kind: str | None = None
    pattern: str | None = None
    at_least: Mapping[str, float] = field(default_factory=dict)
    at_most: Mapping[str, float] = field(default_factory=dict)

    def places(self, grammar: Scfg) -> NDArray[np.int64]:
        """Return the places of the rules wanted, in the grammar's order.

        Raises:
            UsageError: the grammar has no such feature, or the pattern is not a regular expression.
        """
        keep = features_between(grammar.features, len(grammar), self.at_least, self.at_most)
        if self.label is not None:
            keep &= np.array([label == self.label for label in grammar.labels], np.bool_)[grammar.lhs]
        if self.word is not None:
            number = grammar.words.index(self.word) if self.word in grammar.words else -1
            keep &= number >= 0
            keep &= _has(grammar.source, grammar.source_start, number) | _has(
                grammar.target, grammar.target_start, number
            )
        places = np.flatnonzero(keep)
        if self.kind is not None or self.pattern is not None:
            pattern = _compiled(self.pattern or "")
            places = places[[self._agrees(grammar[place], pattern) for place in places.tolist()]]
        return places

    def _agrees(self, rule: ScfgRule, pattern: re.Pattern[str]) -> bool:
        return (self.kind is None or is_transformation(rule, self.kind)) and pattern.search(str(rule)) is not None


def features_between(
    features: Mapping[str, NDArray[Any]], count: int, at_least: Mapping[str, float], at_most: Mapping[str, float]
) -> Mask:
    """Return for each rule whether its features lie between limits.

    Raises:
        UsageError: there is no such feature.
    """
    keep = np.ones(count, np.bool_)
    for name in (*at_least, *at_most):
        if name not in features:
            raise UsageError(f"The grammar has no feature {name!r}; it has {', '.join(features) or 'none'}.")
    for name, least in at_least.items():
        keep &= features[name] >= least
    for name, most in at_most.items():
        keep &= features[name] <= most
    return keep


def phrase_record(rule: ScfgRule) -> dict[str, Any]:
    """Return a rule as plain values, ready for JSON."""
    return {
        "label": rule.label,
        "source": write_phrase(rule.source),
        "target": write_phrase(rule.target),
        "features": dict(rule.features),
        "kinds": list(transformations(rule)),
    }


def count_transformations(grammar: Scfg) -> dict[str, int]:
    """Return how many rules there are of each kind, how many change nothing, and how many there are in all."""
    counts = {"rules": len(grammar), "identity": 0, "reordering": 0, "without slots": 0}
    counts |= dict.fromkeys(TRANSFORMATIONS, 0)
    for rule in grammar:
        counts["identity"] += rule.is_identity
        counts["reordering"] += rule.reorders
        counts["without slots"] += all(isinstance(symbol, str) for symbol in rule.source)
        for name in transformations(rule):
            counts[name] += 1
    return counts


def _has(values: NDArray[np.int32], starts: NDArray[np.int64], number: int) -> Mask:
    """Return for each row whether it holds a number."""
    running = np.concatenate(([0], np.cumsum(values == number)))
    return np.asarray(running[starts[1:]] > running[starts[:-1]])


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise UsageError(f"{pattern!r} is not a regular expression: {error}.") from None
