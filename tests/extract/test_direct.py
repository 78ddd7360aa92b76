"""Direct extraction: the papers' worked examples rule for rule, and what holds for every pair."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rule_strategies import trees

from laconic.align import Alignment
from laconic.errors import DataError
from laconic.extract.constituents import ConstituentAlignment
from laconic.extract.direct import Step, minimal_derivation
from laconic.grammar import DELETED, Fragment, Rule
from laconic.tree import Leaf, Tree


def rules_of(source: str, target: str, links: str) -> list[str]:
    found = minimal_derivation(Tree.parse(source), Tree.parse(target), Alignment.parse(links))
    return sorted(str(step.rule) for step in found.steps())


def test_figure_5_of_cohn_and_lapata_2013() -> None:
    """The figure as printed, but for its misprints.

    Printed, the first rule lacks the deleted comma and a bracket, the rule for "been kicked out" has the
    root S and its variables exchanged, and the rule that deletes the phrase "had known" is missing.
    """
    source = (
        "(S (SBAR (IN If) (S (NP they) (VP (VBD had) (VP known)))) (, ,) (NP Jeffrey)"
        " (VP (MD would) (VP (VB have) (VP (VBN been) (VP (VBN kicked) (PRT out))))) (. .))"
    )
    target = "(S (NP They) (VP (MD would) (VP (VB have) (VP (VBN sacked) (NP Jeffrey)))) (. .))"
    assert rules_of(source, target, "1-0 5-4 6-1 7-2 9-3 10-3 11-5") == sorted(
        [
            "(S SBAR@1 ,@ε NP@2 (VP MD@3 (VP VB@4 VP@5)) .@6) ||| (S NP@1 (VP MD@3 (VP VB@4 (VP VBN@5 NP@2))) .@6)",
            "(SBAR IN@ε S@1) ||| NP@1",
            "(S NP@1 VP@ε) ||| NP@1",
            "(VP VBN@ε VP@1) ||| VBN@1",
            "(NP they) ||| (NP They)",
            "(NP Jeffrey) ||| (NP Jeffrey)",
            "(MD would) ||| (MD would)",
            "(VB have) ||| (VB have)",
            "(VP (VBN kicked) (PRT out)) ||| (VBN sacked)",
            "(. .) ||| (. .)",
            "(IN If) ||| ε",
            "(VP VBD@ε VP@ε) ||| ε",
            "(VBD had) ||| ε",
            "(VP known) ||| ε",
            "(, ,) ||| ε",
            "(VBN been) ||| ε",
        ]
    )


def test_figure_3_of_cohn_and_lapata_2007() -> None:
    """The figure's ten rules (it prints ADJ for the JJ of "good"), and those that delete, which it leaves out.

    The figure's tree does not show the second verb phrase; one is made up here.
    """
    source = (
        "(S (NP (DT The) (NN documentation)) (VP (VP (AUX is) (ADJP (RB very) (JJ good))) (CC and)"
        " (VP (VBZ helps))) (. .))"
    )
    target = "(S (NP (NN Documentation)) (VP (AUX is) (ADJP (RB very) (JJ good))) (. .))"
    assert rules_of(source, target, "1-0 2-1 3-2 4-3 7-4") == sorted(
        [
            "(S NP@1 VP@2 .@3) ||| (S NP@1 VP@2 .@3)",
            "(NP DT@ε NN@1) ||| (NP NN@1)",
            "(NN documentation) ||| (NN Documentation)",
            "(VP VP@1 CC@ε VP@ε) ||| VP@1",
            "(VP AUX@1 ADJP@2) ||| (VP AUX@1 ADJP@2)",
            "(AUX is) ||| (AUX is)",
            "(ADJP RB@1 JJ@2) ||| (ADJP RB@1 JJ@2)",
            "(RB very) ||| (RB very)",
            "(JJ good) ||| (JJ good)",
            "(. .) ||| (. .)",
            "(DT The) ||| ε",
            "(CC and) ||| ε",
            "(VP VBZ@ε) ||| ε",
            "(VBZ helps) ||| ε",
        ]
    )


def test_chains_of_single_children_are_matched_label_by_label() -> None:
    rules = rules_of("(S (NP (NP (NN x)) (PP (IN of))))", "(S (NP (NN x)))", "0-0")
    assert "(NP NP@1 PP@ε) ||| NP@1" in rules
    assert "(NP NN@1) ||| (NP NN@1)" in rules
    assert rules_of("(NP (NNP x))", "(NP (NN x))", "0-0") == ["(NNP x) ||| (NN x)", "(NP NNP@1) ||| (NP NN@1)"]


def test_inserted_words_stay_in_the_rule_above() -> None:
    assert "(S NP@1 VP@2) ||| (S (ADVP (RB Now)) NP@1 VP@2)" in rules_of(
        "(S (NP it) (VP works))", "(S (ADVP (RB Now)) (NP it) (VP works))", "0-1 1-2"
    )


@st.composite
def aligned_pairs(draw: st.DrawFn) -> tuple[Tree, Tree, Alignment]:
    source, target = draw(trees()), draw(trees())
    possible = list(product(range(len(source.words)), range(len(target.words))))
    return source, target, Alignment(draw(st.lists(st.sampled_from(possible), max_size=6)))


@given(aligned_pairs())
def test_aligned_nodes_are_those_of_the_definition(pair: tuple[Tree, Tree, Alignment]) -> None:
    source, target, alignment = pair
    aligned = ConstituentAlignment(source, target, alignment)
    for number, node in enumerate(source.nodes()):
        expected = []
        for other_number, other in enumerate(target.nodes()):
            inside = [(node.span[0] <= s < node.span[1], other.span[0] <= t < other.span[1]) for s, t in alignment]
            if (True, True) in inside and (True, False) not in inside and (False, True) not in inside:
                expected.append(other_number)
        assert aligned.partners[number] == tuple(expected)


@given(aligned_pairs())
def test_a_derivation_rebuilds_both_trees(pair: tuple[Tree, Tree, Alignment]) -> None:
    source, target, alignment = pair
    assume(len(alignment) > 0)
    rebuilt_source, rebuilt_target = _rebuild(minimal_derivation(source, target, alignment))
    assert rebuilt_source == Fragment.of(source)
    assert rebuilt_target == Fragment.of(target)


def _rebuild(step: Step) -> tuple[Fragment, Fragment | None]:
    below = [_rebuild(child) for child in step.below]
    rule = step.rule
    for (_, part), link in zip(below, rule.links, strict=True):
        assert (part is None) == (link == DELETED)
    target = rule.target
    if target is not None:
        parts = [below[variable][1] for variable in rule.target_links]
        target = target.replaced([part for part in parts if part is not None])
    return rule.source.replaced([part for part, _ in below]), target


@given(aligned_pairs())
def test_no_rule_could_be_smaller(pair: tuple[Tree, Tree, Alignment]) -> None:
    """Below a rule's root no inner node is aligned with a node at or below its target, or free of links."""
    source, target, alignment = pair
    assume(len(alignment) > 0)
    aligned = ConstituentAlignment(source, target, alignment)
    fragments = [step.rule for step in minimal_derivation(source, target, alignment).steps()]
    cut = sum(len(rule.links) for rule in fragments) + 1
    assert cut == len(fragments)
    inner = sum(
        isinstance(part, Fragment) and not part.is_variable for rule in fragments for part in rule.source.parts()
    )
    assert inner == len(aligned.source)
    # A node without links always heads a rule of its own.
    assert sum(rule.target is None for rule in fragments) == aligned.linked.count(False)


def test_pairs_without_links_and_absurd_trees_are_refused() -> None:
    tree = Tree.parse("(S (NP it) (VP works))")
    with pytest.raises(DataError, match="no word"):
        minimal_derivation(tree, tree, Alignment())
    with pytest.raises(DataError, match="beyond"):
        minimal_derivation(tree, tree, Alignment([(5, 0)]))
    deep = Tree("X", (Leaf("a", 0),))
    for _ in range(300):
        deep = Tree("X", (deep,))
    with pytest.raises(DataError, match="deep"):
        minimal_derivation(deep, tree, Alignment([(0, 0)]))


def test_a_rule_is_its_own_proof_of_equality() -> None:
    same = "(S (NP (DT a) (NN b)) (VP (VBZ c)))"
    assert all(Rule.parse(line).source == Rule.parse(line).target for line in rules_of(same, same, "0-0 1-1 2-2"))
