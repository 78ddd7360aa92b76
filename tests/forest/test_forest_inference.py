"""Every answer about a forest agrees with writing out all its derivations."""

from collections import Counter

import numpy as np
import pytest
from forest_oracle import Written, enumerate_derivations, forests
from hypothesis import assume, given
from scipy.stats import chisquare

from laconic.errors import DataError, UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest
from laconic.forest.inference import (
    best,
    count_derivations,
    derivations,
    entropy,
    inside,
    kbest,
    marginals,
    max_marginals,
    outside,
    prune,
    sample,
)

Scored = tuple[Forest, np.ndarray]


def log_sum(values: list[float]) -> float:
    return float(np.logaddexp.reduce(values)) if values else -np.inf


def as_written(derivation: Derivation) -> Written:
    return Written(derivation.edges, derivation.word_numbers, derivation.score)


@given(forests())
def test_best_has_the_highest_score(scored: Scored) -> None:
    forest, scores = scored
    every = enumerate_derivations(forest, scores)
    if not every:
        with pytest.raises(DataError, match="no derivation"):
            best(forest, scores)
        return
    found = best(forest, scores)
    assert as_written(found) in every
    assert found.score == max(each.score for each in every)
    assert found.rules == tuple(100 + edge for edge in found.edges)


@given(forests())
def test_derivations_come_all_and_in_order(scored: Scored) -> None:
    forest, scores = scored
    every = enumerate_derivations(forest, scores)
    found = [as_written(each) for each in derivations(forest, scores)]
    assert [each.score for each in found] == sorted((each.score for each in every), reverse=True)
    assert sorted(found, key=lambda each: each.edges) == sorted(every, key=lambda each: each.edges)
    assert len({each.edges for each in found}) == len(found)
    assert [as_written(each) for each in kbest(forest, scores, 3)] == found[:3]


@given(forests(words=2))
def test_distinct_derivations_are_the_best_of_each_text(scored: Scored) -> None:
    forest, scores = scored
    expected: dict[tuple[int, ...], float] = {}
    for each in enumerate_derivations(forest, scores):
        expected[each.words] = max(each.score, expected.get(each.words, -np.inf))
    found = [as_written(each) for each in derivations(forest, scores, distinct=True)]
    assert {each.words: each.score for each in found} == expected
    assert [each.score for each in found] == sorted(expected.values(), reverse=True)


@given(forests())
def test_inside_sums_the_derivations_of_each_node(scored: Scored) -> None:
    forest, scores = scored
    expected = [
        log_sum([each.score for each in enumerate_derivations(forest, scores, node)]) for node in range(forest.nodes)
    ]
    assert inside(forest, scores) == pytest.approx(expected)


@given(forests())
def test_outside_sums_what_stands_around_each_node(scored: Scored) -> None:
    """A node made a leaf that costs nothing leaves only what stands around it, once for each use."""
    forest, scores = scored
    around = outside(forest, scores)
    for node in range(forest.nodes):
        # The derivative of the sum with respect to a node's mass, by a small change of that mass.
        masses = inside(forest, scores)
        if masses[node] == -np.inf:
            continue
        step = 1e-6
        raised = scores + np.where(forest.head == node, step, 0.0)
        gain = np.exp(inside(forest, raised)[forest.root]) - np.exp(masses[forest.root])
        assert gain / step == pytest.approx(np.exp(around[node] + masses[node]), rel=1e-3, abs=1e-6)


@given(forests())
def test_marginals_count_the_uses_of_each_edge(scored: Scored) -> None:
    forest, scores = scored
    every = enumerate_derivations(forest, scores)
    if not every:
        with pytest.raises(DataError, match="no derivation"):
            marginals(forest, scores)
        return
    weights = np.exp([each.score for each in every])
    uses = [[each.edges.count(edge) for edge in range(forest.edges)] for each in every]
    assert marginals(forest, scores) == pytest.approx(weights @ np.array(uses) / weights.sum())
    top = [max((each.score for each in every if edge in each.edges), default=-np.inf) for edge in range(forest.edges)]
    assert max_marginals(forest, scores) == pytest.approx(top)
    probabilities = weights / weights.sum()
    assert entropy(forest, scores) == pytest.approx(-(probabilities @ np.log(probabilities)), abs=1e-9)


@given(forests())
def test_counts(scored: Scored) -> None:
    forest, scores = scored
    assert count_derivations(forest, scores) == len(enumerate_derivations(forest, scores))
    assert count_derivations(forest) == len(enumerate_derivations(forest, np.zeros(forest.edges)))


