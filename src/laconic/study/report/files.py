"""Writing a report: a page, the figures, and the raw answers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from laconic.corpus.format import find_format
from laconic.corpus.jsonl import format_json, to_record
from laconic.errors import DataError, UsageError
from laconic.files import make_folder, spreadsheet_cell, write_whole
from laconic.study.agreement import AgreementReport, measure_agreement
from laconic.study.annotation import AnnotationStudy
from laconic.study.opening import Study
from laconic.study.rating import RatingStudy
from laconic.study.report.agreement_page import agreement_page
from laconic.study.report.analysis import Analysis, analyse
from laconic.study.report.preferences import Preferences, analyse_preferences
from laconic.study.report.preferences_page import preferences_page
from laconic.study.report.ratings_page import ratings_page

Files = dict[str, Callable[[], str]]
"""What makes each file of a report, by its name."""


def report(study: Study, *, without: Collection[str] = (), attentive: bool = False) -> Files:
    """Return the files of a study's report; nothing is computed until one is asked for.

    Of a rating study ``report.html``, ``analysis.json``, ``ratings.csv`` and ``ratings.json``; the raw
    ratings are everybody's, also of those who are left out of the analysis. Of an annotation study
    ``report.html``, ``agreement.json`` and the corpus ``compressions.jsonl``.

    Args:
        study: the study.
        without: raters to leave out of the analysis.
        attentive: leave out raters who failed more than half of their attention checks.

    Raises:
        UsageError: somebody is to be left out of an annotation study.
    """
    if isinstance(study, RatingStudy):
        return _rating_report(study, without, attentive)
    if without or attentive:
        raise UsageError("only raters can be left out of a report; to choose annotators, use laconic study export.")
    return _annotation_report(study)


def _rating_report(study: RatingStudy, without: Collection[str], attentive: bool) -> Files:
    @cache
    def analysis() -> Analysis:
        return analyse(study, without=without, attentive=attentive)

    @cache
    def preferences() -> Preferences:
        return analyse_preferences(study, without=without, attentive=attentive)

    compares = study.settings.compares
    return {
        "report.html": lambda: preferences_page(preferences(), study) if compares else ratings_page(analysis(), study),
        "analysis.json": lambda: _json((preferences() if compares else analysis()).to_json()),
        "ratings.csv": lambda: ratings_csv(study),
        "ratings.json": lambda: _json(ratings_json(study)),
    }


def _annotation_report(study: AnnotationStudy) -> Files:
    @cache
    def agreement() -> AgreementReport:
        measured = measure_agreement(study)
        if not measured.annotators:
            problem = "nobody has finished a sentence yet, so there is nothing to report."
            raise DataError(problem, path=study.store.path)
        return measured

    return {
        "report.html": lambda: agreement_page(agreement(), study),
        "agreement.json": lambda: _json(agreement().to_json()),
        "compressions.jsonl": lambda: "".join(format_json(to_record(pair)) + "\n" for pair in study.pairs()),
    }


def write_report(files: Files, folder: Path) -> list[Path]:
    """Write the files of a report, each whole or not at all, and return their names.

    Raises:
        DataError: there is nothing to report, or the folder cannot be written.
    """
    texts = {name: make() for name, make in files.items()}
    make_folder(folder)
    for name, text in texts.items():
        with write_whole(folder / name) as stream:
            stream.write(text)
    return [folder / name for name in texts]


def export(
    study: AnnotationStudy,
    path: str | Path,
    *,
    format: str | None = None,
    annotators: Collection[str] = (),
    complete: bool = False,
) -> int:
    """Write what was compressed as a corpus, and return the number of its pairs.

    Args:
        study: the study.
        path: the file to write.
        format: the corpus format; by default determined by the file's extension.
        annotators: whose compressions to use; by default everyone's.
        complete: leave out sentences that not all of them have finished.

    Raises:
        UsageError: the format is not known, or somebody named takes no part.
        DataError: nothing has been finished, or the format cannot hold it.
    """
    pairs = list(study.pairs(list(annotators), complete=complete))
    if not pairs:
        raise DataError("no sentence has been finished, so there is nothing to export.", path=study.store.path)
    tokenized = any(asked.tokenized for asked in study.sentences.values())
    with find_format(format, path).write(path, tokenized=tokenized) as put:
        for pair in pairs:
            put(pair)
    return len(pairs)


def ratings_csv(study: RatingStudy) -> str:
    """Return the raw ratings as a table with a heading, fit for a spreadsheet; `ratings_json` has texts as they are."""
    by_id = {sentence.id: sentence for sentence in study.sentences.values()}
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    settings = study.settings
    names = [question.name for question in settings.questions]
    shown = ["system", "other"] if settings.compares else ["system"]
    compressions = ["compression", "other_compression"][: len(shown)]
    comment = ["comment"] if settings.comments else []
    writer.writerow(["rater", "sentence", *shown, *names, "seconds", "at", "place", *comment, "source", *compressions])
    for judgement in study.judgements():
        sentence = by_id[judgement.sentence]
        systems = [judgement.system, judgement.other][: len(shown)]
        cells = [
            judgement.rater,
            judgement.sentence,
            *systems,
            *(judgement.ratings[name] for name in names),
            judgement.seconds,
            judgement.at,
            judgement.place,
            *([judgement.comment] if settings.comments else []),
            sentence.source,
            *(sentence.versions[system] for system in systems),
        ]
        writer.writerow(map(spreadsheet_cell, cells))
    return stream.getvalue()


def ratings_json(study: RatingStudy) -> dict[str, Any]:
    """Return everything that was asked and answered, as plain JSON values."""
    attention = {person.name: study.attention(person) for person in study.store.people()}
    settings = study.settings
    return {
        "title": settings.title,
        "systems": settings.systems,
        "reference": settings.reference,
        "baseline": settings.baseline,
        "seed": settings.seed,
        "design": settings.design,
        "questions": [msgspec.to_builtins(question) for question in settings.questions],
        "sentences": [
            {"id": sentence.id, "source": sentence.source, "versions": sentence.versions}
            for sentence in study.sentences.values()
        ],
        "raters": [
            {"name": name, "checks_passed": passed, "checks": checks} for name, (passed, checks) in attention.items()
        ],
        "ratings": [judgement._asdict() for judgement in study.judgements()],
    }


def _json(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
