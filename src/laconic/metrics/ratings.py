"""Statistics of human ratings: do systems differ, which ones, and do the raters agree?

Raters and sentences are both samples, so a difference should hold over either: analyses are made by
subjects (one mean per rater and system) and by items (one mean per sentence and system), as in Cohn & Lapata
(2013), section 6.
"""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import combinations
from statistics import fmean
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from laconic.errors import DataError, MissingDependency
from laconic.metrics.base import Statistics
from laconic.metrics.significance import holm

Unit: TypeAlias = Literal["subject", "item"]
"""Whose means an analysis is made of: raters' or sentences'."""


class Rating(NamedTuple):
    """One rater's judgement of one system's version of one sentence."""

    subject: str
    item: str
    system: str
    value: float


@dataclass(frozen=True)
class Anova:
    """Whether the systems differ at all.

    Attributes:
        unit: whose means were analysed.
        method: ``repeated measures`` if every unit rated every system, else ``mixed model``.
        statistic: F, or for the mixed model Wald's χ².
        degrees: the statistic's degrees of freedom: (systems − 1, error) for F, (systems − 1,) for χ².
        p: how probable so large a statistic is if the systems do not differ.
    """

    unit: Unit
    method: Literal["repeated measures", "mixed model"]
    statistic: float
    degrees: tuple[float, ...]
    p: float


