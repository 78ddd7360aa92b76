"""The manual's page on paraphrasing and the examples in the code tell the truth."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "paraphrasing.md"


def test_the_examples_of_the_manual_give_what_they_show() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "forest.cky",
        "forest.optional_deletions",
        "forest.span_labels",
        "grammar.screen",
        "methods.paraphrase_explain",
        "metrics.readability",
    ],
)
def test_the_examples_in_the_code_give_what_they_show(name: str) -> None:
    found = doctest.testmod(import_module(f"laconic.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
