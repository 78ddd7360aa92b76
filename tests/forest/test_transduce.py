"""Forests of trees and grammars, against every derivation written out."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from forest_oracle import enumerate_derivations
from grammar_oracle import every_target, is_deletion
from hypothesis import assume, given
from hypothesis import strategies as st
from rule_strategies import trees_with_rules

from laconic.forest.derivation import Derivation
from laconic.forest.inference import best, count_derivations
from laconic.forest.transduce import Coverage, Transduction, transduce
from laconic.grammar import Grammar, Rule
from laconic.grammar.root import with_root
from laconic.tree import Tree

MOST_DERIVATIONS = 400


def grammar_of(known: list[Rule]) -> Grammar:
    return Grammar.from_counts(dict.fromkeys(known, 1), "hand")


def derivations(found: Transduction) -> list[Derivation]:
    scores = np.zeros(found.forest.edges)
    return [Derivation(found.forest, written.edges, 0.0) for written in enumerate_derivations(found.forest, scores)]


@given(trees_with_rules(4, 10), st.sampled_from(["none", "copy", "all"]))
def test_derivations_are_all_those_of_the_rules(drawn: tuple[Tree, list[Rule]], coverage: Coverage) -> None:
    tree, known = drawn
    found = transduce(tree, grammar_of(known), coverage=coverage)
    assume(count_derivations(found.forest) <= MOST_DERIVATIONS)
    expected = Counter(str(target) for target in every_target(with_root(tree), known, "TOP", coverage))
    if coverage == "none":  # nothing rewrites TOP, unless a rule does
        assert not expected
        known = [*known, Rule.parse(f"(TOP {tree.label}@1) ||| (TOP {tree.label}@1)")]
        found = transduce(tree, grammar_of(known), coverage="none")
        expected = Counter(str(target) for target in every_target(with_root(tree), known, "TOP", "none"))
    trees_made = [(found.tree(each), each) for each in derivations(found)]
    assert Counter(str(made) for made, _ in trees_made) == expected
    for made, derivation in trees_made:
        assert made.words == derivation.tokens
        assert len(made.words) >= 1


@given(trees_with_rules(4, 10))
def test_kept_words_are_words_of_the_source(drawn: tuple[Tree, list[Rule]]) -> None:
    tree, known = drawn
    found = transduce(tree, grammar_of(known))
    assume(count_derivations(found.forest) <= MOST_DERIVATIONS)
    values = 2.0 ** np.arange(len(tree.words))
    sums = found.edge_sums(values)
    for derivation in derivations(found):
        places = found.kept_positions(derivation)
        assert len(places) == len(derivation.tokens)
        for place, word in zip(places, derivation.tokens, strict=True):
            assert place is None or tree.words[place] == word
        known_places = [place for place in places if place is not None]
        assert len(set(known_places)) == len(known_places)
        # Powers of two: equal sums are equal sets.
        assert sums[list(derivation.edges)].sum() == sum(values[place] for place in known_places)
        kept = found.kept(derivation)
        if kept is not None:
            assert list(kept) == sorted(kept) == known_places
            assert derivation.tokens == tuple(tree.words[place] for place in kept)


@given(trees_with_rules(4, 10))
def test_deletion_only_forests_delete_only(drawn: tuple[Tree, list[Rule]]) -> None:
    tree, known = drawn
    found = transduce(tree, grammar_of(known), deletion_only=True)
    assume(count_derivations(found.forest) <= MOST_DERIVATIONS)
    deleting = [rule for rule in known if is_deletion(rule)]
    expected = Counter(str(target) for target in every_target(with_root(tree), deleting, "TOP", "all"))
    assert Counter(str(found.tree(each)) for each in derivations(found)) == expected
    for derivation in derivations(found):
        assert found.kept(derivation) is not None


@given(trees_with_rules(6, 5))
def test_a_tree_can_always_stay_as_it_is(drawn: tuple[Tree, list[Rule]]) -> None:
    """Scores that charge for every word left out and for every change make the copy the best derivation."""
    tree, known = drawn
    found = transduce(tree, grammar_of(known))
    numbers = found.forest.rule.tolist()
    copies = [found.rule(number).source == found.rule(number).target for number in numbers]
    derivation = best(found.forest, np.where(copies, 0.0, -1.0))
    assert derivation.score == 0.0
    assert found.tree(derivation) == with_root(tree)
    assert found.kept(derivation) == tuple(range(len(tree.words)))


def test_figure_2_of_cohn_and_lapata_2013() -> None:
    """The grammar of the figure, and the output trees that it says the grammar licenses.

    The figure's grammar lacks the rule that keeps "sang", which half of its trees need. Words are in small
    letters here, where the figure mixes cases.
    """
    lines = [
        "(S NP@1 (VP VBD@2 NP@3)) ||| (S NP@1 (VP VBD@2 NP@3))",
        "(S NP@1 (VP VBD@2 NP@3)) ||| (S NP@3 (VP was (VP VBN@2 (PP by NP@1))))",
        "(NP he) ||| (NP him)",
        "(NP he) ||| (NP he)",
        "(NP he) ||| (NP Peter)",
        "(VBD sang) ||| (VBN sung)",
        "(NP a song) ||| (NP a song)",
        # Not in the figure: the verb unchanged, and the root of all trees.
        "(TOP S@1) ||| (TOP S@1)",
        "(VBD sang) ||| (VBD sang)",
    ]
    tree = Tree.parse("(S (NP he) (VP (VBD sang) (NP a song)))")
    found = transduce(tree, grammar_of([Rule.parse(line) for line in lines]), coverage="none")
    assert {str(found.tree(each)) for each in derivations(found)} == {
        f"(TOP (S (NP {name}) (VP (VBD sang) (NP a song))))" for name in ("he", "him", "Peter")
    } | {f"(TOP (S (NP a song) (VP was (VP (VBN sung) (PP by (NP {name}))))))" for name in ("he", "him", "Peter")}


def test_figure_2_of_cohn_and_lapata_2007() -> None:
    """A rule that makes a conjunction of verb phrases the first of them, with a change of category inside."""
    rule = Rule.parse("(VP (VP (AUX is) ADJP@1) CC@ε VP@ε) ||| (VP (AUX is) NP@1)")
    change = Rule.parse("(ADJP JJ@ε) ||| (NP (NN fun))")
    tree = Tree.parse("(S (NP (PRP It)) (VP (VP (AUX is) (ADJP (JJ good))) (CC and) (VP (VBZ helps))))")
    found = transduce(tree, grammar_of([rule, change]))
    used = np.isin(found.forest.rule, [0, 1])
    derivation = best(found.forest, np.where(used, 1.0, 0.0))
    assert str(found.tree(derivation)) == "(TOP (S (NP (PRP It)) (VP (AUX is) (NP (NN fun)))))"
    assert found.kept_positions(derivation) == (0, 1, None)
    assert found.kept(derivation) is None
    assert {rule, change} <= set(found.rules(derivation))


def test_nodes_are_source_nodes_as_categories() -> None:
    grammar = grammar_of([Rule.parse("(PP IN@ε NP@1) ||| NP@1"), Rule.parse("(VP V@1 PP@2) ||| (VP V@1 NP@2)")])
    tree = Tree.parse("(S (VP (V look) (PP (IN at) (NP this))))")
    found = transduce(tree, grammar)
    nodes = list(found.source.nodes())
    assert found.forest.labels is not None
    assert found.forest.spans is not None
    pairs = set()
    for number, label, span in zip(found.node_source, found.forest.labels, found.forest.spans.tolist(), strict=True):
        assert tuple(span) == nodes[number].span
        pairs.add((nodes[number].label, str(label)))
    assert ("PP", "NP") in pairs
    assert ("PP", "ε") in pairs
    assert ("TOP", "ε") not in pairs


def test_without_a_derivation_only_the_root_is_left() -> None:
    found = transduce(Tree.parse("(S (NP it))"), grammar_of([]), coverage="none")
    assert (found.forest.nodes, found.forest.edges) == (1, 0)


@pytest.mark.parametrize("brackets", ["(TOP (S a))", "(S a)", "( (S a))", "(ROOT (S a))"])
def test_the_root_is_always_top(brackets: str) -> None:
    assert str(transduce(Tree.parse(brackets), grammar_of([])).source) == "(TOP (S a))"
