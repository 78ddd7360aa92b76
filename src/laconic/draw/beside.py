"""Two trees drawn beside one another: before and after."""

from __future__ import annotations

from rich.cells import cell_len

from laconic.draw.terminal import tree_text
from laconic.tree import Tree

_ARROW = "   →   "


def trees_side_by_side(before: Tree, after: Tree, width: int = 120) -> str:
    """Draw two trees beside one another, or one above the other where they do not fit the width.

    >>> print(trees_side_by_side(Tree.parse("(NP (JJ old) (NN dog))"), Tree.parse("(NP (NN dog))")))
      NP          NP
     ┌─┴─┐    →    │
    JJ  NN        NN
    old dog       dog
    """
    left, right = tree_text(before, width).split("\n"), tree_text(after, width).split("\n")
    column = max(map(cell_len, left))
    if column + len(_ARROW) + max(map(cell_len, right)) > width:
        return "\n".join([*left, "↓", *right])
    height = max(len(left), len(right))
    left += [""] * (height - len(left))
    right += [""] * (height - len(right))
    rows = []
    for row, (one, other) in enumerate(zip(left, right, strict=True)):
        gap = _ARROW if row == min(1, height - 1) else " " * len(_ARROW)
        rows.append((one + " " * (column - cell_len(one)) + gap + other).rstrip())
    return "\n".join(rows)
