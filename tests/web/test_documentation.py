"""The example of the manual's page on serving runs against a server."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"


def test_the_example_answers_as_it_says(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (promised,) = re.findall(r"  # (.*)\n", code)
    exec(compile(code.replace("http://127.0.0.1:8000/", server), str(PAGE), "exec"), {})
    assert capsys.readouterr().out.strip() == promised
