"""Statistics of ratings against scipy and statsmodels called plainly, and on simulated ratings."""

import math
import sys
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
import statsmodels.formula.api as smf
from scipy import stats
from statsmodels.stats.anova import AnovaRM

from laconic.errors import DataError, MissingDependency
from laconic.metrics.ratings import Rating, agreement, analysis_of_variance, paired_t_tests, tukey_hsd


def simulated(effects: dict[str, float], subjects: int = 8, items: int = 10, noise: float = 0.6, seed: int = 0):
    """Return complete ratings: an effect a system, a bias a subject, a difficulty an item, and noise."""
    generator = np.random.default_rng(seed)
    bias, difficulty = generator.normal(0, 0.7, subjects), generator.normal(0, 0.7, items)
    return [
        Rating(f"s{s}", f"i{i}", system, 3 + effect + bias[s] + difficulty[i] + generator.normal(0, noise))
        for s, i, (system, effect) in product(range(subjects), range(items), effects.items())
    ]


RATINGS = simulated({"extract": 0.0, "abstract": -0.3, "pivot": 0.2, "gold": 0.9})


@pytest.mark.parametrize("unit", ["subject", "item"])
def test_anova_is_the_repeated_measures_one(unit) -> None:
    frame = pd.DataFrame(RATINGS)
    table = AnovaRM(frame, "value", unit, within=["system"], aggregate_func="mean").fit().anova_table.iloc[0]
    ours = analysis_of_variance(RATINGS, unit)
    assert ours.method == "repeated measures"
    assert ours.degrees == (table["Num DF"], table["Den DF"])
    assert ours.statistic == pytest.approx(table["F Value"], rel=1e-9)
    assert ours.p == pytest.approx(table["Pr > F"], rel=1e-7, abs=1e-15)


def test_anova_is_also_the_two_way_one() -> None:
    means = pd.DataFrame(RATINGS).groupby(["subject", "system"], as_index=False)["value"].mean()
    table = sm.stats.anova_lm(smf.ols("value ~ C(system) + C(subject)", means).fit(), typ=2)
    assert analysis_of_variance(RATINGS, "subject").statistic == pytest.approx(table.loc["C(system)", "F"], rel=1e-9)


def test_anova_of_a_worked_example() -> None:
    # Three systems, four subjects. Sums of squares by hand: systems 74/3, subjects 11, error 2 of 37 2/3.
    table = {"a": [1, 2, 3, 2], "b": [3, 4, 6, 3], "c": [4, 5, 7, 6]}
    ratings = [Rating(str(s), "i", system, value) for system, row in table.items() for s, value in enumerate(row)]
    ours = analysis_of_variance(ratings, "subject")
    assert ours.degrees == (2, 6)
    assert ours.statistic == pytest.approx((74 / 3 / 2) / (2 / 6), rel=1e-9)
    assert ours.p == pytest.approx(stats.f.sf(37, 2, 6), rel=1e-9)


def test_missing_cells_are_left_to_a_mixed_model() -> None:
    some = [rating for rating in RATINGS if not (rating.subject in {"s1", "s2"} and rating.system == "gold")]
    ours = analysis_of_variance(some, "subject")
    means = pd.DataFrame(some).groupby(["subject", "system"], as_index=False)["value"].mean()
    fit = smf.mixedlm("value ~ C(system)", means, groups=means["subject"]).fit()
    expected = fit.wald_test_terms(scalar=True).table.loc["C(system)"]
    assert ours.method == "mixed model"
    assert ours.degrees == (3.0,)
    assert ours.statistic == pytest.approx(expected["statistic"], rel=1e-4)
    assert ours.p == pytest.approx(expected["pvalue"], rel=1e-2)


def test_a_single_missing_rating_leaves_the_anova_as_it_is() -> None:
    assert analysis_of_variance(RATINGS[1:], "subject").method == "repeated measures"


def test_equal_systems_are_seldom_told_apart_and_different_ones_often() -> None:
    same = [analysis_of_variance(simulated(dict.fromkeys("abc", 0.0), seed=seed), "subject").p for seed in range(60)]
    different = [analysis_of_variance(simulated({"a": 0, "b": 0.5}, seed=seed), "item").p for seed in range(20)]
    assert sum(p < 0.05 for p in same) <= 9  # more than nine of sixty would have probability 0.001
    assert sum(p < 0.05 for p in different) >= 18


@pytest.mark.parametrize("unit", ["subject", "item"])
def test_tukey_uses_the_error_of_system_by_unit(unit) -> None:
    means = pd.DataFrame(RATINGS).groupby([unit, "system"])["value"].mean().unstack()
    values = means.to_numpy()
    rows, columns = values.shape
    residual = values - values.mean(axis=0) - values.mean(axis=1, keepdims=True) + values.mean()
    degrees = (rows - 1) * (columns - 1)
    error = math.sqrt((residual**2).sum() / degrees / rows)
    ours = tukey_hsd(RATINGS, unit)
    assert [(pair.first, pair.second) for pair in ours] == list(combinations(means.columns, 2))
    for pair in ours:
        difference = means[pair.first].mean() - means[pair.second].mean()
        expected = stats.studentized_range.sf(abs(difference) / error, columns, degrees)
        margin = stats.studentized_range.ppf(0.95, columns, degrees) * error
        assert pair.difference == pytest.approx(difference, abs=1e-9)
        assert pair.p == pytest.approx(expected, abs=1e-9)
        assert (pair.low, pair.high) == pytest.approx((difference - margin, difference + margin), abs=1e-9)