def test_samples_follow_the_weights() -> None:
    forest = Forest.from_edges([(0, ["a"]), (0, ["b"]), (0, ["c"]), (1, [0, 0]), (1, [0]), (2, [1, "d", 0]), (2, [])])
    scores = np.array([0.5, -np.inf, 0.0, 0.25, 1.0, -0.5, 0.75])
    draws = 20_000
    seen = Counter(derivation.edges for derivation in sample(forest, scores, draws, seed=7))
    every = enumerate_derivations(forest, scores)
    weights = np.exp([each.score for each in every])
    assert set(seen) <= {each.edges for each in every}
    observed = [seen[each.edges] for each in every]
    assert chisquare(observed, draws * weights / weights.sum()).pvalue > 0.01
    assert sample(forest, scores, 5, seed=7) == sample(forest, scores, draws, seed=7)[:5]
    assert sample(forest, scores, 50, seed=8) != sample(forest, scores, 50, seed=7)


@given(forests())
def test_pruning_keeps_what_is_within_the_margin(scored: Scored) -> None:
    forest, scores = scored
    every = enumerate_derivations(forest, scores)
    if not every:
        assert prune(forest, scores, margin=1.0).edges == 0
        return
    top = max(each.score for each in every)
    smaller = prune(forest, scores, margin=1.0)
    used = {edge for each in every if each.score >= top - 1.0 for edge in each.edges}
    assert smaller.origin is not None
    assert set(smaller.origin.tolist()) == used
    assert best(smaller, scores[smaller.origin]).within(forest) == best(forest, scores)


@given(forests())
def test_pruning_by_posterior_keeps_the_likely_and_the_best(scored: Scored) -> None:
    forest, scores = scored
    assume(enumerate_derivations(forest, scores))
    smaller = prune(forest, scores, posterior=0.4)
    assert smaller.origin is not None
    likely = np.flatnonzero(marginals(forest, scores) >= 0.4)
    assert set(smaller.origin.tolist()) <= set(likely) | set(best(forest, scores).edges)
    assert set(best(forest, scores).edges) <= set(smaller.origin.tolist())


@given(forests())
def test_restriction_keeps_exactly_the_derivations_of_the_edges_kept(scored: Scored) -> None:
    forest, scores = scored
    smaller = forest.restrict(scores > -np.inf)
    assert smaller.origin is not None
    expected = enumerate_derivations(forest, scores)
    found = [
        Written(tuple(smaller.origin[list(each.edges)].tolist()), each.words, each.score)
        for each in enumerate_derivations(smaller, scores[smaller.origin])
    ]
    assert sorted(found, key=lambda each: each.edges) == sorted(expected, key=lambda each: each.edges)
    assert set(smaller.origin.tolist()) == {edge for each in expected for edge in each.edges}
    assert (smaller.rule == forest.rule[smaller.origin]).all()


def test_deep_chains_do_not_overflow() -> None:
    depth = 50_000
    edges = [(0, ["a"]), (0, ["b"])]
    forest = Forest(
        [0, 0, *range(1, depth)],
        [0, 0, *range(depth)],
        range(depth - 1),
        yield_ptr=[0, *range(1, depth + 2)],
        yield_symbols=[0, 1] + [-1] * (depth - 1),
        vocabulary=["a", "b"],
    )
    scores = np.zeros(len(edges) + depth - 1)
    scores[1] = -1
    first, second = kbest(forest, scores, 5)
    assert (first.tokens, first.score, second.tokens, second.score) == (("a",), 0.0, ("b",), -1.0)
    assert best(forest, scores) == first


def test_huge_counts_and_masses_do_not_break() -> None:
    doubling = Forest.from_edges([(0, ["a"]), (0, ["b"]), *((node, [node - 1, node - 1]) for node in range(1, 12))])
    assert count_derivations(doubling) == np.inf
    assert inside(doubling, np.zeros(doubling.edges))[-1] == pytest.approx(2**11 * np.log(2))
    assert entropy(doubling, np.full(doubling.edges, -700.0)) == pytest.approx(2**11 * np.log(2), rel=1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_scores_must_be_numbers(bad: float) -> None:
    forest = Forest.from_edges([(0, ["a"]), (1, [0])])
    with pytest.raises(DataError, match="edge 1 has the score"):
        best(forest, [0.0, bad])
    with pytest.raises(DataError, match="2 edges"):
        inside(forest, [0.0])


def test_wishes_that_make_no_sense_are_refused() -> None:
    forest = Forest.from_edges([(0, ["a"])])
    for options in ({}, {"margin": 1.0, "posterior": 0.1}, {"margin": -1.0}, {"posterior": np.nan}):
        with pytest.raises(UsageError, match="margin or a posterior"):
            prune(forest, [0.0], **options)
    with pytest.raises(UsageError, match="0 or more"):
        kbest(forest, [0.0], -1)
    with pytest.raises(UsageError, match="0 or more"):
        sample(forest, [0.0], -1, seed=0)
    with pytest.raises(DataError, match="no derivation"):
        sample(forest, [-np.inf], 1, seed=0)
