"""Which edits of a sentence go together: beside one another, or one inside a part that another keeps.

The edits of a sentence are a forest. A range of words is a node; an edit over some of its words is an edge, whose tails
are the ranges that it keeps, wherever it puts them; words between edits are copied. So the best edits that go together
are found exactly, by dynamic programming:

    best(begin, end) = max(best(begin + 1, end),
                           max over edits e from begin: worth(e) + Σ best(slots of e) + best(e.end, end))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache

from laconic.english.rewriting.edit import Edit

Found = tuple[float, tuple[Edit, ...]]


def best_edits(edits: Sequence[Edit], size: int, worth: Callable[[Edit], float]) -> list[Edit]:
    """Return the edits that go together and are worth most, in reading order; none that is worth nothing.

    Args:
        edits: every edit of a sentence.
        size: how many words the sentence has.
        worth: the value of an edit, alone or beside others.
    """
    starting: dict[int, list[tuple[float, Edit]]] = defaultdict(list)
    for edit in edits:
        value = worth(edit)
        if value > 0:
            starting[edit.begin].append((value, edit))

    @cache
    def within(begin: int, end: int) -> Found:
        table: list[Found] = [(0.0, ())] * (end - begin + 1)
        for place in range(end - 1, begin - 1, -1):
            table[place - begin] = table[place - begin + 1]
            for value, edit in starting.get(place, ()):
                if edit.end > end:
                    continue
                below = [within(slot.begin, slot.end) for slot in edit.slots]
                after = table[edit.end - begin]
                total = value + sum(each[0] for each in below) + after[0]
                if total > table[place - begin][0]:
                    inside = tuple(inner for each in below for inner in each[1])
                    table[place - begin] = (total, (edit, *inside, *after[1]))
        return table[0]

    return sorted(within(0, size)[1], key=lambda edit: (edit.begin, -edit.end))
