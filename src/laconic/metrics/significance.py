"""Whether two systems really differ: paired tests over sentence statistics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from laconic.errors import DataError, MissingDependency, UsageError
from laconic.metrics.base import Metric, Statistics

SAMPLES = 1000
"""How many resampled corpora a bootstrap draws by default."""

SEED = 12345
"""Where the drawing of samples begins, so that results can be repeated."""


class Interval(NamedTuple):
    """Bounds within which a value lies with the confidence asked for."""

    low: float
    high: float


@dataclass(frozen=True)
class Outcome:
    """The outcome of a significance test.

    Attributes:
        statistic: what was tested: a difference, t, or the number of sentences with the higher score.
        p: how probable a difference at least as large is if the systems do not differ; two-sided.
        corrected: the same after Holm-Bonferroni correction for the number of systems compared.
    """

    statistic: float
    p: float
    corrected: float


@dataclass(frozen=True)
class Difference:
    """How a system's score differs from the baseline's.

    Attributes:
        system: the system's name.
        difference: its score less the baseline's.
        interval: the bootstrap's confidence interval of the difference.
        tests: ``bootstrap``, the paired bootstrap on corpus scores; ``t_test``, the paired t-test and
            ``sign_test``, the sign test, both on sentence scores.
        higher: how many sentences score higher than in the baseline.
        lower: how many score lower; the rest are equal.
    """

    system: str
    difference: float
    interval: Interval
    tests: Mapping[str, Outcome]
    higher: int
    lower: int


@dataclass(frozen=True)
class Comparison:
    """Several systems by one metric.

    Attributes:
        metric: the metric's name.
        signature: its settings and versions.
        baseline: the system the others are compared with.
        scores: each system's score.
        intervals: each score's confidence interval by the bootstrap.
        differences: one for each system but the baseline.
    """

    metric: str
    signature: str
    baseline: str
    scores: Mapping[str, float]
    intervals: Mapping[str, Interval]
    differences: Sequence[Difference]

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain JSON values; an infinite t, which JSON cannot hold, becomes None."""
        record = asdict(self)
        for difference in record["differences"]:
            for outcome in difference["tests"].values():
                if math.isinf(outcome["statistic"]):
                    outcome["statistic"] = None
        return record


def compare(
    metric: Metric,
    systems: Mapping[str, Statistics],
    *,
    baseline: str | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    confidence: float = 0.95,
) -> Comparison:
    """Compare systems with a baseline by their statistics for the same sentences.

    Args:
        metric: what the statistics were taken for.
        systems: each system's statistics, one row per sentence.
        baseline: the system to compare with; by default the first.
        samples: how many resampled corpora the bootstrap draws.
        seed: where drawing begins.
        confidence: the share of samples that the intervals cover.

    Raises:
        UsageError: there are fewer than two systems, the baseline is none of them, or a setting is impossible.
        DataError: the systems have not scored the same number of sentences, or only one.
        MissingDependency: scipy is not installed.
    """
    names = list(systems)
    if len(names) < 2:
        raise UsageError("a comparison needs at least two systems.")
    if baseline is None:
        baseline = names[0]
    elif baseline not in systems:
        raise UsageError(f"the baseline {baseline!r} is not one of the systems {', '.join(names)}.")
    if not 0 < confidence < 1:
        raise UsageError(f"the confidence must be between 0 and 1, not {confidence}.")
    _check_sizes(systems)
    scores = {name: metric.score(rows.sum(axis=0)) for name, rows in systems.items()}
    resampled = dict(zip(names, resampled_scores(metric, list(systems.values()), samples, seed), strict=True))
    by_sentence = {name: metric.sentence_scores(rows) for name, rows in systems.items()}
    differences = [
        _difference(
            name,
            scores[name] - scores[baseline],
            resampled[name] - resampled[baseline],
            by_sentence[name] - by_sentence[baseline],
            confidence,
        )
        for name in names
        if name != baseline
    ]
    intervals = {name: percentile_interval(resampled[name], confidence) for name in names}
    return Comparison(metric.name, metric.signature, baseline, scores, intervals, _corrected(differences))


