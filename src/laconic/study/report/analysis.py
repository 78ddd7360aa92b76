"""What the ratings say: means, and which differences hold over raters and over sentences alike.

The figures are those of Cohn & Lapata (2013), Table VII, with the tests of their section 7.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from statistics import fmean, stdev
from typing import Any

from laconic.corpus.words import word_splitter
from laconic.errors import DataError, UsageError
from laconic.metrics.ratings import (
    Agreement,
    Anova,
    Rating,
    TPair,
    TukeyPair,
    Unit,
    agreement,
    analysis_of_variance,
    paired_t_tests,
    tukey_hsd,
)
from laconic.metrics.significance import Interval, holm, sign_test
from laconic.metrics.tied import is_tied
from laconic.study.progress import Progress, progress_of
from laconic.study.questions import LOWEST
from laconic.study.rating import Judgement, RatingStudy

UNITS: tuple[Unit, ...] = ("subject", "item")

LEVEL, STRICT_LEVEL = 0.05, 0.01
"""Differences less probable than this by chance are marked once, or twice."""

DIFFERS_FROM_REFERENCE, DIFFERS_FROM_BASELINE = "*", "†"


@dataclass(frozen=True)
class Tests:
    """Do the systems differ, and which ones? Over subjects or over items.

    Attributes:
        anova: the two-way analysis of variance, or None if it cannot be made.
        pairs: Tukey's test for every two systems; empty where it cannot be made.
        t_tests: paired t-tests for every two systems, Holm-corrected; empty where they cannot be made.
        problem: why something cannot be made, or nothing.
    """

    anova: Anova | None
    pairs: Sequence[TukeyPair]
    t_tests: Sequence[TPair]
    problem: str

    def p(self, one: str, other: str) -> float:
        """Return how probable the difference of two systems is by chance (Tukey); 1 where that was not tested."""
        return next((pair.p for pair in self.pairs if {pair.first, pair.second} == {one, other}), 1.0)


@dataclass(frozen=True)
class Scale:
    """The ratings on one scale.

    Attributes:
        tests: the tests by subjects and by items.
        agreement: each rater's correlation with all others, or None if there are too few ratings.
    """

    tests: Mapping[Unit, Tests]
    agreement: Agreement | None


@dataclass(frozen=True)
class SystemFigures:
    """One line of the main table.

    Attributes:
        name: the system.
        ratings: how many times it was rated.
        compression_rate: mean over the study's sentences.
        words: words per sentence.
        means: its mean rating on each scale, or None if it has none.
        intervals: 95% confidence intervals of the means over raters, where there are two raters or more.
        marks: for each scale, which of the two systems of comparison it differs from, doubled at .01.
        counts: on each scale, how often each rating was given, from the lowest to the highest.
    """

    name: str
    ratings: int
    compression_rate: float
    words: float
    means: Mapping[str, float | None]
    intervals: Mapping[str, Interval | None]
    marks: Mapping[str, str]
    counts: Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class TiedRatings:
    """Two systems on the sentences that both compress about equally (Ganitkevitch et al. 2011, section 6.6).

    Attributes:
        scale: what was rated.
        first: one system.
        second: the other.
        sentences: how many sentences are tied and have ratings of both.
        rates: the mean rate of each system on these.
        means: the mean over these sentences of each system's mean rating.
        higher: on how many of them the second is rated higher than the first.
        lower: on how many it is rated lower.
        p: the two-sided p-value of the sign test.
        corrected: the same after Holm's correction for all pairs of the scale.
    """

    scale: str
    first: str
    second: str
    sentences: int
    rates: tuple[float, float]
    means: tuple[float, float]
    higher: int
    lower: int
    p: float
    corrected: float


@dataclass(frozen=True)
class Rater(Progress):
    """How somebody took part.

    Attributes:
        counts: whether their ratings are in the analysis.
    """

    counts: bool = True


@dataclass(frozen=True)
class Analysis:
    """All that a rating study says.

    Attributes:
        title: the study's title.
        sentences: how many sentences it has.
        source_words: words a source sentence.
        reference: the system that ``*`` refers to, if any.
        baseline: the system that ``†`` refers to, if any.
        systems: one entry per system.
        scales: one entry per scale.
        raters: one entry per rater.
        tied: every two systems on every scale, at tied rates, where there are such sentences.
    """

    title: str
    sentences: int
    source_words: float
    reference: str | None
    baseline: str | None
    systems: Sequence[SystemFigures]
    scales: Mapping[str, Scale]
    raters: Sequence[Rater]
    tied: Sequence[TiedRatings] = ()

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values; what is not a number becomes None."""
        record: dict[str, Any] = plain_json(asdict(self))
        return record


