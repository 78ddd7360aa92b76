"""Features and scores of the rules of a forest, computed once per rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from laconic.cancellation import check_cancelled
from laconic.extract.coverage import COVERAGE
from laconic.features.rule_context import deleted_nodes, deletion_features
from laconic.features.rules import CONTEXT, RuleView, Sightings, rule_features, unlinked_sides
from laconic.forest.sparse import SparseRows
from laconic.forest.transduce import Transduction
from laconic.grammar import Grammar
from laconic.search.base import Floats
from laconic.tree import Leaf, Tree

Ints = NDArray[np.int64]
Value = TypeVar("Value")
Production = tuple[str, ...]

_MOST_MADE_UP = 200_000
"""How many rules made up for sentences are remembered; a server keeps meeting new ones."""


class GrammarViews:
    """The rules of a grammar as feature templates see them, with the counts of their sides."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._is_coverage = grammar.index.is_coverage
        sides = [unlinked_sides(line) for line in grammar.lines]
        self._logs = {
            origin: tuple(map(_logarithms, (column, _totals(sides, 0, column), _totals(sides, 1, column))))
            for origin, column in grammar.counts.items()
        }

    def view(self, place: int) -> RuleView:
        """Return the view of a rule of the grammar."""
        sightings = {
            origin: Sightings(*(float(column[place]) for column in self._logs[origin]))
            for origin in self.grammar.origins_of(place)
        }
        made_as = COVERAGE if self._is_coverage[place] else ""
        given = {
            name: float(column[place]) for name, column in self.grammar.features.items() if not np.isnan(column[place])
        }
        return RuleView(self.grammar[place], sightings, made_as, given)


class RuleMemory(Generic[Value]):
    """Remembers something about each rule, of the grammar or made up for a tree, once it was worked out."""

    def __init__(self, grammar: Grammar, work_out: Callable[[RuleView], Value]) -> None:
        self._views = GrammarViews(grammar)
        self._work_out = work_out
        self._of_grammar: dict[int, Value] = {}
        self._made_up: dict[tuple[Production, int, int], Value] = {}

    def values(self, transduction: Transduction) -> tuple[list[Value], Ints]:
        """Return the values of a forest's different rules, and for each edge which of them is its own."""
        numbers, places = np.unique(transduction.forest.rule, return_inverse=True)
        nodes = list(transduction.source.nodes())
        productions: dict[int, Production] = {}
        values = []
        for number in numbers.tolist():
            if not transduction.is_made_up(number):
                values.append(self._grammar_value(number))
                continue
            node, first, last = transduction.made_up[number - len(transduction.grammar)].tolist()
            if node not in productions:
                productions[node] = _production(nodes[node])
            values.append(self._made_up_value(transduction, number, (productions[node], first, last)))
        return values, places

    def _grammar_value(self, number: int) -> Value:
        if number not in self._of_grammar:
            self._of_grammar[number] = self._work_out(self._views.view(number))
        return self._of_grammar[number]

    def _made_up_value(self, transduction: Transduction, number: int, key: tuple[Production, int, int]) -> Value:
        value = self._made_up.get(key)
        if value is None:
            check_cancelled()
            value = self._work_out(RuleView(transduction.rule(number), {}, COVERAGE))
            if len(self._made_up) >= _MOST_MADE_UP:
                self._made_up = {}  # not cleared: another thread may be reading the old one
            self._made_up[key] = value
        return value


class FeatureTable:
    """The features of all rules and deletions met so far: one row for each, one column per feature name.

    Attributes:
        names: each column's feature.
    """

    def __init__(self, grammar: Grammar, templates: Sequence[str]) -> None:
        self.names: list[str] = []
        self._templates = templates
        self._columns: dict[str, int] = {}
        self._rows: list[dict[int, float]] = []
        self._memory = RuleMemory(grammar, self._add_rule)

    def rows(self, transduction: Transduction) -> SparseRows:
        """Return for each edge of a forest the rows whose sum is its features, as columns with the value 1.

        What was not met before gets new rows. With ``matrix()`` the features of the edges are the product
        of the two, and their scores ``rows @ (matrix @ weights)``.
        """
        values, places = self._memory.values(transduction)
        edges = np.arange(len(places))
        rows = np.array(values, np.int64)[places]
        if CONTEXT in self._templates:
            cut, nodes = deleted_nodes(transduction)
            used, which = np.unique(nodes, return_inverse=True)
            features = deletion_features(transduction.source)
            added = np.array([self._add(dict.fromkeys(features[node], 1.0)) for node in used], np.int64)
            edges, rows = np.concatenate([edges, cut]), np.concatenate([rows, added[which]])
        order = np.argsort(edges, kind="stable")
        pointers = np.searchsorted(edges[order], np.arange(len(places) + 1))
        return SparseRows(pointers, rows[order], np.ones(len(rows)))

    def matrix(self) -> SparseRows:
        """Return the features of all rows so far."""
        return SparseRows.from_rows(self._rows)

    def _add_rule(self, view: RuleView) -> int:
        return self._add(rule_features(view, self._templates))

    def _add(self, features: Mapping[str, float]) -> int:
        self._rows.append({self._column(name): value for name, value in features.items()})
        return len(self._rows) - 1

    def _column(self, name: str) -> int:
        if name not in self._columns:
            self._columns[name] = len(self.names)
            self.names.append(name)
        return self._columns[name]


class RuleScorer:
    """Scores the edges of forests with learnt weights (Cohn & Lapata 2013, equation 5).

    Features without a weight count as zero.

    Attributes:
        templates: which features there are.
        weights: each feature's weight, by name.
    """

    def __init__(self, grammar: Grammar, templates: Sequence[str], weights: Mapping[str, float]) -> None:
        self.templates = tuple(templates)
        self.weights = weights
        self._memory = RuleMemory(grammar, self._score)

    def __call__(self, transduction: Transduction) -> Floats:
        """Return one score per edge."""
        values, places = self._memory.values(transduction)
        scores: Floats = np.array(values, np.float64)[places]
        if CONTEXT in self.templates:
            edges, nodes = deleted_nodes(transduction)
            weight = self.weights.get
            of_node = np.array(
                [sum(weight(name, 0.0) for name in names) for names in deletion_features(transduction.source)]
            )
            scores += np.bincount(edges, of_node[nodes], len(scores))
        return scores

    def _score(self, view: RuleView) -> float:
        weight = self.weights.get
        return sum(weight(name, 0.0) * value for name, value in rule_features(view, self.templates).items())


def _totals(sides: list[tuple[str, str]], side: int, counts: Floats) -> Floats:
    """Return for each rule how often its source (0) or target (1) was seen, whatever stands opposite."""
    _, places = np.unique([pair[side] for pair in sides], return_inverse=True)
    return np.bincount(places, counts, len(places)).astype(np.float64)[places]


def _logarithms(counts: Floats) -> Floats:
    """Return logarithms where there is a count; the others are never asked for."""
    logarithms: Floats = np.log10(np.where(counts > 0, counts, 1.0))
    return logarithms


def _production(node: Tree) -> Production:
    """Return a node's label and its children, words distinguished from labels by a mark that no label has."""
    return (node.label, *(f" {child.word}" if isinstance(child, Leaf) else child.label for child in node.children))
