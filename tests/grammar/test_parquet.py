"""Grammars as Parquet."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from laconic.errors import DataError
from laconic.grammar import Grammar
from laconic.grammar.parquet import read_parquet, write_parquet

LINES = ["(JJ old) ||| ε", "(NN \\(\\)) ||| (NN @a)".replace("@", "\\@")]


def test_a_grammar_reads_back_and_is_a_plain_table(tmp_path: Path) -> None:
    path = tmp_path / "grammar.parquet"
    grammar = Grammar(LINES, {"extract": [1, 0], "pivot": [2, 2.5]}, {"p": [0.5, float("nan")]})
    write_parquet(grammar, path)
    assert read_parquet(path) == grammar
    table = pyarrow.parquet.read_table(path)
    assert table.column_names == ["source", "target", "count.extract", "count.pivot", "feature.p"]
    assert table.column("target").to_pylist()[0] == "ε"


def test_other_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.parquet"
    path.write_bytes(b"not parquet")
    with pytest.raises(DataError, match=r"bad\.parquet: is not a grammar"):
        read_parquet(path)
    pyarrow.parquet.write_table(pyarrow.table({"source": ["(A"], "target": ["ε"]}), path)
    with pytest.raises(DataError, match=r"bad\.parquet:1: .*not closed"):
        read_parquet(path)
    pyarrow.parquet.write_table(pyarrow.table({"x": [1]}), path)
    with pytest.raises(DataError, match="is not a grammar"):
        read_parquet(path)
    with pytest.raises(DataError, match=r"missing\.parquet: cannot be read: No such file"):
        read_parquet(tmp_path / "missing.parquet")


RULE = {"source": ["(NN a)"], "target": ["(NN b)"]}


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"source": ["(NN a)"]}, "it has no column 'target'"),
        (RULE | {"count.x": ["many"]}, "count.x holds something that is not a number"),
        (RULE | {"count.x": [None]}, "count.x holds something that is not a count"),
        (RULE | {"count.x": [-1.0]}, "count.x holds something that is not a count"),
        (RULE | {"feature.p": ["x"]}, "feature.p holds something that is not a number"),
        ({"source": ["(NN a)"] * 2, "target": ["(NN b)"] * 2}, "occurs twice"),
        ({"source": ["(NN a) ||| (NN b)\n(NN c)"], "target": ["(NN d)"]}, "goes over several lines"),
        ({"source": [None], "target": ["(NN b)"]}, "one tree in brackets"),
    ],
)
def test_tables_of_something_else_are_refused(tmp_path: Path, columns: dict[str, list[object]], problem: str) -> None:
    path = tmp_path / "bad.parquet"
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    with pytest.raises(DataError, match=rf"bad\.parquet:(1:)? .*{problem}"):
        read_parquet(path)


@pytest.mark.parametrize("bomb", ["long", "many"])
def test_tables_that_would_fill_the_memory_are_refused(tmp_path: Path, bomb: str) -> None:
    path = tmp_path / "bomb.parquet"
    count = 300_000 if bomb == "long" else 30_000_000
    text = "(NP (NN " + "x" * (10_000 if bomb == "long" else 1) + ")) "
    values = pyarrow.DictionaryArray.from_arrays(pyarrow.array(np.zeros(count, np.int8)), pyarrow.array([text]))
    table = pyarrow.table({"source": values, "target": values})
    pyarrow.parquet.write_table(table, path, compression="zstd")
    assert path.stat().st_size < 300_000
    with pytest.raises(DataError, match=r"bomb\.parquet: .* would unpack to more than"):
        read_parquet(path)
