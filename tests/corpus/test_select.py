"""Choosing pairs of a corpus."""

import json
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.corpus import Corpus, Pair
from laconic.corpus.select import spread, within_rates


@pytest.fixture
def versions(tmp_path: Path) -> Path:
    """Return a file of sentences with two versions by name."""
    path = tmp_path / "versions.jsonl"
    records = [
        {
            "id": str(number),
            "source": "one two three four",
            "light": "one two three",
            "short": "one " * (1 + number % 4),
        }
        for number in range(8)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def chosen(versions: Path, *options: str) -> list[Pair]:
    out = versions.with_name("out.jsonl")
    assert main(["corpus", "select", str(versions), str(out), *options]) == 0
    return list(Corpus.open(out))


def test_a_field_is_the_reference(versions: Path) -> None:
    assert {pair.reference for pair in chosen(versions, "--field", "light")} == {"one two three"}


def test_rates_and_numbers_are_kept_to(versions: Path) -> None:
    found = chosen(versions, "--field", "short", "--min-rate", "0.4", "--max-rate", "0.8")
    assert [pair.id for pair in found] == ["1", "2", "5", "6"]
    assert [pair.id for pair in chosen(versions, "--field", "short", "--most", "4")] == ["0", "2", "4", "6"]


def test_a_missing_field_is_named(versions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = versions.with_name("out.jsonl")
    assert main(["corpus", "select", str(versions), str(out), "--field", "long"]) != 0
    told = capsys.readouterr().err
    assert "versions.jsonl:1" in told
    assert "long" in told
    assert not out.exists()


@pytest.mark.parametrize("options", [("--min-rate", "0.9", "--max-rate", "0.5"), ("--most", "0")])
def test_bounds_that_make_no_sense_are_refused(versions: Path, options: tuple[str, ...]) -> None:
    assert main(["corpus", "select", str(versions), str(versions.with_name("out.jsonl")), *options]) != 0


def test_all_are_kept_where_there_are_few() -> None:
    pairs = [Pair(str(number), "a b c d", ("a",)) for number in range(3)]
    assert spread(pairs, 5) == pairs
    assert list(within_rates(pairs, lambda text: tuple(text.split()), 0.5, 1.0)) == []
