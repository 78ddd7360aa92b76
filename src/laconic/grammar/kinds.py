"""What rules do: copy, restructure, delete or paraphrase, as in Table IV of Cohn & Lapata (2013)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.grammar.grammar import Grammar
from laconic.grammar.rule import EMPTY, SEPARATOR


class Kind(StrEnum):
    """The table's four columns, which exclude one another.

    A side's yield is its words and its linked variables from left to right; a variable's label is not part
    of it.
    """

    CLONE = "clone"  # both sides are the same
    SAME_YIELD = "same-yield"  # the trees differ, the yields do not
    DELETE = "delete"  # the target's yield is the source's with something left out
    OTHER = "other"  # words are new, or the order is


def kinds(grammar: Grammar) -> NDArray[np.object_]:
    """Return the kind of each rule."""
    found = np.full(len(grammar), Kind.OTHER, np.object_)
    for place in np.flatnonzero(grammar.index.only_deletes).tolist():
        source, target = grammar.lines[place].split(SEPARATOR)
        if source == target:
            found[place] = Kind.CLONE
        else:
            found[place] = Kind.SAME_YIELD if _leaves(source) == _leaves(target) else Kind.DELETE
    return found


def _leaves(side: str) -> int:
    """Count the words and variables of a side; brackets that open are always the first of their piece."""
    return 0 if side == EMPTY else sum(not piece.startswith("(") for piece in side.split(" "))


def count_kinds(grammar: Grammar) -> dict[str, dict[str, Any]]:
    """Return how many rules there are of each kind, and in all, by origin and merged."""
    found = kinds(grammar)
    rows = {origin: column > 0 for origin, column in grammar.counts.items()}
    if len(rows) != 1:
        rows["all merged"] = np.ones(len(grammar), np.bool_)
    return {
        name: {kind.value: int((found[member] == kind).sum()) for kind in Kind} | {"total": int(member.sum())}
        for name, member in rows.items()
    }
