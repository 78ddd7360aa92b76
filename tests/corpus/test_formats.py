"""Every format: what is written is read back, and bad records are named with file and line."""

import csv
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import Corpus, DataError, Pair, UsageError
from laconic.catalog import CORPUS_FORMATS
from laconic.corpus import BadRecord, Format
from laconic.corpus.delimited import Csv
from laconic.corpus.format import EXTENSIONS, find_format
from laconic.corpus.lines import Lines

# Words of any script and with any sign, but without white space, as tokenised text has them.
WORDS = st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1, max_size=4)
NAMES = st.text(st.characters(categories=["L", "N", "P"], exclude_characters='<>"'), min_size=1, max_size=6)


@st.composite
def deletions(draw: st.DrawFn, references: int = 1) -> Pair:
    """Return a tokenised pair whose references delete words, with the positions of those kept."""
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    positions = st.sets(st.sampled_from(range(len(words))), min_size=1).map(sorted)
    kept = draw(st.lists(positions, min_size=references, max_size=references))
    texts = tuple(" ".join(words[i] for i in each) for each in kept)
    return Pair(draw(NAMES), " ".join(words), texts, draw(st.none() | NAMES), {"kept": kept})


def write(path: Path, pairs: list[Pair], format: str | Format | None = None, *, tokenized: bool = True) -> None:
    with find_format(format, path).write(path, tokenized=tokenized) as put:
        for pair in pairs:
            put(pair)


def texts(pairs: list[Pair]) -> list[tuple[str, tuple[str, ...]]]:
    return [(pair.source, pair.references) for pair in pairs]


@given(pairs=st.lists(deletions(), max_size=4), name=st.sampled_from(sorted(CORPUS_FORMATS)))
def test_texts_survive_every_format(tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair], name: str) -> None:
    path = tmp_path_factory.mktemp("formats") / "corpus"
    bare = [Pair(pair.id, pair.source, pair.references) for pair in pairs]
    write(path, bare, name)
    read = list(Corpus.open(path, format=name))
    assert texts(read) == texts(bare)
    if name not in {"lines", "clarke-lapata"}:
        assert [pair.id for pair in read] == [pair.id for pair in bare]


@given(st.lists(deletions(references=3), min_size=1, max_size=4))
def test_columns_hold_labels_for_several_references(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]
) -> None:
    path = tmp_path_factory.mktemp("formats") / "a.conll"
    write(path, pairs)
    assert list(Corpus.open(path)) == pairs


@given(st.lists(deletions(references=2), max_size=4))
def test_tables_hold_documents_and_several_references(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]
) -> None:
    named = [Pair(pair.id, pair.source, pair.references, pair.document or "none", {"genre": "x"}) for pair in pairs]
    for suffix in ("csv", "tsv"):
        path = tmp_path_factory.mktemp("formats") / f"a.{suffix}"
        write(path, named)
        assert list(Corpus.open(path)) == named


