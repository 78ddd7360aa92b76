"""Parts are found by name, and what is none is refused in one sentence."""

from pathlib import Path

import pytest

from laconic.catalog import ALIGNERS, PARSERS, make
from laconic.cli import main
from laconic.errors import UsageError

MODULE = """
class Nothing:
    pass

class Needy:
    def __init__(self, something):
        pass

class Mine:
    def parse(self, texts):
        return []

def made():
    return Mine()
"""


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "plug_in_for_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    return "plug_in_for_tests"


@pytest.mark.parametrize("name", ["Mine", "made"])
def test_a_class_or_a_function_makes_a_part(plug_in: str, name: str) -> None:
    assert make(f"{plug_in}:{name}", PARSERS, "parser", "parse").parse([]) == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}:Nothing", "is not a parser: it has no method parse"),
        ("{}:Needy", "cannot be created: .*something"),
        ("{}:missing", "cannot be imported"),
        ("os:path", "is not a parser: it is neither a class nor a function"),
        ("os:getcwd", "is not a parser: it has no method parse"),
        ("englisch", "did you mean english"),
    ],
)
def test_what_is_no_part_is_refused(plug_in: str, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make(name.format(plug_in), PARSERS, "parser", "parse")
    with pytest.raises(UsageError):
        make(name.format(plug_in), ALIGNERS, "aligner", "align")


@pytest.mark.parametrize("part", ["os:path", "plug_in_for_tests:Nothing"])
@pytest.mark.parametrize(
    "command",
    [
        ["parse", "text.txt", "--parser", "{}"],
        ["align", "text.jsonl", "--method", "{}"],
        ["grammar", "extract", "text.jsonl", "--out", "out", "--parser", "{}"],
        ["grammar", "extract", "text.jsonl", "--out", "out", "--aligner", "{}"],
        ["corpus", "stats", "text.jsonl", "--from", "{}"],
        ["train", "bigram", "text.jsonl", "--dev", "text.jsonl", "--out", "out", "--parser", "{}"],
    ],
    ids=lambda command: " ".join(command),
)
def test_commands_say_so(plug_in: str, tmp_path: Path, monkeypatch, capsys, command: list[str], part: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("It barks.\n")
    Path("text.jsonl").write_text('{"id": "1", "source": "The dog barks .", "references": ["It barks ."]}\n')
    assert main([each.format(part) for each in command]) == 2
    message = capsys.readouterr().err
    assert message.startswith("laconic: ")
    assert message.count("\n") == 1


def test_a_name_as_long_as_a_file_is_not_shown_whole() -> None:
    with pytest.raises(UsageError, match=r"there is no parser called .* … .*choose from") as caught:
        make("long" * 20_000, PARSERS, "parser", "parse")
    assert len(str(caught.value)) < 2000
