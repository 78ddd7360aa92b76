"""Messages begin and end the same way, so that they read on after a program's name or a place in a file."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "laconic"
ERRORS = {"BadRecord", "DataError", "LaconicError", "UsageError"}
REQUIRING = {"MissingDependency", "require", "_require"}
NAMES = {"C", "English", "Parquet", "Spark", "Stanza", "Stanza's"}


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The messages of errors in a file that are written out there, with their lines; what is filled in is ``{}``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        is_error = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS
        if is_error and node.args:
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield node.lineno, text.value
            elif isinstance(text, ast.JoinedStr):
                yield (
                    node.lineno,
                    "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in text.values),
                )


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_messages_begin_in_lower_case_and_end_in_a_full_stop(path: Path) -> None:
    for line, message in messages(path):
        assert message[0].islower() or message.split()[0] in NAMES or not message[0].isalpha(), (line, message)
        assert message.endswith((".", "{}", "?", "laconic parse")), (line, message)


def test_messages_on_missing_packages_begin_in_lower_case() -> None:
    features = {
        argument.value
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REQUIRING
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    assert "serving a study" in features
    assert {feature for feature in features if feature[0].isupper()} == {"Parquet", "ROUGE"}
