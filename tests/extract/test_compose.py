"""Composed rules say exactly what their parts say one after the other."""

from __future__ import annotations

from itertools import combinations

import pytest
from grammar_oracle import bind
from hypothesis import assume, given
from hypothesis import strategies as st
from rule_strategies import rules, trees

from laconic.align import Alignment
from laconic.errors import DataError
from laconic.extract.compose import compose, composed_rules
from laconic.extract.coverage import coverage_rule
from laconic.extract.direct import minimal_derivation
from laconic.grammar import DELETED, Fragment, Rule
from laconic.tree import Tree

UPPER = Rule.parse("(S NP@1 VP@2 X@ε) ||| (S (Y VP@2) NP@1)")


@pytest.mark.parametrize(
    ("place", "below", "expected"),
    [
        (0, "(NP DT@ε NN@1) ||| (NP NN@1)", "(S (NP DT@ε NN@1) VP@2 X@ε) ||| (S (Y VP@2) (NP NN@1))"),
        (1, "(VP A@1 B@2) ||| (VP B@2 a A@1)", "(S NP@1 (VP A@2 B@3) X@ε) ||| (S (Y (VP B@3 a A@2)) NP@1)"),
        (1, "(VP Z@1) ||| VP@1", "(S NP@1 (VP Z@2) X@ε) ||| (S (Y VP@2) NP@1)"),
        (2, "(X a B@ε) ||| ε", "(S NP@1 VP@2 (X a B@ε)) ||| (S (Y VP@2) NP@1)"),
    ],
)
def test_composition(place: int, below: str, expected: str) -> None:
    assert str(compose(UPPER, place, Rule.parse(below))) == expected


@pytest.mark.parametrize(
    ("place", "below"),
    [(0, "(VP a) ||| (VP a)"), (0, "(NP a) ||| (VP a)"), (0, "(NP a) ||| ε"), (2, "(X a) ||| (X a)")],
)
def test_rules_that_do_not_fit_are_refused(place: int, below: str) -> None:
    with pytest.raises(DataError, match="cannot rewrite"):
        compose(UPPER, place, Rule.parse(below))


@given(rules(), rules(), st.data())
def test_a_composed_rule_rewrites_as_its_parts_do(above: Rule, below: Rule, data: st.DataObject) -> None:
    assume(above.links)
    place = data.draw(st.integers(0, len(above.links) - 1))
    link = above.links[place]
    if link == DELETED or above.target is None:
        below = Rule(below.source, None, (DELETED,) * len(below.links))
    elif below.target is None:
        below = Rule(below.source, Fragment("X", ("x",)), below.links)
    # Let the labels fit: rename the lower rule's roots.
    label = above.source.variables[place].label
    target = below.target
    if target is not None and above.target is not None:
        target = Fragment(above.target.variables[link].label, target.children)
    below = Rule(Fragment(label, below.source.children), target, below.links)
    both = compose(above, place, below)
    # Fill every variable with a word of its own; the results must agree.
    names = [Fragment("W", (f"w{k}",)) for k in range(len(both.links))]
    inner = names[place : place + len(below.links)]
    outer_parts = [*names[:place], None, *names[place + len(below.links) :]]
    below_source, below_target = _apply(below, inner)
    filled = [part if part is not None else below_source for part in outer_parts]
    filled_target = [part if part is not None else below_target for part in outer_parts]
    assert _apply(both, names)[0] == above.source.replaced(filled)
    expected = None
    if above.target is not None:
        parts = [filled_target[variable] for variable in above.target_links]
        expected = above.target.replaced([part for part in parts if part is not None])
    assert _apply(both, names)[1] == expected


def _apply(rule: Rule, parts: list[Fragment]) -> tuple[Fragment, Fragment | None]:
    target = None if rule.target is None else rule.target.replaced([parts[variable] for variable in rule.target_links])
    return rule.source.replaced(parts), target


def test_pairs_of_rules_and_their_limits() -> None:
    tree = Tree.parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    step = minimal_derivation(tree, tree, Alignment.parse("0-0 1-1 2-2"))
    pairs = {str(rule) for rule in composed_rules(step)}
    assert pairs == {
        "(S (NP DT@1 NN@2) VP@3) ||| (S (NP DT@1 NN@2) VP@3)",
        "(S NP@1 (VP VBZ@2)) ||| (S NP@1 (VP VBZ@2))",
    }
    assert {str(rule) for rule in composed_rules(step, most_variables=2)} == {
        "(S NP@1 (VP VBZ@2)) ||| (S NP@1 (VP VBZ@2))"
    }
    every = [str(rule) for rule in composed_rules(step, most_rules=99)]
    assert len(every) == len(set(every))
    # Each of DT, NN, VBZ is open or closed below an open NP or VP: (1 + 2 * 2) * (1 + 2) - 1 rules of several.
    assert len(every) == 14


@given(trees(most_words=4))
def test_every_composed_rule_fits_its_tree(tree: Tree) -> None:
    count = len(tree.words)
    derivation = minimal_derivation(tree, tree, Alignment([(k, k) for k in range(count)]))
    for rule in composed_rules(derivation, most_rules=3, most_variables=9):
        assert bind(rule.source, tree) is not None


def test_coverage_rules_of_a_production() -> None:
    """Those flagged C in Table V of Cohn & Lapata (2013) are among them."""
    source = Fragment.parse("(NP DT@ JJ@ NN@)")
    runs = [(0, 0), *combinations(range(4), 2)]
    assert [str(coverage_rule(source, first, last)) for first, last in runs] == [
        "(NP DT@1 JJ@2 NN@3) ||| (NP DT@1 JJ@2 NN@3)",
        "(NP DT@ε JJ@1 NN@2) ||| (NP JJ@1 NN@2)",
        "(NP DT@ε JJ@ε NN@1) ||| (NP NN@1)",
        "(NP DT@ε JJ@ε NN@ε) ||| ε",
        "(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)",
        "(NP DT@1 JJ@ε NN@ε) ||| (NP DT@1)",
        "(NP DT@1 JJ@2 NN@ε) ||| (NP DT@1 JJ@2)",
    ]
    assert str(coverage_rule(Fragment.parse("(JJ old)"), 0, 0)) == "(JJ old) ||| (JJ old)"
    assert str(coverage_rule(Fragment.parse("(JJ old)"), 0, 1)) == "(JJ old) ||| ε"
    with pytest.raises(DataError, match="no run"):
        coverage_rule(Fragment.parse("(JJ old)"), 1, 2)
