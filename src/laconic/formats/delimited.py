"""CSV and TSV, cell by cell: what is not replaced keeps its quotes, spaces and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from laconic.errors import DataError
from laconic.files import MAX_LINE_BYTES, decode_line, read_raw_lines
from laconic.formats.table import Fields, Put, Row

_BYTE_ORDER_MARK = "\ufeff"
_LINE_END = re.compile(r"(?:\r\n|\n|\r)?\Z")
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')
_BETWEEN_TABS = re.compile(r'"(?:[^"]|"")*+"(?=\t|\Z)|[^\t]*')


class DelimitedTable:
    """A table with a header, its cells separated by commas or semicolons with quotes, or by tabs with or without them.

    Between tabs a quotation mark may stand for itself, as in ``"No," he said``: only a cell that begins and ends with
    one, and has all others doubled, is in quotes.

    Args:
        path: the file.
        field: the name of the column to read.
        out_field: the name of the column to write; a new one comes last. The column itself if not given.
        tabs: whether tabs separate the cells.

    Raises:
        UsageError: there is no such column.
        DataError: the file cannot be read.
    """

    def __init__(self, path: str, field: str | None, out_field: str | None, *, tabs: bool = False) -> None:
        self._path = path
        self._tabs = tabs
        self._delimiter = "\t"
        self._names: list[str] = []
        self._records = self._read()
        number, self._header = next(self._records, (1, ""))
        if not self._header.strip():
            raise DataError("is empty: a table begins with the names of its columns.", path=path, line=number)
        if not tabs:
            self._delimiter = _delimiter(self._header)
        names = [self._value(cell) for cell in self._cells(self._header.removeprefix(_BYTE_ORDER_MARK))]
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
            cells = self._cells(record)
            if len(cells) != len(self._names):
                raise DataError(
                    f"has {len(cells)} cells where the header has {len(self._names)}; put quotes around cells with a "
                    f"{'tab or line end' if self._tabs else repr(self._delimiter)} in them.",
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
        name = self._delimiter + self._cell(self._new_name, "", "") if is_new else ""
        stream.write((body + name + end).encode("utf-8"))

        def put(row: Row, text: str | None) -> None:
            record, cells = row.raw
            if cells is None:
                stream.write(record.encode("utf-8"))
                return
            end = _line_end(record)
            source = cells[self._source]
            if is_new:
                cells = [*cells, self._cell(text or "", "", source)]
            elif text is not None:
                written = self._cell(text, cells[self._target], source)
                cells = [*cells[: self._target], written, *cells[self._target + 1 :]]
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
            quotes += line.count('"')
            size += len(line)
            if size > MAX_LINE_BYTES:
                break
            if quotes % 2 == 0 if not self._tabs else not self._is_cut(waiting):
                yield first, "".join(waiting)
                waiting, quotes, size = [], 0, 0
        if waiting:
            raise DataError("a quote that begins here is never closed.", path=self._path, line=first)

    def _is_cut(self, lines: Sequence[str]) -> bool:
        """Return whether lines between tabs end inside a cell in quotes."""
        if len(lines) > 1 and '"' not in lines[-1]:
            return True
        cells = self._cells("".join(lines))
        return len(cells) < len(self._names) and cells[-1].startswith('"') and not _is_quoted(cells[-1])

    def _cells(self, record: str) -> list[str]:
        """Return the cells of a record as they are written."""
        body = record.removesuffix(_line_end(record))
        if '"' not in body:
            return body.split(self._delimiter)
        if self._tabs:
            return self._cells_between_tabs(body)
        cells: list[str] = []
        for piece in body.split(self._delimiter):
            if cells and cells[-1].count('"') % 2:
                cells[-1] += self._delimiter + piece
            else:
                cells.append(piece)
        return cells

    def _cells_between_tabs(self, body: str) -> list[str]:
        """Return the cells of a line with quotation marks; a tab inside quotes separates cells if some are missing."""
        cells: list[str] = []
        reached = -1
        while reached < len(body):
            match = _BETWEEN_TABS.match(body, reached + 1)
            assert match is not None  # an empty cell matches
            cells.append(match.group())
            reached = match.end()
        plain = body.split("\t")
        return plain if len(plain) == len(self._names) != len(cells) else cells

    def _value(self, cell: str) -> str:
        """Return what a cell says."""
        if _is_quoted(cell) if self._tabs else len(cell) > 1 and cell[0] == cell[-1] == '"':
            return cell[1:-1].replace('""', '"')
        return cell

    def _cell(self, text: str, former: str, source: str) -> str:
        """Return a text as a cell, in quotes if the former text was or if it must be.

        Between tabs only readers that met quotes where the text comes from are known to understand them.
        """
        if self._tabs and not (_is_quoted(former) or _is_quoted(source)):
            return " ".join(re.split(r"[\t\r\n]+", text))
        needs_quotes = any(sign in text for sign in (self._delimiter, '"', "\r", "\n"))
        return '"' + text.replace('"', '""') + '"' if needs_quotes or former.startswith('"') else text


def _is_quoted(cell: str) -> bool:
    return _QUOTED.fullmatch(cell) is not None


def _line_end(record: str) -> str:
    match = _LINE_END.search(record)
    return match.group() if match else ""


def _delimiter(header: str) -> str:
    """Return what separates the cells: semicolons where spreadsheets write commas in numbers."""
    return max(",;\t", key=header.count) if any(sign in header for sign in ",;\t") else ","