def analyse(study: RatingStudy, *, without: Collection[str] = (), attentive: bool = False) -> Analysis:
    """Analyse the ratings that there are; any may be missing.

    Args:
        study: the study.
        without: raters to leave out.
        attentive: leave out raters who failed more than half of their attention checks.

    Raises:
        UsageError: a rater to leave out takes no part.
        DataError: there is no rating.
        MissingDependency: the extra ``stats`` is not installed.
    """
    raters, judgements = counted_answers(study, without, attentive)
    settings = study.settings
    scales = {question.name: _scale(_ratings(judgements, question.name)) for question in settings.questions}
    split = word_splitter(settings.tokenized)
    lengths = [len(split(sentence.source)) for sentence in study.sentences.values()]
    systems = [_system(study, system, judgements, scales, lengths) for system in settings.systems]
    return Analysis(
        settings.title,
        len(lengths),
        fmean(lengths),
        settings.reference,
        settings.baseline,
        systems,
        scales,
        raters,
        _tied_ratings(study, judgements),
    )


def counted_answers(
    study: RatingStudy, without: Collection[str], attentive: bool
) -> tuple[list[Rater], list[Judgement]]:
    """Return how each person took part, and the answers of those who are not left out.

    Raises:
        UsageError: a rater to leave out takes no part.
        DataError: there is no answer.
    """
    everybody = progress_of(study)
    for name in without:
        if name not in {each.name for each in everybody}:
            raise UsageError(f"{name} does not take part in this study, and cannot be left out.")
    raters = [
        Rater(
            **asdict(each),
            counts=each.name not in without and (each.is_attentive or not attentive),
        )
        for each in everybody
    ]
    counting = {rater.name for rater in raters if rater.counts}
    given = list(study.judgements())
    judgements = [judgement for judgement in given if judgement.rater in counting]
    if not given:
        raise DataError("there are no ratings yet, so there is nothing to report.", path=study.store.path)
    if not judgements:
        problem = "all raters are left out, so there is nothing to report: leave out fewer raters."
        raise DataError(problem, path=study.store.path)
    return raters, judgements


def _tied_ratings(study: RatingStudy, judgements: Sequence[Judgement]) -> list[TiedRatings]:
    split = word_splitter(study.settings.tokenized)
    sentences = {sentence.id: sentence for sentence in study.sentences.values()}
    rates = {
        system: {
            key: len(split(sentence.versions[system])) / max(1, len(split(sentence.source)))
            for key, sentence in sentences.items()
        }
        for system in study.settings.systems
    }
    found: list[TiedRatings] = []
    for scale in (question.name for question in study.settings.questions):
        of_scale: list[TiedRatings] = []
        given: dict[tuple[str, str], list[float]] = defaultdict(list)
        for rating in _ratings(judgements, scale):
            given[rating.system, rating.item].append(rating.value)
        means = {key: fmean(values) for key, values in given.items()}
        for first, second in combinations(study.settings.systems, 2):
            items = [
                item
                for item in sentences
                if (first, item) in means
                and (second, item) in means
                and is_tied(rates[first][item], rates[second][item])
            ]
            if items:
                of_scale.append(_tied_pair(scale, first, second, items, rates, means))
        corrected = holm([pair.p for pair in of_scale]) if of_scale else []
        found += [replace(pair, corrected=value) for pair, value in zip(of_scale, corrected, strict=True)]
    return found


