"""The examples of the metrics' documentation run."""

import re
from pathlib import Path

import pytest

from laconic.testing import check_metric

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"
EXAMPLES = [
    code for code in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "..." not in code
]


@pytest.mark.parametrize("code", EXAMPLES, ids=["evaluate", "own metric"])
def test_examples_run(code, capsys) -> None:
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, str(PAGE), "exec"), names)
    if "Shorter" in names:
        check_metric(names["Shorter"]())
    else:
        assert capsys.readouterr().out.startswith("0.8 ")
