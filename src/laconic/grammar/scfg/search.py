"""Looking for rules of phrases: by label, word, feature, kind, or any pattern in their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from laconic.grammar.query import Places, Query
from laconic.grammar.scfg.grammar import Scfg, count_in_rows
from laconic.grammar.scfg.labels import is_complex
from laconic.grammar.scfg.rule import ScfgRule, Slot, write_phrase
from laconic.grammar.transformations import TRANSFORMATIONS, is_transformation, transformations


@dataclass(frozen=True, kw_only=True)
class PhraseQuery(Query):
    """What the requested rules of phrases have in common; their kind is one of `TRANSFORMATIONS`.

    Attributes:
        label: the left-hand side.
    """

    label: str | None = None

    def places(self, grammar: Scfg) -> Places:
        """Return the positions of the requested rules, in the grammar's order.

        Raises:
            UsageError: there is no such feature or kind, or the pattern is not a regular expression.
        """
        self.check_kind(TRANSFORMATIONS)
        keep = self.within_limits(grammar.features, len(grammar))
        if self.label is not None:
            keep &= np.array([label == self.label for label in grammar.labels], np.bool_)[grammar.lhs]
        if self.word is not None:
            number = grammar.words.index(self.word) if self.word in grammar.words else -1
            keep &= number >= 0
            sides = ((grammar.source, grammar.source_start), (grammar.target, grammar.target_start))
            keep &= sum(count_in_rows(values == number, starts) for values, starts in sides) > 0
        places = np.flatnonzero(keep)
        if self.kind is not None or self.pattern is not None:
            pattern = self.compiled_pattern()
            places = places[[self._agrees(grammar[place], pattern) for place in places.tolist()]]
        return places

    def _agrees(self, rule: ScfgRule, pattern: re.Pattern[str]) -> bool:
        return (self.kind is None or is_transformation(rule, self.kind)) and pattern.search(str(rule)) is not None


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
    """Return how many rules there are of each kind, and in all.

    The first four figures are those of Ganitkevitch et al. (2011), Table 2. A complex label is one of no constituent,
    such as NP/NN; a rule counts as complex if its own label or that of a slot is.
    """
    table_2 = ("rules", "without identity", "without complex labels", "without either")
    counts = dict.fromkeys((*table_2, "identity", "reordering", "without slots", *TRANSFORMATIONS), 0)
    for rule in grammar:
        labels = [rule.label, *(symbol.label for symbol in rule.source if isinstance(symbol, Slot))]
        is_simple = not any(is_complex(label) for label in labels)
        counts["rules"] += 1
        counts["without identity"] += not rule.is_identity
        counts["without complex labels"] += is_simple
        counts["without either"] += is_simple and not rule.is_identity
        counts["identity"] += rule.is_identity
        counts["reordering"] += rule.reorders
        counts["without slots"] += all(isinstance(symbol, str) for symbol in rule.source)
        for name in transformations(rule):
            counts[name] += 1
    return counts
