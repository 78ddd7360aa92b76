"""The page that shows which systems people prefer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element

from laconic.errors import counted
from laconic.report.markup import Node, document, element, section, table
from laconic.study.rating import RatingStudy
from laconic.study.report.analysis import LEVEL, STRICT_LEVEL
from laconic.study.report.preferences import Preferences, PreferredOver, PreferredPair
from laconic.study.report.sentences import folded_sentence

_NOTE = (
    "How many answers prefer the first system, neither, or the second. Then how many raters, and sentences, have more "
    "answers for the first and for the second, with the p-value of the sign test after Holm’s correction. "
    f"* p < {LEVEL}, ** p < {STRICT_LEVEL}."
)


def preferences_page(found: Preferences, study: RatingStudy) -> str:
    """Return the report as one self-contained HTML page."""
    counting = [rater for rater in found.raters if rater.counts]
    given = sum(rater.done for rater in counting)
    raters = counted(sum(rater.done > 0 for rater in counting), "rater")
    sentences = counted(found.sentences, "sentence")
    summary = f"{counted(given, 'comparison')} by {raters}: {sentences}, {len(found.systems)} systems."
    return document(
        found.title,
        element("p", summary, class_="soft"),
        *(
            section(question.title, _pairs(found, question.name), element("p", _NOTE, class_="small soft"))
            for question in study.settings.questions
        ),
        section("Raters", _raters(found)),
        section("Sentences", _sentences(study, {rater.name for rater in counting})),
    )


def _pairs(found: Preferences, question: str) -> Element:
    head = ["First", "Second", "First", "Neither", "Second", "Raters", "p", "Sentences", "p"]
    rows = [_row(pair) for pair in found.pairs if pair.question == question]
    return table(head, rows, words=2)


def _row(pair: PreferredPair) -> list[Node]:
    counts = [f"{count:,}" for count in (pair.for_first, pair.for_neither, pair.for_second)]
    return [pair.first, pair.second, *counts, *_tested(pair.by["subject"]), *_tested(pair.by["item"])]


def _tested(over: PreferredOver) -> list[Node]:
    shown = "< 0.001" if over.corrected < 0.001 else f"{over.corrected:.3f}"
    marks = "*" * ((over.corrected < LEVEL) + (over.corrected < STRICT_LEVEL))
    p = element("span", element("strong", shown), element("sup", marks)) if marks else shown
    return [f"{over.first} : {over.second}", p]


def _raters(found: Preferences) -> Element:
    rows = [
        [
            rater.name if rater.counts else f"{rater.name} (left out)",
            f"{rater.done} of {rater.asked}",
            "–" if rater.seconds is None else f"{rater.seconds:.1f} s",
            f"{rater.checks_passed} of {rater.checks}",
        ]
        for rater in found.raters
    ]
    return table(["Rater", "Compared", "Median time", "Checks passed"], rows)


def _sentences(study: RatingStudy, counting: Collection[str]) -> Iterator[Element]:
    """Show every sentence with its versions, folded away."""
    compared = study.judgements_by_sentence(counting)
    for sentence in study.sentences.values():
        rows = [[system, sentence.versions[system] or "(nothing)"] for system in study.settings.systems]
        versions = table(["System", "Version"], rows, words=2)
        yield folded_sentence(sentence.source, versions, compared[sentence.id])
