"""``laconic grammar``, from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.grammar import Grammar

RULES = """\
(JJ old) ||| ε ||| count=3 origin=extract
(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2) ||| count=2,1 origin=extract,pivot
(NN dog) ||| (NN animal) ||| count=1 origin=pivot p=0.25
"""


@pytest.fixture
def grammar(tmp_path: Path) -> str:
    path = tmp_path / "grammar.txt"
    path.write_text(RULES, "utf-8")
    return str(path)


def test_show_prints_the_most_frequent_first(grammar: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grammar", "show", grammar]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "count  rule  [origins]",
        "    3  (JJ old) → ε  [extract]",
        "    3  (NP DT@1 JJ@ε NN@2) → (NP DT@1 NN@2)  [extract,pivot]",
        "    1  (NN dog) → (NN animal)  [pivot]",
    ]
    assert "3 of 3 rules" in printed.err


def test_phrases_that_are_probable_in_both_directions_come_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text(
        "[NN] ||| huose ||| house ||| phrase=0 phrase_inverse=6 ||| 0-0\n"
        "[NN] ||| home ||| house ||| phrase=0.5 phrase_inverse=1 ||| 0-0\n",
        "utf-8",
    )
    assert main(["grammar", "show", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  cost    back  rule",
        "  0.50    1.00  [NN] home → house",
        "  0.00    6.00  [NN] huose → house",
    ]


@pytest.mark.parametrize(
    ("options", "sources"),
    [
        (["--root", "NP"], ["(NP DT@1 JJ@ε NN@2)"]),
        (["--word", "animal"], ["(NN dog)"]),
        (["--origin", "pivot", "--min-count", "2"], ["(NP DT@1 JJ@ε NN@2)"]),
        (["--kind", "other"], ["(NN dog)"]),
        (["--target-root", "ε"], ["(JJ old)"]),
        (["--match", "old|dog", "--top", "1"], ["(JJ old)"]),
    ],
)
def test_show_finds(grammar: str, options: list[str], sources: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grammar", "show", grammar, "--json", *options]) == 0
    assert [json.loads(line)["source"] for line in capsys.readouterr().out.splitlines()] == sources


def test_stats_prints_the_table(grammar: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grammar", "stats", grammar]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["origin", "clone", "same", "yield", "delete", "other", "total"]
    assert rows[1:] == [
        ["extract", "0", "0", "2", "0", "2"],
        ["pivot", "0", "0", "1", "1", "2"],
        ["all", "merged", "0", "0", "2", "1", "3"],
    ]
    assert main(["grammar", "stats", grammar, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pivot"]["other"] == 1


def test_convert_merges_and_goes_through_every_format(grammar: str, tmp_path: Path) -> None:
    packed, table, text = (str(tmp_path / name) for name in ("g.txt.xz", "g.parquet", "again.txt"))
    assert main(["grammar", "convert", grammar, grammar, "--out", packed]) == 0
    assert main(["grammar", "convert", packed, "--out", table]) == 0
    assert main(["grammar", "convert", table, "--min-count", "3", "--out", text]) == 0
    assert Path(text).read_text("utf-8").splitlines() == [
        "(JJ old) ||| ε ||| count=6 origin=extract",
        "(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2) ||| count=4,2 origin=extract,pivot",
    ]


def test_extract_learns_rules_from_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus = tmp_path / "pairs.jsonl"
    pair = {"id": "1", "source": "The old dog barks loudly .", "references": ["The dog barks .", "Dogs"]}
    corpus.write_text(json.dumps(pair) + "\n", "utf-8")
    out, cache = tmp_path / "grammar.txt", tmp_path / "parses.sqlite"
    options = ["--out", str(out), "--tokenized", "--parse-cache", str(cache), "--json"]
    assert main(["grammar", "extract", str(corpus), *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"] == 1
    assert list(told["unusable"].values()) == [1]
    grammar = Grammar.read(out)
    assert len(grammar) == told["rules"]
    assert "(JJ old) ||| ε" in grammar.lines
    assert cache.exists()


def test_bad_files_and_wishes_end_with_one_sentence(
    grammar: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("(NP dog\n", "utf-8")
    assert main(["grammar", "show", str(bad)]) == 1
    assert "bad.txt:1:" in capsys.readouterr().err
    assert main(["grammar", "show", str(tmp_path / "none.parquet")]) == 1
    assert main(["grammar", "show", grammar, "--origin", "x"]) == 2
    assert main(["grammar", "show", grammar, "--match", "("]) == 2
    assert main(["grammar", "extract", "x.jsonl", "--out", "-", "--json"]) == 2
    assert main(["grammar", "extract", "x.jsonl", "--out", "y", "--aligner", "edti"]) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--top", "-1"], "--top must be at least 1, not -1."),
        (["--top", "0"], "--top must be at least 1, not 0."),
        (["--word", ""], "not an empty text"),
        (["--at-least", "=3"], "'=3' is not a feature and a number"),
        (["--at-most", "p=nan"], "'p=nan' is not a feature and a number"),
        (["bundled"], "is a grammar of trees and"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(
    grammar: str, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grammar", "show", grammar, *options]) == 2
    assert message in capsys.readouterr().err
