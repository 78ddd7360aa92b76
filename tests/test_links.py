"""The manual's links lead somewhere: to files that are there, and to headings that they have."""

import re
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^()\s]+)\)")


def text_of(page: Path) -> str:
    """The text of a page, without code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The names by which headings can be linked to, as Python-Markdown makes them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    plain = (unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode() for heading in headings)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_every_picture_is_shown() -> None:
    shown = {
        (page.parent / name).resolve() for page in PAGES for name in re.findall(r"!\[[^]]*\]\((.+?)\)", text_of(page))
    }
    pictures = {path.resolve() for path in (ROOT / "docs").rglob("*") if path.suffix in (".svg", ".png")}
    assert pictures <= shown