def resampled_scores(
    metric: Metric, systems: Sequence[Statistics], samples: int = SAMPLES, seed: int = SEED
) -> Statistics:
    """Return each system's score on each of ``samples`` corpora drawn with replacement from the sentences.

    All systems are scored on the same draws, which makes the bootstrap a paired one (Koehn 2004).
    """
    if samples < 1:
        raise UsageError(f"the bootstrap needs at least one sample, not {samples}.")
    generator = np.random.default_rng(seed)
    count = len(systems[0])
    rows = np.hstack(systems)
    totals = np.empty((samples, rows.shape[1]))
    for sample in range(samples):
        drawn = np.bincount(generator.integers(0, count, count), minlength=count)
        totals[sample] = drawn @ rows
    widths = np.cumsum([each.shape[1] for each in systems])[:-1]
    return np.array([[metric.score(total) for total in part] for part in np.split(totals, widths, axis=1)])


def percentile_interval(values: Statistics, confidence: float) -> Interval:
    """Return the bounds that leave out equally many of the lowest and of the highest values."""
    low, high = np.quantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def bootstrap_p(difference: float, resampled: Statistics) -> float:
    """Return how probable so large a difference would be without a true one, from resampled differences.

    The resampled differences are shifted to the mean 0 that they would have (Riezler & Maxwell 2005). One
    is added to both counts, because the corpus itself is one of the possible samples.
    """
    as_large = np.abs(resampled - resampled.mean()) >= abs(difference)
    return (1 + int(as_large.sum())) / (1 + len(resampled))


def paired_t_test(differences: Statistics) -> tuple[float, float]:
    """Return t and the two-sided p-value for the mean of sentence differences being 0.

    If all sentences differ by the same amount, t is infinite and the p-value 0.
    """
    if not differences.any():
        return 0.0, 1.0
    if np.ptp(differences) == 0:
        return math.copysign(math.inf, differences[0]), 0.0
    outcome = _scipy_stats().ttest_1samp(differences, 0.0)
    return float(outcome.statistic), float(outcome.pvalue)


def sign_test(higher: int, lower: int) -> float:
    """Return the two-sided p-value for higher and lower being equally probable; equal sentences do not count."""
    return float(_scipy_stats().binomtest(higher, higher + lower).pvalue) if higher + lower else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number by the method of Holm-Bonferroni.

    The smallest of n is multiplied by n, the next by n - 1, and so on; none becomes less than one before it or more
    than 1.
    """
    order = np.argsort(p_values)
    multiplied = np.asarray(p_values, np.float64)[order] * np.arange(len(order), 0, -1)
    corrected = np.empty(len(order))
    corrected[order] = np.minimum(np.maximum.accumulate(multiplied), 1.0)
    return corrected.tolist()


def _check_sizes(systems: Mapping[str, Statistics]) -> None:
    sizes = {len(rows) for rows in systems.values()}
    if len(sizes) > 1:
        raise DataError("the systems have scored different numbers of sentences, so they cannot be paired.")
    if sizes == {1}:
        raise DataError("testing significance needs more than one sentence.")


def _difference(
    name: str, difference: float, resampled: Statistics, by_sentence: Statistics, confidence: float
) -> Difference:
    higher, lower = int((by_sentence > 0).sum()), int((by_sentence < 0).sum())
    outcomes = {
        "bootstrap": (difference, bootstrap_p(difference, resampled)),
        "t_test": paired_t_test(by_sentence),
        "sign_test": (float(higher), sign_test(higher, lower)),
    }
    tests = {test: Outcome(statistic, p, corrected=p) for test, (statistic, p) in outcomes.items()}
    return Difference(name, difference, percentile_interval(resampled, confidence), tests, higher, lower)


def _corrected(differences: Sequence[Difference]) -> list[Difference]:
    """Return the differences with each test's p-values corrected for the number of systems."""
    corrected: list[dict[str, Outcome]] = [{} for _ in differences]
    for test in differences[0].tests:
        outcomes = [difference.tests[test] for difference in differences]
        for tests, outcome, value in zip(corrected, outcomes, holm([each.p for each in outcomes]), strict=True):
            tests[test] = replace(outcome, corrected=value)
    return [replace(difference, tests=tests) for difference, tests in zip(differences, corrected, strict=True)]


def _scipy_stats() -> Any:
    try:
        from scipy import stats
    except ImportError as error:
        raise MissingDependency("testing significance", "stats") from error
    return stats
