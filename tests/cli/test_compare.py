"""``laconic compare`` as a user sees it."""

import json
import random
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import sample
from laconic.metrics import evaluate, standard_metrics
from laconic.parse.tokenize import split_words

PAIRS = list(sample("deletion"))[:60]  # enough for the differences here to be sure


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Write the sample corpus, and outputs of two systems that drop words at random and one that copies."""
    rng = random.Random(1)

    def shortened() -> list[str]:
        return [" ".join(word for word in pair.source.split() if rng.random() < 0.7) for pair in PAIRS]

    (tmp_path / "dev.jsonl").write_text(
        "".join(json.dumps({"source": pair.source, "references": pair.references}) + "\n" for pair in PAIRS), "utf-8"
    )
    systems = {"one": shortened(), "two": shortened(), "copy": [pair.source for pair in PAIRS]}
    for name, outputs in systems.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in outputs), "utf-8")
    return {name: str(tmp_path / name) for name in ("dev.jsonl", "one.txt", "two.txt", "copy.txt")}


def test_json_has_scores_intervals_and_three_tests(files, capsys) -> None:
    arguments = ["compare", *files.values(), "--metrics", "unigram_f1,bleu", "--json", "--samples", "200"]
    assert main(arguments) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["sentences"], record["samples"]) == (len(PAIRS), 200)
    unigram, bleu = record["comparisons"]
    assert unigram["baseline"] == files["one.txt"]
    outputs = Path(files["copy.txt"]).read_text("utf-8").splitlines()
    references = [[split_words(reference) for reference in pair.references] for pair in PAIRS]
    sources = [split_words(pair.source) for pair in PAIRS]
    expected = evaluate(sources, map(split_words, outputs), references, standard_metrics()[2:3])
    assert unigram["scores"][files["copy.txt"]] == pytest.approx(expected.scores["unigram_f1"], abs=1e-9)
    two, copy = bleu["differences"]
    assert (two["system"], copy["system"]) == (files["two.txt"], files["copy.txt"])
    assert two["interval"][0] < 0 < two["interval"][1]
    assert copy["interval"][0] > 0
    assert all(test["corrected"] > 0.05 for test in two["tests"].values())
    assert all(test["corrected"] < 0.05 for test in copy["tests"].values())


def test_results_can_be_repeated_and_the_baseline_chosen(files, capsys) -> None:
    arguments = ["compare", *files.values(), "--metric", "ter", "--baseline", files["two.txt"], "--json"]
    records = []
    for seed in ("1", "1", "2"):
        assert main([*arguments, "--samples", "50", "--seed", seed]) == 0
        records.append(json.loads(capsys.readouterr().out)["comparisons"][0])
    assert records[0] == records[1]
    assert records[0] != records[2]
    assert records[0]["baseline"] == files["two.txt"]


def test_the_table_fits_a_narrow_terminal(files, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["compare", *files.values(), "--samples", "50"]) == 0
    table = capsys.readouterr().out
    for word in ("unigram f1", "bleu", "copy.txt", "boot", "sign", "95%"):
        assert word in table
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.parametrize("columns", ["80", None])
def test_names_of_systems_are_not_folded(files, tmp_path, capsys, monkeypatch, columns: str | None) -> None:
    if columns is None:  # a pipe has no edge, so that there even long names stay whole
        monkeypatch.delenv("COLUMNS", raising=False)
    else:
        monkeypatch.setenv("COLUMNS", columns)
    name = "model.txt" if columns else "outputs-of-another-system-with-a-long-name.txt"
    other = Path(files["two.txt"]).rename(tmp_path / name)
    systems = [files["dev.jsonl"], files["one.txt"], str(other)]
    assert main(["compare", *systems, "--samples", "20", "--metrics", "unigram_f1,bleu", "--tied-rate", "0.5"]) == 0
    table = capsys.readouterr().out
    assert table.count(name) == 4  # in the table of each metric, and for each at tied rates
    assert max(map(len, table.splitlines())) <= int(columns or 240)


def test_json_lines_of_compress_are_outputs(files, tmp_path, capsys) -> None:
    answers = tmp_path / "answers.jsonl"
    copies = Path(files["copy.txt"]).read_text("utf-8").splitlines()
    answers.write_text("".join(json.dumps({"text": line}) + "\n" for line in copies), "utf-8")
    arguments = ["compare", files["dev.jsonl"], files["copy.txt"], str(answers), "--json", "--samples", "10"]
    assert main(arguments) == 0
    for comparison in json.loads(capsys.readouterr().out)["comparisons"]:
        assert comparison["differences"][0]["difference"] == 0


@pytest.mark.parametrize(
    ("options", "code", "problem"),
    [
        ([], 2, "two systems"),
        (["copy.txt", "copy.txt"], 2, "named twice"),
        (["copy.txt", "one.txt", "--baseline", "dev.jsonl"], 2, "not one of the systems"),
        (["copy.txt", "one.txt", "--samples", "0"], 2, "at least one sample"),
        (["copy.txt", "one.txt", "--metric", "blue"], 2, "did you mean bleu"),
        (["copy.txt", "missing.txt"], 1, "missing.txt: cannot be read"),
        (["copy.txt", "short.txt"], 1, "short.txt: has 1 sentence, but"),
    ],
)
def test_bad_wishes_and_bad_files_are_explained(files, tmp_path, capsys, monkeypatch, options, code, problem) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.txt").write_text("a\n", "utf-8")
    assert main(["compare", "dev.jsonl", *options]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err


def test_an_empty_corpus_is_named(files, tmp_path, capsys) -> None:
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    assert main(["compare", str(tmp_path / "empty.jsonl"), files["one.txt"], files["two.txt"]]) == 1
    assert "empty.jsonl: has no pairs" in capsys.readouterr().err


def test_rates_can_be_tied(files, capsys) -> None:
    arguments = ["compare", *files.values(), "--metrics", "unigram_f1", "--samples", "20", "--tied-rate", "0.05"]
    assert main([*arguments, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    two, copy = record["tied"]
    assert (two["first"], two["second"]) == (files["one.txt"], files["two.txt"])
    assert 0 < two["sentences"] < len(PAIRS)
    assert abs(two["rates"][0] - two["rates"][1]) < 0.05
    assert copy["sentences"] < two["sentences"]  # who copies rarely has the rate of who deletes
    assert main(arguments) == 0
    assert "at tied rates" in capsys.readouterr().out
