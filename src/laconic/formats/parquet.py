"""Parquet: row groups are read, answered and written one after the other; all other columns are passed on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from laconic.errors import DataError, MissingDependency, UsageError
from laconic.formats.table import Fields, Put, Row

_MOST_ROWS = 10_000
"""Row groups may be huge; this many rows are in memory at a time."""


class ParquetTable:
    """A Parquet file.

    Args:
        path: the file.
        field: the name of the column to read.
        out_field: the name of the column to write; a new one comes last. The column itself if not given.

    Raises:
        MissingDependency: pyarrow is not installed.
        UsageError: there is no such column, or it has no text.
        DataError: the file cannot be read.
    """

    def __init__(self, path: str, field: str | None, out_field: str | None) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise MissingDependency("Parquet", "parquet") from None
        self._arrow = pyarrow
        try:
            self._file = pyarrow.parquet.ParquetFile(path)
        except (OSError, pyarrow.ArrowException) as error:
            raise DataError(f"is not a Parquet file that can be read: {error}.", path=path) from None
        self._path = path
        self._schema = self._file.schema_arrow
        names = list(self._schema.names)
        fields = Fields.of(field, out_field, names, path)
        self._source = fields.place(names, path)
        stored = self._schema.field(self._source).type
        types = pyarrow.types
        self._kind = stored.value_type if types.is_dictionary(stored) else stored
        if not any(is_text(self._kind) for is_text in (types.is_string, types.is_large_string, types.is_string_view)):
            raise UsageError(f"the field {fields.source!r} of {path} holds {stored}, not text.")
        self._target = names.index(fields.target) if fields.target in names else len(names)
        self._name = fields.target

    @property
    def size(self) -> int:
        """How many rows there are."""
        return int(self._file.metadata.num_rows)

    def rows(self) -> Iterator[Row]:
        """Yield the rows; those whose field is null pass through."""
        number = 0
        for batch in self._file.iter_batches(_MOST_ROWS):
            texts = batch.column(self._source).to_pylist()
            last = len(texts) - 1
            for place, text in enumerate(texts):
                number += 1
                yield Row(number, text, batch if place == last else None)

    @contextmanager
    def writing(self, stream: BinaryIO) -> Iterator[Put]:
        """Write batches as their rows are complete."""
        import pyarrow.parquet

        schema = self._written_schema()
        answers: list[str | None] = []
        packing = self._file.metadata.row_group(0).column(0).compression if self._file.metadata.num_row_groups else ""
        known = {"SNAPPY", "GZIP", "BROTLI", "LZ4", "ZSTD"}
        with pyarrow.parquet.ParquetWriter(stream, schema, compression=packing if packing in known else "none") as file:

            def put(row: Row, text: str | None) -> None:
                answers.append(text)
                if row.raw is not None:
                    file.write_batch(self._with_answers(row.raw, answers, schema))
                    answers.clear()

            yield put

    def _written_schema(self) -> Any:
        column = self._arrow.field(self._name, self._kind)
        if self._target == len(self._schema.names):
            return self._schema.append(column)
        return self._schema if self._target == self._source else self._schema.set(self._target, column)

    def _with_answers(self, batch: Any, answers: list[str | None], schema: Any) -> Any:
        columns = list(batch.columns)
        column = self._arrow.array(answers, self._kind)
        stored = schema.field(self._target).type
        if self._arrow.types.is_dictionary(stored):  # equal texts have equal answers, so there are not more of them
            encoded = column.dictionary_encode()
            column = self._arrow.DictionaryArray.from_arrays(
                encoded.indices.cast(stored.index_type), encoded.dictionary, ordered=stored.ordered
            )
        columns[self._target : self._target + 1] = [column]
        return self._arrow.RecordBatch.from_arrays(columns, schema=schema)