@dataclass(frozen=True)
class TukeyPair:
    """How two systems differ: first less second, with simultaneous confidence intervals for all pairs."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class TPair:
    """How two systems differ by a paired t-test over the units that have rated both: first less second.

    Attributes:
        first, second: the systems.
        difference: the mean difference.
        units: how many subjects or items have both.
        p: the two-sided p-value.
        corrected: the same, corrected for the number of pairs by Holm's method.
    """

    first: str
    second: str
    difference: float
    units: int
    p: float
    corrected: float


@dataclass(frozen=True)
class Agreement:
    """How far raters agree: each one's Spearman correlation with the mean of the others.

    Attributes:
        mean: the average correlation of the raters for whom there is one.
        by_subject: each rater's correlation; not a number for one who always gave the same rating.
    """

    mean: float
    by_subject: Mapping[str, float]


_ROUNDING = 1e-9
"""Differences of mean ratings that are smaller come of rounding."""

_NO_VARIANCE = 1e-20
"""The share of the squares that is left by rounding where nothing varies: a test by it would divide by nothing."""


def analysis_of_variance(ratings: Iterable[Rating], unit: Unit) -> Anova:
    """Test whether systems differ, by subjects (F1) or by items (F2): a two-way ANOVA of system and unit.

    Each unit's ratings of a system are averaged first. Where a unit has no rating of some system, a linear
    mixed model with a random intercept for each unit takes the place of the repeated-measures ANOVA.

    Raises:
        DataError: there are fewer than two systems or units, a rating is not a number, or ratings do not vary.
        MissingDependency: the extra ``stats`` is not installed.
    """
    cells = _average(ratings, unit)
    others = len(cells.systems) - 1
    if not cells.is_complete:
        statistic, p = _mixed_model(cells)
        return Anova(unit, "mixed model", statistic, (float(others),), p)
    fit = _additive_model(cells)
    test = fit.f_test(_against_first(len(cells.systems), fit.model.exog.shape[1]))
    degrees = (float(others), float(fit.df_resid))
    return Anova(unit, "repeated measures", float(test.fvalue), degrees, float(test.pvalue))


def tukey_hsd(ratings: Iterable[Rating], unit: Unit, *, confidence: float = 0.95) -> list[TukeyPair]:
    """Compare every two systems by Tukey's honestly significant differences, within subjects or items.

    Differences between units are taken out as in the ANOVA, so the error is that of system by unit. Where
    cells are missing, means are adjusted for the units that have them (Tukey-Kramer).

    Raises:
        DataError: as `analysis_of_variance`, or too many cells are missing to tell systems from units.
        MissingDependency: the extra ``stats`` is not installed.
    """
    studentized_range = _require("scipy.stats").studentized_range
    cells = _average(ratings, unit)
    fit = _additive_model(cells)
    count = len(cells.systems)
    critical = float(studentized_range.ppf(confidence, count, fit.df_resid)) / math.sqrt(2)
    pairs = []
    for first, second in combinations(range(count), 2):
        contrast = np.zeros(fit.model.exog.shape[1])
        contrast[[first, second]] = 1, -1
        test = fit.t_test(contrast)
        difference, error = float(test.effect.item()), float(test.sd.item())
        p = float(studentized_range.sf(abs(difference) / error * math.sqrt(2), count, fit.df_resid))
        low, high = difference - critical * error, difference + critical * error
        pairs.append(TukeyPair(cells.systems[first], cells.systems[second], difference, low, high, p))
    return pairs


def paired_t_tests(ratings: Iterable[Rating], unit: Unit) -> list[TPair]:
    """Compare every two systems by Student's paired t-test with Holm's correction (Yao et al. 2014, section 6).

    Each unit's ratings of a system are averaged first; pairs with fewer than two units in common, or whose
    differences are all the same, are left out.

    Raises:
        DataError: as `analysis_of_variance`.
        MissingDependency: the extra ``stats`` is not installed.
    """
    stats = _require("scipy.stats")
    cells = _average(ratings, unit)
    means = np.full((len(cells.systems), len(cells.units)), np.nan)
    means[cells.system, cells.unit] = cells.values
    found = []
    for first, second in combinations(range(len(cells.systems)), 2):
        differences = means[first] - means[second]
        differences = differences[~np.isnan(differences)]
        if len(differences) > 1 and np.ptp(differences) > _ROUNDING:
            p = float(stats.ttest_1samp(differences, 0.0).pvalue)
            names = cells.systems[first], cells.systems[second]
            found.append(TPair(*names, float(differences.mean()), len(differences), p, p))
    corrected = holm([pair.p for pair in found]) if found else []
    return [replace(pair, corrected=value) for pair, value in zip(found, corrected, strict=True)]


def agreement(ratings: Iterable[Rating]) -> Agreement:
    """Correlate each rater with the mean of all others, leaving one out at a time (Spearman's ρ).

    A rater is compared on what at least one other has rated as well, so ratings may be missing.

    Raises:
        DataError: no two raters have rated the same versions, or all rate everything alike.
        MissingDependency: scipy is not installed.
    """
    by_version: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for subject, item, system, value in _checked(ratings):
        by_version[item, system][subject].append(value)
    columns: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for raters in by_version.values():
        means = {subject: fmean(values) for subject, values in raters.items()}
        for subject, own in means.items() if len(means) > 1 else ():
            columns[subject][0].append(own)
            columns[subject][1].append(fmean(value for other, value in means.items() if other != subject))
    by_subject = {subject: _spearman(own, others) for subject, (own, others) in sorted(columns.items())}
    defined = [rho for rho in by_subject.values() if not math.isnan(rho)]
    if not defined:
        raise DataError(
            "agreement needs raters who rated the same versions, and did not give all of them the same rating."
        )
    return Agreement(fmean(defined), by_subject)


@dataclass(frozen=True)
class _Cells:
    """Mean ratings, one for each unit and system that have any; names are sorted and cells refer to them."""

    systems: list[str]
    units: list[str]
    system: list[int]
    unit: list[int]
    values: Statistics

    @property
    def is_complete(self) -> bool:
        return len(self.values) == len(self.systems) * len(self.units)


def _average(ratings: Iterable[Rating], unit: Unit) -> _Cells:
    gathered: dict[tuple[str, str], list[float]] = defaultdict(list)
    for rating in _checked(ratings):
        gathered[rating.system, getattr(rating, unit)].append(rating.value)
    systems = sorted({system for system, _ in gathered})
    units = sorted({name for _, name in gathered})
    for kind, names in (("system", systems), (unit, units)):
        if len(names) < 2:
            raise DataError(f"an analysis by {unit}s needs at least two {kind}s.")
    values = np.array([fmean(values) for values in gathered.values()])
    if np.ptp(values) == 0:
        raise DataError("all mean ratings are the same, so there is nothing to analyse.")
    system_numbers = {name: number for number, name in enumerate(systems)}
    unit_numbers = {name: number for number, name in enumerate(units)}
    return _Cells(
        systems,
        units,
        [system_numbers[system] for system, _ in gathered],
        [unit_numbers[name] for _, name in gathered],
        values,
    )


def _additive_model(cells: _Cells) -> Any:
    """Fit value = system + unit by least squares; the first coefficients are those of the systems."""
    systems = np.eye(len(cells.systems))[cells.system]
    units = np.eye(len(cells.units))[cells.unit]
    design = np.hstack([systems, units[:, 1:]])
    if np.linalg.matrix_rank(design) < design.shape[1] or len(design) == design.shape[1]:
        raise DataError("too many ratings are missing to compare the systems within the same subjects or items.")
    fit = _require("statsmodels.api").OLS(cells.values, design).fit()
    if fit.ssr <= _NO_VARIANCE * float(np.square(cells.values).sum()):
        raise DataError(
            "ratings of each system differ by the same amounts everywhere, so there is no error term to test with."
        )
    return fit


def _mixed_model(cells: _Cells) -> tuple[float, float]:
    """Return Wald's χ² and p-value for the systems, with a random intercept for each unit."""
    model = _require("statsmodels.api").MixedLM(cells.values, np.eye(len(cells.systems))[cells.system], cells.unit)
    with warnings.catch_warnings():
        # A variance at its bound, where units hardly differ, is a good estimate that comes with a warning.
        warnings.simplefilter("ignore")
        fit = model.fit()
        test = fit.wald_test(_against_first(len(cells.systems), len(fit.params)), use_f=False, scalar=True)
    if not math.isfinite(float(test.pvalue)):
        raise DataError("too many ratings are missing for a mixed model of the systems.")
    return float(test.statistic), float(test.pvalue)


def _against_first(systems: int, coefficients: int) -> Statistics:
    """Return one contrast for each other system with the first."""
    contrasts = np.zeros((systems - 1, coefficients))
    contrasts[:, 0] = -1
    contrasts[:, 1:systems] = np.eye(systems - 1)
    return contrasts


def _spearman(first: Sequence[float], second: Sequence[float]) -> float:
    if len(set(first)) < 2 or len(set(second)) < 2:
        return math.nan
    return float(_require("scipy.stats").spearmanr(first, second).statistic)


def _checked(ratings: Iterable[Rating]) -> Iterable[Rating]:
    for number, rating in enumerate(ratings, 1):
        if not math.isfinite(rating.value):
            raise DataError(f"rating {number}, of {rating.system} by {rating.subject}, is not a number.")
        yield rating


def _require(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingDependency("analysing ratings", "stats") from error
