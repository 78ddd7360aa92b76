"""Drawing an alignment for people: linked words side by side, in the order of the source."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from laconic.align import Alignment
from laconic.align.edit import EditAligner

_COLOURS = ("cyan", "green", "yellow", "magenta", "blue")
_LINK, _MOVED = "───", "─╳─"


def draw(source: Sequence[str], target: Sequence[str], alignment: Alignment, *, title: str = "") -> Table:
    """Return a table with one row a group of linked words; words without a link stand alone and dim.

    A cross marks the groups that moved: the fewest without which the rest stand in the same order.
    """
    table = Table.grid(padding=(0, 1))
    table.title = Text(title, style="bold")
    table.title_justify = "left"
    table.add_column(justify="right")
    groups = rows(len(source), len(target), alignment)
    in_order = _in_order([targets[0] for sources, targets in groups if sources and targets])
    for number, (sources, targets) in enumerate(groups):
        left, right = (" ".join(words[i] for i in places) for words, places in ((source, sources), (target, targets)))
        if not sources or not targets:
            table.add_row(Text(left, style="dim strike"), "", Text(right, style="dim italic"))
            continue
        style = "" if left.casefold() == right.casefold() else _COLOURS[number % len(_COLOURS)]
        link = _LINK if targets[0] in in_order else _MOVED
        table.add_row(Text(left, style=style), Text(link, style="dim"), Text(right, style=style))
    table.add_row("", "", "")
    return table


def rows(source_length: int, target_length: int, alignment: Alignment) -> list[tuple[list[int], list[int]]]:
    """Return the groups of words joined by links, and each word without a link as a group of its own.

    Groups come in the order of their first source words; target words without a link follow the group
    that holds the target word before them.
    """
    groups = _joined(alignment)
    linked_sources = {i for sources, _ in groups for i in sources}
    groups += [([i], []) for i in range(source_length) if i not in linked_sources]
    groups.sort()
    group_of = {j: place for place, (_, targets) in enumerate(groups) for j in targets}
    following: dict[int, list[int]] = {}
    place = -1
    for j in range(target_length):
        place = group_of.get(j, place)
        if j not in group_of:
            following.setdefault(place, []).append(j)
    placed: list[tuple[list[int], list[int]]] = [([], [j]) for j in following.get(-1, [])]
    for place, group in enumerate(groups):
        placed.append(group)
        placed += [([], [j]) for j in following.get(place, [])]
    return placed


def _in_order(positions: list[int]) -> set[int]:
    """Return the largest set of positions that come in growing order."""
    names = [str(position) for position in positions]
    (kept,) = EditAligner().align([(names, [str(position) for position in sorted(positions)])])
    return {positions[place] for place in kept.sources.tolist()}


def _joined(alignment: Alignment) -> list[tuple[list[int], list[int]]]:
    """Return the connected groups of source and target words."""
    groups: list[tuple[set[int], set[int]]] = []
    for source, target in alignment:
        touched = [group for group in groups if source in group[0] or target in group[1]]
        groups = [group for group in groups if group not in touched]
        groups.append(
            (
                {source}.union(*(sources for sources, _ in touched)),
                {target}.union(*(targets for _, targets in touched)),
            )
        )
    return [(sorted(sources), sorted(targets)) for sources, targets in groups]
