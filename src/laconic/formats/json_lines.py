"""JSON lines: one object per line, of which one text is replaced and every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError, JSONDecoder
from typing import Any, BinaryIO

from laconic.errors import DataError, UsageError, shown_place
from laconic.files import decode_line, read_raw_lines
from laconic.formats.table import Fields, Put, Row
from laconic.text import encodable

_MOST_WITHOUT = 1000
"""If this many objects at the beginning lack the field, its name is taken for a mistake."""
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = JSONDecoder()

Members = dict[str, tuple[Any, int, int]]
"""The fields of an object: the value, and where it stands."""


class JsonLines:
    """A file of JSON objects, one per line.

    Args:
        path: the file.
        field: the name of the field to read; ``a.b`` is the field b of the object a.
        out_field: the name of the field to write; a new one comes last in its object. The field itself if not given.
    """

    def __init__(self, path: str, field: str | None, out_field: str | None) -> None:
        self._path = path
        self._lines = read_raw_lines(path, keep_mark=True)
        self._field, self._out_field = field, out_field
        self._names: dict[str, None] = {}  # of the objects in which the field was not found, in order
        self._without = 0  # how many those are

    def rows(self) -> Iterator[Row]:
        """Yield the lines; those that are blank, or whose field is missing or null, pass through."""
        rows = self._rows()
        waiting: list[Row] = []
        for row, has_field in rows:
            waiting.append(row)
            if has_field:
                break
            if self._without == _MOST_WITHOUT:
                raise self._missing()
        else:
            if self._names:
                raise self._unknown()
        yield from waiting
        yield from (row for row, _ in rows)

    def _rows(self) -> Iterator[tuple[Row, bool]]:
        """Yield the lines, each with whether it has the field."""
        for number, raw in self._lines:
            line = decode_line(raw, self._path, number)
            end = raw[len(line.encode("utf-8")) :].decode("ascii")
            if not line.strip("\ufeff \t"):
                yield Row(number, None, (line + end, None)), False
                continue
            try:
                members = _members(line, len(line) - len(line.lstrip("\ufeff \t")))
            except (JSONDecodeError, RecursionError) as error:
                raise DataError(f"is not a JSON object: {error}.", path=self._path, line=number) from None
            yield self._row(number, line, end, members)

    @contextmanager
    def writing(self, stream: BinaryIO) -> Iterator[Put]:
        """Write what is put."""

        def put(row: Row, text: str | None) -> None:
            line, place = row.raw
            if text is not None and place is not None:
                start, end, before = place
                escaped = line.isascii() or encodable(text) != text
                line = line[:start] + before + json.dumps(text, ensure_ascii=escaped) + line[end:]
            stream.write(line.encode("utf-8"))

        yield put

    def _unknown(self) -> UsageError:
        return UsageError(f"{shown_place(self._path)} has no field {self._field!r}; it has {', '.join(self._names)}.")

    def _missing(self) -> UsageError:
        return UsageError(
            f"{shown_place(self._path)}: none of the first {_MOST_WITHOUT:,} objects has a field {self._field!r}; "
            f"they have {', '.join(self._names) or 'none'}."
        )

    def _row(self, number: int, line: str, end: str, members: Members) -> tuple[Row, bool]:
        fields = Fields.of(self._field, self._out_field, list(members), self._path)
        found = _inside(line, members, fields.source)
        if found is None and self._without < _MOST_WITHOUT:
            self._without += 1
            self._names.update(dict.fromkeys(members))
        value = None if found is None else found[0]
        if value is not None and not isinstance(value, str):
            raise DataError(
                f"the field {fields.source!r} is not a text, but {json.dumps(value)[:40]}.",
                path=self._path,
                line=number,
            )
        place = _target(line, members, line.rindex("}"), fields.target)
        return Row(number, value, (line + end, place)), found is not None


def _inside(line: str, members: Members, field: str) -> tuple[Any, int, int] | None:
    """Return a field of an object, or of an object in it."""
    if field in members:
        return members[field]
    outer, point, inner = field.partition(".")
    if point and outer in members and isinstance(members[outer][0], dict):
        return _inside(line, _members(line, members[outer][1]), inner)
    return None


def _target(line: str, members: Members, last: int, field: str) -> tuple[int, int, str]:
    """Return where a field is to be written, and what comes before its value; a new one comes last in its object.

    Args:
        line: all objects.
        members: the fields of the outer one.
        last: where its closing brace stands.
        field: the name; ``a.b`` is in the object a, if there is one.
    """
    if field in members:
        return members[field][1], members[field][2], ""
    outer, point, inner = field.partition(".")
    if point and outer in members and isinstance(members[outer][0], dict):
        _, start, end = members[outer]
        return _target(line, _members(line, start), end - 1, inner)
    content = len(line[:last].rstrip())
    return content, content, f"{', ' if members else ''}{json.dumps(field)}: "


def _members(line: str, start: int) -> Members:
    """Return the fields of the object that begins here; raise `JSONDecodeError` if there is none."""
    if line[start : start + 1] != "{":
        raise JSONDecodeError("each line is an object in braces", line, start)
    value, end = _DECODER.raw_decode(line, start)
    if start == len(line) - len(line.lstrip("\ufeff \t")) and line[end:].strip():
        raise JSONDecodeError("something follows the object", line, end)
    found: Members = {}
    place = _skip(line, start + 1)
    while line[place] != "}":
        name, place = _DECODER.raw_decode(line, place)
        place = _skip(line, _skip(line, place) + 1)  # over the colon
        _, after = _DECODER.raw_decode(line, place)
        found[name] = value[name], place, after
        place = _skip(line, after)
        place = _skip(line, place + 1) if line[place] == "," else place
    return found


def _skip(line: str, place: int) -> int:
    match = _SPACE.match(line, place)
    return match.end() if match else place
