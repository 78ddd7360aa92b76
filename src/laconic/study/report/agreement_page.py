"""The page that shows what annotators did, and how far they agree."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from laconic.errors import counted
from laconic.report.markup import document, element, section, table
from laconic.study.agreement import AgreementReport, Likeness
from laconic.study.annotation import AnnotationStudy

_BLEU_AND_TER = (
    "The more alike two texts are, the higher is BLEU and the lower TER (edits per 100 words). Between annotators it "
    "is the mean of both directions; with the source, the source stands in the place of one annotator."
)


def agreement_page(report: AgreementReport, study: AnnotationStudy) -> str:
    """Return the report as one self-contained HTML page."""
    finished = sum(figures.references for figures in report.annotators.values())
    sentences = counted(len(study.sentences), "sentence")
    annotators = counted(len(report.annotators), "annotator")
    summary = f"{counted(finished, 'compression')} of {sentences} by {annotators}."
    return document(
        study.settings.title,
        element("p", summary, class_="soft"),
        section("Annotators", _annotators(report)),
        section("Agreement", element("p", _BLEU_AND_TER, class_="small soft"), _pairs(report)),
        section("Sentences", _sentences(study)),
    )


def _annotators(report: AgreementReport) -> Element:
    head = ["Annotator", "Sentences", "Rate", "Words", "TER", "Ins", "Del", "Sub", "Shift", "Identical"]
    rows = [
        [
            name,
            f"{figures.references:,}",
            f"{figures.compression_rate:.1%}",
            f"{figures.reference_words:.1f}",
            f"{figures.ter:.1f}",
            f"{figures.insertions:.2f}",
            f"{figures.deletions:.2f}",
            f"{figures.substitutions:.2f}",
            f"{figures.shifts:.2f}",
            f"{figures.identical:.1%}",
        ]
        for name, figures in report.annotators.items()
    ]
    return table(head, rows)


def _pairs(report: AgreementReport) -> Element:
    if not report.pairs:
        return element("p", "No two annotators have finished the same sentence yet.", class_="notice")
    head = ["Annotators", "Compared", "Shared", "Rates", "BLEU", "1 to 4 words", "TER"]
    rows = []
    for pair in report.pairs:
        rates = " / ".join(f"{rate:.1%}" for rate in pair.rates)
        names = f"{pair.first} and {pair.second}"
        rows.append([names, "with one another", f"{pair.sentences:,}", rates, *_likeness(pair.between)])
        rows.append(["", "with the source", "", "", *_likeness(pair.with_source)])
    return table(head, rows, words=2)


def _likeness(likeness: Likeness) -> list[str]:
    precisions = " / ".join(f"{precision:.1f}" for precision in likeness.precisions)
    return [f"{likeness.bleu:.2f}", precisions, f"{likeness.ter:.1f}"]


def _sentences(study: AnnotationStudy) -> Iterator[Element]:
    """Show every sentence with what was made of it, folded away by document."""
    works = study.work()
    documents: dict[str, list[Element]] = {}
    for number, asked in study.sentences.items():
        rows = [["Source", asked.source], *([work.annotator, work.compression.text] for work in works[number])]
        documents.setdefault(asked.document, []).append(table(["", f"Sentence {asked.id}"], rows, words=2))
    for name, sentences in documents.items():
        yield element("details", element("summary", name), sentences)
