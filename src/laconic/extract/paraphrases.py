"""Paraphrase grammars from the rows that pivoting produces."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from laconic.grammar.grammar import Grammar, canonical_lines
from laconic.grammar.rule import SEPARATOR
from laconic.grammar.scfg import Scfg, ScfgBuilder, ScfgRule, Slot, Symbol
from laconic.grammar.scfg.joshua import parse_phrase

PIVOT = "pivot"
"""The origin of pivoted rules in tree grammars."""

LEAST = 1e-15
"""Probabilities are summed in units of this, and none is taken to be less."""

_VARIABLE = re.compile(r"(?<!\\)@([1-9])")


@dataclass(frozen=True)
class Row:
    """A paraphrase: two English patterns, which slots correspond, and how probable it is."""

    source: str
    target: str
    slots: str
    source_seen: float
    probability: float
    inverse: float
    lexical: float
    lexical_inverse: float

    @property
    def changes_nothing(self) -> bool:
        """Whether the target is the source."""
        return self.source == self.target and list(self.slots) == sorted(self.slots)

    @property
    def costs(self) -> dict[str, float]:
        """The negative natural logarithms of the probabilities, by the names of the features."""
        return {
            "phrase": cost(self.probability),
            "phrase_inverse": cost(self.inverse),
            "lexical": cost(self.lexical),
            "lexical_inverse": cost(self.lexical_inverse),
        }


def rows(table: Any, *, identities: bool) -> Iterator[Row]:
    """Yield the rows of a table that `laconic.extract.pivot.pivot` wrote, with those that change nothing or without."""
    for batch in table.to_batches(max_chunksize=10_000):
        for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            row = Row(*values)
            if identities or not row.changes_nothing:
                yield row


def phrase_grammar(table: Any, *, identities: bool = False) -> Scfg:
    """Return the paraphrases of phrases as a synchronous context-free grammar (Ganitkevitch et al. 2011, §4).

    Its features are ``phrase``, −ln p(target|source), ``phrase_inverse``, both from words alone (``lexical``,
    ``lexical_inverse``), and the indicators ``identity`` and ``reorder``.
    """
    builder = ScfgBuilder()
    for row in rows(table, identities=identities):
        builder.add(phrase_rule(row))
    return builder.build()


def phrase_rule(row: Row) -> ScfgRule:
    """Return a row as a rule; its links join slots, and words that both sides share in one order."""
    label, _, source_text = row.source.partition(" ||| ")
    source = parse_phrase(source_text)
    target = tuple(
        symbol if isinstance(symbol, str) else Slot(symbol.label, int(row.slots[symbol.number - 1]))
        for symbol in parse_phrase(row.target.partition(" ||| ")[2])
    )
    plain = ScfgRule(label[1:-1], source, target)
    features = row.costs | {"identity": float(plain.is_identity), "reorder": float(plain.reorders)}
    return ScfgRule(plain.label, source, target, features, _links(source, target))


def tree_grammar(table: Any, *, identities: bool = False) -> Grammar:
    """Return the paraphrases of elementary trees as a tree grammar (Cohn & Lapata 2013, §5.2.2).

    A rule's count is how often its source was seen times the rule's probability, at least 1; its features are those
    of `phrase_grammar` that are probabilities.
    """
    texts: list[str] = []
    counts: list[float] = []
    columns: dict[str, list[float]] = {}
    for row in rows(table, identities=identities):
        texts.append(row.source + SEPARATOR + _renumbered(row.target, row.slots))
        counts.append(float(max(1, round(row.source_seen * row.probability))))
        for name, value in row.costs.items():
            columns.setdefault(name, []).append(value)
    lines = canonical_lines(texts, range(1, len(texts) + 1), "paraphrases")
    return Grammar(lines, {PIVOT: np.array(counts)} if lines else {}, columns)


def cost(probability: float) -> float:
    """Return −ln p, in three digits after the point: more is not known of such a probability."""
    return round(-math.log(max(probability, LEAST)), 3)


def _renumbered(target: str, slots: str) -> str:
    """Return a tree whose variables carry the numbers of the source's slots; ``slots`` has one digit a variable."""
    return _VARIABLE.sub(lambda found: f"@{slots[int(found[1]) - 1]}", target)


def _links(source: tuple[Symbol, ...], target: tuple[Symbol, ...]) -> tuple[tuple[int, int], ...]:
    links = []
    free = list(range(len(target)))
    for here, symbol in enumerate(source):
        there = next((place for place in free if target[place] == symbol), None)
        if there is not None:
            free.remove(there)
            links.append((here, there))
    return tuple(links)
