"""``laconic corpus`` as a user meets it: figures, files, messages and exit codes."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from laconic import Corpus
from laconic.cli import main
from laconic.corpus import sample

GOOD = '{"id": "%d", "document": "%s", "source": "It really works .", "references": ["It works ."]}\n'
SAMPLE = str(sample("deletion").files[0][0])


@pytest.fixture
def bad_corpus(tmp_path: Path) -> str:
    path = tmp_path / "bad.jsonl"
    lines = [(GOOD % (1, "a")).encode(), b"{\n", b"\xff\n", b'{"source": "x"}\n', b"{]\n", (GOOD % (2, "b")).encode()]
    path.write_bytes(b"".join(lines))
    return str(path)


def give(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))


def test_stats_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "stats", SAMPLE]) == 0
    assert "by deletion alone" in capsys.readouterr().out
    assert main(["corpus", "stats", SAMPLE, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["pairs"] == figures["references"] == 156
    assert figures["deletion_only"] == 1
    assert figures["insertions"] == figures["substitutions"] == 0
    assert figures["deletions"] == pytest.approx(figures["source_words"] - figures["reference_words"])


def test_stats_takes_tokens_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_text('{"source": "I can\'t go", "references": ["I go"]}')
    lengths = []
    for options in ([], ["--tokenized"]):
        assert main(["corpus", "stats", str(tmp_path / "a.jsonl"), "--json", *options]) == 0
        lengths.append(json.loads(capsys.readouterr().out)["source_words"])
    assert lengths == [4, 3]


def test_stats_warns_of_repeated_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD % (1, "a") + GOOD % (1, "b") + GOOD % (2, "c"))
    assert main(["corpus", "stats", str(tmp_path / "a.jsonl")]) == 0
    assert "1 pair has the id of an earlier pair" in capsys.readouterr().err


def test_bad_records_stop_or_are_counted(bad_corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "good.csv"
    assert main(["corpus", "convert", bad_corpus, str(output)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"laconic: {bad_corpus}:2: ")
    assert error.count("\n") == 1
    assert not output.exists()
    assert main(["corpus", "convert", bad_corpus, str(output), "--skip-bad", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {
        "output": str(output),
        "pairs": 2,
        "skipped": {"broken JSON": 2, "not UTF-8": 1, "missing field": 1},
    }
    assert "skipped 4 bad records: 2 × broken JSON" in printed.err
    assert [pair.id for pair in Corpus.open(output)] == ["1", "2"]


def test_what_the_output_cannot_hold_is_a_bad_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewritten = str(sample("rewrite").files[0][0])
    output = tmp_path / "a.conll"
    assert main(["corpus", "convert", rewritten, str(output)]) == 1
    assert "more than delete words" in capsys.readouterr().err
    assert main(["corpus", "convert", rewritten, str(output), "--skip-bad", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["skipped"] == {"does not fit the format": 156}


def test_streams_in_and_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    give(monkeypatch, (GOOD % (1, "a")).encode())
    assert main(["corpus", "convert", "-", "-", "--to", "tsv"]) == 0
    assert capsys.readouterr().out == "id\tdocument\tsource\treference\n1\ta\tIt really works .\tIt works .\n"


def test_references_of_line_aligned_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("source", "one", "two"):
        (tmp_path / name).write_text(f"{name} .\n")
    files = [str(tmp_path / name) for name in ("source", "one", "two")]
    arguments = ["corpus", "convert", files[0], "-", "--reference", files[1], "--reference", files[2]]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out) == {"id": "1", "source": "source .", "references": ["one .", "two ."]}
    assert main([*arguments, "--from", "csv"]) == 2


def test_split_keeps_documents_whole_and_shares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["corpus", "split", SAMPLE, "--parts", "train=0.6,dev=0.2,test=0.2", "--seed", "3", "--json"]
    assert main([*arguments, str(tmp_path / "once")]) == 0
    report = json.loads(capsys.readouterr().out)
    assert main([*arguments, str(tmp_path / "twice")]) == 0
    parts = {part: list(Corpus.open(tmp_path / "once" / f"{part}.jsonl")) for part in ("train", "dev", "test")}
    assert {part: len(pairs) for part, pairs in parts.items()} == {
        part: figures["pairs"] for part, figures in report["parts"].items()
    }
    assert sorted(pair.id for pairs in parts.values() for pair in pairs) == [pair.id for pair in sorted_sample()]
    documents = [{pair.document for pair in pairs} for pairs in parts.values()]
    assert sum(map(len, documents)) == len(set.union(*documents)) == 13
    # Documents have 12 sentences each, so that no part is further off than one document.
    assert all(abs(len(parts[part]) - share * 156) <= 12 for part, share in (("train", 0.6), ("dev", 0.2)))
    for part in parts:
        assert (tmp_path / "once" / f"{part}.jsonl").read_bytes() == (tmp_path / "twice" / f"{part}.jsonl").read_bytes()


def sorted_sample() -> list:
    return sorted(sample("deletion"), key=lambda pair: pair.id)


def test_split_reads_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, "".join(GOOD % (number, number % 7) for number in range(70)).encode())
    assert main(["corpus", "split", "-", str(tmp_path / "parts"), "--to", "tsv", "--parts", "a=0.5,b=0.5"]) == 0
    counts = [Corpus.open(tmp_path / "parts" / f"{part}.tsv").count() for part in "ab"]
    assert sorted(counts) == [30, 40]


def test_pairs_of_longest_and_shortest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"source": "a b c d e f g h i j", "references": ["a b c", "a b c d e"]}\n')
    assert main(["corpus", "pairs", str(path), "-", "--tokenized"]) == 0
    assert json.loads(capsys.readouterr().out) == {"id": "1", "source": "a b c d e", "references": ["a b c"]}
    assert main(["corpus", "pairs", str(path), "-", "--tokenized", "--max-rate", "0.59"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["corpus", "pairs", str(path), "-", "--with-source", "--min-rate", "0.2"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == "a b c d e f g h i j"


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert"],
        ["convert", SAMPLE, "out.jsonl", "--no-such-option"],
        ["convert", SAMPLE, "--no-such-option"],
        ["convert", SAMPLE, "-", "--json"],
        ["convert", SAMPLE, "out.parquet"],
        ["convert", SAMPLE, "out", "--to", "jsnl"],
        ["convert", SAMPLE, "-", "--to", "lines"],
        ["pairs", SAMPLE, "-", "--min-rate", "0.9"],
        ["split", SAMPLE, "parts", "--parts", "train=0.8,dev=0.1"],
        ["split", SAMPLE, "parts", "--parts", "train=0.8,train=0.2"],
        ["split", SAMPLE, "parts", "--parts", "train=nan,dev=0.2"],
        ["split", SAMPLE, "parts", "--parts", "../up=0.8,dev=0.2"],
        ["split", SAMPLE, "parts", "--document-pattern", "("],
        ["split", SAMPLE, "parts", "--document-pattern", "x"],
    ],
)
def test_wrong_usage_ends_with_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["corpus", *arguments]) == 2
    assert capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats", "no such file.jsonl"],
        ["stats", "."],
        ["stats", "empty.jsonl"],
        ["convert", SAMPLE, "no/such/folder/out.jsonl"],
        ["split", "empty.jsonl", "parts"],
        ["split", SAMPLE, "empty.jsonl"],
    ],
)
def test_bad_files_end_with_1(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").touch()
    if arguments == ["stats", "."]:
        arguments = ["stats", ".", "--from", "jsonl"]
    assert main(["corpus", *arguments]) == 1
    assert capsys.readouterr().err.startswith("laconic: ")
    assert [path.name for path in tmp_path.iterdir()] == ["empty.jsonl"]


@pytest.mark.parametrize("verb", ["stats", "convert", "split", "pairs"])
def test_help_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", verb, "--help"]) == 0
    assert f"Example: laconic corpus {verb}" in capsys.readouterr().out
