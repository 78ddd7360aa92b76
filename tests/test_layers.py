"""The parts of the package, and the folders of its core, import one another in one direction only."""

import ast
import re
from pathlib import Path

import pytest

import laconic

PACKAGE = Path(laconic.__file__).parent

# A part may import those before it, never those after it.
ORDER = (
    "errors trust cancellation files arrays progress settings tree text dependency english language draw report "
    "metrics compression formats parse corpus align grammar workers extract lm search forest features pipeline methods "
    "document model batch learn catalog testing study experiment integrations web cli"
).split()

# The same for the folders of the compiled core.
CORE_ORDER = "base english parse align metrics features learn lm forest grammar bitext search".split()

# Tables of names and the public namespace import lazily, by string, so they may be used from anywhere.
FREE = {"_core", "__init__", "__main__", "catalog", "data"}

# Metrics must be usable by people who use nothing else of laconic; the catalog holds only their names.
METRICS_MAY_IMPORT = {"catalog", "errors", "text", "tree", "dependency", "metrics", "_core"}


def part_of(path: Path) -> str:
    """Return the first-level part that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    """Return the first-level parts of laconic that a file imports, whether at its top or inside a function."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "laconic" and not node.level:
            inner = (node.module or "").split(".")[1:]
            parts.update(inner[:1] or (alias.name for alias in node.names if alias.name in ORDER))
        elif isinstance(node, ast.Import):
            parts.update(alias.name.split(".")[1] for alias in node.names if alias.name.startswith("laconic."))
    return parts


@pytest.mark.parametrize(
    "path",
    sorted(path for path in PACKAGE.rglob("*.py") if part_of(path) not in FREE),
    ids=lambda path: path.relative_to(PACKAGE).with_suffix("").as_posix(),
)
def test_imports_go_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in ORDER, f"{part} has no place in the order: give it one"
    for other in imported_parts(path) - FREE:
        assert ORDER.index(other) <= ORDER.index(part), f"{part} may not import {other}"
    if part == "metrics":
        assert imported_parts(path) <= METRICS_MAY_IMPORT


def test_the_manual_lists_the_parts_in_this_order() -> None:
    design = (Path(__file__).parents[1] / "docs" / "design.md").read_text("utf-8")
    table = design[design.index("## Where things live") : design.index("## Central types")]
    first_cells = " ".join(re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE))
    assert re.findall(r"`(\w+)/?`", first_cells) == [*ORDER, "_core"]


@pytest.mark.parametrize(
    "path",
    sorted(path for path in (PACKAGE / "_core").rglob("*") if path.suffix in {".h", ".cpp"}),
    ids=lambda path: path.relative_to(PACKAGE / "_core").as_posix(),
)
def test_folders_of_the_core_include_one_way(path: Path) -> None:
    folder = path.relative_to(PACKAGE / "_core").parts[0]
    for included in re.findall(r'#include "([^"]+)"', path.read_text("utf-8")):
        other = included.split("/")[0]
        assert CORE_ORDER.index(other) <= CORE_ORDER.index(folder), f"{folder} may not include {included}"
