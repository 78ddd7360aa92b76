"""``laconic compress`` for tables, subtitles and Word documents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING

from laconic.cli._foreign import ForeignTexts, check_document
from laconic.cli._improbable import ImprobableAnswers
from laconic.cli._input import Input
from laconic.errors import UsageError, counted, shown_place
from laconic.files import STANDARD_STREAM, read_bytes, reading, write_whole_bytes
from laconic.progress import gauge

if TYPE_CHECKING:
    from laconic.batch import Batch
    from laconic.document.cells import CueLimits, Shortened
    from laconic.document.document import DocumentCompression
    from laconic.formats.kinds import Format
    from laconic.formats.table import Table
    from laconic.model import Model
    from laconic.pipeline.request import Request

_LARGEST_DOCUMENT = 1 << 30
"""Bytes that a word processor's document may have with its pictures; what was packed to fill the memory has more."""


def open_table(path: str, format: Format, field: str | None, out_field: str | None) -> Table:
    """Open a table; raise `UsageError` if it has no such field."""
    if format == "parquet":
        from laconic.formats.parquet import ParquetTable

        if path == STANDARD_STREAM:
            raise UsageError("Parquet cannot be read from standard input: name a file.")
        return ParquetTable(path, field, out_field)
    if format == "jsonl":
        from laconic.formats.json_lines import JsonLines

        return JsonLines(path, field, out_field)
    from laconic.formats.delimited import DelimitedTable

    return DelimitedTable(path, field, out_field, tabs=format == "tsv")


def compress_table(table: Table, batch: Batch, foreign: ForeignTexts, out: str) -> int:
    """Write a table with shorter texts, row by row; return the exit code."""
    path = foreign.path or STANDARD_STREAM
    problems = Problems(path)
    with write_whole_bytes(out) as stream, table.writing(stream) as put, _progress(path, out) as done:
        rows, again = tee(table.rows())
        for row, answer in zip(rows, batch.answers(row.text for row in again), strict=True):
            put(row, None if answer is None else answer.text)
            if answer is not None:
                problems.note(row.number, answer)
                foreign.look(row.text or "", row.number)
            done(row.number)
    foreign.warn("rows")
    return problems.summary("row")


def compress_subtitles(read: Input, batch: Batch, limits: CueLimits, out: str) -> int:
    """Write subtitles whose cues fit on a screen and can be read in their time; return the exit code."""
    from laconic.document.cells import TimedText
    from laconic.formats.subtitles import line_end, read_cues

    problems = Problems(read.path)
    cues = read_cues(read.text, read.path)
    if not cues:
        print(f"laconic: there is no subtitle in {shown_place(read.path)}.", file=sys.stderr)
    about = (limits, batch.request, line_end(read.text))
    texts = (TimedText(read.text[cue.start : cue.end], cue.seconds, *about) for cue in cues)
    written: list[str] = []
    reached = 0
    for cue, answer in zip(cues, _tracked(batch.timed(texts), len(cues), out), strict=True):
        written += (read.text[reached : cue.start], answer.text)
        reached = cue.end
        problems.note(cue.line, answer)
    with write_whole_bytes(out) as stream:
        stream.write("".join((*written, read.text[reached:])).encode("utf-8"))
    return problems.summary("cue")


def compress_word(
    path: str, model: Model, request: Request, out: str | None, *, drop_sentences: bool, strict: bool
) -> DocumentCompression:
    """Return what became of a word processor's text; unless ``out`` is None, write the document there."""
    from laconic.document.document import compress_running
    from laconic.formats.word import read_word

    document = read_word(read_bytes(path, _LARGEST_DOCUMENT), path)
    check_document(path, None, document.running, strict)
    answer = compress_running(model.pipeline, document.text, document.running, request, drop_sentences=drop_sentences)
    if out is not None:
        with write_whole_bytes(out) as written:
            written.write(document.with_text(answer.text))
    return answer


class Problems:
    """Reports texts that cannot be as short as requested, and answers that an editor is unlikely to accept.

    Args:
        path: the file that they stand in.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen = self._found = 0
        self._improbable = ImprobableAnswers()

    def note(self, line: int, answer: Shortened) -> None:
        """Report a problem, if there is one, and remember a warning."""
        self._seen += 1
        place = shown_place(self._path, line)
        self._improbable.look(answer.warning, place)
        if answer.problem:
            self._found += 1
            print(f"laconic: {place}: {answer.problem}", file=sys.stderr)

    def summary(self, thing: str) -> int:
        """Report the numbers of both, and return the exit code."""
        self._improbable.warn()
        if self._found:
            told = f"{self._found} of {counted(self._seen, thing)} cannot be as short as requested"
            verb = "has" if self._found == 1 else "have"
            print(f"laconic: {told}, and {verb} the nearest possible length instead.", file=sys.stderr)
        return 1 if self._found else 0


def check_not_shown(format: Format, out: str) -> None:
    """Raise `UsageError` if bytes would be written to a terminal."""
    from laconic.formats.kinds import BINARY

    if format in BINARY and out == STANDARD_STREAM and sys.stdout.isatty():
        raise UsageError(f"a .{format} file cannot be shown here: name a file with --output.")


def shows_progress(out: str) -> bool:
    """Return whether there is room for a progress bar: on a terminal that does not show the answers."""
    return out != STANDARD_STREAM or not sys.stdout.isatty()


def _tracked(answers: Iterable[Shortened], total: int, out: str) -> Iterable[Shortened]:
    from laconic.progress import track

    return track(answers, "Compressing", total) if shows_progress(out) else answers


@contextmanager
def _progress(path: str, out: str) -> Iterator[Callable[[int], None]]:
    """Give a function to call with the line or row that was reached."""
    total = _count_lines(path) if shows_progress(out) and sys.stderr.isatty() else 0
    if not total:
        yield lambda number: None
        return
    with gauge("Compressing") as show:
        yield lambda number: show(min(1.0, number / total))


def _count_lines(path: str) -> int:
    """Return how many lines, or rows, a file has; 0 if that cannot be known before it is read."""
    if path == STANDARD_STREAM:
        return 0
    if Path(path).suffix.lower() in (".parquet", ".pq"):
        import pyarrow.parquet

        return int(pyarrow.parquet.read_metadata(path).num_rows)
    with reading(path) as stream:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))
