"""``laconic score`` as a user sees it."""

import io
import json
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, TER

from laconic.cli import main
from laconic.cli.score import compose
from laconic.corpus import sample
from laconic.metrics import Version
from laconic.text import Sentence


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Write a part of the sample corpus as line-aligned files: its rewritten compressions serve as outputs."""
    deleted, rewritten = list(sample("deletion"))[:30], list(sample("rewrite"))[:30]
    columns = {
        "source": [pair.source for pair in deleted],
        "output": [pair.reference for pair in rewritten],
        "reference": [pair.reference for pair in deleted],
    }
    for name, lines in columns.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in columns}


def arguments(files: dict[str, str], *more: str) -> list[str]:
    return ["score", *(part for name, path in files.items() for part in (f"--{name}", path)), *more]


def lines(path: str) -> list[str]:
    return Path(path).read_text("utf-8").splitlines()


@pytest.mark.parametrize(("options", "tokenize"), [([], "13a"), (["--tokenized"], "none")])
def test_json_agrees_with_sacrebleu(files, capsys, options, tokenize) -> None:
    assert main(arguments(files, "--json", *options)) == 0
    record = json.loads(capsys.readouterr().out)
    outputs, references = lines(files["output"]), [lines(files["reference"])]
    assert record["sentences"] == len(outputs)
    assert record["bleu"] == pytest.approx(BLEU(tokenize=tokenize).corpus_score(outputs, references).score, abs=1e-9)
    assert record["ter"] == pytest.approx(TER().corpus_score(outputs, references).score, abs=1e-9)
    assert record["seconds_per_sentence"] is None
    assert f"|tok:{tokenize}|" in record["signatures"]["bleu"]


def test_references_as_outputs_are_perfect(files, capsys) -> None:
    assert main(arguments({**files, "output": files["reference"]}, "--json")) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["unigram_f1"], record["exact_match"], record["ter"]) == (1, 1, 0)
    assert record["bleu"] == pytest.approx(100)
    assert 0 < record["compression_rate"] < 1


def test_raw_text_is_cut_into_penn_tokens(tmp_path, capsys) -> None:
    for name, text in {"source": "It doesn't work.", "output": "It does.", "reference": "It does."}.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    paths = {name: str(tmp_path / f"{name}.txt") for name in ("source", "output", "reference")}
    main(arguments(paths, "--json"))
    assert json.loads(capsys.readouterr().out)["compression_rate"] == pytest.approx(3 / 5)
    main(arguments(paths, "--json", "--tokenized"))
    assert json.loads(capsys.readouterr().out)["compression_rate"] == pytest.approx(2 / 3)


def test_several_references_and_chosen_metrics(files, capsys) -> None:
    code = main(arguments(files, files["output"], "--metrics", "ter,exact_match", "--json"))
    record = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (record["ter"], record["exact_match"]) == (0, 1)
    assert "bleu" not in record
    assert record["signatures"]["ter"].endswith("|nrefs:2")


def test_the_table_names_every_metric(files, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main(arguments(files)) == 0
    table = capsys.readouterr().out
    for name in ("sentences", "compression rate micro", "unigram f1", "bleu", "ter", "precis", "sari"):
        assert name in table
    assert "shifts" in table


def test_json_lines_of_compress_are_outputs_with_their_own_tokens(files, tmp_path, capsys) -> None:
    answers = tmp_path / "answers.jsonl"
    records = ({"text": line, "tokens": line.split()[:1]} for line in lines(files["output"]))
    answers.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    assert main(arguments({**files, "output": str(answers)}, "--json", "--tokenized")) == 0
    record = json.loads(capsys.readouterr().out)
    sources = [line.split() for line in lines(files["source"])]
    assert record["compression_rate"] == pytest.approx(sum(1 / len(words) for words in sources) / len(sources))
    expected = BLEU(tokenize="none").corpus_score(lines(files["output"]), [lines(files["reference"])])
    assert record["bleu"] == pytest.approx(expected.score, abs=1e-9)


def test_precis_takes_its_settings(files, capsys) -> None:
    main(arguments(files, "--json", "--metrics", "precis", "--precis-rate", "0.8", "--precis-penalty", "2"))
    assert json.loads(capsys.readouterr().out)["signatures"]["precis"].startswith("precis|lambda:2|phi:0.8|")


class ChainParser:
    """A parser in whose parses every word depends on the one before it."""

    fingerprint = "chain-1"

    def parse(self, texts):
        return [
            Sentence(
                text.text,
                text.tokens,
                heads=tuple(range(len(text))),
                relations=tuple("root" if place == 0 else "dep" for place in range(len(text))),
            )
            for text in texts
        ]


def test_relation_f1_is_measured_where_there_is_a_parser(files, capsys, monkeypatch) -> None:
    monkeypatch.setattr("laconic.cli.score.default_parser", ChainParser)
    assert main(arguments(files, "--json", "--metrics", "relation_f1")) == 0
    record = json.loads(capsys.readouterr().out)
    assert 0 < record["relation_f1"] < 1
    assert "|parser:chain-1|" in record["signatures"]["relation_f1"]
    main(arguments(files, "--json", "--metrics", "relation_f1", "--no-relations"))
    assert json.loads(capsys.readouterr().out)["relation_f1"] is None


def test_relation_f1_of_many_outputs_waits_to_be_asked_for(files, capsys, monkeypatch) -> None:
    monkeypatch.setattr("laconic.cli.score.default_parser", ChainParser)
    monkeypatch.setattr("laconic.cli.score._PARSED_WITHOUT_ASKING", 10)
    assert main(arguments(files, "--json", "--metrics", "relation_f1")) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["relation_f1"] is None
    assert "--relations" in captured.err
    main(arguments(files, "--json", "--metrics", "relation_f1", "--relations"))
    assert json.loads(capsys.readouterr().out)["relation_f1"] > 0


def test_parses_are_over_the_words_that_are_scored() -> None:
    version = Version("It doesn't.", ["It", "does", "n't", "."])
    batch = compose([version], [version], [[version]], ChainParser())
    assert batch.outputs[0].parse.words == ("It", "does", "n't", ".")
    assert batch.outputs[0].text == "It doesn't."


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("output", b"one line\n", "output.txt: has 1 sentence, but"),
        ("reference", b"one line\n", "reference.txt: has 1 sentence, but"),
        ("source", b"", "source.txt: is empty"),
        ("output", b"", "output.txt: is empty"),
        ("source", b"a b\n \nc\n", "source.txt:2: the line is blank"),
        ("reference", b"a b\n\n", "reference.txt:2: the line is blank"),
        ("reference", b"a b\nna\xefve\n", "reference.txt:2: byte 3 (0xef) is not UTF-8"),
    ],
)
def test_bad_files_are_named_with_the_line(files, capsys, name, content, problem) -> None:
    Path(files[name]).write_bytes(content)
    assert main(arguments(files)) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err


@pytest.mark.parametrize(
    ("record", "problem"), [("{", "is not JSON"), ("[1]", 'with a "text"'), ('{"text": 1}', 'with a "text"')]
)
def test_bad_json_lines_are_named_with_the_line(files, tmp_path, capsys, record, problem) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(f'{{"text": "fine"}}\n{record}\n', "utf-8")
    assert main(arguments({**files, "output": str(answers)})) == 1
    error = capsys.readouterr().err
    assert "answers.jsonl:2:" in error
    assert problem in error


def test_blank_outputs_are_empty_outputs(tmp_path, capsys) -> None:
    for name, text in {"source": "a b\nc d\n", "output": "a\n\n", "reference": "a\nc\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    paths = {name: str(tmp_path / f"{name}.txt") for name in ("source", "output", "reference")}
    assert main(arguments(paths, "--json")) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["compression_rate"], record["unigram_f1"]) == (0.25, 0.5)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--metrics", "blue"], "did you mean bleu"),
        (["--metrics", "laconic.text:Sentence"], "laconic.text:Sentence"),
        (["--precis-rate", "2"], "PRÉCIS"),
        (["--bogus"], "--bogus"),
    ],
)
def test_wrong_usage_is_explained(files, capsys, options, problem) -> None:
    assert main(arguments(files, *options)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err


def test_standard_input_can_be_one_file_only(files, capsys) -> None:
    assert main(["score", "--source", "-", "--output", "-", "--reference", files["reference"]]) == 2
    assert "standard input" in capsys.readouterr().err


@given(st.lists(st.one_of(st.binary(max_size=40), st.text(max_size=40).map(str.encode)), min_size=3, max_size=3))
def test_damaged_files_never_give_a_traceback(contents) -> None:
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        paths = {name: str(Path(folder) / f"{name}.txt") for name in ("source", "output", "reference")}
        for path, content in zip(paths.values(), contents, strict=True):
            Path(path).write_bytes(content)
        assert main(arguments(paths, "--json")) in (0, 1)
        assert main(arguments(paths, "--tokenized")) in (0, 1)
