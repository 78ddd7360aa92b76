"""Rules and fragments: their text, and what makes them valid."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_strategies import awkward_rules

from laconic._core import canonical_rules
from laconic.errors import DataError
from laconic.grammar import DELETED, Fragment, Rule
from laconic.grammar.fragment import write_fragment
from laconic.tree import Tree


@given(awkward_rules())
def test_a_rule_reads_back_as_it_was_written(rule: Rule) -> None:
    line = str(rule)
    assert "\n" not in line
    assert "\r" not in line
    assert line.count(" ||| ") == 1
    assert Rule.parse(line) == rule
    assert str(Rule.parse(line)) == line


@given(awkward_rules())
def test_a_fragment_reads_back_as_it_was_written(rule: Rule) -> None:
    assert Fragment.parse(str(rule.source)) == rule.source


def test_the_parts_of_a_rule() -> None:
    rule = Rule.parse("(VP VBD@1 NP@2 (PP (IN by) NP@ε)) ||| (VP NP@2 (VBZ is) VBD@1)")
    assert rule.links == (1, 0, DELETED)
    assert rule.target_links == (1, 0)
    assert rule.root == ("VP", "VP")
    assert rule.source.words == ("by",)
    assert [node.label for node in rule.source.variables] == ["VBD", "NP", "NP"]
    assert list(rule.source.productions()) == [("VP", ("VBD", "NP", "PP")), ("PP", ("IN", "NP")), ("IN", ("by",))]
    assert rule.source.leaves == (Fragment("VBD"), Fragment("NP"), "by", Fragment("NP"))


def test_numbers_say_only_what_belongs_together() -> None:
    assert Rule.parse("(S A@12 B@3) ||| (S B@3 A@12)") == Rule.parse("(S A@1 B@2) ||| (S B@2 A@1)")
    assert Rule.parse("(S A@1 B@2) ||| (S A@1 B@2)") != Rule.parse("(S A@2 B@1) ||| (S A@1 B@2)")


def test_equal_rules_may_have_different_origins() -> None:
    assert Rule.parse("(JJ old) ||| ε", "extract") == Rule.parse("(JJ old) ||| ε", "pivot")


def test_a_target_may_be_a_lone_variable_of_another_category() -> None:
    rule = Rule.parse("(SBAR IN@ε S@1) ||| NP@1")
    assert rule.target == Fragment("NP")
    assert rule.root == ("SBAR", "NP")


def test_a_whole_tree_is_a_fragment() -> None:
    tree = Tree.parse("(S (NP (PRP It)) (VP (VBZ works)) (. .))")
    assert str(Fragment.of(tree)) == str(tree)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(NP DT@1)", "two trees"),
        ("(NP DT@1) ||| (NP DT@1) ||| x", "two trees"),
        ("NP@1 ||| NP@1", "lone variable"),
        ("(NP DT@1) ||| (NP DT@2)", "differ"),
        ("(NP DT@1 NN@1) ||| (NP DT@1)", "differ"),
        ("(NP DT@1) ||| (NP DT@1 NN@1)", "different numbers"),
        ("(NP DT@1) ||| (NP DT@ε)", "different numbers"),
        ("(NP DT@) ||| (NP DT@)", "different numbers"),
        ("(NP DT@1) ||| ε", "differ"),
        ("(NP ||| ε", "not closed"),
        ("(NP dog)) ||| ε", "not opened"),
        ("(NP) ||| ε", "empty"),
        ("((NP dog)) ||| ε", "without a label"),
        ("dog ||| ε", "one tree"),
        ("(NP dog) (NP cat) ||| ε", "one tree"),
        ("(NP \\x) ||| ε", "has no meaning"),
        ("(NP dog\\", "two trees"),
        ("(" * 600 + " ||| ε", "without a label"),
        ("(A " * 600 + " ||| ε", "nested"),
    ],
)
def test_what_is_no_rule_is_refused_with_a_reason(text: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        Rule.parse(text)


def test_links_must_fit_the_fragments() -> None:
    source, target = Fragment.parse("(NP DT@ NN@)"), Fragment.parse("(NP NN@)")
    with pytest.raises(DataError, match="links"):
        Rule(source, target, (0,))
    with pytest.raises(DataError, match="exactly one"):
        Rule(source, target, (DELETED, DELETED))
    with pytest.raises(DataError, match="exactly one"):
        Rule(source, target, (0, 0))


@given(awkward_rules(), st.randoms(use_true_random=False))
def test_the_core_writes_rules_as_python_does(rule: Rule, random: Random) -> None:
    """Whatever the numbers of the variables and the blanks between the pieces."""
    numbers = random.sample(range(1, 100), sum(link != DELETED for link in rule.links))
    marks = iter(numbers)
    source_marks = ["ε" if link == DELETED else str(next(marks)) for link in rule.links]
    written = write_fragment(rule.source, source_marks)
    if rule.target is not None:
        target = write_fragment(rule.target, [source_marks[place] for place in rule.target_links])
    else:
        target = "ε"
    loose = " ||| ".join(side.replace(" ", "  ") for side in (f" {written} ", f"{target} "))
    assert canonical_rules(f"{loose}\n{rule}") == [str(rule), str(rule)]
