"""Tree transduction: the forest of all trees that a grammar makes of a tree (Cohn & Lapata 2013, §5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from laconic.extract.coverage import coverage_rule, production
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest, Ints
from laconic.forest.rewriting import Rewriting
from laconic.grammar import EMPTY, Fragment, Grammar, Rule
from laconic.grammar.index import flatten
from laconic.grammar.root import with_root
from laconic.tree import Tree

Coverage = Literal["none", "copy", "all"]
"""Which rules are made up for a tree; the core knows them by their places here."""

_COVERAGES: tuple[Coverage, ...] = ("none", "copy", "all")


@dataclass(frozen=True)
class Transduction(Rewriting):
    """A tree, a grammar, and the forest of what the grammar makes of the tree.

    The forest's nodes stand for a node of the source as a target category, which is their label; ``ε`` is
    the category of what is deleted. Its rules are the grammar's by their numbers; those from
    ``len(grammar)`` on were made up for this tree.

    Attributes:
        source: the tree, below a root labelled ``TOP``.
        grammar: the grammar.
        node_source: for each node of the forest the number of its source node, in reading order.
        made_up: for each rule made up the number of its source node, and the run of children it deletes.
    """

    source: Tree
    grammar: Grammar
    node_source: Ints
    made_up: Ints

    def is_made_up(self, number: int) -> bool:
        """Return whether a rule was made up for this tree, and is not in the grammar."""
        return number >= len(self.grammar)

    def rule(self, number: int) -> Rule:
        """Return the rule of a number in ``forest.rule``."""
        if not self.is_made_up(number):
            return self.grammar[number]
        node, first, last = self.made_up[number - len(self.grammar)].tolist()
        return coverage_rule(production(self._nodes[node]), first, last)

    @property
    def only_deletes(self) -> NDArray[np.bool_]:
        """For each edge of the forest whether its rule leaves what it does not delete as it is, in its order."""
        made_up = np.ones(len(self.made_up), np.bool_)
        plain = self.grammar.index.only_deletes.astype(np.bool_)
        return np.concatenate([plain, made_up])[self.forest.rule]

    def rules(self, derivation: Derivation) -> tuple[Rule, ...]:
        """Return the rules of a derivation in reading order."""
        return tuple(self.rule(number) for number in derivation.rules)

    def tree(self, derivation: Derivation) -> Tree:
        """Return the target tree of a derivation, its words numbered from 0."""
        rules = self.rules(derivation)
        built: list[Fragment | None] = [None] * len(rules)
        for place in range(len(rules) - 1, -1, -1):  # children come after their parents
            rule, below = rules[place], derivation.children(place)
            if rule.target is not None:
                parts = (built[below[variable]] for variable in rule.target_links)
                built[place] = rule.target.replaced([part for part in parts if part is not None])
        root = built[0]
        assert root is not None  # the root's category is never ε
        return root.to_tree()

    @cached_property
    def _nodes(self) -> list[Tree]:
        return list(self.source.nodes())


def transduce(tree: Tree, grammar: Grammar, *, coverage: Coverage = "all", deletion_only: bool = False) -> Transduction:
    """Build the forest of all target trees of a tree, from its leaves to its root.

    Every match of a rule is an edge, if what its variables stand for can become the categories that the
    rule wants; what no whole derivation uses is left out. The target's root is ``TOP`` like the source's,
    so the text is never empty.

    Args:
        tree: the source tree; it gets a root ``TOP`` unless it has one.
        grammar: the rules.
        coverage: which rules are made up: ``all`` that copy, delete and shorten the tree's productions (2013); with
            ``copy`` only those that copy, and that delete whole what a rule's variables drop (2007); with ``none``
            there may be no derivation. Those that the grammar holds anyway are not made up again.
        deletion_only: whether only rules may be used whose target is a part of their source in the same
            order, so that every derivation's text is a subsequence of the source's words.

    >>> grammar = Grammar.from_counts({Rule.parse("(NN dog) ||| (NN pet)"): 1}, "hand")
    >>> transduce(Tree.parse("(NP (DT the) (NN dog))"), grammar).forest
    <Forest: 6 nodes, 9 edges, 3 words>
    """
    source = with_root(tree)
    flat = flatten(source)
    arrays = grammar.index.core.transduce(*flat.shape, _COVERAGES.index(coverage), deletion_only)
    head, tail_ptr, tails, rule, yield_ptr, symbols, positions, nodes, categories, vocabulary, made_up = arrays
    forest = Forest(
        head,
        tail_ptr,
        tails,
        nodes=len(nodes),
        rule=rule,
        yield_ptr=yield_ptr,
        yield_symbols=symbols,
        vocabulary=vocabulary,
        labels=[category or EMPTY for category in categories],
        spans=flat.spans[nodes],
    )
    return Transduction(forest, positions, source, grammar, nodes, made_up)
