"""The manual's pages on grammars and the examples in the code tell the truth."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["grammars.md", "paraphrases.md"])
def test_the_examples_of_the_manual_give_what_they_show(page: str) -> None:
    found = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "extract.compose",
        "extract.bitext",
        "extract.coverage",
        "extract.ghkm",
        "extract.hiero",
        "extract.pivot",
        "extract.samt",
        "forest.transduce",
        "grammar.fragment",
        "grammar.grammar",
        "grammar.index",
        "grammar.joshua",
        "grammar.rule",
        "grammar.scfg",
        "grammar.search",
        "grammar.top",
        "grammar.transformations",
    ],
)
def test_the_examples_in_the_code_give_what_they_show(name: str) -> None:
    found = doctest.testmod(import_module(f"laconic.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
