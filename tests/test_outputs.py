"""The pages of outputs show what the bundled models say today."""

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", ["outputs", "rewrites", "transductions"])
def test_the_page_is_what_the_model_says(name: str) -> None:
    assert runpy.run_path(str(DOCS / f"{name}.py"))["page"]() == (DOCS / f"{name}.md").read_text("utf-8")
