"""Significance tests against scipy, statsmodels and plain resampling."""

import json
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from laconic.errors import DataError, UsageError
from laconic.metrics import Batch
from laconic.metrics.bleu import Bleu
from laconic.metrics.significance import (
    bootstrap_p,
    compare,
    holm,
    paired_t_test,
    percentile_interval,
    resampled_scores,
    sign_test,
)
from laconic.metrics.unigram import UnigramF1

WORDS = "the old man sold his red car to a good friend last week".split()


def noisy_outputs(count: int, keep: float, seed: int) -> list[str]:
    """Return copies of the sentence with each word kept at this rate."""
    generator = np.random.default_rng(seed)
    return [" ".join(np.array(WORDS)[generator.random(len(WORDS)) < keep]) for _ in range(count)]


def statistics(metric, outputs: list[str]):
    text = " ".join(WORDS)
    return metric.statistics(Batch([text] * len(outputs), outputs, [[text]] * len(outputs)))


def test_resampled_scores_are_scores_of_drawn_sentences() -> None:
    metric = Bleu("none")
    systems = [statistics(metric, noisy_outputs(9, keep, seed=1)) for keep in (0.9, 0.5)]
    drawn = resampled_scores(metric, systems, samples=20, seed=7)
    generator = np.random.default_rng(7)
    for sample in range(20):
        chosen = generator.integers(0, 9, 9)
        plain = [metric.score(np.sum([rows[index] for index in chosen], axis=0)) for rows in systems]
        assert drawn[:, sample] == pytest.approx(plain, abs=1e-12)


def test_the_bootstrap_agrees_with_theory_for_means() -> None:
    # For a mean, the bootstrap's spread and p-value are those of the normal approximation.
    generator = np.random.default_rng(2)
    values = generator.normal(0.1, 1.0, 400)
    rows = np.stack([values, np.ones(400)], axis=1)
    means = resampled_scores(UnigramF1(), [rows], samples=4000)[0]
    error = values.std() / np.sqrt(400)
    expected = stats.norm.interval(0.95, values.mean(), error)
    assert percentile_interval(means, 0.95) == pytest.approx(expected, abs=0.1 * error)
    assert bootstrap_p(values.mean(), means) == pytest.approx(2 * stats.norm.sf(values.mean() / error), abs=0.02)


def test_intervals_hold_the_true_difference_about_as_often_as_they_say() -> None:
    generator = np.random.default_rng(4)
    held = 0
    for _ in range(200):
        first, second = generator.normal(0.0, 1, 60), generator.normal(0.3, 1, 60)
        systems = [np.stack([values, np.ones(60)], axis=1) for values in (first, second)]
        scores = resampled_scores(UnigramF1(), systems, samples=300)
        low, high = percentile_interval(scores[1] - scores[0], 0.9)
        held += low <= 0.3 <= high
    assert 0.83 <= held / 200 <= 0.96


def test_t_test_is_scipys() -> None:
    generator = np.random.default_rng(3)
    first, second = generator.random(50), generator.random(50) + 0.1
    expected = stats.ttest_rel(second, first)
    assert paired_t_test(second - first) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-12)
    assert paired_t_test(np.zeros(5)) == (0.0, 1.0)
    assert paired_t_test(np.full(5, -0.25)) == (-math.inf, 0.0)


def test_sign_test_is_the_binomial_one() -> None:
    assert sign_test(9, 1) == pytest.approx(2 * (1 + 10) / 2**10, abs=1e-12)
    assert sign_test(4, 4) == 1.0
    assert sign_test(0, 0) == 1.0


def test_holm_multiplies_from_the_smallest_on_and_never_falls() -> None:
    values = [0.01, 0.04, 0.03, 0.6]
    assert holm(values) == pytest.approx([0.04, 0.09, 0.09, 0.6])
    assert holm([]) == []


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_holm_equals_statsmodels(size: int) -> None:
    random = np.random.default_rng(size)
    for values in (random.uniform(size=size), random.uniform(size=size) ** 4, random.choice([0.0, 0.01, 1.0], size)):
        assert holm(values.tolist()) == pytest.approx(multipletests(values, method="holm")[1].tolist())


def test_systems_are_compared_with_the_baseline_and_corrected_together() -> None:
    metric = UnigramF1()
    systems = {
        "worse": statistics(metric, noisy_outputs(80, 0.5, seed=1)),
        "base": statistics(metric, noisy_outputs(80, 0.8, seed=2)),
        "alike": statistics(metric, noisy_outputs(80, 0.8, seed=3)),
    }
    result = compare(metric, systems, baseline="base")
    worse, alike = result.differences
    assert (worse.system, alike.system) == ("worse", "alike")
    assert worse.difference == pytest.approx(result.scores["worse"] - result.scores["base"])
    assert worse.interval.high < 0
    assert worse.lower > worse.higher
    for name, outcome in worse.tests.items():
        assert outcome.corrected == pytest.approx(min(1, 2 * outcome.p)), name
        assert outcome.corrected < 0.01
        assert alike.tests[name].p == alike.tests[name].corrected > 0.05
    low, high = result.intervals["base"]
    assert low < result.scores["base"] < high
    assert compare(metric, systems, baseline="base") == result


def test_json_is_plain() -> None:
    systems = {"a": np.ones((5, 2)), "b": np.ones((5, 2)) * [0.5, 1]}
    record = json.loads(json.dumps(compare(UnigramF1(), systems, samples=10).to_json(), allow_nan=False))
    assert record["baseline"] == "a"
    tests = record["differences"][0]["tests"]
    assert set(tests) == {"bootstrap", "t_test", "sign_test"}
    assert tests["t_test"] == {"statistic": None, "p": 0.0, "corrected": 0.0}


def test_a_system_does_not_differ_from_itself() -> None:
    metric = UnigramF1()
    rows = statistics(metric, noisy_outputs(10, 0.5, seed=1))
    (difference,) = compare(metric, {"one": rows, "other": rows}).differences
    assert difference.difference == 0
    assert [outcome.p for outcome in difference.tests.values()] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("names", "options", "problem"),
    [
        ("a", {}, "two systems"),
        ("ab", {"baseline": "c"}, "not one of the systems a, b"),
        ("ab", {"samples": 0}, "at least one sample"),
        ("ab", {"confidence": 95}, "between 0 and 1"),
    ],
)
def test_impossible_wishes_are_refused(names, options, problem) -> None:
    rows = np.ones((3, 2))
    with pytest.raises(UsageError, match=problem):
        compare(UnigramF1(), dict.fromkeys(names, rows), **options)


@pytest.mark.parametrize(("sizes", "problem"), [((3, 4), "different numbers"), ((1, 1), "more than one sentence")])
def test_sentences_that_cannot_be_paired_are_refused(sizes, problem) -> None:
    with pytest.raises(DataError, match=problem):
        compare(UnigramF1(), {str(number): np.ones((size, 2)) for number, size in enumerate(sizes)})
