"""Answers as tidy tables: one row per rating, and a folder of such tables for notebooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from laconic.corpus.words import word_splitter
from laconic.files import make_folder, spreadsheet_cell, write_whole
from laconic.study.annotation import AnnotationStudy
from laconic.study.opening import Study
from laconic.study.progress import progress_of
from laconic.study.rating import RatingStudy

LOADER = '''"""Load the tables of this folder: `tables = load()`, then `tables["{main}"]`.

With pandas installed each table is a DataFrame, otherwise a list of dictionaries.
"""

import csv
import re
from pathlib import Path

COUNTS = "rating place words source_words done asked checks_passed checks".split()
NUMBERS = {{"seconds": float, **dict.fromkeys(COUNTS, int)}}


def text(cell):
    """Return a text without the apostrophe that keeps spreadsheets from taking it for a formula."""
    return re.sub(r"^'(?='*[=+@\\t\\r-])", "", cell)


def load(folder=Path(__file__).parent):
    """Return all tables by their names."""
    return {{path.stem: read(path) for path in sorted(Path(folder).glob("*.csv"))}}


def read(path):
    """Return one table."""
    try:
        import pandas
    except ImportError:
        with open(path, encoding="utf-8", newline="") as stream:
            rows = csv.DictReader(stream)
            return [{{name: NUMBERS.get(name, text)(cell) for name, cell in row.items()}} for row in rows]
    texts = [name for name in pandas.read_csv(path, nrows=0).columns if name not in NUMBERS]
    return pandas.read_csv(path, converters=dict.fromkeys(texts, text), keep_default_na=False)


if __name__ == "__main__":
    for name, table in load().items():
        print(name, len(table))
'''
"""The script beside the tables."""


def tidy_csv(study: Study) -> str:
    """Return the answers as one table, one row for each rating or compression."""
    return _csv(_ratings(study) if isinstance(study, RatingStudy) else _compressions(study))


def write_folder(study: Study, folder: Path) -> list[Path]:
    """Write the answers, the people and the texts as tables, and a script that loads them; return what was written.

    Raises:
        DataError: the folder cannot be written.
    """
    main = "ratings" if isinstance(study, RatingStudy) else "compressions"
    texts = {
        f"{main}.csv": tidy_csv(study),
        "people.csv": _csv(_people(study)),
        "texts.csv": _csv(_versions(study) if isinstance(study, RatingStudy) else _sources(study)),
        "load.py": LOADER.format(main=main),
    }
    make_folder(folder)
    for name, text in texts.items():
        with write_whole(folder / name) as stream:
            stream.write(text)
    return [folder / name for name in texts]


def _csv(rows: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\n").writerows(map(spreadsheet_cell, row) for row in rows)
    return stream.getvalue()


def _ratings(study: RatingStudy) -> Iterator[Sequence[object]]:
    other = ["other"] if study.settings.compares else []
    yield ["rater", "sentence", "system", *other, "question", "rating", "seconds", "at", "place", "comment"]
    for each in study.judgements():
        systems = [each.system, each.other][: 1 + len(other)]
        for question in study.settings.questions:
            rating = each.ratings[question.name]
            about = (each.seconds, each.at, each.place, each.comment)
            yield [each.rater, each.sentence, *systems, question.name, rating, *about]


def _compressions(study: AnnotationStudy) -> Iterator[Sequence[object]]:
    yield ["annotator", "document", "sentence", "compression", "words", "seconds", "at"]
    for number, works in study.work().items():
        asked = study.sentences[number]
        split = word_splitter(asked.tokenized)
        for annotator, made, at in works:
            length = len(split(made.text))
            yield [annotator, asked.document, asked.id, made.text, length, made.seconds, at]


def _people(study: Study) -> Iterator[Sequence[object]]:
    yield ["name", "done", "asked", "checks_passed", "checks", "agreed"]
    for each in progress_of(study):
        yield [each.name, each.done, each.asked, each.checks_passed, each.checks, each.agreed or ""]


def _versions(study: RatingStudy) -> Iterator[Sequence[object]]:
    split = word_splitter(study.settings.tokenized)
    yield ["sentence", "system", "source", "compression", "source_words", "words"]
    for sentence in study.sentences.values():
        for system in study.settings.systems:
            text = sentence.versions[system]
            yield [sentence.id, system, sentence.source, text, len(split(sentence.source)), len(split(text))]


def _sources(study: AnnotationStudy) -> Iterator[Sequence[object]]:
    yield ["document", "sentence", "source", "source_words"]
    for asked in study.sentences.values():
        yield [asked.document, asked.id, asked.source, len(word_splitter(asked.tokenized)(asked.source))]
