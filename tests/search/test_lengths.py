"""Sums over every length against enumeration of all subsets, and against the kernel that does one length."""

import itertools
import math

import numpy as np
import pytest

from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals, length_marginals


def random_scores(size: int, seed: int, spread: float = 2.0) -> Scores:
    random = np.random.default_rng(seed)
    return Scores(token=spread * random.normal(size=size), bigram=spread * random.normal(size=(size + 2, size + 2)))


def score(scores: Scores, kept: tuple[int, ...]) -> float:
    stops = (0, *(place + 1 for place in kept), len(scores) + 1)
    steps = sum(float(scores.bigram[a, b]) for a, b in itertools.pairwise(stops))
    return steps + sum(float(scores.token[place]) for place in kept)


@pytest.mark.parametrize("size", range(1, 8))
def test_sums_equal_enumeration(size: int) -> None:
    scores = random_scores(size, seed=size)
    found = length_marginals(scores)
    assert found.log_partition[0] == -np.inf
    for words in range(1, size + 1):
        weights = {kept: math.exp(score(scores, kept)) for kept in itertools.combinations(range(size), words)}
        total = math.fsum(weights.values())
        assert found.log_partition[words] == pytest.approx(math.log(total))
        for place in range(size):
            inside = math.fsum(weight for kept, weight in weights.items() if place in kept)
            assert found.token[words, place] == pytest.approx(inside / total)


@pytest.mark.parametrize("spread", [0.1, 5.0, 15.0])
def test_long_sentences_agree_with_the_kernel_of_one_length(spread: float) -> None:
    scores = random_scores(45, seed=1, spread=spread)
    found = length_marginals(scores)
    for words in (1, 2, 20, 44, 45):
        one = bigram_marginals(scores, words)
        assert found.log_partition[words] == pytest.approx(one.log_partition)
        np.testing.assert_allclose(found.token[words], one.token, atol=1e-9)


def test_an_empty_sentence_has_no_lengths() -> None:
    assert length_marginals(Scores(token=[])).log_partition.tolist() == [-np.inf]
