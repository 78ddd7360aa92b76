"""Lexicons look up, mix, compose and keep their probabilities."""

from pathlib import Path

import pytest

from laconic import DataError
from laconic.align.lexicon import Lexicon, mixture


def test_unknown_words_and_pairs_have_no_probability() -> None:
    lexicon = Lexicon({"big": {"large": 0.5, "big": 0.25}, "small": {"little": 1.0}})
    found = lexicon.probabilities(["big", "small", "red"], ["large", "little", "big", "blue"])
    assert found.tolist() == [[0.5, 0, 0.25, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert Lexicon({}).probabilities(["big"], ["large"]).tolist() == [[0]]
    assert lexicon.probabilities([], ["large"]).shape == (0, 1)


@pytest.mark.parametrize("name", ["lexicon.txt", "lexicon.txt.xz", "lexicon.txt.gz"])
def test_files_go_both_ways(tmp_path: Path, name: str) -> None:
    table = {"big": {"large": 0.5, "big": 0.25}, "café": {"bar": 0.012}}
    Lexicon(table).write(tmp_path / name)
    assert Lexicon.read(tmp_path / name).table == table


def test_a_file_is_text_that_people_can_read(tmp_path: Path) -> None:
    Lexicon({"b": {"c": 0.125}, "a": {"x": 0.2, "y": 0.7}}).write(tmp_path / "lexicon.txt")
    assert (tmp_path / "lexicon.txt").read_text("utf-8") == "a\ty 0.7 x 0.2\nb\tc 0.12\n"


@pytest.mark.parametrize("line", ["big", "big\tlarge", "big\tlarge x", "big\tlarge 2", "big\tlarge nan", "\tlarge 0.5"])
def test_bad_lines_are_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "lexicon.txt"
    path.write_text(f"a\tb 0.5\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r"lexicon\.txt:2: .*probability"):
        Lexicon.read(path)


def test_composing_sums_over_the_words_between() -> None:
    there = Lexicon({"big": {"groß": 0.75, "dick": 0.25}})
    back = Lexicon({"groß": {"big": 0.5, "large": 0.5}, "dick": {"big": 0.5, "fat": 0.5}})
    assert there.compose(back).table == {"big": {"big": 0.5, "large": 0.375, "fat": 0.125}}


def test_mixture_is_the_mean_over_those_that_know_the_word() -> None:
    mixed = mixture([Lexicon({"a": {"b": 1.0}, "c": {"d": 0.5}}), Lexicon({"a": {"e": 0.5}})])
    assert mixed.table == {"a": {"b": 0.5, "e": 0.25}, "c": {"d": 0.5}}


def test_pruning_looks_both_ways() -> None:
    lexicon = Lexicon({"a": {"b": 0.5, "c": 0.5, "d": 0.1}, "b": {"a": 0.4}, "c": {"a": 0.01}})
    assert lexicon.pruned(0.2).table == {"a": {"b": 0.5, "c": 0.5}, "b": {"a": 0.4}}
    assert lexicon.pruned(0.2, 0.1).table == {"a": {"b": 0.5}, "b": {"a": 0.4}}
