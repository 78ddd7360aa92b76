"""The compiled index against a plain matcher."""

from __future__ import annotations

import pytest
from grammar_oracle import all_matches, coverage_rules, is_deletion
from hypothesis import given
from rule_strategies import awkward_rules, rule_lists, trees, trees_with_rules

from laconic.errors import DataError
from laconic.extract.coverage import production
from laconic.grammar import Fragment, Rule
from laconic.grammar.index import RuleIndex, flatten
from laconic.tree import Tree


@given(trees_with_rules(6, 14))
def test_every_match_is_found_and_no_other(drawn: tuple[Tree, list[Rule]]) -> None:
    tree, known = drawn
    assert RuleIndex([str(rule) for rule in known]).matches(tree) == all_matches(known, tree)


@given(awkward_rules())
def test_the_core_reads_what_is_written(rule: Rule) -> None:
    whole = Fragment("TOP", (rule.source.replaced([Fragment(v.label, ("x",)) for v in rule.source.variables]),))
    assert RuleIndex([str(rule)]).matches(whole.to_tree()).count((1, 0)) == 1


@given(rule_lists(20))
def test_deletion_and_coverage_rules_are_recognised(known: list[Rule]) -> None:
    shallow = [
        list(coverage_rules(Fragment(r.source.label, tuple(_flat(c) for c in r.source.children)), "all")) for r in known
    ]
    together = known + [rule for few in shallow for rule in few[:4]]
    index = RuleIndex([str(rule) for rule in together])
    assert index.only_deletes.tolist() == [is_deletion(rule) for rule in together]
    assert index.is_coverage.tolist() == [
        rule in list(coverage_rules(Fragment(rule.source.label, tuple(map(_flat, rule.source.children))), "all"))
        for rule in together
    ]


def _flat(child: Fragment | str) -> Fragment | str:
    return child if isinstance(child, str) else Fragment(child.label)


@given(trees())
def test_a_flat_tree_tells_spans_and_productions(tree: Tree) -> None:
    flat = flatten(tree)
    nodes = list(tree.nodes())
    assert flat.labels == [node.label for node in nodes]
    assert tuple(flat.words) == tree.words
    assert [tuple(span) for span in flat.spans.tolist()] == [node.span for node in nodes]
    assert [after - number for number, after in enumerate(flat.after.tolist())] == [
        len(list(node.nodes())) for node in nodes
    ]
    for number, node in enumerate(nodes):
        children = flat.children[flat.child_ptr[number] : flat.child_ptr[number + 1]]
        assert production(node).children == tuple(
            flat.words[-1 - child] if child < 0 else Fragment(flat.labels[child]) for child in children.tolist()
        )


@pytest.mark.parametrize(
    "line",
    ["(NP dog)", "(NP dog ||| ε", "NP@1 ||| NP@1", "(NP dog) ||| (NP X@1)", "(NP X@1) ||| ε", "(NP X@) ||| ε", "(NP\\"],
)
def test_a_bad_rule_is_named(line: str) -> None:
    with pytest.raises(DataError, match="rule 1 cannot be read"):
        RuleIndex(["(JJ old) ||| ε", line])
