"""Sums over all compressions equal enumeration, and their gradients equal the marginals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import oracle
from laconic.errors import UsageError
from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals
from laconic.search.chain import chain_marginals
from laconic.search.constraints import Masks
from search.instances import KINDS, random_masks, random_scores

MODELS = {"bigram": (bigram_marginals, oracle.bigram_score), "crf": (chain_marginals, oracle.chain_score)}
Model = tuple[Callable[..., Any], oracle.SetScore]


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> Model:
    return MODELS[request.param]


def enumerated(
    scores: Scores, set_score: oracle.SetScore, words: int | None, masks: Masks | None
) -> tuple[float, np.ndarray]:
    pairs = [
        (score, positions)
        for score, positions in oracle.ranked(scores, set_score, masks)
        if words is None or len(positions) == words
    ]
    log_partition = float(np.logaddexp.reduce([score for score, _ in pairs]))
    token = np.zeros(len(scores))
    for score, positions in pairs:
        token[list(positions)] += np.exp(score - log_partition)
    return log_partition, token


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", [None, 0, 1, 4])
def test_sums_equal_enumeration(model: Model, words: int | None, kind: str) -> None:
    marginals, set_score = model
    generator = np.random.default_rng(3)
    summed = 0
    for _ in range(40):
        scores = random_scores(generator, 6, kind)
        for masks in (None, random_masks(generator, 6)):
            if words is not None and masks is not None and not masks.keep.sum() <= words <= 6 - masks.drop.sum():
                continue
            log_partition, token = enumerated(scores, set_score, words, masks)
            if log_partition == -np.inf:
                with pytest.raises(UsageError, match="nothing to sum"):
                    marginals(scores, words, masks)
                continue
            found = marginals(scores, words, masks)
            assert found.log_partition == pytest.approx(log_partition)
            np.testing.assert_allclose(found.token, token, atol=1e-9)
            summed += 1
    assert summed >= 10


@pytest.mark.parametrize("words", [None, 3])
@pytest.mark.parametrize(("name", "part"), [("bigram", "bigram"), ("crf", "transition")])
def test_marginals_are_the_gradient(name: str, part: str, words: int | None) -> None:
    marginals, _ = MODELS[name]
    scores = random_scores(np.random.default_rng(8), 5)
    found = marginals(scores, words)
    step = 1e-5
    for attribute in ("token", part):
        values = getattr(scores, attribute)
        for index in np.ndindex(values.shape):
            original = values[index]
            ends = []
            for shift in (step, -step):
                values[index] = original + shift
                ends.append(marginals(scores, words).log_partition)
            values[index] = original
            slope = (ends[0] - ends[1]) / (2 * step)
            assert getattr(found, attribute)[index] == pytest.approx(slope, abs=1e-7)


def test_large_scores_neither_overflow_nor_vanish() -> None:
    scores = Scores(token=[1e4, -1e4, 1e4])
    found = bigram_marginals(scores)
    assert found.log_partition == pytest.approx(2e4)
    np.testing.assert_allclose(found.token, [1.0, 0.0, 1.0])
