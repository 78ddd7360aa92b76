"""The page of outputs shows what the bundled model says today."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def test_the_page_is_what_the_model_says() -> None:
    assert runpy.run_path(str(DOCS / "outputs.py"))["page"]() == (DOCS / "outputs.md").read_text("utf-8")