def test_tukey_for_two_systems_is_the_paired_t_test() -> None:
    ratings = simulated({"a": 0.0, "b": 0.2})
    means = pd.DataFrame(ratings).groupby(["subject", "system"])["value"].mean().unstack()
    (pair,) = tukey_hsd(ratings, "subject")
    expected = stats.ttest_rel(means["a"], means["b"])
    assert pair.p == pytest.approx(expected.pvalue, abs=1e-9)
    interval = expected.confidence_interval(0.95)
    assert (pair.low, pair.high) == pytest.approx((interval.low, interval.high), abs=1e-9)


def test_tukey_adjusts_for_missing_cells() -> None:
    # A strict rater saw only one system: its plain mean suffers, its adjusted mean does not.
    effects = {"a": 0.0, "b": 0.0, "c": 1.0}
    ratings = [
        Rating(f"s{s}", "i", system, effect + s + 0.01 * ((s * 7 + len(system) * 3 + ord(system)) % 5))
        for s, (system, effect) in product(range(6), effects.items())
    ]
    some = [rating for rating in ratings if not (rating.subject == "s5" and rating.system != "a")]
    pairs = {(pair.first, pair.second): pair for pair in tukey_hsd(some, "subject")}
    assert abs(pairs["a", "b"].difference) < 0.03
    assert pairs["a", "c"].difference == pytest.approx(-1, abs=0.03)
    assert pairs["a", "c"].p < 0.001


def test_agreement_leaves_one_out() -> None:
    ours = agreement(RATINGS)
    table = pd.DataFrame(RATINGS).pivot_table(index=["item", "system"], columns="subject", values="value")
    expected = {
        subject: stats.spearmanr(table[subject], table.drop(columns=subject).mean(axis=1)).statistic
        for subject in table.columns
    }
    assert ours.by_subject == pytest.approx(expected, abs=1e-9)
    assert ours.mean == pytest.approx(np.mean(list(expected.values())), abs=1e-9)


def test_agreement_bears_missing_ratings_and_raters_who_never_vary() -> None:
    some = [rating for index, rating in enumerate(RATINGS) if index % 7]
    flat = [Rating("flat", rating.item, rating.system, 3.0) for rating in RATINGS]
    alone = [Rating("s0", "only", "extract", 1.0)]
    result = agreement(some + flat + alone)
    assert math.isnan(result.by_subject["flat"])
    others = {subject: rho for subject, rho in result.by_subject.items() if subject != "flat"}
    assert result.mean == pytest.approx(np.mean(list(others.values())))
    assert 0.3 < result.mean < 1


@pytest.mark.parametrize(
    ("ratings", "problem"),
    [
        ([Rating("s", "i", "a", 1.0), Rating("t", "i", "a", 2.0)], "two systems"),
        ([Rating("s", "i", "a", 1.0), Rating("s", "i", "b", 2.0)], "two subjects"),
        ([Rating(s, "i", system, 3.0) for s in "st" for system in "ab"], "the same"),
        ([Rating("s", "i", "a", math.nan)], "rating 1, of a by s, is not a number"),
    ],
)
def test_too_few_or_bad_ratings_are_refused(ratings, problem) -> None:
    with pytest.raises(DataError, match=problem):
        analysis_of_variance(ratings, "subject")


def test_systems_that_share_no_subjects_cannot_be_compared_within_them() -> None:
    ratings = [Rating(f"{system}{n}", "i", system, n + (system == "b")) for system in "ab" for n in range(4)]
    with pytest.raises(DataError, match="too many ratings are missing"):
        tukey_hsd(ratings, "subject")


def test_raters_without_common_versions_cannot_agree() -> None:
    with pytest.raises(DataError, match="same versions"):
        agreement([Rating("s", "1", "a", 1.0), Rating("t", "2", "a", 2.0)])


def test_a_missing_package_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "statsmodels.api", None)
    with pytest.raises(MissingDependency, match=r"'\.\[stats\]' in a clone"):
        analysis_of_variance(RATINGS, "subject")


@pytest.mark.parametrize("unit", ["subject", "item"])
def test_ratings_without_any_error_are_not_tested_by_rounding(unit) -> None:
    exact = simulated({"a": 0.0, "b": 1.0}, noise=0.0)
    for test in (analysis_of_variance, tukey_hsd):
        with pytest.raises(DataError, match="no error term to test with"):
            test(exact, unit)
    assert paired_t_tests(exact, unit) == []


@pytest.mark.parametrize("unit", ["subject", "item"])
def test_t_tests_are_paired_and_corrected_by_holm(unit) -> None:
    means = pd.DataFrame(RATINGS).groupby([unit, "system"])["value"].mean().unstack()
    ours = paired_t_tests(RATINGS, unit)
    assert len(ours) == 6
    for pair in ours:
        expected = stats.ttest_rel(means[pair.first], means[pair.second])
        assert pair.p == pytest.approx(expected.pvalue, rel=1e-9)
        assert pair.difference == pytest.approx((means[pair.first] - means[pair.second]).mean())
    ranked = sorted(ours, key=lambda pair: pair.p)
    highest = 0.0
    for rank, pair in enumerate(ranked):
        highest = max(highest, min(1.0, (6 - rank) * pair.p))
        assert pair.corrected == pytest.approx(highest, rel=1e-9)


def test_t_tests_leave_out_what_no_unit_has_both_of() -> None:
    ratings = [Rating(f"s{number}", "i", "a", float(number)) for number in range(3)]
    ratings += [Rating(f"s{number}", "i", "b", float(number % 2)) for number in range(3)]
    ratings += [Rating("other", "i", "c", 3.0)]
    assert [(pair.first, pair.second, pair.units) for pair in paired_t_tests(ratings, "subject")] == [("a", "b", 3)]
