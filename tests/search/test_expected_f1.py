"""Expected F1 against the mean over all compressions, enumerated."""

import itertools

import numpy as np
import pytest

import oracle
from laconic.errors import UsageError
from laconic.search.base import Scores
from laconic.search.bigram import length_marginals
from laconic.search.expected_f1 import expected_f1
from search.instances import KINDS, random_scores


def subsets(size: int) -> list[tuple[int, ...]]:
    return [kept for words in range(1, size + 1) for kept in itertools.combinations(range(size), words)]


def rows(answers: list[tuple[int, ...]], size: int) -> np.ndarray:
    return np.array([[place in kept for place in range(size)] for kept in answers])


def f1(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    return 2 * len(set(one) & set(other)) / (len(one) + len(other))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 2, 4, 7])
def test_it_is_the_mean_over_all_compressions(size: int, kind: str) -> None:
    generator = np.random.default_rng(size)
    answers, compared = subsets(size), 0
    for _ in range(5):
        scores = random_scores(generator, size, kind)
        weights = np.exp([oracle.bigram_score(scores, kept) for kept in answers])
        if not weights.any():
            continue
        wanted = [np.average([f1(one, other) for other in answers], weights=weights) for one in answers]
        np.testing.assert_allclose(expected_f1(length_marginals(scores), rows(answers, size)), wanted, atol=1e-9)
        compared += 1
    assert compared >= 2


def test_without_any_compression_nothing_can_be_expected() -> None:
    scores = Scores(token=[-np.inf, -np.inf])
    with pytest.raises(UsageError, match="no compression"):
        expected_f1(length_marginals(scores), rows(subsets(2), 2))


def test_a_sure_compression_is_expected_to_be_right() -> None:
    scores = Scores(token=[60.0, -60.0, 60.0])
    found = expected_f1(length_marginals(scores), rows([(0, 2), (0,), (1,), (0, 1, 2)], 3))
    np.testing.assert_allclose(found, [1.0, 2 / 3, 0.0, 0.8], atol=1e-9)


def test_what_is_most_probable_need_not_be_expected_to_be_best() -> None:
    probability = {(0,): 0.4, (1, 2): 0.3, (1, 2, 3): 0.3}
    scores = Scores(token=np.zeros(4), bigram=np.full((6, 6), -np.inf))
    scores.bigram[0, 1], scores.bigram[1, 5] = np.log(0.4), 0.0
    scores.bigram[0, 2], scores.bigram[2, 3] = np.log(0.6), 0.0
    scores.bigram[3, 4] = scores.bigram[3, 5] = np.log(0.5)
    scores.bigram[4, 5] = 0.0
    found = expected_f1(length_marginals(scores), rows(list(probability), 4))
    assert max(probability, key=lambda kept: probability[kept]) == (0,)
    assert found.tolist() == pytest.approx([0.4, 0.3 + 0.3 * 0.8, 0.3 * 0.8 + 0.3])