@given(st.text(st.characters(exclude_categories=["Cs"])).filter(str.strip))
def test_csv_holds_any_text(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("formats") / "a.csv"
    pairs = [Pair("1", text, (text,)), Pair("2", "plain", (text,))]
    write(path, pairs)
    assert list(Corpus.open(path)) == pairs


@pytest.mark.parametrize("name", ["lines", "tsv", "columns", "clarke-lapata"])
@pytest.mark.parametrize("text", ["two\nlines", "carriage\rreturn", "half \udc80"])
def test_formats_of_lines_refuse_what_would_break_them(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(BadRecord, match="cannot hold"):
        write(tmp_path / "a", [Pair("1", "fine", ("fine",)), Pair("2", text, (text,))], name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("pair", "name"),
    [
        (Pair("1", "a b", ("a b", "a")), "google"),
        (Pair("1", "a b", ("c",)), "columns"),
        (Pair("1", "a b", ("a",), extra={"kept": [[7]]}), "columns"),
        (Pair("1", "a b", ("a",), extra={"kept": "0"}), "columns"),
        (Pair("1", "a b", ("a",), extra={"tokens": ["a", "b"], "heads": [9, 0]}), "google"),
        (Pair("1", "a b", ("a",), extra={"tokens": ["a", "b"], "kept": [[2]]}), "google"),
        (Pair("a\tb", "a b", ("a",)), "columns"),
        (Pair("a>b", "a b", ("a",)), "clarke-lapata"),
        (Pair("1", "a\tb", ("a",)), "tsv"),
        (Pair("1", "a", ("a",), extra={"more": "a" * 200_000}), "csv"),
        (Pair("1", "a b", ("a",), extra={"reference": "b"}), "csv"),
    ],
)
def test_pairs_that_do_not_fit_are_refused(tmp_path: Path, pair: Pair, name: str) -> None:
    with pytest.raises(BadRecord, match=r"'(1|a>b|a\\tb)'"):
        write(tmp_path / "a", [pair], name)
    assert not list(tmp_path.iterdir())


def test_tables_and_lines_keep_their_columns(tmp_path: Path) -> None:
    more = [Pair("1", "a b", ("a",)), Pair("2", "a b", ("a", "b"))]
    further = [Pair("1", "a b", ("a",)), Pair("2", "a b", ("a",), extra={"genre": "x"})]
    for name in ("csv", "tsv", "lines"):
        with pytest.raises(BadRecord, match="2 references"):
            write(tmp_path / "a", more, name)
    with pytest.raises(BadRecord, match="genre"):
        write(tmp_path / "a", further, "csv")


@pytest.mark.parametrize(
    ("name", "content", "line", "kind"),
    [
        ("columns", b"a\tkeep\n\nb\n", 3, "wrong columns"),
        ("columns", b"a\tkeep\n\nb\tmaybe\n", 3, "wrong columns"),
        ("columns", b"a\tkeep\n\nb\tdelete\n", 3, "empty sentence"),
        ("columns", b"a\tkeep\n\n# id = x\n", 3, "empty sentence"),
        ("columns", b"a\tkeep\n\n# references = two\na\tkeep\n", 3, "wrong columns"),
        ("columns", b"a\tkeep\n\n\xff\tkeep\nb\tkeep\n", 3, "not UTF-8"),
        ("tsv", b"source\treference\na\ta\na\n", 3, "wrong columns"),
        ("tsv", b"source\treference\na\ta\n\xff\ta\n", 3, "not UTF-8"),
        ("tsv", b"source\treference\na\ta\na\t \n", 3, "empty sentence"),
        ("csv", b'source,reference\n"a\na",a\n\xff,a\n', 4, "not UTF-8"),
        ("csv", b'source,reference\na,a\n"a,a\n', 3, "broken CSV"),
        ("csv", b'source,reference\na,a\na,"a"a\n', 3, "broken CSV"),
        ("csv", b"source,reference_1,reference_2\na,a,\na,,\n", 3, "empty sentence"),
        ("clarke-lapata", b"<original id=0> a </original>\n<compressed id=0> a </compressed>\n<original id=1> a\n", 3,
         "unbalanced tags"),
        ("clarke-lapata", b"<original id=0> a </original>\n<compressed id=0> a </compressed>\n\n"
         b"<original id=1> a <compressed id=1> a </compressed></original>\n", 4, "unbalanced tags"),
        ("clarke-lapata", b"<text>\n<original id=0> a </original>\n<compressed id=0> a </compressed>\n"
         b"<original id=1> a </original>\n<compressed id=2> a </compressed>\n</text>", 4, "unbalanced tags"),
        ("clarke-lapata", b"stray\n<original id=1> a </original>\n<compressed id=1> a </compressed>\n", 1,
         "unbalanced tags"),
        ("clarke-lapata", b"<original id=0> a </original>\n<compressed id=0> a </compressed>\n"
         b"<original id=1> a </original>\n", 3, "missing field"),
        ("clarke-lapata", b"<compressed id=0> a </compressed>\n<original id=1> a </original>\n"
         b"<compressed id=1> a </compressed>\n", 1, "unbalanced tags"),
        ("clarke-lapata", b"<original id=> a </original>\n<compressed id=> a </compressed>\n"
         b"<original id=1> a </original>\n<compressed id=1> a </compressed>\n", 1, "missing field"),
        ("google", b'{"graph": {"sentence": "a"}, "compression": {"text": "a"}}\n{"graph"\n', 2, "broken JSON"),
        ("google", b'{"graph": {"sentence": "a"}, "compression": {"text": "a"}}\n\n{\n "graph": 1}\n', 3, "wrong type"),
        ("google", b'{"compression": {"text": "a"}}\n{"graph": {"sentence": "a"}, "compression": {"text": "a"}}\n', 1,
         "missing field"),
        ("google", b'{"graph": {"sentence": "a"}, "compression": {"text": "a"}}\n\n{"graph": {"sentence": "a", "node": '
         b'[{"word": [{"id": 0, "form": "a"}]}], "edge": [{"parent_id": -1, "child_id": 5}]}, "compression": '
         b'{"text": "a"}}', 3, "broken tree"),
    ],
)  # fmt: skip
def test_bad_records_are_named_with_their_place(
    tmp_path: Path, name: str, content: bytes, line: int, kind: str
) -> None:
    path = tmp_path / "a"
    path.write_bytes(content)
    with pytest.raises(BadRecord) as caught:
        list(Corpus.open(path, format=name))
    assert str(caught.value).startswith(f"{path}:{line}: ")
    problems: list[BadRecord] = []
    assert len(list(Corpus.open(path, format=name, on_bad=problems.append))) == 1
    assert [problem.kind for problem in problems] == [kind]


@pytest.mark.parametrize(
    "content", [b"", b"a,b\n1,2\n", b"source,reference,source\n", b'source,reference,"x', b"source,reference,\xff\n"]
)
def test_tables_need_a_header(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=f"{path}:1: "):
        list(Corpus.open(path, on_bad=lambda problem: None))


class TestLines:
    def test_references_are_found_by_name_or_given(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("one two\nthree four\n")
        (tmp_path / "a.ref1.txt").write_text("one\nthree\n")
        (tmp_path / "a.ref2.txt").write_text("two\r\nfour")
        (tmp_path / "other").write_text("1\n2\n")
        found = Corpus.open(tmp_path / "a.txt")
        assert list(found) == [Pair("1", "one two", ("one", "two")), Pair("2", "three four", ("three", "four"))]
        given = Corpus.open(tmp_path / "a.txt", format=Lines([tmp_path / "other"]))
        assert [pair.reference for pair in given] == ["1", "2"]

    def test_only_newlines_separate(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("one\u2028two\x0cthree\x85four\n")
        (tmp_path / "a.ref1.txt").write_text("one\n")
        assert [pair.source for pair in Corpus.open(tmp_path / "a.txt")] == ["one\u2028two\x0cthree\x85four"]

    def test_uneven_files_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("one\ntwo\n")
        (tmp_path / "a.ref1.txt").write_text("one\n")
        with pytest.raises(BadRecord, match=r"a\.ref1\.txt:2: .*a\.txt continues"):
            list(Corpus.open(tmp_path / "a.txt"))

    def test_a_bad_line_takes_its_partners_along(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_bytes(b"one\ntwo\nthree\n\n")
        (tmp_path / "a.ref1.txt").write_bytes(b"1\n\xff\n3\n4\n")
        problems: list[BadRecord] = []
        read = list(Corpus.open(tmp_path / "a.txt", on_bad=problems.append))
        assert [(pair.id, pair.source, pair.reference) for pair in read] == [("1", "one", "1"), ("3", "three", "3")]
        assert [str(problem).split(": ")[0] for problem in problems] == [
            f"{tmp_path}/a.ref1.txt:2",
            f"{tmp_path}/a.txt:4",
        ]

    def test_without_references_the_remedy_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("one\n")
        with pytest.raises(UsageError, match=r"--reference or call it .*a\.ref1\.txt"):
            list(Corpus.open(tmp_path / "a.txt"))

    def test_old_references_are_not_mixed_with_new_ones(self, tmp_path: Path) -> None:
        (tmp_path / "a.ref2.txt").write_text("old\n")
        with pytest.raises(UsageError, match=r"a\.ref2\.txt"):
            write(tmp_path / "a.txt", [Pair("1", "a", ("a",))])
        assert [path.name for path in tmp_path.iterdir()] == ["a.ref2.txt"]


def test_columns_keep_what_else_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("# id = x 1\n# document = d\n#\tK\tNN\tO\nwent\t0\tVBD\tO\nhome\tTrue\tNN\tB-LOC\n\n\nno\t1\n")
    first, second = Corpus.open(path)
    assert first == Pair(
        "x 1",
        "# went home",
        ("# home",),
        "d",
        {"kept": [[0, 2]], "columns": [["NN", "O"], ["VBD", "O"], ["NN", "B-LOC"]]},
    )
    assert second.id == "2"
    assert Corpus.open(path).tokenized
    write(tmp_path / "b.conll", [first, second])
    assert list(Corpus.open(tmp_path / "b.conll")) == [first, second]


class TestClarkeLapata:
    def test_numbers_become_ids_within_the_document(self, tmp_path: Path) -> None:
        path = tmp_path / "A30.25"
        path.write_text(
            "<original id=0> Marks & Spencer said &lt;no&gt; &amp; left &copy; . </original>\n"
            "<compressed id=0> Marks & Spencer left . </compressed>\n"
            "<compressed id=0>Spencer\n left .</compressed>\n\n"
            '<original id="1">\nYes .\n</original>\n<compressed id=1>Yes .</compressed>\n'
        )
        assert list(Corpus.open(path, format="clarke-lapata")) == [
            Pair(
                "A30.25.0",
                "Marks & Spencer said <no> & left &copy; .",
                ("Marks & Spencer left .", "Spencer left ."),
                "A30.25",
            ),
            Pair("A30.25.1", "Yes .", ("Yes .",), "A30.25"),
        ]

    def test_a_document_is_written_as_it_was(self, tmp_path: Path) -> None:
        path = tmp_path / "A30.25.gz"
        with gzip.open(path, "wt") as file:
            file.write("<original id=0> A &amp;amp; B </original>\n<compressed id=0> A </compressed>\n")
        pairs = list(Corpus.open(path, format="clarke-lapata"))
        assert pairs == [Pair("A30.25.0", "A &amp; B", ("A",), "A30.25")]
        (tmp_path / "copy").mkdir()
        write(tmp_path / "copy" / "A30.25.gz", pairs, "clarke-lapata")
        copy = gzip.decompress((tmp_path / "copy" / "A30.25.gz").read_bytes())
        assert copy == gzip.decompress(path.read_bytes())

    @pytest.mark.parametrize("tag", ["<original id=", "<original ", "<original id=0>", "</original", "<", "&#"])
    @pytest.mark.parametrize("nonsense", [lambda tag: tag + " " * 300_000, lambda tag: tag * 100_000])
    def test_time_is_linear_in_nonsense(self, tmp_path: Path, tag: str, nonsense: Callable[[str], str]) -> None:
        # A pattern that goes back and forth would need hours.
        path = tmp_path / "a.xml"
        path.write_text("<original id=0> " + nonsense(tag))
        with pytest.raises(BadRecord):
            list(Corpus.open(path))


def test_messages_show_texts_escaped_and_short(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("\x1b[31m\u2028" + "x" * 1000 + "\n")
    with pytest.raises(BadRecord) as caught:
        list(Corpus.open(path))
    assert str(caught.value).isprintable()
    assert len(caught.value.problem) < 200


def test_formats_are_found_by_extension_name_or_path(tmp_path: Path) -> None:
    assert set(EXTENSIONS.values()) == set(CORPUS_FORMATS)
    for extension, name in EXTENSIONS.items():
        expected = type(find_format(name, "-"))
        assert type(find_format(None, f"a.b{extension}")) is expected
        assert type(find_format(None, f"A{extension.upper()}.gz")) is expected
    assert type(find_format("laconic.corpus.lines:Lines", "x")) is Lines
    with pytest.raises(UsageError, match="choose from"):
        find_format(None, "a.parquet")
    with pytest.raises(UsageError, match="did you mean jsonl"):
        find_format("jsnl", "a")
    with pytest.raises(UsageError, match="not a corpus format"):
        find_format("collections:Counter", "a")


@pytest.mark.parametrize("text", ["=1+1", "+1 is more", "-x", "@all", "'=x", "''-x", "'Tis so.", "- He said so.", "-5"])
def test_a_spreadsheet_finds_no_formula_and_nothing_is_changed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pairs.csv"
    with Csv().write(path, tokenized=False) as put:
        put(Pair("1", text, (text,)))
    with path.open(newline="") as stream:
        _, (_, source, _) = csv.reader(stream)
    assert source == "-5" or not source.startswith(("=", "+", "-", "@"))
    (pair,) = Corpus.open(path)
    assert (pair.source, pair.references) == (text, (text,))
