"""Pages built from elements, so that everything people typed is always escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from xml.etree.ElementTree import Element, tostring

Node = Element | str


def element(tag: str, *children: Node | Iterable[Node], **attributes: object) -> Element:
    """Return an element; an underscore in an attribute's name stands for a hyphen, one at its end for nothing.

    >>> tostring(element("p", "a < ", element("b", "c", class_="strong"), " d"), encoding="unicode")
    '<p>a &lt; <b class="strong">c</b> d</p>'
    """
    made = Element(tag, {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()})
    last: Element | None = None
    for child in children:
        for node in [child] if isinstance(child, str | Element) else child:
            if isinstance(node, Element):
                made.append(node)
                last = node
            elif last is None:
                made.text = (made.text or "") + node
            else:
                last.tail = (last.tail or "") + node
    return made


def table(head: Sequence[Node], rows: Iterable[Sequence[Node]], *, words: int = 1) -> Element:
    """Return a table that scrolls by itself where the screen is narrow, by keys, too.

    Args:
        head: the columns' headings.
        rows: the cells.
        words: how many columns at the left hold words; the others hold numbers.
    """

    def cell(tag: str, place: int, content: Node) -> Element:
        return element(tag, content) if place < words else element(tag, content, class_="number")

    def row(tag: str, contents: Sequence[Node]) -> Element:
        return element("tr", (cell(tag, place, content) for place, content in enumerate(contents)))

    body = element("tbody", (row("td", contents) for contents in rows))
    label = "Table: " + ", ".join("".join(each.itertext()) if isinstance(each, Element) else each for each in head)
    whole = element("table", element("thead", row("th", head)), body)
    return element("div", whole, class_="scroll", tabindex=0, role="group", aria_label=label)


def section(title: str, *children: Node | Iterable[Node]) -> Element:
    """Return a part of a page with its heading."""
    return element("section", element("h2", title), *children, class_="card stack")


def document(title: str, *children: Node | Iterable[Node]) -> str:
    """Return a page that needs nothing but itself, in laconic's look, in light and dark."""
    web = files("laconic") / "web" / "static"
    style = (web / "base.css").read_text("utf-8") + (web / "report.css").read_text("utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", style),
    )
    body = element("body", element("main", element("h1", title), *children, class_="wrap stack report"))
    page = element("html", head, body, lang="en")
    return "<!doctype html>\n" + tostring(page, encoding="unicode", method="html") + "\n"
