"""The steps of derivations against the trees that they rewrite and make."""

import pytest

import laconic
from laconic.grammar import Fragment
from laconic.pipeline.explanation.tree_steps import Step
from laconic.pipeline.explanation.trees import Transformation
from laconic.tree import Leaf, Tree

SENTENCES = [
    "The old man slowly opened the heavy door of the house.",
    "The scheme, which nobody liked, was intended for people of poor or moderate means.",
]


@pytest.fixture(scope="module")
def explained() -> list[Transformation]:
    model = laconic.load("t3")
    return [answer.explanation for sentence in SENTENCES for answer in model.all_lengths(sentence)]


def node_labels(tree: Tree) -> list[str]:
    return [node.label for node in tree.nodes()]


def test_every_node_belongs_to_exactly_one_rule(explained: list[Transformation]) -> None:
    for found in explained:
        for nodes, side in ((node_labels(found.transduction.source), "source"), (node_labels(found.tree), "target")):
            inside = sorted(node for step in found.steps for node in getattr(step, side).inside)
            assert inside == list(range(len(nodes)))


def test_the_places_bear_the_labels_of_the_rules(explained: list[Transformation]) -> None:
    for found in explained:
        source, target = node_labels(found.transduction.source), node_labels(found.tree)
        for step in found.steps:
            if step.rule.target is None:
                assert source[step.source.inside[0]] == step.rule.source.label
                assert step.target.inside == step.target.frontier == ()
                continue
            inner, variables = labels(step.rule.source)
            assert [source[node] for node in step.source.inside] == inner
            assert [source[node] for node in step.source.frontier] == variables
            inner, variables = labels(step.rule.target)
            assert [target[node] for node in step.target.inside] == inner
            assert [target[node] for node in step.target.frontier] == variables


def labels(fragment: Fragment) -> tuple[list[str], list[str]]:
    parts = [part for part in fragment.parts() if not isinstance(part, str)]
    inner = [part.label for part in parts if not part.is_variable]
    return inner, [part.label for part in parts if part.is_variable]


def test_the_scores_add_up(explained: list[Transformation]) -> None:
    for found in explained:
        assert sum(step.score for step in found.steps) == pytest.approx(sum(found.rule_scores))


def test_words_below_a_deletion_are_all_gone(explained: list[Transformation]) -> None:
    for found in explained:
        nodes = list(found.transduction.source.nodes())
        gone = {leaf.position for step in found.steps if step.rule.target is None for leaf in words(step, nodes)}
        kept = found.transduction.kept(found.derivation)
        if kept is not None:
            assert gone == set(range(len(found.transduction.source.leaves))) - set(kept)


def words(step: Step, nodes: list[Tree]) -> tuple[Leaf, ...]:
    return nodes[step.source.inside[0]].leaves
