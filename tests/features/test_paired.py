"""Pairs of marks are settled before the search: both stay or both go."""

import itertools
import math

import numpy as np
import pytest

from laconic.english.dependences import NEVER
from laconic.features.paired import UnsettledScores
from laconic.search.base import Scores
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Constraints
from laconic.text import Sentence

QUOTED = Sentence.from_words(["``", "Go", "''", "(", "now", ")", "please"])
PLAIN = Sentence.from_words(["Please", "go", "now"])


def random_scores(sentence: Sentence, seed: int) -> Scores:
    random = np.random.default_rng(seed)
    size = len(sentence)
    return Scores(random.normal(size=size), random.normal(size=(size + 2, size + 2)))


def probabilities(scores: Scores, words: int | None) -> list[float]:
    """Return the probability of each word among all answers of a length, or among all answers, one by one."""
    size = len(scores)
    lengths = range(size + 1) if words is None else [words]
    weights: dict[tuple[int, ...], float] = {}
    for kept in (kept for length in lengths for kept in itertools.combinations(range(size), length)):
        stops = [0, *(place + 1 for place in kept), size + 1]
        steps = sum(float(scores.bigram[pair]) for pair in itertools.pairwise(stops))
        weights[kept] = math.exp(steps + sum(float(scores.token[place]) for place in kept))
    return [
        sum(weight for kept, weight in weights.items() if place in kept) / sum(weights.values())
        for place in range(size)
    ]


@pytest.mark.parametrize("words", [None, 2, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_a_pair_stays_if_its_marks_are_rather_kept(seed: int, words: int | None) -> None:
    unsettled = UnsettledScores(QUOTED, random_scores(QUOTED, seed))
    stays = probabilities(unsettled.charged, words)
    assert unsettled.pairs_kept(words) == (stays[0] + stays[2] >= 1, stays[3] + stays[5] >= 1)


@pytest.mark.parametrize("pairs_kept", [*itertools.product([True, False], repeat=2)])
def test_the_marks_of_a_settled_pair_stay_or_go_together(pairs_kept: tuple[bool, bool]) -> None:
    unsettled = UnsettledScores(QUOTED, random_scores(QUOTED, 1))
    (best,) = BigramSearch().search(unsettled.settled(pairs_kept), Constraints.any_length(len(QUOTED)))
    for (first, second), is_kept in zip([(0, 2), (3, 5)], pairs_kept, strict=True):
        assert (first in best.positions) == (second in best.positions) == is_kept


def test_what_is_settled_once_can_be_settled_in_another_way() -> None:
    unsettled = UnsettledScores(QUOTED, random_scores(QUOTED, 2))
    first, _, again = (unsettled.settled(kept) for kept in ((True, True), (False, False), (True, True)))
    assert np.array_equal(first.token, again.token)
    assert np.array_equal(first.bigram, again.bigram)
    assert np.abs(unsettled.charged.token).max() < NEVER


def test_without_pairs_there_is_nothing_to_settle() -> None:
    unsettled = UnsettledScores(PLAIN, random_scores(PLAIN, 3))
    assert unsettled.pairs_kept(2) == unsettled.pairs_kept(None) == ()
    assert unsettled.settled(()) is unsettled.charged
