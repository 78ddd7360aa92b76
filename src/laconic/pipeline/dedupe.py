"""Answers with different texts: a method may find several ways to keep words that read the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from laconic.pipeline.method import Candidate
from laconic.search.constraints import Constraints

_MOST_TIMES = 4
"""At most this many times as many candidates are looked at as are asked for."""


def find_distinct(find: Callable[[Constraints], list[Candidate]], constraints: Constraints) -> list[Candidate]:
    """Return the best candidates of which no two have the same text, as many as are requested, if there are enough.

    Two candidates may keep the first or the second of two commas, and read the same. The search then continues until
    there are enough different candidates, or no more.

    Args:
        find: returns the best candidates that meet constraints.
        constraints: what they must meet.
    """
    wanted = asked = constraints.nbest
    while True:
        found = find(replace(constraints, nbest=asked))
        different: dict[str, Candidate] = {}
        for each in found:
            different.setdefault(each.text, each)
        if len(different) >= wanted or len(found) < asked or asked >= _MOST_TIMES * wanted:
            return list(different.values())[:wanted]
        asked *= 2
