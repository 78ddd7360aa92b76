"""Tables: one field is replaced or added, and every other byte passes through."""

import csv
import io
import json
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError, LaconicError
from laconic.formats.delimited import DelimitedTable
from laconic.formats.json_lines import JsonLines
from laconic.formats.parquet import ParquetTable
from laconic.formats.table import Table
from timing import is_within, seconds_of

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;"\n\t'), max_size=12)


def rewritten(table: Table, change) -> bytes:
    stream = io.BytesIO()
    with table.writing(stream) as put:
        for row in table.rows():
            put(row, None if row.text is None else change(row.text))
    return stream.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("tables")


@given(
    st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=5),
    st.sampled_from(["\r\n", "\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.booleans(),
)
def test_csv_as_another_program_writes_it(folder, rows, end, quoting, mark) -> None:
    path = folder / "x.csv"
    with open(path, "w", encoding="utf-8-sig" if mark else "utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator=end, quoting=quoting)
        writer.writerows([("id", "the text", "rest"), *rows])
    source = path.read_bytes()
    assert rewritten(DelimitedTable(str(path), "the text", None), str) == source
    added = rewritten(DelimitedTable(str(path), "the text", "new"), str.upper)
    found = list(csv.reader(io.StringIO(added.decode("utf-8-sig"), newline="")))
    assert found == [["id", "the text", "rest", "new"], *([*row, row[1].upper()] for row in rows)]
    changed = rewritten(DelimitedTable(str(path), "the text", None), lambda text: f'{text},"!')
    found = list(csv.reader(io.StringIO(changed.decode("utf-8-sig"), newline="")))
    assert found[1:] == [[first, f'{text},"!', last] for first, text, last in rows]


@pytest.mark.parametrize("hint", ["sep=|\n", "\ufeffSEP=|\r\n", '"sep=|"\n'])
def test_a_line_that_names_the_separator_is_heeded_and_kept(folder, hint) -> None:
    path = folder / "hint.csv"
    path.write_bytes(f"{hint}id|text\n1|a, b; c\n".encode())
    assert rewritten(DelimitedTable(str(path), "text", "new"), str.upper) == (
        f"{hint}id|text|new\n1|a, b; c|A, B; C\n".encode()
    )


def test_lines_that_end_in_carriage_returns_alone_are_refused(folder) -> None:
    path = folder / "old.csv"
    path.write_bytes(b'id,text\r1,"It works."\r2,"So."\r')
    with pytest.raises(DataError, match=r"old\.csv: has lines that end in a carriage return alone; convert it first"):
        DelimitedTable(str(path), "text", None)
    path.write_bytes(b'id,"a\r\ntext"\r\n1,So.\r\n')
    assert rewritten(DelimitedTable(str(path), "a\r\ntext", None), str.upper) == b'id,"a\r\ntext"\r\n1,SO.\r\n'


def test_semicolons_and_existing_columns(folder) -> None:
    path = folder / "y.csv"
    path.write_bytes(b'a;b;"c"\n1,5;"x;y";old\n\n2;z;old')
    table = DelimitedTable(str(path), "b", "c")
    assert rewritten(table, str.upper) == b'a;b;"c"\n1,5;"x;y";"X;Y"\n\n2;z;Z'


def test_bars_part_cells(folder) -> None:
    path = folder / "x.csv"
    path.write_bytes(b'a|b,c|d\n1|"x|y"|z,\n')
    assert rewritten(DelimitedTable(str(path), "b,c", "b,c"), str.upper) == b'a|b,c|d\n1|"X|Y"|z,\n'


def test_tabs_part_cells_without_quotes(folder) -> None:
    path = folder / "x.tsv"
    path.write_bytes(b'a\tb\n5"\tit "is"\r\n')
    assert rewritten(DelimitedTable(str(path), "b", "c", tabs=True), str.upper) == b'a\tb\tc\n5"\tit "is"\tIT "IS"\r\n'


def test_quotes_between_tabs_are_those_of_spreadsheets_or_stand_for_themselves(folder) -> None:
    path = folder / "quoted.tsv"
    rows = [
        ["1", "plain", "x"],
        ["2", 'She said "no", twice.', ""],
        ["3", "a tab\there", "y"],
        ["4", 'two\nlines, "one" and two', ""],
        ["5", "", "z"],
    ]
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL):
        with path.open("w", newline="") as stream:
            csv.writer(stream, delimiter="\t", quoting=quoting, lineterminator="\n").writerows([["n", "b", "o"], *rows])
        source = path.read_bytes()
        assert rewritten(DelimitedTable(str(path), "b", None, tabs=True), lambda text: text) == source
        added = rewritten(DelimitedTable(str(path), "b", "c", tabs=True), str.upper).decode()
        found = list(csv.reader(io.StringIO(added, newline=""), delimiter="\t"))
        assert found == [["n", "b", "o", "c"], *([*row, row[1].upper()] for row in rows)]


def test_a_lone_quote_between_tabs_does_not_swallow_the_next_row(folder) -> None:
    path = folder / "lone.tsv"
    path.write_text('a\tb\n"No," he said.\tx\n"begun\tends"\n')
    assert [row.text for row in DelimitedTable(str(path), "a", None, tabs=True).rows()] == ['"No," he said.', '"begun']
    path.write_text('a\tb\n"begun\nx\ty\n')
    with pytest.raises(DataError, match="2: a quote that begins here is never closed"):
        list(DelimitedTable(str(path), "a", None, tabs=True).rows())


@pytest.mark.parametrize(
    ("content", "field", "texts"),
    [
        ('n\ttext\n1\t"two\nlines"\n2\tx\n', "text", ["two\nlines", "x"]),
        ('text\r\n"two\r\nlines"\r\nx\r\n', "text", ["two\r\nlines", "x"]),
        ('\ufeff"the\ntext"\tn\nx\t1\n', "the\ntext", ["x"]),
        ('n\ttext\n1\t"begun\n2\tends"\n', "text", ['"begun', 'ends"']),
        ('text\n"begun\nx\n', "text", ['"begun', "x"]),
    ],
)
def test_quotes_between_tabs_go_on_after_a_line_end(folder, content, field, texts) -> None:
    path = folder / "lines.tsv"
    path.write_bytes(content.encode())
    assert [row.text for row in DelimitedTable(str(path), field, None, tabs=True).rows()] == texts
    assert rewritten(DelimitedTable(str(path), field, None, tabs=True), lambda text: text) == content.encode()


@pytest.mark.parametrize("piece", ['"y""z\n', '"""\n', '"y\n', 'y""\n'], ids=ascii)
def test_time_for_quotes_between_tabs_is_linear(folder, piece) -> None:
    path = folder / "long.tsv"

    def read(lines: int) -> None:
        path.write_text("text\n" + '"x\n' + piece * lines)
        list(DelimitedTable(str(path), "text", None, tabs=True).rows())

    limit = 100 * max(seconds_of(lambda: read(1_000)), 0.004)
    assert is_within(limit, lambda: read(16_000))


@given(
    st.lists(st.dictionaries(st.sampled_from(["a", "b", "text"]), TEXT | st.integers() | st.none()), max_size=4),
    st.booleans(),
)
def test_json_lines_as_another_program_writes_them(folder, records, ascii_only) -> None:
    path = folder / "x.jsonl"
    records = [{**record, "text": str(number)} for number, record in enumerate(records)]
    path.write_text("".join(json.dumps(each, ensure_ascii=ascii_only) + "\n" for each in records), "utf-8")
    assert rewritten(JsonLines(str(path), "text", None), str) == path.read_bytes()
    changed = rewritten(JsonLines(str(path), "text", "new"), lambda text: text + ' é"')
    assert [json.loads(line) for line in changed.decode().split("\n")[:-1]] == [
        {**each, "new": each["text"] + ' é"'} for each in records
    ]


def test_json_outside_the_field_keeps_its_spelling(folder) -> None:
    path = folder / "y.jsonl"
    line = '  {"n": 1.50 , "o" : {"t" :"Up\\u00e9 \\/", "x":[]},"e":{}}\r\n\r\n{"o": null}\n'
    path.write_bytes(line.encode())
    assert rewritten(JsonLines(str(path), "o.t", None), str.lower).decode() == line.replace(
        '"Up\\u00e9 \\/"', '"up\\u00e9 /"'
    )
    added = rewritten(JsonLines(str(path), "o.t", "new"), str.lower).decode()
    assert added.startswith('  {"n": 1.50 , "o" : {"t" :"Up\\u00e9 \\/", "x":[]},"e":{}, "new": "up\\u00e9 /"}\r\n')


def test_parquet_keeps_types_and_metadata(folder) -> None:
    path = folder / "x.parquet"
    table = pyarrow.table(
        {
            "day": pyarrow.array([1, 2, None], pyarrow.date32()),
            "text": ["One", None, "Three"],
            "tags": [["a"], [], None],
        }
    ).replace_schema_metadata({"made": "elsewhere"})
    pyarrow.parquet.write_table(table, path, compression="zstd", row_group_size=2)
    table = pyarrow.parquet.read_table(path)
    out = folder / "out.parquet"
    out.write_bytes(rewritten(ParquetTable(str(path), "text", "short"), str.upper))
    found = pyarrow.parquet.read_table(out)
    assert found.drop(["short"]).equals(table, check_metadata=True)
    assert found["short"].to_pylist() == ["ONE", None, "THREE"]
    out.write_bytes(rewritten(ParquetTable(str(path), "text", None), str.lower))
    assert pyarrow.parquet.read_table(out)["text"].to_pylist() == ["one", None, "three"]


@pytest.mark.parametrize(
    ("name", "content", "field", "problem"),
    [
        ("a.csv", b"", "text", "is empty"),
        ("a.csv", b"id,text\n1,x\n", None, r"--field \(it has id, text\)"),
        ("a.csv", b"id,text\n1,x\n", "body", "has no field 'body'; it has id, text"),
        ("a.csv", b"text,text\n1,x\n", "text", "2 fields called 'text'"),
        ("a.csv", b"id,text\n1,x,y\n", "text", "a.csv:2: has 3 cells, but the header has 2"),
        ("a.csv", b"id,text\n1\n", "text", "a.csv:2: has 1 cell, but the header has 2"),
        ("a.csv", b'id,text\n1,"x\n', "text", "a.csv:2: a quote that begins here is never closed"),
        ("a.csv", b"id,text\n1,\xe9\n", "text", "a.csv:2: byte 3 .* is not UTF-8"),
        ("a.jsonl", b'{"text": 1}\n', "text", "a.jsonl:1: the field 'text' is not a text, but 1"),
        ("a.jsonl", b'{"text": "x"}\n[1]\n', "text", "a.jsonl:2: is not a JSON object"),
        ("a.jsonl", b'{"text": "x"} {}\n', "text", "a.jsonl:1: is not a JSON object: something follows"),
        ("a.jsonl", b'{"a": "x"}\n', "text", "has no field 'text'; it has a"),
        ("a.parquet", b"nothing", "text", "not a Parquet file"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, monkeypatch, name, content, field, problem) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content)
    kinds = {"csv": DelimitedTable, "jsonl": JsonLines, "parquet": ParquetTable}
    with pytest.raises(LaconicError, match=problem):
        list(kinds[name.split(".")[1]](name, field, None).rows())


def test_categories_are_texts(folder) -> None:
    path, out = folder / "c.parquet", folder / "c-out.parquet"
    kind = pyarrow.dictionary(pyarrow.int8(), pyarrow.string())
    table = pyarrow.table({"text": pyarrow.array(["one", None, "two", "one"], kind), "n": [1, 2, 3, 4]})
    pyarrow.parquet.write_table(table, path)
    out.write_bytes(rewritten(ParquetTable(str(path), "text", None), str.upper))
    found = pyarrow.parquet.read_table(out)
    assert found.schema.equals(table.schema)
    assert found["text"].to_pylist() == ["ONE", None, "TWO", "ONE"]
    out.write_bytes(rewritten(ParquetTable(str(path), "text", "new"), str.upper))
    found = pyarrow.parquet.read_table(out)
    assert found.drop(["new"]).equals(table)
    assert found["new"].to_pylist() == ["ONE", None, "TWO", "ONE"]


def test_numbers_are_no_texts(folder) -> None:
    path = folder / "n.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"n": [1]}), path)
    with pytest.raises(LaconicError, match="holds int64, not text"):
        ParquetTable(str(path), "n", None)


def test_a_quote_inside_a_cell_stands_for_itself(folder) -> None:
    path = folder / "inches.csv"
    source = b'id,text\n1,a 5" pipe\n2,a 6" pipe\n3,"so, "" it is"\n4, "a, b"\n5,"a\nb"\n6,"a" b\n'
    path.write_bytes(source)
    table = DelimitedTable(str(path), "text", None)
    texts = [row.text for row in table.rows()]
    assert texts == ['a 5" pipe', 'a 6" pipe', 'so, " it is', "a, b", "a\nb", '"a" b']
    assert rewritten(DelimitedTable(str(path), "text", None), str) == source
    assert rewritten(DelimitedTable(str(path), "text", None), str.upper) == (
        b'id,text\n1,"A 5"" PIPE"\n2,"A 6"" PIPE"\n3,"SO, "" IT IS"\n4, "A, B"\n5,"A\nB"\n6,"""A"" B"\n'
    )


def test_a_field_may_be_missing_in_the_first_objects(folder) -> None:
    path = folder / "sparse.jsonl"
    path.write_text('{"id": 1}\n\n{"id": 2, "text": "so"}\n{}\n')
    assert rewritten(JsonLines(str(path), "text", None), str.upper) == (b'{"id": 1}\n\n{"id": 2, "text": "SO"}\n{}\n')
    with pytest.raises(LaconicError, match=r"has no field 'txt'; it has id, text\."):
        rewritten(JsonLines(str(path), "txt", None), str.upper)
    path.write_text('{"id": 1}\n' * 1000 + '{"id": 2, "txt": "so"}\n')
    with pytest.raises(LaconicError, match=r"none of the first 1,000 objects has a field 'txt'; they have id\."):
        rewritten(JsonLines(str(path), "txt", None), str.upper)
    path.write_text('{"id": 1}\n' * 999 + '{"id": 2, "txt": "so"}\n')
    assert rewritten(JsonLines(str(path), "txt", None), str.upper).endswith(b'{"id": 2, "txt": "SO"}\n')


def test_blank_lines_are_not_objects_without_the_field(folder) -> None:
    path = folder / "blank.jsonl"
    path.write_text("\n" * 1500 + '{"text": "so"}\n')
    assert rewritten(JsonLines(str(path), "text", None), str.upper) == b"\n" * 1500 + b'{"text": "SO"}\n'


def test_a_new_field_is_written_into_the_object_that_it_names(folder) -> None:
    path = folder / "nested.jsonl"
    path.write_text('{"a": {"text": "so", "b": {}}, "c": "}"}\n{"a": null}\n')
    for name, expected in {
        "a.new": b'{"a": {"text": "so", "b": {}, "new": "SO"}, "c": "}"}\n{"a": null}\n',
        "a.b.new": b'{"a": {"text": "so", "b": {"new": "SO"}}, "c": "}"}\n{"a": null}\n',
        "c.new": b'{"a": {"text": "so", "b": {}}, "c": "}", "c.new": "SO"}\n{"a": null}\n',
        "a.b": b'{"a": {"text": "so", "b": "SO"}, "c": "}"}\n{"a": null}\n',
    }.items():
        assert rewritten(JsonLines(str(path), "a.text", name), str.upper) == expected
