"""CSV and TSV, cell by cell: what is not replaced keeps its quotes, spaces and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from laconic.errors import DataError
from laconic.files import MAX_LINE_BYTES, decode_line, read_raw_lines
from laconic.formats.table import Fields, Put, Row

_BYTE_ORDER_MARK = "\ufeff"
_LINE_END = re.compile(r"(?:\r\n|\n|\r)?\Z")


class DelimitedTable:
    """A table with a header, its cells separated by commas (or semicolons) with quotes, or by tabs without.

    Args:
        path: the file.
        field: the name of the column to read.
        out_field: the name of the column to write; a new one comes last. The column itself if not given.
        tabs: whether tabs separate the cells, which then have no quotes.

    Raises:
        UsageError: there is no such column.
        DataError: the file cannot be read.
    """

    def __init__(self, path: str, field: str | None, out_field: str | None, *, tabs: bool = False) -> None:
        self._path = path
        self._tabs = tabs
        self._records = self._read()
        number, self._header = next(self._records, (1, ""))
        if not self._header.strip():
            raise DataError("is empty: a table begins with the names of its columns.", path=path, line=number)
        self._delimiter = "\t" if tabs else _delimiter(self._header)
        names = [self._value(cell) for cell in self._cells(self._header.removeprefix(_BYTE_ORDER_MARK), number)]
        fields = Fields.of(field, out_field, names, path)
        self._source = fields.place(names, path)
        self._target = names.index(fields.target) if fields.target in names else len(names)
        self._names = names
        self._new_name = fields.target

    def rows(self) -> Iterator[Row]:
        """Yield the rows after the header; blank lines pass through."""
        for number, record in self._records:
            if not record.strip("\r\n"):
                yield Row(number, None, (record, None))
                continue
            cells = self._cells(record, number)
            if len(cells) != len(self._names):
                raise DataError(
                    f"has {len(cells)} cells where the header has {len(self._names)}; put quotes around cells with a "
                    f"{'line end' if self._tabs else repr(self._delimiter)} in them.",
                    path=self._path,
                    line=number,
                )
            yield Row(number, self._value(cells[self._source]), (record, cells))

    @contextmanager
    def writing(self, stream: BinaryIO) -> Iterator[Put]:
        """Write the header, and then what is put."""
        is_new = self._target == len(self._names)
        end = _line_end(self._header)
        body = self._header.removesuffix(end)
        name = self._delimiter + self._cell(self._new_name, "") if is_new else ""
        stream.write((body + name + end).encode("utf-8"))

        def put(row: Row, text: str | None) -> None:
            record, cells = row.raw
            if cells is None:
                stream.write(record.encode("utf-8"))
                return
            end = _line_end(record)
            if is_new:
                cells = [*cells, self._cell(text or "", "")]
            elif text is not None:
                cells = [*cells[: self._target], self._cell(text, cells[self._target]), *cells[self._target + 1 :]]
            stream.write((self._delimiter.join(cells) + end).encode("utf-8"))

        yield put

    def _read(self) -> Iterator[tuple[int, str]]:
        """Yield each record with its line end, and the number of its first line."""
        waiting: list[str] = []
        first = quotes = size = 0
        for number, raw in read_raw_lines(self._path, keep_mark=True):
            decode_line(raw, self._path, number)  # reports what is not UTF-8
            line = raw.decode("utf-8")
            first = number if not waiting else first
            waiting.append(line)
            quotes += 0 if self._tabs else line.count('"')
            size += len(line)
            if size > MAX_LINE_BYTES:
                break
            if quotes % 2 == 0:
                yield first, "".join(waiting)
                waiting, quotes, size = [], 0, 0
        if waiting:
            raise DataError("a quote that begins here is never closed.", path=self._path, line=first)

    def _cells(self, record: str, number: int) -> list[str]:
        """Return the cells of a record as they are written."""
        body = record.removesuffix(_line_end(record))
        if self._tabs or '"' not in body:
            return body.split(self._delimiter)
        cells: list[str] = []
        for piece in body.split(self._delimiter):
            if cells and cells[-1].count('"') % 2:
                cells[-1] += self._delimiter + piece
            else:
                cells.append(piece)
        return cells

    def _value(self, cell: str) -> str:
        """Return what a cell says."""
        if not self._tabs and len(cell) > 1 and cell[0] == cell[-1] == '"':
            return cell[1:-1].replace('""', '"')
        return cell

    def _cell(self, text: str, former: str) -> str:
        """Return a text as a cell, in quotes if the former text was or if it must be."""
        if self._tabs:
            return " ".join(re.split(r"[\t\r\n]+", text))
        needs_quotes = any(sign in text for sign in (self._delimiter, '"', "\r", "\n"))
        return '"' + text.replace('"', '""') + '"' if needs_quotes or former.startswith('"') else text


def _line_end(record: str) -> str:
    match = _LINE_END.search(record)
    return match.group() if match else ""


def _delimiter(header: str) -> str:
    """Return what separates the cells: semicolons where spreadsheets write commas in numbers."""
    return max(",;\t", key=header.count) if any(sign in header for sign in ",;\t") else ","
