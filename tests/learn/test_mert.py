"""Tuning: the exact error surface against brute force, and learners that find what a metric wants."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.learn.tuning.candidates import Candidate, Columns, Pool
from laconic.learn.tuning.mert import Mert, Surface, error_surface
from laconic.learn.tuning.pro import Pro
from laconic.metrics.bleu import Bleu
from laconic.metrics.precis import Precis
from laconic.metrics.unigram import UnigramF1

WORDS = "a b c d".split()
PAIR = st.lists(st.integers(-2, 2), min_size=2, max_size=2)


@st.composite
def columns(draw: st.DrawFn, features: int = 2) -> Columns:
    """Draw candidates whose features are small whole numbers, so that ties and parallel lines are common."""
    counts = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    total = sum(counts)
    number = st.integers(-3, 3)
    rows = draw(st.lists(st.lists(number, min_size=features, max_size=features), min_size=total, max_size=total))
    statistics = draw(st.lists(st.integers(0, 9), min_size=total, max_size=total))
    pairs = np.column_stack([statistics, np.ones(total)])
    return Columns(np.array(rows, float), pairs.astype(float), np.cumsum([0, *counts]))


def brute_force(found: Columns, weights: np.ndarray, direction: np.ndarray) -> list[tuple[float, float]]:
    """Return steps between any two crossings of lines, each with the mean of the winners' statistics there."""
    heights, slopes = found.features @ weights, found.features @ direction
    crossings = set()
    for begin, end in zip(found.starts[:-1], found.starts[1:], strict=True):
        for one, other in product(range(begin, end), repeat=2):
            if slopes[one] != slopes[other]:
                crossings.add((heights[one] - heights[other]) / (slopes[other] - slopes[one]))
    places = sorted(crossings)
    steps = [(low + high) / 2 for low, high in pairwise(places) if high - low > 1e-9]
    if places:
        steps = [places[0] - 1, *steps, places[-1] + 1]
    return [(step, _mean_of_winners(found, heights + (step) * slopes)) for step in steps or [0.0]]


def _mean_of_winners(found: Columns, scores: np.ndarray) -> float:
    picked = []
    for begin, end in zip(found.starts[:-1], found.starts[1:], strict=True):
        inside = scores[begin:end]
        picked.append(found.statistics[begin + int(np.flatnonzero(inside >= inside.max() - 1e-9)[0])][0])
    return float(np.mean(picked))


@given(
    columns(),
    st.lists(st.integers(-2, 2), min_size=2, max_size=2),
    st.lists(st.integers(-2, 2), min_size=2, max_size=2),
)
def test_the_surface_is_that_of_brute_force(found: Columns, weights: list[int], direction: list[int]) -> None:
    point, line = np.array(weights, float), np.array(direction, float)
    surface = error_surface(found, point, line, UnigramF1())
    heights, slopes = found.features @ point, found.features @ line
    for step, score in brute_force(found, point, line):
        if _has_ties(found, heights + step * slopes):
            continue  # several candidates score the same all along: any of them may be chosen
        piece = int(np.searchsorted(surface.starts, step, side="right")) - 1
        assert surface.scores[piece] == pytest.approx(score)


def _has_ties(found: Columns, scores: np.ndarray) -> bool:
    for begin, end in zip(found.starts[:-1], found.starts[1:], strict=True):
        inside = np.sort(scores[begin:end])
        if len(inside) > 1 and inside[-1] - inside[-2] < 1e-9:
            return True
    return False


def test_the_best_piece_nearest_to_the_start_is_taken() -> None:
    surface = Surface(np.array([-np.inf, -3.0, 1.0, 5.0]), np.array([7.0, 2.0, 7.0, 1.0]))
    assert surface.best() == (2.0, 7.0)
    assert surface.best(-1.0) == (6.0, 1.0)
    assert surface.best(low=-2.0, high=0.5) == (-0.5, 2.0)


@pytest.mark.parametrize("learner", [Mert, Pro])
def test_weights_stay_within_their_bounds(learner: type[Mert] | type[Pro]) -> None:
    rng = np.random.default_rng(5)
    found = Columns(rng.normal(size=(60, 3)), np.column_stack([rng.random(60), np.ones(60)]), np.arange(0, 61, 6))
    low, high = np.array([0.1, -np.inf, -0.2]), np.array([np.inf, 0.0, 0.2])
    tuned = learner(UnigramF1(), None, low, high)(found, np.array([1.0, -0.5, 0.0]))
    assert tuned[0] >= 0.1 - 1e-9
    assert tuned[1] <= 0
    assert abs(tuned[2]) <= 0.2 + 1e-9


def test_features_that_never_differ_are_left_alone() -> None:
    rng = np.random.default_rng(5)
    rows = np.column_stack([rng.normal(size=(30, 2)), np.ones(30)])
    found = Columns(rows, np.column_stack([rng.random(30), np.ones(30)]), np.arange(0, 31, 3))
    start = np.array([1.0, 1.0, 0.0])
    for learner in (Mert, Pro):
        assert learner(UnigramF1())(found, start)[2] == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_tuning_is_never_worse_than_before(seed: int) -> None:
    rng = np.random.default_rng(seed)
    found = Columns(rng.normal(size=(40, 3)), np.column_stack([rng.random(40), np.ones(40)]), np.arange(0, 41, 5))
    metric = UnigramF1()
    start = np.array([1.0, 0.3, -0.2])
    tuned = Mert(metric, restarts=1, directions=2, seed=seed)(found, start)
    assert metric.score(found.total(tuned)) > metric.score(found.total(start))


def test_fixed_weights_stay() -> None:
    rng = np.random.default_rng(3)
    found = Columns(rng.normal(size=(60, 4)), np.column_stack([rng.random(60), np.ones(60)]), np.arange(0, 61, 6))
    start = np.array([1.0, 0.5, 0.1, 0.2])
    tuned = Mert(UnigramF1(), free=np.array([False, False, True, True]), restarts=2)(found, start)
    assert tuned[:2].tolist() == [1.0, 0.5]
    assert not np.allclose(tuned[2:], start[2:])


def pool() -> Pool:
    """Return sentences whose right outputs have much of the second feature and little of the first."""
    rng = np.random.default_rng(0)
    sources = [rng.choice(WORDS, 8).tolist() for _ in range(20)]
    found = Pool(sources, [[source[:5]] for source in sources], Precis("none", rate=0.7))
    candidates = []
    for source in sources:
        several = [Candidate(tuple(source[:5]), np.array([0.0, 1.0, rng.normal()]))]
        for _ in range(5):
            shuffled = rng.permutation(source[: int(rng.integers(3, 8))])
            several.append(Candidate(tuple(shuffled.tolist()), np.array([1.0, 0.2, rng.normal()])))
        candidates.append(several)
    assert found.add(candidates) == 120
    assert found.add(candidates) == 0
    return found


@pytest.mark.parametrize("learner", [Mert, Pro])
def test_learners_find_what_the_metric_wants(learner: type[Mert] | type[Pro]) -> None:
    found = pool()
    rows = found.columns()
    start = np.array([1.0, 0.0, 0.0])
    before = found.metric.score(rows.total(start))
    weights = start
    for _ in range(4):
        weights = learner(found.metric)(rows, weights)
    assert before < 60
    assert found.metric.score(rows.total(weights)) == pytest.approx(100.0)


def test_a_sentence_without_candidates_is_named() -> None:
    found = Pool([["a"], ["b"]], [[["a"]], [["b"]]], Bleu("none"))
    found.add([[Candidate(("a",), np.zeros(1))], []])
    with pytest.raises(DataError, match="sentence 2"):
        found.columns()
