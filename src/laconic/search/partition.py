"""The k best answers of any search that finds one best answer under masks (Lawler 1972).

The sets other than the best one are split by the first word on which they differ from it: earlier words are
settled as in the best set, and that word the other way round. The best of each part is found by the same
search, and the best of these is the next answer, whose part is split in turn.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from laconic.search.base import Kept
from laconic.search.constraints import Masks

Solve = Callable[[Masks], Kept | None]


def k_best(solve: Solve, masks: Masks, best: int) -> list[Kept]:
    """Return up to ``best`` different sets, best first; they are exact if ``solve`` is.

    The bound of each answer holds for every set that is not listed before it.
    """
    order = count()  # settles ties, so that masks are never compared
    parts: list[tuple[float, int, Kept, Masks]] = []

    def enter(part: Masks) -> None:
        kept = solve(part)
        if kept is not None:
            heapq.heappush(parts, (-kept.score, next(order), kept, part))

    enter(masks)
    answers: list[Kept] = []
    while parts and len(answers) < best:
        _, _, kept, part = heapq.heappop(parts)
        bound = max([kept.ceiling, *(other.ceiling for _, _, other, _ in parts)])
        answers.append(replace(kept, bound=bound if bound > kept.score else None))
        if len(answers) < best:
            for smaller in _others(kept, part):
                enter(smaller)
    return answers


def _others(kept: Kept, masks: Masks) -> list[Masks]:
    """Split the sets of a part that differ from the one kept."""
    chosen = set(kept.positions)
    keep, drop = masks.keep.copy(), masks.drop.copy()
    parts = []
    for position in range(len(keep)):
        if keep[position] or drop[position]:
            continue
        here, there = (keep, drop) if position in chosen else (drop, keep)
        there[position] = True
        parts.append(Masks(keep.copy(), drop.copy()))
        there[position] = False
        here[position] = True
    return parts
