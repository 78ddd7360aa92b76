"""The manual points to code that is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("paper-*.md"))
ROW = re.compile(r"^\|[^|]*\| `([\w./]+)` \| `(\w+)` \|$", re.MULTILINE)


def is_defined(name: str, source: str) -> bool:
    """Whether a line of Python or C++ that is not indented defines a name."""
    return re.search(rf"^(?:(?:def|class|struct|WordLattice) {name}\b|{name}\b.* = )", source, re.MULTILINE) is not None


def test_there_is_a_page_for_each_paper() -> None:
    assert len(PAGES) == 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_and_names_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    places = ROW.findall(text)
    assert 2 * len(places) == text.count(" | `")  # no row escapes the pattern
    for file, name in places:
        assert is_defined(name, (ROOT / "src" / "laconic" / file).read_text("utf-8")), f"{file}: {name}"


def test_files_of_the_walk_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    walk = text[text.index("## One sentence") : text.index("## What a change needs")]
    files = re.findall(r"`(\w+/[\w./-]*)`", walk)
    assert len(files) > 20
    for file in files:
        assert any((folder / file).exists() for folder in (ROOT, ROOT / "src" / "laconic")), file
