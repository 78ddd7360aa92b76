"""Pairs are read from corpora, lines and two files, and what is no pair is named with its place."""

import json
from pathlib import Path

import pytest

from laconic import DataError, UsageError
from laconic.align import Alignment
from laconic.align.reading import PairToAlign, read_pairs


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("name", ["pairs.txt", "pairs", "pairs.en-en"])
def test_lines_of_source_and_target(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, "a b's ||| b's\n\u2028c d |||\n||| e ||| \nf ||| f ||| 0-0\n")
    assert list(read_pairs([path])) == [
        PairToAlign("1", ["a", "b's"], ["b's"]),
        PairToAlign("2", ["\u2028c", "d"], []),
        PairToAlign("3", [], ["e"], Alignment()),
        PairToAlign("4", ["f"], ["f"], Alignment.parse("0-0")),
    ]


def test_words_of_lines_are_cut_on_request(tmp_path: Path) -> None:
    path = write(tmp_path / "pairs", "It isn't. ||| It's not.\n")
    (pair,) = read_pairs([path], tokenized=False)
    assert pair.source == ["It", "is", "n't", "."]
    assert pair.target == ["It", "'s", "not", "."]


@pytest.mark.parametrize("name", ["pairs.jsonl", "pairs", "pairs.txt"])
def test_json_lines(tmp_path: Path, name: str) -> None:
    records = [
        {"id": "x", "source": "It isn't so.", "references": ["It is.", "No."]},
        {"source": "It isn't", "target": "It is", "alignment": [[0, 0]]},
        {"source": "a b", "target": "b", "alignment": "1-0"},
    ]
    path = write(tmp_path / name, "\n" + "\n\n".join(map(json.dumps, records)) + "\n")
    assert list(read_pairs([path])) == [
        PairToAlign("x#1", ["It", "is", "n't", "so", "."], ["It", "is", "."]),
        PairToAlign("x#2", ["It", "is", "n't", "so", "."], ["No", "."]),
        PairToAlign("4", ["It", "isn't"], ["It", "is"], Alignment.parse("0-0")),
        PairToAlign("6", ["a", "b"], ["b"], Alignment.parse("1-0")),
    ]


def test_other_corpora(tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.tsv", "source\treference\nIt isn't.\tNo.\n")
    (pair,) = read_pairs([path])
    assert (pair.source, pair.target) == (["It", "is", "n't", "."], ["No", "."])


def test_two_files(tmp_path: Path) -> None:
    sources, targets = write(tmp_path / "s.txt", "a b\n\nc d\n"), write(tmp_path / "t.txt", "b\n\nc\n")
    assert list(read_pairs([sources, targets])) == [
        PairToAlign("1", ["a", "b"], ["b"]),
        PairToAlign("2", [], []),
        PairToAlign("3", ["c", "d"], ["c"]),
    ]
    write(targets, "b\n")
    with pytest.raises(DataError, match=r"t\.txt:2: the file ends here, but .*s\.txt continues"):
        list(read_pairs([sources, targets]))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a ||| b\nno separator\n", ":2: the line is not a source and a target"),
        ("a ||| b ||| 0-1\n", ":1: the link 0-1 points beyond a pair of 1 and 1 words"),
        ("a ||| b ||| 0:0\n", ":1: the link '0:0'"),
        ('{"source": "a"}\n', ":1: the field 'references' is missing"),
        ('{"source": "a", "target": 5}\n', ":1: the field 'target' must be a text"),
        ('{"source": "a", "target": "b"}\n{"source"\n', ":2: this is not JSON"),
        ('{"source": "a", "target": "b", "alignment": [[0]]}\n', ":1: the field 'alignment'"),
        ('{"source": "a", "target": "b", "alignment": [[0, "x"]]}\n', ":1: an alignment is a list of links"),
        ('{"source": "a", "target": "b", "alignment": [[0, [0]]]}\n', ":1: an alignment is a list of links"),
        ('{"source": "a", "target": "b", "alignment": [[0, 3]]}\n', ":1: the link 0-3"),
        ('{"source": "a", "references": ["b", "c"], "alignment": []}\n', ":1: .* one target"),
    ],
)
def test_what_is_no_pair_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        list(read_pairs([write(tmp_path / "pairs", text)]))


def test_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two line-aligned files"):
        read_pairs(["a", "b", "c"])
    with pytest.raises(UsageError, match="choose from"):
        read_pairs(["a"], format="pdf")


def test_an_empty_file_has_no_pairs(tmp_path: Path) -> None:
    assert list(read_pairs([write(tmp_path / "none", "")])) == []
