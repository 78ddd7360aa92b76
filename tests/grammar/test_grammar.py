"""Grammars: their columns, their text, and merging."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rule_strategies import awkward_rules

from laconic.errors import DataError
from laconic.grammar import Grammar, Rule

OLD = Rule.parse("(JJ old) ||| ε")
PAIR = Rule.parse("(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)")

counted = st.dictionaries(awkward_rules(), st.one_of(st.integers(1, 9), st.floats(0.1, 9.0)), max_size=6)


@given(counted, counted)
def test_text_keeps_rules_counts_and_origins(
    tmp_path_factory: pytest.TempPathFactory, first: dict[Rule, float], second: dict[Rule, float]
) -> None:
    path = tmp_path_factory.getbasetemp() / "grammar.txt"
    grammar = Grammar.merge([Grammar.from_counts(first, "extract"), Grammar.from_counts(second, "pivot")])
    grammar.write(path)
    read = Grammar.read(path)
    assert read.lines == grammar.lines == sorted(str(rule) for rule in first.keys() | second.keys())
    for place, rule in enumerate(read):
        assert read.count[place] == pytest.approx(first.get(rule, 0) + second.get(rule, 0))
        assert read.origins_of(place) == tuple(
            name for name, part in (("extract", first), ("pivot", second)) if rule in part
        )


def test_counts_of_equal_rules_are_summed_within_and_between_files(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt.gz"
    one.write_text(
        "# a comment\n\n(JJ old) ||| ε ||| count=2 origin=extract\n(JJ old) ||| ε ||| origin=extract p=0.5\n"
    )
    Grammar.from_counts({OLD: 4, PAIR: 1}, "extract").write(two)
    both = Grammar.read(one, two)
    assert both.lines == [str(OLD), str(PAIR)]
    assert both.counts["extract"].tolist() == [7, 1]
    assert both.features["p"][0] == 0.5
    assert np.isnan(both.features["p"][1])
    assert both.line(0) == "(JJ old) ||| ε ||| count=7 origin=extract p=0.5"


def test_a_bare_rule_was_written_by_hand_and_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"{OLD}\n")
    grammar = Grammar.read(path)
    assert grammar.counts["hand"].tolist() == [1]
    assert grammar[0] == OLD
    assert grammar[0].origin == "hand"


def test_writing_is_deterministic(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    Grammar.from_counts({OLD: 1, PAIR: 2}, "x").write(one)
    Grammar.from_counts({PAIR: 2, OLD: 1}, "x").write(two)
    assert one.read_bytes() == two.read_bytes()


def test_select_keeps_columns_in_step() -> None:
    grammar = Grammar.from_counts({OLD: 1, PAIR: 2}, "x")
    assert grammar.select(grammar.count > 1).lines == [str(PAIR)]
    assert grammar.select([0]).counts["x"].tolist() == [1]
    assert len(grammar.select([False, False])) == 0


@pytest.mark.parametrize(
    "line",
    [
        "(JJ old)",
        "(JJ old) ||| ε ||| count",
        "(JJ old) ||| ε ||| count=x",
        "(JJ old) ||| ε ||| count=nan",
        "(JJ old) ||| ε ||| count=0",
        "(JJ old) ||| ε ||| count=1 count=2",
        "(JJ old) ||| ε ||| count=1,2 origin=a",
        "(JJ old) ||| ε ||| count=1,2 origin=a,a",
        "(JJ old) ||| ε ||| origin=",
        "(JJ old ||| ε",
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{OLD}\n{line}\n")
    with pytest.raises(DataError, match=r"bad\.txt:2:"):
        Grammar.read(path)


def test_columns_must_fit() -> None:
    with pytest.raises(DataError, match="values for"):
        Grammar([str(OLD)], {"x": [1, 2]})
    with pytest.raises(DataError, match="cannot name"):
        Grammar([str(OLD)], {"a b": [1]})
    with pytest.raises(DataError, match="twice"):
        Grammar([str(OLD), str(OLD)], {})
