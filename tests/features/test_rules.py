"""Rule features against the papers' definitions, written out for rules that can be checked by eye."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_strategies import rules

from laconic.errors import UsageError
from laconic.features.rules import TEMPLATES, RuleView, Sightings, rule_features, template_names
from laconic.grammar.rule import Rule

ADJECTIVE = "(NP DT@1 (JJ old) NN@2) ||| (NP DT@1 NN@2)"
PASSIVE = "(S NP@1 (VP VBD@2 NP@3)) ||| (S NP@3 (VP (VBD was) (VP VBN@2 (PP (IN by) NP@1))))"
SUBSTITUTE = "(JJ first) ||| (JJ initial)"
RETAGGED = "(JJ first) ||| (RB first)"
DELETION = "(NP DT@ε JJ@ε) ||| ε"
COPY = "(NP DT@1 NN@2) ||| (NP DT@1 NN@2)"
PHRASE = "(ADJP (JJ due) (PP (TO to) NP@1)) ||| (PP (RB because) (IN of) NP@1)"


def features(text: str, *templates: str, **more) -> dict[str, float]:
    return rule_features(RuleView(Rule.parse(text), **more), templates)


@pytest.mark.parametrize(
    ("template", "text", "expected"),
    [
        ("default", COPY, {"rules": 1}),
        ("length", PASSIVE, {"target words": 2}),
        ("length", DELETION, {}),
        ("variables", PASSIVE, {"target variables": 3}),
        ("variables", DELETION, {"dropped variables": 2}),
        ("match", SUBSTITUTE, {"source (JJ first)": 1, "target (JJ initial)": 1, f"rule {SUBSTITUTE}": 1}),
        ("roots", DELETION, {"source root NP": 1, "target root ε": 1, "roots NP→ε": 1}),
        ("roots", PHRASE, {"source root ADJP": 1, "target root PP": 1, "roots ADJP→PP": 1}),
        ("preterminals", ADJECTIVE, {}),
        (
            "preterminals",
            SUBSTITUTE,
            {
                "preterminals same tag": 1,
                "preterminals other word": 1,
                "preterminals same tag other word": 1,
            },
        ),
        (
            "preterminals",
            RETAGGED,
            {
                "preterminals other tag": 1,
                "preterminals same word": 1,
                "preterminals other tag same word": 1,
            },
        ),
        ("yield-match", RETAGGED, {"same words": 1}),
        ("yield-match", SUBSTITUTE, {"same tags": 1}),
        ("yield-match", ADJECTIVE, {}),
        ("yield-match", COPY, {}),
        ("compression", ADJECTIVE, {"words only deleted": 1}),
        ("compression", SUBSTITUTE, {}),
        ("yield-difference", ADJECTIVE, {"dropped words": 1, "dropped old": 1}),
        (
            "yield-difference",
            "(NP (DT the) (NN the) (JJ old)) ||| (NP (JJ old) (DT the) (NN dog))",
            {
                "common words": 2,
                "common the": 1,
                "common old": 1,
                "dropped words": 1,
                "dropped the": 1,
                "inserted words": 1,
                "inserted dog": 1,
            },
        ),
        (
            "productions",
            PASSIVE,
            {
                "production S→NP VP": 1,
                "production VP→VBD VP": 1,
                "production VBD→was": 1,
                "production VP→VBN PP": 1,
                "production PP→IN NP": 1,
                "production IN→by": 1,
            },
        ),
        ("productions", DELETION, {}),
        (
            "yields",
            PHRASE,
            {"source yield due to": 1, "target yield because of": 1, "yields due to→because of": 1},
        ),
        ("yields", ADJECTIVE, {"no new words": 1}),
        ("tree-edits", ADJECTIVE, {"removed nodes": 1, "removed node JJ": 1}),
        (
            "tree-edits",
            PHRASE,
            {
                "removed nodes": 3,
                "removed node ADJP": 1,
                "removed node JJ": 1,
                "removed node TO": 1,
                "inserted nodes": 2,
                "inserted node RB": 1,
                "inserted node IN": 1,
            },
        ),
    ],
)
def test_templates_by_their_definitions(template: str, text: str, expected: dict[str, float]) -> None:
    assert features(text, template) == expected


def test_a_copy_has_the_same_trees() -> None:
    assert features(COPY, "match")["same trees"] == 1
    assert "same trees" not in features(RETAGGED, "match")
    assert "same trees" not in features("(NP NP@1 NP@2) ||| (NP NP@2 NP@1)", "match")


def test_origins_and_frequencies_are_told_apart() -> None:
    sightings = {"extract": Sightings(log(3), log(4), log(8)), "pivot": Sightings(log(2), log(2), log(5))}
    found = features(COPY, "origin", "frequency", sightings=sightings, made_as="coverage")
    assert found == {
        "origin extract": 1,
        "origin pivot": 1,
        "origin coverage": 1,
        "log count of rule, extract": log(3),
        "log count of source, extract": log(4),
        "log count of target, extract": log(8),
        "log count of rule, pivot": log(2),
        "log count of source, pivot": log(2),
        "log count of target, pivot": log(5),
    }
    assert set(features(DELETION, "frequency", sightings=sightings)) == {
        f"log count of {part}, {name}" for part in ("rule", "source") for name in ("extract", "pivot")
    }


@given(rule=rules())
def test_yield_differences_add_up(rule: Rule) -> None:
    found = rule_features(RuleView(rule), ["yield-difference"])
    target = () if rule.target is None else rule.target.words
    assert found.get("common words", 0) + found.get("dropped words", 0) == len(rule.source.words)
    assert found.get("common words", 0) + found.get("inserted words", 0) == len(target)


@given(rule=rules(), names=st.sets(st.sampled_from(sorted(TEMPLATES)), min_size=1))
def test_templates_do_not_interfere(rule: Rule, names: set[str]) -> None:
    together = rule_features(RuleView(rule), sorted(names))
    apart: dict[str, float] = {}
    for name in names:
        apart |= rule_features(RuleView(rule), [name])
    assert together == apart


def test_sets_of_templates_have_names() -> None:
    assert set(template_names("all")) == {*TEMPLATES, "context"}
    assert "productions" in template_names("2007")
    assert "productions" not in template_names("2013")
    assert template_names("roots, length") == ("roots", "length")
    with pytest.raises(UsageError, match="no feature template 'magic'"):
        template_names("roots,magic")
