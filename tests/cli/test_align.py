"""``laconic align`` as a user sees it."""

import io
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.align import Alignment
from laconic.align.edit import EditAligner
from laconic.align.reading import read_pairs
from laconic.cli import main
from laconic.cli._alignment_view import rows

LINES = "he said that he was tired ||| he was tired\nthe big dog barked loudly ||| the dog barked\n"


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    path = tmp_path / "pairs.txt"
    path.write_text(LINES, "utf-8")
    return str(path)


def test_pharaoh_is_written_where_no_terminal_is(pairs: str, capsys) -> None:
    assert main(["align", pairs, "--method", "edit"]) == 0
    assert capsys.readouterr().out == "3-0 4-1 5-2\n0-0 2-1 3-2\n"


@pytest.mark.parametrize("method", ["edit", "monolingual", "statistical"])
def test_json_lines_can_be_read_again_as_gold(pairs: str, tmp_path: Path, capsys, method: str) -> None:
    written = str(tmp_path / "aligned.jsonl")
    assert main(["align", pairs, "--method", method, "--json", "--output", written]) == 0
    aligned = list(read_pairs([written]))
    assert [pair.source for pair in aligned] == [line.split(" ||| ")[0].split() for line in LINES.splitlines()]
    assert all(pair.gold for pair in aligned)
    assert main(["align", written, "--method", method, "--gold", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["pairs"], figures["precision"], figures["recall"], figures["aer"]) == (2, 1, 1, 0)


def test_gold_is_measured(tmp_path: Path, capsys) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("a b c ||| a c ||| 0-0 1-1\n", "utf-8")
    links = tmp_path / "links.txt"
    assert main(["align", str(path), "--method", "edit", "--gold", "--output", str(links)]) == 0
    assert capsys.readouterr().out.split() == (
        "pairs 1 precision 50.0% recall 50.0% f1 50.0% aer 50.0% links 2 gold links 2".split()
    )
    assert links.read_text("utf-8") == "0-0 2-1\n"


def test_standard_input(pairs: str, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in ([], ["-"]):
        stdin = io.TextIOWrapper(io.BytesIO(LINES.encode()), "utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(["align", *arguments, "--method", "edit"]) == 0
        assert capsys.readouterr().out == "3-0 4-1 5-2\n0-0 2-1 3-2\n"


def test_two_files(tmp_path: Path, capsys) -> None:
    (tmp_path / "a").write_text("It isn't here.\n\n", "utf-8")
    (tmp_path / "b").write_text("It is here.\n\n", "utf-8")
    assert main(["align", str(tmp_path / "a"), str(tmp_path / "b"), "--method", "edit"]) == 0
    assert capsys.readouterr().out == "0-0 1-1 3-2 4-3\n\n"


def test_learning_from_more_pairs(pairs: str, tmp_path: Path, capsys) -> None:
    more = tmp_path / "more.txt"
    more.write_text(LINES * 3, "utf-8")
    learning = ["align", pairs, "--method", "statistical", "--learn-from", str(more)]
    for options in ([], ["--symmetrize", "grow-diag-final-and"], ["--symmetrize", "union", "--seed", "3"]):
        assert main([*learning, *options]) == 0
        first, second = map(Alignment.parse, capsys.readouterr().out.splitlines())
        assert Alignment.parse("4-1 5-2") <= first
        assert Alignment.parse("0-0 2-1 3-2") <= second


def test_text_shows_words_side_by_side(pairs: str, capsys) -> None:
    assert main(["align", pairs, "--method", "edit", "--format", "text"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[:5] == [["1"], ["he"], ["said"], ["that"], ["he", "───", "he"]]
    assert lines[-2:] == [["barked", "───", "barked"], ["loudly"]]


def test_text_marks_what_moved(tmp_path: Path, capsys) -> None:
    path = tmp_path / "pairs.txt"
    path.write_text("now it works well at last ||| it works well at last now\n", "utf-8")
    assert main(["align", str(path), "--format", "text"]) == 0
    out = capsys.readouterr().out
    assert "now ─╳─ now" in out
    assert out.count("───") == 5


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such-file"], 1, "no-such-file: cannot be read"),
        (["{pairs}", "--gold"], 1, "pair 1 has no gold alignment"),
        (["{pairs}", "--method", "edti"], 2, "did you mean edit"),
        (["{pairs}", "--method", "edit", "--symmetrize", "union"], 2, "--symmetrize belongs to --method statistical"),
        (["{pairs}", "--method", "statistical", "--symmetrize", "grow"], 2, "grow-diag-final-and"),
        (["{pairs}", "--threshold", "1.5"], 2, "between 0 and 1"),
        (["{pairs}", "--learn-from", "{pairs}"], 2, "does not learn"),
        (["{pairs}", "--json", "--format", "pharaoh"], 2, "cannot be combined with"),
        (["{pairs}", "{pairs}", "{pairs}"], 2, "two line-aligned files"),
        (["{pairs}", "--from", "pdf"], 2, "no format called 'pdf'"),
        (["{pairs}", "--method", "statistical", "--seed", "-5"], 2, "between 0 and 4294967295, not -5"),
        ([os.devnull, "--gold"], 1, f"{os.devnull}: has no pairs to measure"),
        ([os.devnull, "--method", "statistical"], 1, f"{os.devnull}: there are no pairs"),
    ],
)
def test_mistakes_get_one_clear_sentence(pairs: str, capsys, arguments: list[str], code: int, message: str) -> None:
    assert main(["align", *(argument.format(pairs=pairs) for argument in arguments)]) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert "Traceback" not in captured.err
    assert not captured.out


def test_a_failure_leaves_no_half_written_file(tmp_path: Path, capsys) -> None:
    (tmp_path / "bad.txt").write_text(LINES + "no separator\n", "utf-8")
    assert main(["align", str(tmp_path / "bad.txt"), "--output", str(tmp_path / "links.txt")]) == 1
    assert "bad.txt:3:" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.txt"]


@given(st.binary(max_size=200))
def test_random_bytes_never_give_a_traceback(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "pairs"
    path.write_bytes(content)
    assert main(["align", str(path), "--method", "edit", "--output", str(path.with_name("links"))]) in (0, 1)


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 3), max_size=6))
def test_every_word_is_drawn_once(source: list[int], target: list[int]) -> None:
    words = [str(number) for number in source], [str(number) for number in target]
    links = EditAligner(substitutions=True).align([words])[0] | Alignment(
        [(i, 0) for i in range(bool(target) * len(source))]
    )
    drawn = rows(len(source), len(target), links)
    assert sorted(i for sources, _ in drawn for i in sources) == list(range(len(source)))
    assert sorted(j for _, targets in drawn for j in targets) == list(range(len(target)))
    for i, j in links:
        assert any(i in sources and j in targets for sources, targets in drawn)
