"""The examples of the page on documents run, and the options that it names exist."""

import re
from pathlib import Path

from laconic.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "documents.md").read_text("utf-8")


def test_the_example_runs(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "documents.md", "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("# Norwick\n\n")
    assert "2027" in printed
    assert "*not*" in printed


def test_its_options_exist(capsys) -> None:
    assert main(["compress", "--help"]) == 0
    shown = capsys.readouterr().out
    named = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", PAGE))
    assert len(named) > 10
    assert {option for option in named if option not in shown} == set()
