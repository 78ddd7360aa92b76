"""What rules do, and looking for them."""

from __future__ import annotations

import pytest
from grammar_oracle import is_deletion
from hypothesis import given
from rule_strategies import rule_lists

from laconic.errors import UsageError
from laconic.grammar import Grammar, Rule
from laconic.grammar.kinds import Kind, count_kinds, kinds
from laconic.grammar.search import RuleQuery, rule_record

# Rules of Table V of Cohn & Lapata (2013), its misnumbered variables put right, and what they do.
TABLE_5 = {
    "(NP DT@1 JJ@2 NN@3) ||| (NP DT@1 JJ@2 NN@3)": Kind.CLONE,
    "(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)": Kind.DELETE,
    "(NP DT@ε JJ@ε NN@ε) ||| ε": Kind.DELETE,
    "(NP DT@ε JJ@ε NN@1) ||| NN@1": Kind.DELETE,
    "(NP DT@1 JJ@2 NN@3) ||| (NP DT@1 JJ@2 NNS@3)": Kind.SAME_YIELD,
    "(NP DT@1 JJ@2 NN@3) ||| (NP NP@1 CC@3 NP@2)": Kind.OTHER,
    "(ADJP (JJ due) (PP (TO to) NP@1)) ||| (PP (RB because) (IN of) NP@1)": Kind.OTHER,
    "(ADJP (RB very) (JJ good)) ||| (JJ outstanding)": Kind.OTHER,
    "(S S@1 (CC and) S@2) ||| (S S@2 (CC and) S@1)": Kind.OTHER,
}


def test_rules_of_the_paper_are_of_the_kind_it_says() -> None:
    grammar = Grammar(TABLE_5, {"hand": [1] * len(TABLE_5)})
    assert dict(zip(grammar.lines, kinds(grammar), strict=True)) == TABLE_5
    assert count_kinds(grammar) == {"hand": {"clone": 1, "same-yield": 1, "delete": 3, "other": 4, "total": 9}}


def test_kinds_are_counted_by_origin_and_merged() -> None:
    one, two = "(JJ old) ||| ε", "(JJ old) ||| (JJ old)"
    table = count_kinds(Grammar([one, two], {"extract": [1, 1], "pivot": [0, 3]}))
    assert table["extract"] == {"clone": 1, "same-yield": 0, "delete": 1, "other": 0, "total": 2}
    assert table["pivot"] == {"clone": 1, "same-yield": 0, "delete": 0, "other": 0, "total": 1}
    assert table["all merged"]["total"] == 2


@given(rule_lists(20))
def test_kinds_follow_their_definition(known: list[Rule]) -> None:
    grammar = Grammar.from_counts(dict.fromkeys(known, 1), "hand")
    for rule, kind in zip(grammar, kinds(grammar), strict=True):
        same_size = rule.target is not None and len(rule.source.leaves) == len(rule.target.leaves)
        if rule.source == rule.target and rule.links == tuple(range(len(rule.links))):
            assert kind == Kind.CLONE
        elif is_deletion(rule):
            assert kind == (Kind.SAME_YIELD if same_size else Kind.DELETE)
        else:
            assert kind == Kind.OTHER


LINES = [
    "(ADJP (RB very) (JJ good)) ||| (JJ NP)",
    "(NP (JJ old) NN@1) ||| (NP NN@1)",
    "(NP DT@1) ||| NN@1",
    "(NP NN@ε) ||| ε",
    "(NN ε) ||| (NN \\(\\))",
]
GRAMMAR = Grammar(LINES, {"extract": [1, 5, 0, 2, 0], "pivot": [0, 1, 3, 0, 2]}, {"p": [0.5] + [float("nan")] * 4})


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (RuleQuery(), [0, 1, 2, 3, 4]),
        (RuleQuery(root="NP"), [1, 2, 3]),
        (RuleQuery(target_root="NN"), [2, 4]),
        (RuleQuery(target_root="ε"), [3]),
        (RuleQuery(word="old"), [1]),
        (RuleQuery(word="NP"), [0]),
        (RuleQuery(word="ε"), [4]),
        (RuleQuery(word="()"), [4]),
        (RuleQuery(origin="pivot"), [1, 2, 4]),
        (RuleQuery(min_count=3), [1, 2]),
        (RuleQuery(kind=Kind.DELETE), [1, 3]),
        (RuleQuery(pattern=r"(?i)OLD|good"), [0, 1]),
        (RuleQuery(root="NP", origin="extract", min_count=3), [1]),
    ],
)
def test_conditions_find_their_rules(query: RuleQuery, found: list[int]) -> None:
    assert {GRAMMAR.lines[place] for place in query.places(GRAMMAR)} == {LINES[place] for place in found}


def test_wishes_that_cannot_be_met_are_refused() -> None:
    with pytest.raises(UsageError, match="extract, pivot"):
        RuleQuery(origin="nowhere").places(GRAMMAR)
    with pytest.raises(UsageError, match="regular expression"):
        RuleQuery(pattern="(").places(GRAMMAR)
    with pytest.raises(UsageError, match=r"'weird'; choose from clone, .*, possessive"):
        RuleQuery(kind="weird").places(GRAMMAR)
    with pytest.raises(UsageError, match="no feature 'q'; it has p"):
        RuleQuery(at_most={"q": 1}).places(GRAMMAR)


def test_a_record_tells_everything() -> None:
    place = GRAMMAR.lines.index(LINES[0])
    assert rule_record(GRAMMAR, place) == {
        "source": "(ADJP (RB very) (JJ good))",
        "target": "(JJ NP)",
        "count": 1.0,
        "counts": {"extract": 1.0},
        "features": {"p": 0.5},
    }
