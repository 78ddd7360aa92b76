"""Grammars as Parquet: for tables of rules that other programs query."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from laconic.arrays import most_unpacked, too_large
from laconic.errors import DataError, MissingDependency
from laconic.files import open_binary, write_whole_binary
from laconic.grammar.grammar import Grammar, canonical_lines
from laconic.grammar.rule import SEPARATOR

Result = TypeVar("Result")

COUNT = "count."
FEATURE = "feature."
_ROW_BYTES = 8
"""The least that a row takes once it is read."""
EXTENSION = ".parquet"


def write_parquet(grammar: Grammar, path: str | Path) -> None:
    """Write one row per rule: ``source``, ``target``, and a column for each origin's count and each feature.

    Raises:
        MissingDependency: pyarrow is not installed.
    """
    sides = [line.split(SEPARATOR) for line in grammar.lines]
    columns: dict[str, Any] = {"source": [source for source, _ in sides], "target": [target for _, target in sides]}
    columns |= {COUNT + origin: column for origin, column in grammar.counts.items()}
    columns |= {FEATURE + name: column for name, column in grammar.features.items()}
    write_table(arrow().table(columns), path)


def read_parquet(path: str | Path) -> Grammar:
    """Read what `write_parquet` wrote; other columns are left alone.

    Raises:
        DataError: the file is not such a table, or a row is not a rule.
        MissingDependency: pyarrow is not installed.
    """
    table, sides = read_table(path, ("source", "target"))
    texts = [SEPARATOR.join(map(str, row)) for row in zip(*sides, strict=True)]
    lines = canonical_lines(texts, range(1, len(texts) + 1), path)
    counts = numbers(table, COUNT, path)
    for origin, column in counts.items():
        if not (column >= 0).all():
            raise DataError(f"the column {COUNT + origin} holds something that is not a count.", path=path)
    try:
        return Grammar(lines, counts, numbers(table, FEATURE, path))
    except DataError as error:
        raise error.at(path) from None


def write_table(table: Any, path: str | Path) -> None:
    """Write a table of pyarrow, packed; the file appears when it is whole."""
    import pyarrow.parquet

    with write_whole_binary(path) as stream:
        pyarrow.parquet.write_table(table, stream, compression="zstd")


def read_table(path: str | Path, columns: Sequence[str]) -> tuple[Any, list[list[Any]]]:
    """Read a table of pyarrow and the values of some of its columns, which it must have.

    Raises:
        DataError: the file is not such a table.
        MissingDependency: pyarrow is not installed.
    """
    known = column_names(path)
    missing = [name for name in columns if name not in known]
    if missing:
        raise DataError(f"is not a grammar in Parquet: it has no column {missing[0]!r}.", path=path)
    import pyarrow.parquet

    def read(file: str | Path) -> tuple[Any, list[list[Any]]]:
        most = most_unpacked(os.path.getsize(file))
        _check_size(file, most)
        table = pyarrow.parquet.read_table(file, read_dictionary=list(columns))
        if sum(_length(table.column(name)) for name in columns) > most:
            raise too_large(most)
        return table, [table.column(name).to_pylist() for name in columns]

    return _read(read, path)


def column_names(path: str | Path) -> list[str]:
    """Return the names of a table's columns.

    Raises:
        DataError: the file is not a table in Parquet.
        MissingDependency: pyarrow is not installed.
    """
    arrow()
    import pyarrow.parquet

    return _read(lambda file: list[str](pyarrow.parquet.read_schema(file).names), path)


def numbers(table: Any, prefix: str, path: str | Path) -> dict[str, NDArray[np.float64]]:
    """Return the columns of numbers whose names begin so, under what follows.

    Raises:
        DataError: one holds something else; the message names the file that the table comes from.
    """
    columns = {}
    for name in table.column_names:
        if name.startswith(prefix):
            try:
                columns[name.removeprefix(prefix)] = np.asarray(table.column(name), np.float64)
            except (TypeError, ValueError):
                raise DataError(f"the column {name} holds something that is not a number.", path=path) from None
    return columns


def _check_size(path: str | Path, most: int) -> None:
    """Raise `ValueError` if a table says that it unpacks to more than that, or has too many rows."""
    import pyarrow.parquet

    described = pyarrow.parquet.read_metadata(path)
    groups = [described.row_group(number) for number in range(described.num_row_groups)]
    # A column that repeats one value is stored in a few bytes, whatever the number of rows.
    if max(sum(group.total_byte_size for group in groups), described.num_rows * _ROW_BYTES) > most:
        raise too_large(most)


def _length(column: Any) -> int:
    """Return how many bytes the texts of a column have together: each different one may be stored only once."""
    import pyarrow.compute

    length = 0
    for chunk in column.chunks:
        if isinstance(chunk, pyarrow.DictionaryArray) and pyarrow.types.is_string(chunk.type.value_type):
            lengths = pyarrow.compute.binary_length(chunk.dictionary).cast("int64")
            length += pyarrow.compute.sum(lengths.take(chunk.indices)).as_py() or 0
    return length


def _read(read: Callable[[str | Path], Result], path: str | Path) -> Result:
    # Arrow opens the file itself: its threads must not hold a Python stream when the program ends, which aborts it.
    open_binary(path).close()  # reports what cannot be opened as for any other file
    try:
        return read(path)
    except (OSError, ValueError, arrow().ArrowException) as error:  # what is not UTF-8 is a ValueError
        problem = str(error).splitlines()[0].rstrip(".")
        raise DataError(f"is not a grammar in Parquet: {problem}.", path=path) from None


def arrow() -> Any:
    """Return pyarrow.

    Raises:
        MissingDependency: it is not installed.
    """
    try:
        import pyarrow
    except ImportError:
        raise MissingDependency("Parquet", "parquet") from None
    return pyarrow
