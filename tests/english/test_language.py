"""English offers what is asked of a language, and each of its word lists stands in one place."""

import ast
from pathlib import Path

import laconic
from laconic import english
from laconic.language import Language

PACKAGE = Path(laconic.__file__).parent
NEGATIONS = {"not", "n't", "never", "nobody", "none", "nothing"}


def test_english_is_a_language() -> None:
    language: Language = english  # the types are checked by mypy
    asked = [name for name in (*vars(Language), *Language.__annotations__) if not name.startswith("_")]
    assert asked
    assert all(hasattr(language, name) for name in asked)


def test_negations_are_listed_in_english_alone() -> None:
    for path in PACKAGE.rglob("*.py"):
        if "english" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
                    assert len(NEGATIONS & set(node.value.split())) < 2, f"{path}: {node.value}"
