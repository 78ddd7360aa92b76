"""Comparing systems at tied compression rates (Ganitkevitch et al. 2011, §6.6; Napoles et al. 2011).

Scores rise with the share of words that a system keeps, so that a system that keeps more looks better than it is. Two
systems are therefore compared only on the sentences that both compress about equally.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from laconic.errors import UsageError
from laconic.metrics.base import Metric, Statistics
from laconic.metrics.significance import holm, sign_test

TOLERANCE = 0.05
"""Rates are tied that differ by less than this, as in the paper."""


@dataclass(frozen=True)
class TiedPair:
    """Two systems by one metric, on the sentences where their rates are tied.

    Attributes:
        metric: the metric's name.
        first: one system.
        second: the other.
        sentences: how many sentences are tied.
        rates: the mean rate of each system on these.
        scores: the score of each on these; None if no sentence is tied.
        higher: on how many of them the second scores higher than the first.
        lower: on how many it scores lower.
        p: the two-sided p-value of the sign test.
        corrected: the same, Holm-corrected for the number of pairs.
    """

    metric: str
    first: str
    second: str
    sentences: int
    rates: tuple[float, float] | None
    scores: tuple[float, float] | None
    higher: int
    lower: int
    p: float
    corrected: float


def is_tied(rate: float, other: float, tolerance: float = TOLERANCE) -> bool:
    """Return whether two rates differ by less than the tolerance."""
    return bool(tied(np.array([rate]), np.array([other]), tolerance)[0])


def tied(rates: Statistics, other_rates: Statistics, tolerance: float = TOLERANCE) -> NDArray[np.bool_]:
    """Return which sentences two systems compress about equally.

    Raises:
        UsageError: the tolerance is not a number above 0.
    """
    if not tolerance > 0:
        raise UsageError(f"the tolerance for tied rates must be above 0, such as {TOLERANCE}, not {tolerance}.")
    # Rates are ratios of small numbers: what differs by the tolerance exactly must not pass by a rounding error.
    is_tied: NDArray[np.bool_] = np.abs(rates - other_rates) < tolerance - 1e-9
    return is_tied


def compare_tied(
    metric: Metric,
    systems: Mapping[str, Statistics],
    rates: Mapping[str, Statistics],
    pairs: Sequence[tuple[str, str]],
    tolerance: float = TOLERANCE,
) -> list[TiedPair]:
    """Compare pairs of systems, each on the sentences that its two systems compress about equally.

    Args:
        metric: what the statistics were taken for.
        systems: each system's statistics, one row per sentence.
        rates: each system's compression rate of every sentence.
        pairs: which systems are compared.
        tolerance: rates are tied that differ by less.

    Raises:
        MissingDependency: scipy is not installed.
    """
    found = []
    for first, second in pairs:
        rows = np.flatnonzero(tied(rates[first], rates[second], tolerance))
        here, there = systems[first][rows], systems[second][rows]
        better = metric.sentence_scores(there) - metric.sentence_scores(here) if len(rows) else np.zeros(0)
        higher, lower = int((better > 0).sum()), int((better < 0).sum())
        p = sign_test(higher, lower)
        means = (float(rates[first][rows].mean()), float(rates[second][rows].mean())) if len(rows) else None
        scores = (metric.score(here.sum(axis=0)), metric.score(there.sum(axis=0))) if len(rows) else None
        found.append(TiedPair(metric.name, first, second, len(rows), means, scores, higher, lower, p, p))
    corrected = holm([each.p for each in found]) if found else []
    return [replace(each, corrected=value) for each, value in zip(found, corrected, strict=True)]
