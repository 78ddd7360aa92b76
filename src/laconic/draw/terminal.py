"""Trees drawn with the box characters of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from laconic.draw._visible import visible
from laconic.tree import Leaf, Tree

_ARROW = "   →   "

# Trees can be deeper than Python's stack, so no function here calls itself.


def tree_text(tree: Tree, width: int = 100) -> str:
    """Draw a tree for a terminal: branching downwards if it fits the width, else as an indented outline.

    >>> print(tree_text(Tree.parse("(S (NP (PRP It)) (VP (VBZ works)) (. .))")))
         S
     ┌───┴┬───┐
    NP   VP   │
     │    │   │
    PRP  VBZ  .
    It  works .
    """
    words = sum(cell_len(visible(word)) + 1 for word in tree.words)
    drawing = _branching(tree) if words <= width + 1 else None
    return drawing.text if drawing is not None and drawing.width <= width else _outline(tree)


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


def _outline(tree: Tree) -> str:
    lines: list[str] = []
    stack: list[tuple[Tree | Leaf, str, str]] = [(tree, "", "")]
    while stack:
        node, lead, indent = stack.pop()
        if isinstance(node, Leaf):
            lines.append(lead + visible(node.word))
        elif node.is_preterminal:
            lines.append(f"{lead}{node.label} {visible(node.words[0])}")
        else:
            lines.append(lead + node.label)
            last = len(node.children) - 1
            for place, child in reversed(list(enumerate(node.children))):
                here, below = ("└── ", "    ") if place == last else ("├── ", "│   ")
                stack.append((child, indent + here, indent + below))
    return "\n".join(lines)


@dataclass(frozen=True)
class _Canvas:
    """A drawn subtree: lines of equal width, and the column its stem stands in."""

    lines: list[str]
    stem: int

    @property
    def width(self) -> int:
        return cell_len(self.lines[0])

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    def under(self, label: str, branches: list[int]) -> _Canvas:
        """Put a label above, joined to the stems of what is below by a line of branches if there are any."""
        stem = (branches[0] + branches[-1]) // 2 if branches else self.stem
        size = cell_len(label)
        before = max(0, size // 2 - stem)
        after = max(0, stem - size // 2 + size - self.width)
        lines = [" " * before + line + " " * after for line in self.lines]
        width = before + self.width + after
        stem += before
        start = stem - size // 2
        head = " " * start + label + " " * (width - start - size)
        if not branches:
            return _Canvas([head, *lines], stem)
        return _Canvas([head, _branches([place + before for place in branches], stem, width), *lines], stem)

    def stretched(self, height: int) -> _Canvas:
        """Lengthen the stem so that the words of all parts stand on one line."""
        bar = " " * self.stem + "│" + " " * (self.width - self.stem - 1)
        return _Canvas([*[bar] * (height - len(self.lines)), *self.lines], self.stem)


def _branching(tree: Tree) -> _Canvas:
    """Draw the tree from its leaves up, words on the lowest line; a phrase takes a line and its branches one."""
    parts = list(_with_depths(tree))
    height = max(2 * depth + (1 if isinstance(part, Leaf) else 2) for part, depth in parts if _is_lowest(part))
    finished: list[_Canvas] = []  # drawings of the parts to the right of the current one, the nearest last
    for part, depth in reversed(parts):
        if isinstance(part, Leaf):
            word = visible(part.word)
            finished.append(_Canvas([word], cell_len(word) // 2).stretched(height - 2 * depth))
        elif part.is_preterminal:
            word = visible(part.words[0])
            drawn = _Canvas([word], cell_len(word) // 2).under(part.label, [])
            finished.append(drawn.stretched(height - 2 * depth))
        else:
            children = [finished.pop() for _ in part.children]
            finished.append(_beside(children).under(part.label, _stems(children)))
    return finished[0]


def _with_depths(tree: Tree) -> Iterator[tuple[Tree | Leaf, int]]:
    """Yield every part with its depth, parents before children; tags stand for their words."""
    waiting: list[tuple[Tree | Leaf, int]] = [(tree, 0)]
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        if isinstance(part, Tree) and not part.is_preterminal:
            waiting.extend((child, depth + 1) for child in reversed(part.children))


def _is_lowest(part: Tree | Leaf) -> bool:
    return isinstance(part, Leaf) or part.is_preterminal


def _beside(parts: list[_Canvas]) -> _Canvas:
    rows = [" ".join(row) for row in zip(*(part.lines for part in parts), strict=True)]
    return _Canvas(rows, parts[0].stem)


def _stems(parts: list[_Canvas]) -> list[int]:
    """Return the columns of the parts' stems when they stand beside one another."""
    stems, column = [], 0
    for part in parts:
        stems.append(column + part.stem)
        column += part.width + 1
    return stems


def _branches(stems: list[int], parent: int, width: int) -> str:
    if len(stems) == 1:
        return " " * parent + "│" + " " * (width - parent - 1)
    row = [" "] * width
    row[stems[0] : stems[-1] + 1] = "─" * (stems[-1] - stems[0] + 1)
    for stem in stems:
        row[stem] = "┬"
    row[stems[0]], row[stems[-1]] = "┌", "┐"
    row[parent] = {"─": "┴", "┬": "┼", "┌": "├", "┐": "┤"}[row[parent]]
    return "".join(row)
