"""Who sees what: one system per sentence by a Latin square, or all of them; each person has a different order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def square_row(row: int, sentences: int, systems: Sequence[str]) -> list[str]:
    """Return the system whose version of each sentence is shown to those in one row of the square.

    Each row has every sentence once, and every system equally often, give or take one; over all rows, each
    sentence comes in the version of each system once.

    >>> [square_row(row, 4, "AB") for row in range(2)]
    [['A', 'B', 'A', 'B'], ['B', 'A', 'B', 'A']]
    """
    return [systems[(sentence + row) % len(systems)] for sentence in range(sentences)]


def crossed(row: int, sentences: Sequence[int], systems: Sequence[str], random: Random) -> list[tuple[int, str]]:
    """Return every version of every sentence, in rounds that have each sentence once, in random order.

    The rounds are the rows of the Latin square from one's own on, so that versions of a sentence lie far
    apart, and never follow one another where there are two sentences or more.
    """
    order: list[tuple[int, str]] = []
    for shift in range(len(systems)):
        turn = list(zip(sentences, square_row(row + shift, len(sentences), systems), strict=True))
        random.shuffle(turn)
        if order and len(turn) > 1 and turn[0][0] == order[-1][0]:
            turn.append(turn.pop(0))
        order += turn
    return order


def emptiest(rows: int, taken: Iterable[int]) -> int:
    """Return the row of the square that fewest people are in; the first of several."""
    counts = Counter(taken)
    return min(range(rows), key=lambda row: (counts[row], row))


def interspersed(things: Iterable[Thing], strangers: Iterable[Thing], random: Random) -> list[Thing]:
    """Return the things in their order, with strangers at random places, one in each of equal stretches.

    None stands at the very beginning, unless there is nothing else.
    """
    mixed = list(things)
    added = list(strangers)
    random.shuffle(added)
    bounds = [len(mixed) * number // len(added) for number in range(len(added) + 1)] if added else []
    for number in reversed(range(len(added))):
        low, high = bounds[number] + 1, bounds[number + 1]
        mixed.insert(random.randint(low, max(low, high)), added[number])
    return mixed