def _tied_pair(
    scale: str,
    first: str,
    second: str,
    items: Sequence[str],
    rates: Mapping[str, Mapping[str, float]],
    means: Mapping[tuple[str, str], float],
) -> TiedRatings:
    differences = [means[second, item] - means[first, item] for item in items]
    higher, lower = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    p = sign_test(higher, lower)
    return TiedRatings(
        scale,
        first,
        second,
        len(items),
        (fmean(rates[first][item] for item in items), fmean(rates[second][item] for item in items)),
        (fmean(means[first, item] for item in items), fmean(means[second, item] for item in items)),
        higher,
        lower,
        p,
        p,
    )


def _ratings(judgements: Sequence[Judgement], scale: str) -> list[Rating]:
    return [Rating(each.rater, each.sentence, each.system, float(each.ratings[scale])) for each in judgements]


def _scale(ratings: Sequence[Rating]) -> Scale:
    try:
        agreed = agreement(ratings)
    except DataError:
        agreed = None
    return Scale({unit: _tests(ratings, unit) for unit in UNITS}, agreed)


def _tests(ratings: Sequence[Rating], unit: Unit) -> Tests:
    anova, problem = None, ""
    try:
        anova = analysis_of_variance(ratings, unit)
        return Tests(anova, tukey_hsd(ratings, unit), paired_t_tests(ratings, unit), problem)
    except DataError as error:
        return Tests(anova, [], [], str(error))


def _system(
    study: RatingStudy,
    system: str,
    judgements: Sequence[Judgement],
    scales: Mapping[str, Scale],
    source_lengths: Sequence[int],
) -> SystemFigures:
    own = [judgement for judgement in judgements if judgement.system == system]
    split = word_splitter(study.settings.tokenized)
    lengths = [len(split(sentence.versions[system])) for sentence in study.sentences.values()]
    rates = [length / source for length, source in zip(lengths, source_lengths, strict=True)]
    highest = {question.name: question.highest for question in study.settings.questions}
    values = {scale: [judgement.ratings[scale] for judgement in own] for scale in highest}
    return SystemFigures(
        system,
        len(own),
        fmean(rates),
        fmean(lengths),
        {scale: fmean(given) if given else None for scale, given in values.items()},
        {scale: _interval(_ratings(own, scale)) for scale in highest},
        {scale: _marks(study, system, scales[scale]) for scale in highest},
        {scale: _counts(given, highest[scale]) for scale, given in values.items()},
    )


def _marks(study: RatingStudy, system: str, scale: Scale) -> str:
    """Return the marks of a system: a difference must hold over subjects and over items."""
    compared = (
        (DIFFERS_FROM_REFERENCE, study.settings.reference),
        (DIFFERS_FROM_BASELINE, study.settings.baseline),
    )
    return "".join(
        mark * min(_strength(scale.tests[unit].p(system, other)) for unit in UNITS)
        for mark, other in compared
        if other is not None
    )


def _strength(p: float) -> int:
    """Return how many marks a difference gets."""
    return (p < LEVEL) + (p < STRICT_LEVEL)


def _interval(ratings: Sequence[Rating]) -> Interval | None:
    """Return the 95% confidence interval of the mean over raters, by Student's t."""
    by_rater: dict[str, list[float]] = defaultdict(list)
    for rating in ratings:
        by_rater[rating.subject].append(rating.value)
    if len(by_rater) < 2:
        return None
    from scipy.stats import t

    means = [fmean(values) for values in by_rater.values()]
    half = float(t.ppf(0.975, len(means) - 1)) * stdev(means) / math.sqrt(len(means))
    centre = fmean(means)
    return Interval(centre - half, centre + half)


def _counts(values: Sequence[int], highest: int) -> list[int]:
    counted = Counter(values)
    return [counted[value] for value in range(LOWEST, highest + 1)]


def plain_json(value: Any) -> Any:
    """Return a value as plain JSON has it; what is not a number becomes None."""
    if isinstance(value, Mapping):
        return {key: plain_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
