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


def listed_words(node: ast.AST) -> set[str]:
    """Return the words of a list: of a text that is split, or of a display of single words. Prose is not a list."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        return set(text.split()) if (text := literal(node.func.value)) else set()
    if isinstance(node, ast.Set | ast.List | ast.Tuple):
        return {text for each in node.elts if (text := literal(each)) and len(text.split()) == 1}
    return set()


def literal(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_negations_are_listed_in_english_alone() -> None:
    for path in PACKAGE.rglob("*.py"):
        if "english" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                found = NEGATIONS & listed_words(node)
                assert len(found) < 2, f"{path}:{getattr(node, 'lineno', 0)} lists {found}"
