"""The page that shows what a rating study says."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from statistics import fmean
from xml.etree.ElementTree import Element

from laconic.errors import counted
from laconic.metrics.ratings import Anova
from laconic.metrics.tied import TOLERANCE
from laconic.report.markup import Node, document, element, section, table
from laconic.study.rating import Judgement, RatingStudy
from laconic.study.report.analysis import (
    DIFFERS_FROM_BASELINE,
    DIFFERS_FROM_REFERENCE,
    LEVEL,
    STRICT_LEVEL,
    Analysis,
    Scale,
    SystemFigures,
    Tests,
)
from laconic.study.report.plots import distribution_plot, mean_plot
from laconic.study.report.sentences import folded_sentence

_AGREEMENT = "ρ: Spearman’s correlation of a rater’s ratings with the mean of all others’, and its mean over raters."
_BY = {"subject": "over raters (F1)", "item": "over sentences (F2)"}


def ratings_page(analysis: Analysis, study: RatingStudy) -> str:
    """Return the report as one self-contained HTML page."""
    return document(
        analysis.title,
        element("p", _summary(analysis), class_="soft"),
        section("Systems", _systems_table(analysis), element("p", _legend(analysis, study), class_="small soft")),
        section("Ratings", element("div", _plots(analysis, study), class_="plots")),
        element(
            "div",
            (section(_title(name), _tests(scale)) for name, scale in analysis.scales.items()),
            class_="side-by-side",
        ),
        *_tied(analysis),
        section("Raters", _raters(analysis), element("p", _AGREEMENT, class_="small soft")),
        section("Sentences", _sentences(study, analysis)),
    )


def _summary(analysis: Analysis) -> str:
    given = sum(system.ratings for system in analysis.systems)
    counting = [rater for rater in analysis.raters if rater.counts]
    asked = sum(rater.asked for rater in counting)
    left_out = len(analysis.raters) - len(counting)
    missing = f"; {counted(asked - given, 'rating is', 'ratings are')} missing" if given < asked else ""
    without = f"; {counted(left_out, 'rater is', 'raters are')} left out" if left_out else ""
    raters = counted(sum(rater.done > 0 for rater in counting), "rater")
    sentences = counted(analysis.sentences, "sentence")
    return (
        f"{counted(given, 'pair', 'pairs')} rated by {raters}: {sentences}, {len(analysis.systems)} systems"
        f"{missing}{without}."
    )


def _systems_table(analysis: Analysis) -> Element:
    def mean(system: SystemFigures, scale: str) -> Node:
        value = system.means[scale]
        shown = "–" if value is None else f"{value:.2f}"
        return element("span", shown, element("sup", system.marks[scale])) if system.marks[scale] else shown

    head = ["System", *map(_title, analysis.scales), "Rate", "Words", "Rated"]
    rows = [
        [
            system.name,
            *(mean(system, scale) for scale in analysis.scales),
            f"{system.compression_rate:.1%}",
            f"{system.words:.1f}",
            f"{system.ratings:,}",
        ]
        for system in analysis.systems
    ]
    return table(head, rows)


def _legend(analysis: Analysis, study: RatingStudy) -> str:
    marks = [
        f"{mark} differs from {name}"
        for mark, name in (
            (DIFFERS_FROM_REFERENCE, analysis.reference),
            (DIFFERS_FROM_BASELINE, analysis.baseline),
        )
        if name is not None
    ]
    levels = f"p < {LEVEL} over raters and over sentences, doubled at p < {STRICT_LEVEL}"
    test = f" (Tukey, {levels})" if marks else ""
    highest = {str(question.highest) for question in study.settings.questions}
    upper = f" to {highest.pop()}" if len(highest) == 1 else ""
    return (
        f"Mean ratings from 1{upper}. {'; '.join(marks)}{test}{'. ' if marks else ''}"
        f"Rate: mean of output length divided by source length. "
        f"Words are per sentence; the source has {analysis.source_words:.1f}."
    )


def _title(scale: str) -> str:
    return scale.replace("_", " ").capitalize()


def _plots(analysis: Analysis, study: RatingStudy) -> Iterator[Element]:
    for question in study.settings.questions:
        scale = question.name
        means = [
            (system.name, mean, system.intervals[scale])
            for system in analysis.systems
            if (mean := system.means[scale]) is not None
        ]
        counts = [(system.name, system.counts[scale]) for system in analysis.systems if system.ratings]
        yield mean_plot(means, f"{question.title}: mean and 95% interval over raters", question.highest)
        yield distribution_plot(counts, f"{question.title}: ratings given")


def _tied(analysis: Analysis) -> Iterator[Element]:
    """Show every two systems on the sentences that both compress about equally."""
    if not analysis.tied:
        return
    head = ["Systems", "Scale", "Sentences", "Rates", "Means", "Higher : lower", "p"]
    rows = [
        [
            f"{pair.first} : {pair.second}",
            _title(pair.scale),
            f"{pair.sentences:,}",
            "{:.2f} : {:.2f}".format(*pair.rates),
            "{:.2f} : {:.2f}".format(*pair.means),
            f"{pair.higher} : {pair.lower}",
            _p(pair.corrected),
        ]
        for pair in analysis.tied
    ]
    note = (
        f"On the sentences where the rates of two systems differ by less than {TOLERANCE:g}: on how many of them the "
        "second is rated higher and lower than the first, and the p-value of the sign test, Holm-corrected."
    )
    yield section("At tied rates", table(head, rows), element("p", note, class_="small soft"))


def _tests(scale: Scale) -> Iterator[Node]:
    """Show the analyses of variance, then every two systems, by both kinds of unit side by side."""
    rows = [[_BY[unit], *_anova_cells(tests.anova)] for unit, tests in scale.tests.items()]
    yield table(["Analysis of variance", "Statistic", "p"], rows)
    if any(tests.anova is not None and tests.anova.method == "mixed model" for tests in scale.tests.values()):
        note = "Where ratings of whole systems are missing, χ² of a mixed model takes the place of F."
        yield element("p", note, class_="small soft")
    for unit, tests in scale.tests.items():
        if tests.problem:
            yield element("p", f"Not all could be tested {_BY[unit]}: {tests.problem}", class_="notice")
    subjects, items = (scale.tests[unit] for unit in ("subject", "item"))
    if subjects.pairs or items.pairs:
        yield element("h3", "Every two systems (Tukey’s HSD)")
        yield table(["Systems", "Difference", "p, raters", "p, sentences"], _pair_rows(subjects, items))
    if subjects.t_tests or items.t_tests:
        yield element("h3", "Every two systems (paired t-tests, Holm-corrected)")
        yield table(["Systems", "Difference", "p, raters", "p, sentences"], _t_rows(subjects, items))


def _anova_cells(anova: Anova | None) -> list[Node]:
    if anova is None:
        return ["–", "–"]
    sign = "F" if anova.method == "repeated measures" else "χ²"
    degrees = ", ".join(f"{degree:g}" for degree in anova.degrees)
    return [f"{sign}({degrees}) = {anova.statistic:.2f}", _p(anova.p)]


def _pair_rows(subjects: Tests, items: Tests) -> Iterator[list[Node]]:
    by_items = {(pair.first, pair.second): pair for pair in items.pairs}
    for pair in subjects.pairs or items.pairs:
        over_items = by_items.get((pair.first, pair.second))
        low, middle, high = (_figure(value, "+.2f") for value in (pair.low, pair.difference, pair.high))
        difference = f"{middle} ({low} … {high})"
        over_raters = _p(pair.p) if subjects.pairs else "–"
        yield [f"{pair.first} − {pair.second}", difference, over_raters, _p(over_items.p) if over_items else "–"]


def _t_rows(subjects: Tests, items: Tests) -> Iterator[list[Node]]:
    by_items = {(pair.first, pair.second): pair for pair in items.t_tests}
    for pair in subjects.t_tests or items.t_tests:
        over_items = by_items.get((pair.first, pair.second))
        over_raters = _p(pair.corrected) if subjects.t_tests else "–"
        over_sentences = _p(over_items.corrected) if over_items else "–"
        yield [f"{pair.first} − {pair.second}", _figure(pair.difference, "+.2f"), over_raters, over_sentences]


def _figure(value: float, spec: str) -> str:
    return format(value, spec).replace("-", "−")


def _p(p: float) -> Node:
    shown = "< 0.001" if p < 0.001 else f"{p:.3f}"
    return element("strong", shown) if p < LEVEL else shown


def _raters(analysis: Analysis) -> Element:
    def rho(scale: str, name: str | None) -> str:
        agreed = analysis.scales[scale].agreement
        if agreed is None:
            return "–"
        value = agreed.mean if name is None else agreed.by_subject.get(name, math.nan)
        return "–" if math.isnan(value) else _figure(value, ".2f")

    everybody: list[Node] = ["All", "", "", "", *(element("strong", rho(scale, None)) for scale in analysis.scales)]
    rows: list[list[Node]] = [
        [
            rater.name if rater.counts else f"{rater.name} (left out)",
            f"{rater.done} of {rater.asked}",
            "–" if rater.seconds is None else f"{rater.seconds:.1f} s",
            f"{rater.checks_passed} of {rater.checks}",
            *(rho(scale, rater.name) for scale in analysis.scales),
        ]
        for rater in analysis.raters
    ]
    head = [
        "Rater",
        "Rated",
        "Median time",
        "Checks passed",
        *(f"ρ {_title(scale).lower()}" for scale in analysis.scales),
    ]
    return table(head, [everybody, *rows])


def _sentences(study: RatingStudy, analysis: Analysis) -> Iterator[Element]:
    """Show every sentence with its versions and their mean ratings, folded away."""
    counting = {rater.name for rater in analysis.raters if rater.counts}
    rated = study.judgements_by_sentence(counting)
    for sentence in study.sentences.values():
        by_system: dict[str, list[Judgement]] = defaultdict(list)
        for judgement in rated[sentence.id]:
            by_system[judgement.system].append(judgement)
        rows = [
            [system, sentence.versions[system] or "(nothing)", *_means(by_system[system], analysis.scales)]
            for system in study.settings.systems
        ]
        versions = table(["System", "Version", *map(_title, analysis.scales)], rows, words=2)
        yield folded_sentence(sentence.source, versions, rated[sentence.id])


def _means(judgements: Sequence[Judgement], scales: Collection[str]) -> list[str]:
    if not judgements:
        return ["–"] * len(scales)
    return [f"{fmean(judgement.ratings[scale] for judgement in judgements):.2f}" for scale in scales]
