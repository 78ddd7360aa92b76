"""Plots as SVG, coloured by the page's style sheet so that they also work in dark mode."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from laconic.report.markup import element

WIDTH = 420.0
"""How wide plots are in their own units. They are drawn about as wide as a telephone; letters stay legible there."""

_HEIGHT = 280.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 16.0, 12.0, 40.0
_NAMES, _ROW = 176.0, 26.0
_BUCKETS = 10


def scatter_plot(points: Sequence[tuple[str, float, float]], title: str, across: str, upwards: str) -> Element:
    """Return a plot of named points, numbered where they stand and listed below by their numbers."""
    left, right = _widened([x for _, x, _ in points])
    low, high = _widened([y for _, _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + (x - left) / (right - left) * (WIDTH - _LEFT - _RIGHT),
            _TOP + (high - y) / (high - low) * (_HEIGHT - _TOP - _BOTTOM),
        )

    def marks() -> Iterator[Element]:
        yield from _grid(left, right, low, high, across, upwards)
        for number, (name, x, y) in enumerate(points, 1):
            cx, cy = place(x, y)
            told = element("title", f"{name}: {across} {x:.3f}, {upwards} {y:.3f}")
            yield element("circle", told, class_="mean", cx=f"{cx:.1f}", cy=f"{cy:.1f}", r=5)
            yield element("text", str(number), x=f"{cx + 8:.1f}", y=f"{cy + 4:.1f}")

    key = "; ".join(f"{number} {name}" for number, (name, _, _) in enumerate(points, 1))
    return figure(title, _HEIGHT, marks(), key)


def bar_plot(bars: Sequence[tuple[str, float]], title: str, unit: str) -> Element:
    """Return a bar for each name, on a logarithmic scale, with its value behind it."""
    values = [max(value, 1e-6) for _, value in bars]
    least, most = math.log10(min(values)) - 0.5, math.log10(max(values))
    room = WIDTH - _NAMES - 70.0

    def marks() -> Iterator[Element]:
        for number, ((name, value), shown) in enumerate(zip(bars, values, strict=True)):
            y = _TOP + _ROW * number
            width = room * (math.log10(shown) - least) / (most - least or 1.0)
            yield element("text", element("title", name), shortened(name), class_="name", x=_NAMES - 8, y=y + 16)
            yield element("rect", class_="bar", x=_NAMES, y=y + 4, width=f"{width:.1f}", height=_ROW - 8)
            yield element("text", f"{value:.3g} {unit}", x=f"{_NAMES + width + 6:.1f}", y=y + 17)

    return figure(title, _TOP * 2 + _ROW * len(bars), marks())


def histogram(values: Sequence[int], title: str, across: str) -> Element:
    """Return how often whole numbers occur, in ten columns of equal width."""
    width = max(1, math.ceil((max(values) + 1) / _BUCKETS))
    counts = Counter(value // width for value in values)
    highest = max(counts.values())
    column = (WIDTH - _LEFT - _RIGHT) / _BUCKETS
    bottom = _HEIGHT - _BOTTOM

    def marks() -> Iterator[Element]:
        for place in range(_BUCKETS):
            height = (bottom - _TOP - 14) * counts[place] / highest
            x, y = _LEFT + place * column, bottom - height
            name = f"{place * width}" if width == 1 else f"{place * width}–{(place + 1) * width - 1}"
            told = element("title", f"{name}: {counts[place]}")
            yield element("rect", told, class_="bar", x=f"{x + 2:.1f}", y=f"{y:.1f}", width=column - 4, height=height)
            if counts[place]:
                yield element("text", str(counts[place]), class_="tick", x=f"{x + column / 2:.1f}", y=f"{y - 4:.1f}")
            yield element("text", str(place * width), class_="tick", x=f"{x + column / 2:.1f}", y=bottom + 16)
        yield element("text", across, class_="tick", x=(_LEFT + WIDTH - _RIGHT) / 2, y=_HEIGHT - 6)

    return figure(title, _HEIGHT, marks())


def _grid(left: float, right: float, low: float, high: float, across: str, upwards: str) -> Iterator[Element]:
    bottom, end = _HEIGHT - _BOTTOM, WIDTH - _RIGHT
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _LEFT + share * (end - _LEFT), bottom - share * (bottom - _TOP)
        yield element("line", class_="grid", x1=x, x2=x, y1=_TOP, y2=bottom)
        yield element("line", class_="grid", x1=_LEFT, x2=end, y1=y, y2=y)
        yield element("text", f"{left + share * (right - left):.2f}", class_="tick", x=x, y=bottom + 16)
        yield element("text", f"{low + share * (high - low):.2f}", class_="tick", x=_LEFT - 20, y=y + 4)
    yield element("text", across, class_="tick", x=(_LEFT + end) / 2, y=_HEIGHT - 6)
    yield element("text", element("title", upwards), upwards, x=_LEFT + 4, y=_TOP + 10)


def _widened(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of values with a margin, so that no point lies on an edge and equal ones have room."""
    low, high = min(values), max(values)
    margin = max(0.02, (high - low) * 0.15)
    return low - margin, high + margin


def shortened(name: str, longest: int = 24) -> str:
    """Return a name cut to the room there is for it.

    >>> shortened("tree transduction", longest=6)
    'tree …'
    """
    return name if len(name) <= longest else name[: longest - 1] + "…"


def figure(title: str, height: float, marks: Iterator[Element], key: str = "") -> Element:
    """Return a plot with its title above it and, if there is one, its key below."""
    drawn = element(
        "svg", element("title", title), marks, viewBox=f"0 0 {WIDTH:g} {height:g}", role="img", class_="plot"
    )
    below = [element("p", key, class_="small soft")] if key else []
    return element("figure", element("figcaption", title), drawn, *below)
