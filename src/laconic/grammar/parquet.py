"""Grammars as Parquet: for tables of rules that other programs query."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from laconic.errors import DataError, MissingDependency
from laconic.files import write_whole_binary
from laconic.grammar.grammar import Grammar, canonical_lines
from laconic.grammar.rule import SEPARATOR

COUNT = "count."
FEATURE = "feature."
EXTENSION = ".parquet"


def write_parquet(grammar: Grammar, path: str | Path) -> None:
    """Write one row a rule: ``source``, ``target``, and a column for each origin's count and each feature.

    Raises:
        MissingDependency: pyarrow is not installed.
    """
    tables = arrow()
    sides = [line.split(SEPARATOR) for line in grammar.lines]
    columns: dict[str, Any] = {"source": [source for source, _ in sides], "target": [target for _, target in sides]}
    columns |= {COUNT + origin: column for origin, column in grammar.counts.items()}
    columns |= {FEATURE + name: column for name, column in grammar.features.items()}
    import pyarrow.parquet

    with write_whole_binary(path) as stream:
        pyarrow.parquet.write_table(tables.table(columns), stream, compression="zstd")


def read_parquet(path: str | Path) -> Grammar:
    """Read what `write_parquet` wrote; other columns are left alone.

    Raises:
        DataError: the file is not such a table, or a row is not a rule.
        MissingDependency: pyarrow is not installed.
    """
    tables = arrow()
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(path)
        sources, targets = table.column("source").to_pylist(), table.column("target").to_pylist()
    except (OSError, KeyError, tables.ArrowException) as error:
        raise DataError(f"is not a grammar in Parquet: {str(error).splitlines()[0]}.", path=path) from None
    texts = [f"{source}{SEPARATOR}{target}" for source, target in zip(sources, targets, strict=True)]
    lines = canonical_lines(texts, range(1, len(texts) + 1), path)

    def numbers(prefix: str) -> dict[str, Any]:
        names = [name for name in table.column_names if name.startswith(prefix)]
        return {name.removeprefix(prefix): np.asarray(table.column(name), np.float64) for name in names}

    return Grammar(lines, numbers(COUNT), numbers(FEATURE))


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
