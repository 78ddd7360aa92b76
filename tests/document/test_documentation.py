"""The examples of the page on documents run, and the options that it names exist."""

import re
from pathlib import Path

from laconic.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "documents.md").read_text("utf-8")


def printed_by(code: str, capsys) -> str:
    exec(compile(code, "documents.md", "exec"), {"__name__": "example"})
    return capsys.readouterr().out


def test_the_examples_run(capsys) -> None:
    letter, page = (printed_by(code, capsys) for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    assert letter.startswith("Dear Dr Halloran,\n\nQ: ")
    assert "Miriam Okafor\n" in letter
    assert page.startswith("# Norwick\n\n")
    assert "2027" in page
    assert "*not*" in page


def test_its_options_exist(capsys) -> None:
    assert main(["compress", "--help"]) == 0
    shown = capsys.readouterr().out
    named = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", PAGE))
    assert len(named) > 10
    assert {option for option in named if option not in shown} == set()
