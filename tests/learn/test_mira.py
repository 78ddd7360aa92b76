"""Online learning: its updates solve the stated problem, its mean is a mean, and it can be taken up again."""

from itertools import pairwise

import numpy as np
import pytest

from laconic import Sentence, Token, Tree
from laconic.features.deletion import LinearScorer
from laconic.learn.deletion.examples import DeletionExample, Gold
from laconic.learn.deletion.mira import MiraLearner, MiraSettings
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Constraints
from laconic.search.joint import JointSearch
from laconic.search.subtree import SubtreeSearch

SETTINGS = MiraSettings(epochs=4, step=0.1, buckets=2**14)


def example(adjective: str, noun: str) -> DeletionExample:
    """Return a sentence from which the adjective and the adverb are to be dropped."""
    tree = Tree.parse(f"(S (NP (DT The) (JJ {adjective}) (NN {noun})) (VP (VBD slept) (ADVP (RB badly))) (. .))")
    tokens = [Token(node.words[0], node.label) for node in tree.preterminals()]
    relations = ("det", "amod", "nsubj", "root", "advmod", "punct")
    sentence = Sentence.from_tokens(tokens, tree=tree, heads=(3, 3, 4, 0, 4, 4), relations=relations)
    return DeletionExample(sentence, (Gold((0, 2, 3, 5), (3, 4, 0, 4)),))


EXAMPLES = [example("old", "man"), example("tall", "girl"), example("rich", "judge")]
UNSEEN = example("poor", "poet")


@pytest.mark.parametrize(
    ("search", "with_pairs", "with_arcs"),
    [(BigramSearch(), True, False), (JointSearch(), True, True), (SubtreeSearch(), False, False)],
)
def test_what_is_learnt_carries_over_to_new_words(search, with_pairs, with_arcs) -> None:
    learner = MiraLearner(SETTINGS, search, with_pairs=with_pairs, with_arcs=with_arcs)
    losses = [np.mean(list(learner.learn_epoch(EXAMPLES))) for _ in range(SETTINGS.epochs)]
    assert losses[-1] < losses[0]
    found = search.search(
        learner.scorer()(UNSEEN.sentence), Constraints.any_length(len(learner.scorer()(UNSEEN.sentence)))
    )[0]
    assert found.positions == UNSEEN.golds[0].kept
    if with_arcs:
        assert found.heads == UNSEEN.golds[0].heads


def test_the_mean_is_the_mean_of_all_weights_seen() -> None:
    learner = MiraLearner(SETTINGS, BigramSearch(), with_pairs=True, with_arcs=False)
    seen = [learner.weights.copy()]
    for _ in range(2):
        for _ in learner.learn_epoch(EXAMPLES):
            seen.append(learner.weights.copy())
    np.testing.assert_allclose(learner.mean_weights(), np.mean(seen, axis=0), atol=1e-5)


def test_learning_goes_on_where_it_stopped() -> None:
    whole = MiraLearner(SETTINGS, BigramSearch(), with_pairs=True, with_arcs=False)
    for _ in range(3):
        list(whole.learn_epoch(EXAMPLES))
    first = MiraLearner(SETTINGS, BigramSearch(), with_pairs=True, with_arcs=False)
    list(first.learn_epoch(EXAMPLES))
    second = MiraLearner(SETTINGS, BigramSearch(), with_pairs=True, with_arcs=False)
    second.restore(first.state())
    for _ in range(2):
        list(second.learn_epoch(EXAMPLES))
    np.testing.assert_array_equal(whole.mean_weights(), second.mean_weights())


def test_an_update_beats_every_proposal_if_the_step_allows() -> None:
    settings = MiraSettings(best=3, step=1e9, buckets=2**14, at_length=False)
    learner = MiraLearner(settings, BigramSearch(), with_pairs=True, with_arcs=False)
    (one,) = EXAMPLES[:1]
    before = LinearScorer(learner.weights.copy(), with_arcs=False)(one.sentence)
    proposals = learner._proposals(before, one.golds[0])
    list(learner.learn_epoch([one]))
    after = LinearScorer(learner.weights, with_arcs=False)(one.sentence)

    def score(kept: tuple[int, ...]) -> float:
        path = [0, *(place + 1 for place in kept), len(one.sentence) + 1]
        return float(after.token[list(kept)].sum() + sum(after.bigram[a, b] for a, b in pairwise(path)))

    gold = one.golds[0].kept
    assert len(proposals) == 3
    for proposal in proposals:
        cost = len(set(proposal.positions) ^ set(gold))
        assert score(gold) - score(proposal.positions) >= cost - 1e-3


def test_a_gold_outside_the_tree_is_replaced_by_the_closest_inside() -> None:
    orphan = DeletionExample(EXAMPLES[0].sentence, (Gold((0, 3, 5), (4, 0, 4)),))
    learner = MiraLearner(SETTINGS, SubtreeSearch(), with_pairs=False, with_arcs=False)
    scores = learner.scorer()(orphan.sentence)
    reachable = learner._reachable(orphan.golds[0], scores)
    # "The" cannot stay without "man": a word of the same number that can is the closest.
    assert len(reachable.kept) == 3
    assert {3, 5} <= set(reachable.kept)
