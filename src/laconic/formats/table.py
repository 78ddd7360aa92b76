"""Tables: rows in which one text is replaced, or joined by a shorter one, and everything else is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from laconic.errors import UsageError, shown_place


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table.

    Attributes:
        number: the line or row that it stands in, from 1.
        text: the text in its field; None if it has none, and passes through.
        raw: what its table needs to write it again.
    """

    number: int
    text: str | None
    raw: Any


Put = Callable[[Row, str | None], None]
"""Writes a row with the shorter text, or as it was."""


@dataclass(frozen=True, slots=True)
class Fields:
    """Which field is read, and which is written; they may be the same."""

    source: str
    target: str

    @classmethod
    def of(cls, field: str | None, out_field: str | None, known: list[str], path: str) -> Fields:
        """Return the fields that a user named.

        Raises:
            UsageError: none is named; the message lists those of the table.
        """
        if field is None:
            names = ", ".join(known) if known else "none is known yet"
            raise UsageError(
                f"{shown_place(path)} is a table: name the field to compress with --field (it has {names})."
            )
        return cls(field, field if out_field is None else out_field)

    def place(self, known: list[str], path: str) -> int:
        """Return the number of the field that is read; raise `UsageError` if there is none of its name, or two."""
        if known.count(self.source) > 1:
            raise UsageError(
                f"{shown_place(path)} has {known.count(self.source)} fields called {self.source!r}: rename all but one."
            )
        if self.source not in known:
            raise UsageError(f"{shown_place(path)} has no field {self.source!r}; it has {', '.join(known)}.")
        return known.index(self.source)


class Table(Protocol):
    """A table that is read row by row, and written in the same way."""

    def rows(self) -> Iterator[Row]:
        """Yield the rows; raise `DataError` where one is broken."""
        ...

    def writing(self, stream: BinaryIO) -> AbstractContextManager[Put]:
        """Give what writes the rows, in their order, to a stream."""
        ...
