"""CSV and TSV, cell by cell: cells that are not replaced keep their quotes, spaces and line ends."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from laconic.errors import DataError, counted
from laconic.files import MAX_LINE_BYTES, decode_line, read_raw_lines
from laconic.formats.table import Fields, Put, Row

_BYTE_ORDER_MARK = "\ufeff"
_LINE_END = re.compile(r"(?:\r\n|\n|\r)?\Z")
_QUOTED = re.compile(r'"(?:[^"]|"")*+"')
_BETWEEN_TABS = re.compile(r'"(?:[^"]|"")*+"(?=\t|\Z)|[^\t]*')
_HINT = re.compile(rf'{_BYTE_ORDER_MARK}?"?sep=([^"\r\n])"?(?:\r\n|\n)', re.IGNORECASE)
"""A line that some programs write for Excel before the header, to name what separates the cells."""
_OPENING = re.compile(' *"')
_IN_QUOTES = re.compile(r'(?:[^"]|"")*+')
_MOST_LINES = 1000
"""How many more lines a cell may take whose row would be complete if its quotation mark stood for itself."""


class DelimitedTable:
    """A table with a header, its cells separated by commas or semicolons with quotes, or by tabs with or without them.

    Between tabs a quotation mark may stand for itself, as in ``"No," he said``: only a cell that begins and ends with
    one, and has all others doubled, is in quotes. If a row is complete up to a line end, the mark that begins its last
    cell stands for itself unless the quotes are closed before the next line that could be a row.

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
        self._records = self._read_between_tabs() if tabs else self._read()
        number, self._header = next(self._records, (1, ""))
        self._hint = ""
        hint = _HINT.fullmatch(self._header)
        if hint is not None and not tabs:
            self._hint = self._header
            number, self._header = next(self._records, (2, ""))
        if not self._header.strip():
            raise DataError("is empty: a table starts with the names of its columns.", path=path, line=number)
        if "\r" in _QUOTED.sub("", self._header.removesuffix(_line_end(self._header))):
            raise DataError(
                "has lines that end in a carriage return alone; convert it first, for example with tr '\\r' '\\n'.",
                path=path,
            )
        if not tabs:
            self._delimiter = hint[1] if hint is not None else _delimiter(self._header)
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
                    f"has {counted(len(cells), 'cell')}, but the header has {len(self._names)}; put quotes around "
                    f"cells with a {'tab or line end' if self._tabs else repr(self._delimiter)} in them.",
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
        stream.write((self._hint + body + name + end).encode("utf-8"))

        def put(row: Row, text: str | None) -> None:
            record, cells = row.raw
            if cells is None:
                stream.write(record.encode("utf-8"))
                return
            end = _line_end(record)
            source = cells[self._source]
            if is_new:
                cells = [*cells, self._cell(text or "", "", source)]
            elif text is not None and text != self._value(cells[self._target]):
                written = self._cell(text, cells[self._target], source)
                cells = [*cells[: self._target], written, *cells[self._target + 1 :]]
            stream.write((self._delimiter.join(cells) + end).encode("utf-8"))

        yield put

    def _lines(self) -> Iterator[_Line]:
        for number, raw in read_raw_lines(self._path, keep_mark=True):
            decode_line(raw, self._path, number)  # reports what is not UTF-8
            yield _Line(number, raw.decode("utf-8"))

    def _read(self) -> Iterator[tuple[int, str]]:
        """Yield each record with its line end, and the number of its first line."""
        waiting: list[str] = []
        first = size = 0
        is_open = False
        for number, line in self._lines():
            first = number if not waiting else first
            waiting.append(line)
            size += len(line)
            if size > MAX_LINE_BYTES:
                break
            if self._names:
                is_open = _cell_ends(line, self._delimiter, is_open=is_open)[1]
            elif line.count('"') % 2:  # what separates the names of columns is not known yet
                is_open = not is_open
            if not is_open:
                yield first, "".join(waiting)
                waiting, size = [], 0
        if waiting:
            raise self._never_closed(first)

    def _read_between_tabs(self) -> Iterator[tuple[int, str]]:
        """Yield what `_read` does of a table with tabs.

        Time is linear though lines may be read twice: a cell that is open at a line end begins with an odd number of
        quotation marks, and these end every search for the end of an earlier cell.
        """
        lines = _LinesAhead(self._lines())
        for first, line in lines:
            record = [line]
            found = _open_cell(line.removeprefix(_BYTE_ORDER_MARK) if first == 1 else line)
            while found is not None and self._may_continue(found):
                rest = self._rest_of_cell(lines, found)
                if rest is None:
                    if self._names and found.cells_if_literal != len(self._names):
                        raise self._never_closed(first)
                    break
                record += rest.lines
                found = _open_cell(rest.lines[-1], rest.next_cell, found.place + 1)
            yield first, "".join(record)

    def _may_continue(self, cell: _OpenCell) -> bool:
        """Return whether a cell that is open at a line end may be in quotes that continue."""
        is_last = cell.place + 1 == len(self._names)
        return not self._names or is_last or cell.place < len(self._names) != cell.cells_if_literal

    def _rest_of_cell(self, lines: _LinesAhead, cell: _OpenCell) -> _Rest | None:
        """Take the lines up to the one where the quotes of a cell are closed, or none."""
        is_complete = not self._names or cell.cells_if_literal == len(self._names)
        taken: list[_Line] = []
        size = 0
        for line in lines:
            taken.append(line)
            size += len(line.text)
            is_row = 1 < len(self._names) == line.text.count("\t") + 1
            if size > MAX_LINE_BYTES or (is_complete and (is_row or len(taken) > _MOST_LINES)):
                break
            body = line.text.removesuffix(_line_end(line.text))
            end = _end_of_quotes(body, 0)
            if end < len(body):
                if not _is_closed(body, end):
                    break
                return _Rest([each.text for each in taken], end + 2)
        lines.put_back(taken)
        return None

    def _never_closed(self, line: int) -> DataError:
        return DataError("a quote that begins here is never closed.", path=self._path, line=line)

    def _cells(self, record: str) -> list[str]:
        """Return the cells of a record as they are written."""
        body = record.removesuffix(_line_end(record))
        if '"' not in body:
            return body.split(self._delimiter)
        if self._tabs:
            return self._cells_between_tabs(body)
        ends, _ = _cell_ends(body, self._delimiter)
        starts = (0, *(end + 1 for end in ends))
        return [body[start:end] for start, end in zip(starts, (*ends, len(body)), strict=True)]

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
        """Return what a cell says; between commas there may be spaces around its quotes."""
        inside = cell if self._tabs else cell.strip(" ")
        return inside[1:-1].replace('""', '"') if _is_quoted(inside) else cell

    def _cell(self, text: str, former: str, source: str) -> str:
        """Return a text as a cell, in quotes if the former text was or if it must be.

        Between tabs only readers that met quotes where the text comes from are known to understand them.
        """
        if self._tabs and not (_is_quoted(former) or _is_quoted(source)):
            return " ".join(re.split(r"[\t\r\n]+", text))
        quoted = '"' + text.replace('"', '""') + '"'
        if opening := _OPENING.match(former):
            return opening.group()[:-1] + quoted
        return quoted if any(sign in text for sign in (self._delimiter, '"', "\r", "\n")) else text


