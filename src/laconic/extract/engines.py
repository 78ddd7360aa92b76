"""Engines: what runs the heavy steps of pivoting, on this machine or on a cluster.

An engine maps a function over the parts of a corpus and runs queries over Parquet files. The queries are the same for
all, and so are their results.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from laconic.errors import LaconicError, MissingDependency, UsageError
from laconic.grammar.parquet import EXTENSION, arrow
from laconic.workers import work

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Runs functions over parts and queries over tables."""

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Yield the function's result for each item, in the items' order."""
        ...

    def query(self, sql: str, tables: Mapping[str, Sequence[Path]], out: Path) -> None:
        """Run a query over tables, each of one or more Parquet files, and write its rows as Parquet."""
        ...

    def read(self, path: Path) -> Any:
        """Return what a query wrote as a table of pyarrow, its rows in the query's order."""
        ...

    def remove(self, path: Path) -> None:
        """Remove what a query wrote."""
        ...

    def close(self) -> None:
        """Give back what the engine holds."""
        ...


def _result(function: Callable[[Item], Result], item: Item) -> Result:
    return function(item)


class DuckDbEngine:
    """Runs everything on this machine, with DuckDB for the queries.

    Args:
        processes: how many processes map functions.
        memory: how much memory queries may take, such as ``4GB``; beyond it they use the disk.
        scratch: the folder for what does not fit into memory.
    """

    def __init__(self, processes: int = 1, memory: str = "4GB", scratch: Path | None = None) -> None:
        try:
            import duckdb
        except ImportError:
            raise MissingDependency("pivoting", "pivot") from None
        self.processes = processes
        self._connection = duckdb.connect()
        try:
            self._connection.execute(f"SET memory_limit = {quoted(memory)}")
        except duckdb.Error:
            raise UsageError(f"{memory!r} is not an amount of memory; write it like 4GB.") from None
        self._connection.execute(f"SET threads = {processes}")
        if scratch is not None:
            self._connection.execute(f"SET temp_directory = {quoted(scratch)}")

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Yield the function's result for each item; with several processes, from as many at once."""
        return work(_result, function, items, self.processes, chunk=1)

    def query(self, sql: str, tables: Mapping[str, Sequence[Path]], out: Path) -> None:
        """Run a query; the result appears under its name only when it is whole."""
        import duckdb

        unfinished = out.with_name(f".{out.name}.unfinished")
        try:
            for name, paths in tables.items():
                files = ", ".join(map(quoted, paths))
                self._connection.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT * FROM read_parquet([{files}])")
            self._connection.execute(f"COPY ({sql}) TO {quoted(unfinished)} (FORMAT parquet, COMPRESSION zstd)")
            unfinished.replace(out)
        except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
            problem = str(error).splitlines()[0]
            raise LaconicError(f"a query failed, so give more --memory or disk: {problem}") from None
        finally:
            unfinished.unlink(missing_ok=True)

    def read(self, path: Path) -> Any:
        """Return what a query wrote."""
        return read_rows(path)

    def remove(self, path: Path) -> None:
        """Remove what a query wrote."""
        path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the database, which was in memory."""
        self._connection.close()


class SparkEngine:
    """Runs everything on a Spark cluster, or on a Spark of this machine.

    The work folder must lie where all machines see it, and laconic must be installed in the Python that they run:
    Spark takes it from the variable ``PYSPARK_PYTHON``.

    Args:
        master: the cluster's address, such as ``spark://host:7077`` or ``local[2]``; by default what Spark is
            configured to use.
        settings: further settings of Spark by name.
    """

    def __init__(self, master: str | None = None, settings: Mapping[str, str] | None = None) -> None:
        try:
            from pyspark.sql import SparkSession
        except ImportError:
            raise MissingDependency("the engine spark", "spark") from None
        builder = SparkSession.builder.appName("laconic")
        if master is not None:
            builder = builder.master(master)
        if (master or "").startswith("local"):
            # Workers of this machine run the Python that laconic is installed in.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        quiet = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
        for name, value in {**quiet, "spark.sql.ansi.enabled": "true", **(settings or {})}.items():
            builder = builder.config(name, value)
        try:
            self._session = builder.getOrCreate()
        except Exception as error:
            problem = str(error).splitlines()[0]
            raise LaconicError(f"Spark does not start ({problem}); it needs Java 17 or newer and JAVA_HOME.") from error

    def map(self, function: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
        """Yield the function's result for each item; every item is one task of the cluster."""
        if items:
            rows = self._session.sparkContext.parallelize(items, len(items))
            yield from rows.map(function).collect()

    def query(self, sql: str, tables: Mapping[str, Sequence[Path]], out: Path) -> None:
        """Run a query; the result is a folder of Parquet files."""
        for name, paths in tables.items():
            self._session.read.parquet(*map(str, paths)).createOrReplaceTempView(name)
        unfinished = out.with_name(f".{out.name}.unfinished")
        self._session.sql(sql).write.mode("overwrite").parquet(str(unfinished))
        self.remove(out)
        unfinished.replace(out)

    def read(self, path: Path) -> Any:
        """Return what a query wrote; Spark numbers the files of a sorted result in its order."""
        return read_rows(path)

    def remove(self, path: Path) -> None:
        """Remove what a query wrote, or a file."""
        shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Stop the session."""
        self._session.stop()


def read_rows(path: Path) -> Any:
    """Return the rows of a Parquet file, or of a folder of them in the order of their names, as a pyarrow table."""
    import pyarrow.parquet

    return arrow().concat_tables([pyarrow.parquet.read_table(file) for file in _files(path)])


def count_rows(path: Path) -> int:
    """Return how many rows a Parquet file, or a folder of them, has."""
    import pyarrow.parquet

    return sum(int(pyarrow.parquet.read_metadata(file).num_rows) for file in _files(path))


def _files(path: Path) -> list[Path]:
    return sorted(path.glob(f"*{EXTENSION}")) if path.is_dir() else [path]


def quoted(text: str | Path) -> str:
    """Return a text as a literal of SQL."""
    return "'" + str(text).replace("'", "''") + "'"
