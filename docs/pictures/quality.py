"""Draws docs/images/quality.svg: how many versions readers accept and reject, against the share of words kept.

The figures are those of the table in experiments/readers/README.md.

python docs/pictures/quality.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from _drawing import curve, dot, line, save, text

README = Path(__file__).parents[2] / "experiments" / "readers" / "README.md"
WIDTH, HEIGHT = 520.0, 340.0
LEFT, RIGHT, TOP, BOTTOM = 50.0, 16.0, 30.0, 46.0
SHARE = re.compile(r"(\d+)%(?: \[(\d+), (\d+)\])?")
KEPT = r"keep \.(\d+), \.(\d+)(?:, | and )\.(\d+)"


def figures() -> tuple[list[list[tuple[int, int]]], list[list[float]]]:
    """Return the percentages accepted and rejected of laconic and of an editor, and the shares of words they keep."""
    page = README.read_text("utf-8")
    page = page[page.index("| limit | previous network |") :]
    rows = [row.split("|")[3:5] for row in re.findall(r"^\| \.\d.*$", page, re.MULTILINE)]
    verdicts = [
        [tuple(int(share[0]) for share in SHARE.findall(cell)) for cell in column] for column in zip(*rows, strict=True)
    ]
    editor, systems = ([int(kept) / 100 for kept in found] for found in re.findall(KEPT, " ".join(page.split())))
    return verdicts, [systems, editor]


def place(kept: float, share: float) -> tuple[float, float]:
    """Return where a point stands: from .3 to .9 of the words, from 0 to 100 %."""
    return (
        LEFT + (kept - 0.3) / 0.6 * (WIDTH - LEFT - RIGHT),
        TOP + (100 - share) / 100 * (HEIGHT - TOP - BOTTOM),
    )


def marks() -> Iterator[Element]:
    """Yield the axes and four curves."""
    for share in range(0, 101, 20):
        (left, y), (right, _) = place(0.3, share), place(0.9, share)
        yield line(left, y, right, y, "grid")
        yield text(left - 8, y + 4, f"{share}", "small soft end")
    for kept in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        yield text(place(kept, 0)[0], HEIGHT - BOTTOM + 18, f".{kept * 10:.0f}", "small soft middle")
    yield text((LEFT + WIDTH) / 2, HEIGHT - 8, "share of the words that stay", "soft middle")
    yield text(8, 18, "% of the versions that readers", "soft")
    verdicts, kept = figures()
    names = (("laconic", "", 10, 4, ""), ("editor", "dashed", -6, -10, "end"))
    for column, shares, (who, dashes, right, down, anchor) in zip(verdicts, kept, names, strict=True):
        for number, (colour, verb) in enumerate((("good", "accept"), ("bad", "reject"))):
            points = [place(share, each[number]) for share, each in zip(shares, column, strict=True)]
            yield curve(points, f"{colour} {dashes}")
            for x, y in points:
                yield dot(x, y, colour)
            x, y = points[0]
            yield text(x + right, y + down, f"{verb}: {who}", f"key {colour} strong small {anchor}")


if __name__ == "__main__":
    save("quality", "Versions that readers accept and reject, by the share of words kept", WIDTH, HEIGHT, marks())
