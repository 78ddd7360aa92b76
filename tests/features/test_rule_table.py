"""Features and scores of whole forests against those of their rules and deletions one by one."""

from math import log10

import numpy as np
import pytest

from laconic.extract.coverage import COVERAGE
from laconic.features.rule_context import deleted_nodes, deletion_features
from laconic.features.rule_table import FeatureTable, RuleScorer
from laconic.features.rules import RuleView, Sightings, rule_features, template_names
from laconic.forest.transduce import Transduction, transduce
from laconic.grammar import Grammar, Rule
from laconic.tree import Tree

GRAMMAR = Grammar.merge(
    [
        Grammar.from_counts(
            {
                Rule.parse("(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)"): 3,
                Rule.parse("(NP DT@ε JJ@ε NN@1) ||| NN@1"): 2,
                Rule.parse("(JJ old) ||| ε"): 4,
            },
            "extract",
        ),
        Grammar(["(JJ old) ||| (JJ aged)", "(JJ old) ||| ε"], {"pivot": [5, 1]}, {"phrase": [0.25, np.nan]}),
    ]
)
TREES = ["(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ sleeps)))", "(S (NP (NN dog)) (VP (VBZ sleeps)))"]


def transductions() -> list[Transduction]:
    return [transduce(Tree.parse(text), GRAMMAR) for text in TREES]


def edge_features(found: Transduction, edge: int) -> dict[str, float]:
    """An edge's features from the definitions: its rule's, and those of what it deletes."""
    number = int(found.forest.rule[edge])
    rule = found.rule(number)
    sightings = {}
    for origin, column in GRAMMAR.counts.items():
        if not found.is_made_up(number) and column[number]:
            same_source = [place for place in range(len(GRAMMAR)) if GRAMMAR[place].source == rule.source]
            same_target = [place for place in range(len(GRAMMAR)) if GRAMMAR[place].target == rule.target]
            sightings[origin] = Sightings(
                *(log10(sum(column[places])) for places in ([number], same_source, same_target))
            )
    covers = found.is_made_up(number) or bool(GRAMMAR.index.is_coverage[number])
    given = {"phrase": 0.25} if str(rule) == "(JJ old) ||| (JJ aged)" else {}
    features = rule_features(RuleView(rule, sightings, COVERAGE if covers else "", given), template_names("all"))
    of_nodes = deletion_features(found.source)
    for cut, node in zip(*deleted_nodes(found), strict=True):
        if cut == edge:
            for name in of_nodes[node]:
                features[name] = features.get(name, 0.0) + 1.0
    return features


def test_edges_have_the_features_of_their_rules_and_deletions() -> None:
    table = FeatureTable(GRAMMAR, template_names("all"))
    rows = [table.rows(found) for found in transductions()]
    matrix = table.matrix()
    for found, own in zip(transductions(), rows, strict=True):
        for edge in range(found.forest.edges):
            numbers = own.columns[own.pointers[edge] : own.pointers[edge + 1]]
            total = {table.names[column]: value for column, value in matrix.total(numbers).items()}
            assert total == pytest.approx(edge_features(found, edge))


def test_scores_are_the_weighted_sums_of_features() -> None:
    table = FeatureTable(GRAMMAR, template_names("all"))
    rows = [table.rows(found) for found in transductions()]
    weights = np.random.default_rng(0).normal(size=len(table.names))
    scorer = RuleScorer(GRAMMAR, template_names("all"), dict(zip(table.names, weights, strict=True)))
    for found, own in zip(transductions(), rows, strict=True):
        assert scorer(found) == pytest.approx(own @ (table.matrix() @ weights))
        assert scorer(found) == pytest.approx(
            [
                sum(weights[table.names.index(name)] * value for name, value in edge_features(found, edge).items())
                for edge in range(found.forest.edges)
            ]
        )


def test_only_what_goes_from_something_that_stays_is_cut() -> None:
    found = transductions()[0]
    labels = found.forest.labels
    assert labels is not None
    expected = [
        (edge, int(found.node_source[tail]))
        for edge in range(found.forest.edges)
        for tail in found.forest.edge_tails(edge)
        if labels[tail] == "ε" and labels[found.forest.head[edge]] != "ε"
    ]
    assert list(zip(*(part.tolist() for part in deleted_nodes(found)), strict=True)) == expected


def test_deletions_know_their_surroundings() -> None:
    tree = Tree.parse("(TOP (S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ sleeps))))")
    adjective = deletion_features(tree)[4]
    assert adjective == (
        "deletes JJ below NP",
        "deletes JJ of 1",
        "deletes JJ in the middle",
        "deletes JJ from old",
        "deletes JJ to old",
        "deletes JJ after tag DT",
        "deletes JJ after the",
        "deletes JJ before tag NN",
        "deletes JJ before dog",
        "joins DT NN",
        "deletes JJ to JJ below NP",
    )
    subject = deletion_features(tree)[2]
    assert {"deletes NP below S", "deletes NP of 3", "deletes NP at the beginning", "joins # VBZ"} <= set(subject)
