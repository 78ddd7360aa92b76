"""What the pictures of the manual share: shapes, and colours that follow the reader's light or dark mode."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from laconic.report.markup import element

FOLDER = Path(__file__).parents[1] / "images"

_STYLE = """
text { font: 14px system-ui, sans-serif; fill: #222; }
.strong { font-weight: 600; }
.soft { fill: #666; }
.small { font-size: 12px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.gone { fill: #b3261e; text-decoration: line-through; }
.box { fill: #e0f2f0; stroke: #00796b; }
.line { stroke: #888; stroke-width: 1.2; fill: none; }
.grid { stroke: #ccc; stroke-width: .6; }
.good { stroke: #00796b; fill: #00796b; } .bad { stroke: #b3261e; fill: #b3261e; }
.other { stroke: #5b5fc7; fill: #5b5fc7; } .fourth { stroke: #9a6700; fill: #9a6700; }
.fifth { stroke: #6b6b6b; fill: #6b6b6b; }
.curve { stroke-width: 2; fill: none !important; } .dashed { stroke-dasharray: 5 4; } text.key { stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #eee; } .soft { fill: #aaa; } .gone { fill: #f2877e; } .grid { stroke: #555; }
  .box { fill: #143b37; stroke: #4db6ac; }
  .good { stroke: #4db6ac; fill: #4db6ac; } .bad { stroke: #f2877e; fill: #f2877e; }
  .other { stroke: #a5a8ff; fill: #a5a8ff; } .fourth { stroke: #e3b341; fill: #e3b341; }
  .fifth { stroke: #b5b5b5; fill: #b5b5b5; }
}
"""


def save(name: str, title: str, width: float, height: float, marks: Iterable[Element], style: str = "") -> None:
    """Write a picture into the manual's folder of images."""
    picture = element(
        "svg",
        element("title", title),
        element("style", _STYLE + style),
        marks,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{width:g}",
        height=f"{height:g}",
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
    )
    (FOLDER / f"{name}.svg").write_text(tostring(picture, encoding="unicode") + "\n", encoding="utf-8")


def text(x: float, y: float, content: str, class_: str = "") -> Element:
    """Return a line of text."""
    return element("text", content, x=f"{x:.1f}", y=f"{y:.1f}", class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, class_: str = "line") -> Element:
    """Return a straight line."""
    return element("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}", class_=class_)


def curve(points: Iterable[tuple[float, float]], class_: str) -> Element:
    """Return a line through points."""
    return element("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), class_=f"curve {class_}")


def dot(x: float, y: float, class_: str) -> Element:
    """Return a dot."""
    return element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, class_=class_)
