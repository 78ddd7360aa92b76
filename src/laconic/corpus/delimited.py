"""Tables with a header: CSV with quotes (RFC 4180), and TSV without any."""

from __future__ import annotations

import csv
import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from laconic.corpus.format import Format, OnBad, Put, check_encoding, check_one_line, decode, does_not_fit, pairs_of
from laconic.corpus.jsonl import format_json
from laconic.corpus.pair import BadRecord, Pair, check_texts, shown
from laconic.errors import DataError
from laconic.files import from_spreadsheet_cell, read_raw_lines, spreadsheet_cell, write_whole

_REFERENCE = re.compile(r"reference(s|_?[0-9]+)?")
_Row = tuple[int, list[str] | BadRecord]


class _Table(Format):
    """Columns ``id``, ``document``, ``source``, ``reference`` (or ``reference_1``, ``reference_2``, …).

    Only ``source`` and one reference are needed; other columns become fields of the pair, as text.
    Where several references have columns, empty ones are left out.
    """

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per row."""
        rows = self._rows(path)
        header = _header(next(rows, None), path)
        yield from pairs_of(rows, lambda row, number: _to_pair(row, header, number), path, on_bad)

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write a header and one row per pair; the first pair decides the columns."""
        with write_whole(path) as stream:
            write = self._row_writer(stream)
            layout: _Layout | None = None

            def put(pair: Pair) -> None:
                nonlocal layout
                chosen = layout or _Layout.of(pair)
                cells = chosen.row(pair)
                self._check(pair.id, cells)
                if layout is None:
                    self._check(pair.id, chosen.header)
                    write(chosen.header)
                    layout = chosen
                write(cells)

            yield put
            if layout is None:
                write(_Layout().header)

    @abstractmethod
    def _rows(self, path: str | Path) -> Iterator[_Row]:
        """Yield the rows, the header included, each with the number of its first line."""

    @abstractmethod
    def _check(self, pair_id: str, cells: Sequence[str]) -> None:
        """Raise `BadRecord` if the cells cannot be written."""

    @abstractmethod
    def _row_writer(self, stream: TextIO) -> Callable[[Sequence[str]], object]:
        """Return what writes one row."""


class Csv(_Table):
    """Cells separated by commas, in double quotes where needed.

    A spreadsheet would take a text that begins with a sign such as ``=`` for a formula: it is written after an
    apostrophe, which is taken off when it is read.
    """

    def _rows(self, path: str | Path) -> Iterator[_Row]:
        # Bytes that are not UTF-8 pass through the parser, so that only the row they stand in is lost.
        reader = csv.reader((raw.decode("utf-8", "surrogateescape") for _, raw in read_raw_lines(path)), strict=True)
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, BadRecord(f"the row is not CSV: {error}.", kind="broken CSV")
                continue
            if row:
                yield line, list(map(from_spreadsheet_cell, row))

    def _check(self, pair_id: str, cells: Sequence[str]) -> None:
        limit = csv.field_size_limit()
        if max(map(len, cells)) > limit:
            raise does_not_fit(pair_id, f"a field of more than {limit} characters")
        check_encoding(pair_id, *cells)

    def _row_writer(self, stream: TextIO) -> Callable[[Sequence[str]], object]:
        write = csv.writer(stream, lineterminator="\r\n").writerow
        return lambda cells: write(map(spreadsheet_cell, cells))


class Tsv(_Table):
    """Cells separated by tabs; no quotes, so that no cell can hold a tab or a line break."""

    def _rows(self, path: str | Path) -> Iterator[_Row]:
        for line, raw in read_raw_lines(path):
            try:
                text = decode(raw.removesuffix(b"\n").removesuffix(b"\r"))
            except BadRecord as problem:
                yield line, problem
                continue
            if text.strip():
                yield line, text.split("\t")

    def _check(self, pair_id: str, cells: Sequence[str]) -> None:
        check_one_line(pair_id, *cells)
        if any("\t" in cell for cell in cells):
            raise does_not_fit(pair_id, "a tab inside a text")

    def _row_writer(self, stream: TextIO) -> Callable[[Sequence[str]], object]:
        return lambda cells: stream.write("\t".join(cells) + "\n")


def _header(row: _Row | None, path: str | Path) -> list[str]:
    if row is None:
        raise DataError("the file is empty; it needs a header with source and reference.", path=path, line=1)
    line, cells = row
    try:
        if isinstance(cells, BadRecord):
            raise cells
        _check_encoding(cells)
    except BadRecord as problem:
        raise problem.at(path, line) from None
    names = [name.strip().lower() for name in cells]
    if "source" not in names or not any(map(_REFERENCE.fullmatch, names)):
        missing = "the first row must name the columns, among them source and reference."
        raise DataError(missing, path=path, line=line)
    if len(set(names)) < len(names):
        raise DataError("two columns have the same name.", path=path, line=line)
    return names


def _check_encoding(cells: Sequence[str]) -> None:
    """Raise `BadRecord` if a cell holds bytes that are not UTF-8, smuggled through the parser."""
    for cell in cells:
        if not cell.isascii():
            decode(cell.encode("utf-8", "surrogateescape"))


def _to_pair(row: list[str] | BadRecord, header: Sequence[str], number: int) -> Pair:
    if isinstance(row, BadRecord):
        raise row
    if len(row) != len(header):
        problem = f"the row has {len(row)} cells where the header has {len(header)}."
        raise BadRecord(problem, kind="wrong columns")
    _check_encoding(row)
    cells = dict(zip(header, row, strict=True))
    references = [cells.pop(name) for name in header if _REFERENCE.fullmatch(name)]
    if len(references) > 1:
        references = [reference for reference in references if reference.strip()] or references[:1]
    source = cells.pop("source")
    identifier = cells.pop("id", None)
    document = cells.pop("document", None)
    return check_texts(Pair(identifier or str(number), source, tuple(references), document or None, cells))


@dataclass(frozen=True)
class _Layout:
    """The columns of a table that is written: the first pair decides them."""

    document: bool = False
    references: int = 1
    extra: tuple[str, ...] = ()

    @classmethod
    def of(cls, pair: Pair) -> _Layout:
        for name in pair.extra:
            if not name or name != name.strip().lower() or _REFERENCE.fullmatch(name):
                raise does_not_fit(pair.id, f"a field called {shown(name)}")
        return cls(pair.document is not None, len(pair.references), tuple(pair.extra))

    @property
    def header(self) -> list[str]:
        numbers = range(1, self.references + 1)
        references = ["reference"] if self.references == 1 else [f"reference_{number}" for number in numbers]
        return ["id", *["document"] * self.document, "source", *references, *self.extra]

    def row(self, pair: Pair) -> list[str]:
        """Return the pair's cells; raise `BadRecord` if it has more than the columns hold."""
        missing = self.references - len(pair.references)
        if missing < 0:
            raise does_not_fit(pair.id, f"{len(pair.references)} references, but the first pair has {self.references}")
        if pair.document is not None and not self.document:
            raise does_not_fit(pair.id, "a document, but the first pair has none")
        for name in pair.extra:
            if name not in self.extra:
                raise does_not_fit(pair.id, f"a field {shown(name)}, but the first pair has none")
        row = [pair.id, pair.document or "", pair.source] if self.document else [pair.id, pair.source]
        row += pair.references
        row += [""] * missing
        row += [_text(pair.extra.get(name)) for name in self.extra]
        return row


def _text(value: Any) -> str:
    """Return texts as they are, nothing for null, and every other value as JSON."""
    return value if isinstance(value, str) else "" if value is None else format_json(value)
