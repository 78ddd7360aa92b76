"""Draws docs/images/growth.svg: what a sentence costs as it grows longer, measured by benchmarks/growth.py.

python docs/pictures/cost.py
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from _drawing import curve, dot, line, save, text

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from growth import Series, with_length

WIDTH, HEIGHT = 560.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 176.0, 30.0, 46.0
COLOURS = ("good", "bad", "other", "fourth", "fifth")
LEAST, MOST = -2, 3
"""The powers of ten of milliseconds between which costs are drawn."""


def marks(found: Sequence[Series]) -> Iterator[Element]:
    """Yield logarithmic axes and a curve for each kind of work."""
    lengths = [size for size, _ in found[0].points]
    first, last = math.log(lengths[0]), math.log(lengths[-1])

    def place(words: float, cost: float) -> tuple[float, float]:
        share = (math.log10(cost) - LEAST) / (MOST - LEAST)
        return (
            LEFT + (math.log(words) - first) / (last - first) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM),
        )

    for power in range(LEAST, MOST + 1):
        _, y = place(lengths[0], 10.0**power)
        yield line(LEFT, y, WIDTH - RIGHT, y, "grid")
        yield text(LEFT - 8, y + 4, f"{10.0**power:g}", "small soft end")
    for words in lengths:
        yield text(place(words, 1)[0], HEIGHT - BOTTOM + 18, f"{words:g}", "small soft middle")
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "words in the sentence", "soft middle")
    yield text(8, 18, "milliseconds", "soft")
    ends: list[float] = []
    for series, colour in sorted(zip(found, COLOURS, strict=True), key=lambda pair: -pair[0].points[-1][1]):
        points = [place(*point) for point in series.points]
        yield curve(points, colour)
        for x, y in points:
            yield dot(x, y, colour)
        ends.append(max(points[-1][1], ends[-1] + 18 if ends else 0.0))
        yield text(WIDTH - RIGHT + 10, ends[-1] + 4, series.name, f"key {colour} strong small")


if __name__ == "__main__":
    save("growth", "Milliseconds by the number of words", WIDTH, HEIGHT, marks(list(with_length())))
