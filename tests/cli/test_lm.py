"""``laconic lm`` as a user meets it."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from laconic.cli import main
from laconic.lm import LanguageModel, estimate

TEXT = "The cat sat on the mat. The dog sat on the log.\n\nA dog ran. The cat ran on and on.\n"


@pytest.fixture
def text(tmp_path: Path) -> str:
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    return str(path)


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.lm"
    estimate(TEXT.splitlines(), order=3, lowercase=True).save(path)
    return str(path)


@pytest.mark.parametrize("name", ["model.arpa", "model.arpa.gz", "model.lm"])
def test_estimate_writes_a_model(text: str, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lm", "estimate", text, "--order", "5", "--out", str(tmp_path / name)]) == 0
    error = capsys.readouterr().err
    assert "4 sentences, 25 words" in error
    assert "0.500 1.000 1.500 (by default: the text is too small)" in error
    assert LanguageModel.load(tmp_path / name).counts == estimate(TEXT.splitlines(), order=5).counts


def test_estimate_obeys_its_options(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "model.lm"
    options = ["--prune", "0,1", "--vocab", "5", "--memory", "20M", "--lowercase", "--temporary", str(tmp_path)]
    assert main(["lm", "estimate", text, "--out", str(out), "--json", *options]) == 0
    report = json.loads(capsys.readouterr().out)
    model = LanguageModel.load(out)
    assert model.lowercase
    assert set(model.vocabulary[3:]) == {"the", "on", ".", "cat", "dog"}
    assert report["ngrams"] == list(model.counts)
    assert 1 in report["fallbacks"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.lm", "text.txt"]


def test_models_go_through_pipes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"so it goes\n")))
    assert main(["lm", "estimate", "--tokenized", "--order", "1", "--out", "-"]) == 0
    arpa = capsys.readouterr().out
    assert arpa.startswith("\\data\\\nngram 1=6\n")
    assert arpa.endswith("\\end\\\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--order", "0"], 2, "order must be between"),
        (["--prune", "a,b"], 2, "such as 0,0,1"),
        (["--memory", "lots"], 2, "500M"),
    ],
)
def test_wrong_wishes_are_explained(
    text: str, tmp_path: Path, arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lm", "estimate", text, "--out", str(tmp_path / "model.lm"), *arguments]) == code
    assert message in capsys.readouterr().err
    assert not (tmp_path / "model.lm").exists()


def test_bad_data_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.txt").write_text("fine\nnot <s> fine\n")
    assert main(["lm", "estimate", str(tmp_path / "bad.txt"), "--tokenized", "--out", str(tmp_path / "model.lm")]) == 1
    assert "bad.txt:2: the text contains <s>" in capsys.readouterr().err
    assert main(["lm", "query", str(tmp_path / "bad.txt")]) == 1
    assert "is this an ARPA file" in capsys.readouterr().err
    assert main(["lm", "query", str(tmp_path / "none.lm")]) == 1
    assert "none.lm: cannot be read" in capsys.readouterr().err


def test_query_prints_a_line_for_each_sentence(model: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lm", "query", model, text]) == 0
    captured = capsys.readouterr()
    rows = [line.split("\t") for line in captured.out.splitlines()]
    assert [row[3] for row in rows][-1] == "The cat ran on and on ."
    assert len(rows) == 4
    loaded = LanguageModel.load(model)
    for log10, perplexity, unknown, sentence in rows:
        assert float(log10) == pytest.approx(loaded.sentence(sentence), abs=1e-3)
        assert float(perplexity) == pytest.approx(loaded.perplexity([sentence]), abs=0.01)
        assert unknown == "0"
    assert "4 sentences, 25 words, 0 unknown" in captured.err


def test_query_tells_the_words(model: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(text).write_text("the dog\n\nthe purple dog")
    assert main(["lm", "query", model, text, "--tokenized", "--words"]) == 0
    tables = [[line.split("\t") for line in table.splitlines()] for table in capsys.readouterr().out.split("\n\n")]
    assert [row[0] for row in tables[2]] == ["the", "purple", "dog", "</s>", tables[2][-1][0]]
    assert tables[2][1][2] == "unknown"
    assert tables[0][1][2] == "3"
    assert tables[1][0][0] == "</s>"  # the blank line is an empty sentence

    assert main(["lm", "query", model, text, "--tokenized", "--words", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["sentence"] for record in records] == [["the", "dog"], [], ["the", "purple", "dog"]]
    assert records[2]["unknown"] == 1
    assert records[2]["log10"] == pytest.approx(sum(word["log10"] for word in records[2]["words"]))


def test_query_sums_up(model: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lm", "query", model, text, "--total", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    sentences = ["the cat sat on the mat .", "the dog sat on the log .", "a dog ran .", "the cat ran on and on ."]
    assert figures["perplexity"] == pytest.approx(LanguageModel.load(model).perplexity(sentences))
    assert figures["words"] == 25
    assert main(["lm", "query", model, text, "--total"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_convert_goes_back_and_forth_and_prunes(model: str, tmp_path: Path) -> None:
    arpa, binary, small = tmp_path / "a.arpa", tmp_path / "b.lm", tmp_path / "c.lm"
    assert main(["lm", "convert", model, str(arpa)]) == 0
    assert main(["lm", "convert", str(arpa), str(binary), "--lowercase"]) == 0
    assert binary.read_bytes() == Path(model).read_bytes()
    assert main(["lm", "convert", model, str(small), "--ngrams", "10"]) == 0
    assert sum(LanguageModel.load(small).counts[1:]) == 10
    assert LanguageModel.load(small).lowercase