class _Line(NamedTuple):
    number: int
    text: str


class _OpenCell(NamedTuple):
    """A cell that begins with a quotation mark, and is not closed at the end of the line.

    Attributes:
        place: how many cells of the record come before it.
        cells_if_literal: how many cells the record has up to the line end if the mark stands for itself.
    """

    place: int
    cells_if_literal: int


class _Rest(NamedTuple):
    """The lines up to the end of the quotes of an open cell, and where in the last one the next cell begins."""

    lines: list[str]
    next_cell: int


class _LinesAhead(Iterator[_Line]):
    """Lines that can be put back."""

    def __init__(self, lines: Iterator[_Line]) -> None:
        self._lines = lines
        self._returned: deque[_Line] = deque()

    def __next__(self) -> _Line:
        return self._returned.popleft() if self._returned else next(self._lines)

    def put_back(self, lines: list[_Line]) -> None:
        """Let these lines come next."""
        self._returned.extendleft(reversed(lines))


def _open_cell(line: str, start: int = 0, place: int = 0) -> _OpenCell | None:
    """Return the cell that is open at the end of a line between tabs, if one is.

    Args:
        line: the line.
        start: where the first cell to look at begins.
        place: how many cells of the record come before that one.
    """
    if '"' not in line:
        return None
    body = line.removesuffix(_line_end(line))
    while start < len(body):
        end = _end_of_quotes(body, start + 1) if body[start] == '"' else start
        if end == len(body):
            return _OpenCell(place, place + 1 + body.count("\t", start))
        tab = end + 1 if end > start and _is_closed(body, end) else body.find("\t", start)
        if tab < 0:
            break
        start = tab + 1
        place += 1
    return None


def _cell_ends(body: str, delimiter: str, *, is_open: bool = False) -> tuple[list[int], bool]:
    """Return where the cells but the last end, and whether the last is in quotes that go on.

    Only a quotation mark at the beginning of a cell opens quotes; unlike some readers, laconic allows spaces before it.

    >>> _cell_ends('1,"a, b",a 5" pipe,"c', ",")
    ([1, 8, 18], True)
    """
    ends: list[int] = []
    place = 0
    while True:
        opening = None if is_open else _OPENING.match(body, place)
        if is_open or opening is not None:
            place = _end_of_quotes(body, opening.end() if opening is not None else place)
            if place == len(body):
                return ends, True
            is_open = False
        place = body.find(delimiter, place)
        if place < 0:
            return ends, False
        ends.append(place)
        place += 1


def _end_of_quotes(body: str, start: int) -> int:
    """Return where the first quotation mark is that is not doubled, from a place in quotes on, or the length."""
    match = _IN_QUOTES.match(body, start)
    assert match is not None  # it may be empty
    return match.end()


def _is_closed(body: str, end: int) -> bool:
    """Return whether the quotation mark at this place, which is not doubled, ends its cell."""
    return body[end + 1 : end + 2] in ("", "\t")


def _is_quoted(cell: str) -> bool:
    return _QUOTED.fullmatch(cell) is not None


def _line_end(record: str) -> str:
    match = _LINE_END.search(record)
    return match.group() if match else ""


def _delimiter(header: str) -> str:
    """Return what separates the cells: semicolons where spreadsheets write commas in numbers, bars in some exports."""
    return max(",;\t|", key=header.count)
