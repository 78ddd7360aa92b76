"""The chain learner descends the right gradient to the right place."""

import numpy as np
import pytest

from laconic.features.deletion import LinearScorer
from laconic.learn.deletion.chain import ChainSettings, _Labelled, _objective, learn_chain
from laconic.methods.crf import ChainDeletion
from laconic.search.constraints import Constraints
from learn.test_mira import EXAMPLES, UNSEEN


def test_the_gradient_is_that_of_the_loss() -> None:
    random = np.random.default_rng(1)
    unary, transition = random.normal(size=9), random.normal(size=(2, 2))
    golds = [
        _Labelled(slice(0, 5), np.array([1, 0, 1, 1, 0], bool)),
        _Labelled(slice(5, 9), np.array([0, 0, 1, 1], bool)),
    ]
    _, unary_gradient, transition_gradient = _objective(unary, transition, golds)
    for place in range(9):
        shift = np.zeros(9)
        shift[place] = 1e-5
        slope = (
            _objective(unary + shift, transition, golds)[0] - _objective(unary - shift, transition, golds)[0]
        ) / 2e-5
        assert unary_gradient[place] == pytest.approx(slope, abs=1e-6)
    for a, b in np.ndindex(2, 2):
        shift = np.zeros((2, 2))
        shift[a, b] = 1e-5
        slope = (
            _objective(unary, transition + shift, golds)[0] - _objective(unary, transition - shift, golds)[0]
        ) / 2e-5
        assert transition_gradient[a, b] == pytest.approx(slope, abs=1e-6)


def test_what_is_learnt_carries_over_to_new_words() -> None:
    losses: list[float] = []
    weights, transition = learn_chain(
        EXAMPLES, ChainSettings(buckets=2**14, regularisation=0.1), lambda _, loss: losses.append(loss)
    )
    method = ChainDeletion("crf", LinearScorer(weights, with_pairs=False, with_arcs=False), transition)
    assert losses[-1] < losses[0]
    assert method.compress(UNSEEN.sentence, Constraints.any_length(len(UNSEEN.sentence))).kept == UNSEEN.golds[0].kept
