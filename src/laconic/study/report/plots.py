"""Two plots of ratings: their means, and how often each was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from laconic.metrics.significance import Interval
from laconic.report.markup import element
from laconic.report.plots import WIDTH, figure, shortened
from laconic.study.questions import LOWEST

# Sizes in the plot's own units.
_NAMES, _RIGHT = 132.0, 20.0
_ROW, _TOP, _BOTTOM = 34.0, 8.0, 26.0
_LONGEST_NAME = 20

_SHADES = 5
"""The colours of ratings, from poor to good."""


def mean_plot(rows: Sequence[tuple[str, float, Interval | None]], title: str, highest: int) -> Element:
    """Return a plot of means with their intervals, one row per system, over the scale from 1 to its highest point."""

    def across(value: float) -> float:
        share = (min(max(value, LOWEST), highest) - LOWEST) / (highest - LOWEST)
        return _NAMES + share * (WIDTH - _NAMES - _RIGHT)

    def marks() -> Iterator[Element]:
        bottom = _TOP + _ROW * len(rows)
        for value in range(LOWEST, highest + 1):
            yield element("line", class_="grid", x1=across(value), x2=across(value), y1=_TOP, y2=bottom)
            yield element("text", str(value), class_="tick", x=across(value), y=bottom + 18)
        for number, (name, mean, interval) in enumerate(rows):
            y = _TOP + _ROW * (number + 0.5)
            yield _name(name, y)
            if interval is not None:
                yield element("line", class_="interval", x1=across(interval.low), x2=across(interval.high), y1=y, y2=y)
            yield element("circle", element("title", f"{name}: {mean:.2f}"), class_="mean", cx=across(mean), cy=y, r=5)

    return _plot(title, len(rows), marks())


def distribution_plot(rows: Sequence[tuple[str, Sequence[int]]], title: str) -> Element:
    """Return a bar for each system, divided by how often each rating was given, from the lowest."""
    room = WIDTH - _NAMES - _RIGHT

    def marks() -> Iterator[Element]:
        for number, (name, counts) in enumerate(rows):
            y = _TOP + _ROW * number
            yield _name(name, y + _ROW / 2)
            x = _NAMES
            for value, count in enumerate(counts, LOWEST):
                if count:
                    shade = 1 + round((_SHADES - 1) * (value - LOWEST) / (len(counts) - 1))
                    width = room * count / sum(counts)
                    told = element("title", f"{name}: rating {value}, {count} times")
                    bar = {"x": x, "y": y + 5, "width": width, "height": _ROW - 10}
                    yield element("rect", told, class_=f"rating-{shade}", **bar)
                    if width > 16:
                        centre = {"x": x + width / 2, "y": y + _ROW / 2 + 4}
                        yield element("text", str(value), class_=f"on-rating-{shade}", **centre)
                    x += width
        bottom = _TOP + _ROW * len(rows)
        for share in (0, 50, 100):
            yield element("text", f"{share}%", class_="tick", x=_NAMES + room * share / 100, y=bottom + 18)

    return _plot(title, len(rows), marks())


def _name(name: str, y: float) -> Element:
    shown = shortened(name, _LONGEST_NAME)
    return element("text", element("title", name), shown, class_="name", x=_NAMES - 14, y=y + 4)


def _plot(title: str, rows: int, marks: Iterator[Element]) -> Element:
    return figure(title, _TOP + _ROW * rows + _BOTTOM, marks)
