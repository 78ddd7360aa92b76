"""Trees drawn for people: as text for a terminal, as SVG for a page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from laconic.text import Sentence
from laconic.tree import Leaf, Tree


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
    drawing = _Canvas.of(tree)
    return drawing.text if drawing.width <= width else _outline(tree)


def _outline(tree: Tree) -> str:
    lines: list[str] = []
    stack: list[tuple[Tree | Leaf, str, str]] = [(tree, "", "")]
    while stack:
        node, lead, indent = stack.pop()
        if isinstance(node, Leaf):
            lines.append(lead + node.word)
        elif node.is_preterminal:
            lines.append(f"{lead}{node.label} {node.words[0]}")
        else:
            lines.append(lead + node.label)
            last = len(node.children) - 1
            for place, child in reversed(list(enumerate(node.children))):
                here, below = ("└── ", "    ") if place == last else ("├── ", "│   ")
                stack.append((child, indent + here, indent + below))
    return "\n".join(lines)


@dataclass
class _Canvas:
    """A drawn subtree: lines of equal width, and the column its stem stands in."""

    lines: list[str]
    stem: int

    @property
    def width(self) -> int:
        return len(self.lines[0])

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    @classmethod
    def of(cls, node: Tree | Leaf) -> _Canvas:
        """Draw a node and what is below it; words stand on the lowest line."""
        height = _height(node)
        return cls._draw(node, height)

    @classmethod
    def _draw(cls, node: Tree | Leaf, height: int) -> _Canvas:
        if isinstance(node, Leaf):
            return cls([node.word], len(node.word) // 2)
        if node.is_preterminal:
            drawn = cls._beside([cls._draw(node.children[0], 1)])
            return drawn._under(node.label, stems=None)._stretched(height)
        children = [cls._draw(child, height - 2) for child in node.children]
        stems, column = [], 0
        for child in children:
            stems.append(column + child.stem)
            column += child.width + 1
        return cls._beside(children)._under(node.label, stems)

    @classmethod
    def _beside(cls, parts: list[_Canvas]) -> _Canvas:
        rows = [" ".join(row) for row in zip(*(part.lines for part in parts), strict=True)]
        return cls(rows, parts[0].stem if len(parts) == 1 else 0)

    def _under(self, label: str, stems: list[int] | None) -> _Canvas:
        """Put a label above, joined to the stems of what is below by a line of branches."""
        stem = self.stem if stems is None else (stems[0] + stems[-1]) // 2
        before = max(0, len(label) // 2 - stem)
        after = max(0, stem - len(label) // 2 + len(label) - self.width)
        lines = [" " * before + line + " " * after for line in self.lines]
        width = len(lines[0])
        stem += before
        start = stem - len(label) // 2
        head = " " * start + label + " " * (width - start - len(label))
        if stems is None:
            return _Canvas([head, *lines], stem)
        branches = _branches([place + before for place in stems], stem, width)
        return _Canvas([head, branches, *lines], stem)

    def _stretched(self, height: int) -> _Canvas:
        """Lengthen the stem so that the words of all parts stand on one line."""
        bar = " " * self.stem + "│" + " " * (self.width - self.stem - 1)
        return _Canvas([*[bar] * (height - len(self.lines)), *self.lines], self.stem)


def _height(node: Tree | Leaf) -> int:
    if isinstance(node, Leaf):
        return 1
    if node.is_preterminal:
        return 2
    return 2 + max(_height(child) for child in node.children)


def _branches(stems: list[int], parent: int, width: int) -> str:
    if len(stems) == 1:
        return " " * parent + "│" + " " * (width - parent - 1)
    row = [" "] * width
    for column in range(stems[0], stems[-1] + 1):
        row[column] = "─"
    for stem in stems:
        row[stem] = "┬"
    row[stems[0]], row[stems[-1]] = "┌", "┐"
    row[parent] = {"─": "┴", "┬": "┼", "┌": "├", "┐": "┤"}[row[parent]]
    return "".join(row)


# SVG: sizes in pixels. Letters are taken as equally wide, which suffices for a layout.
_LETTER, _ROW, _GAP, _MARGIN = 8.2, 36, 14, 16
_STYLE = (
    "<style>text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#222}"
    ".word{font-weight:600}.label{fill:#0a6b64}.relation{font-size:11px;fill:#666}"
    "path{fill:none;stroke:#888;stroke-width:1.2}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.label{fill:#5fd3c8}.relation{fill:#aaa}}</style>"
)


def sentence_svg(sentence: Sentence) -> str:
    """Draw a parsed sentence: the constituency tree above its words, the dependency arcs below them."""
    centres, width = _word_centres(sentence)
    pieces: list[str] = []
    baseline = _MARGIN + 14.0
    if sentence.tree is not None:
        baseline += _levels(sentence.tree) * _ROW
        _draw_constituents(sentence.tree, centres, baseline, pieces)
    pieces.extend(
        f'<text class="word" x="{x:.1f}" y="{baseline:.1f}">{escape(word)}</text>'
        for x, word in zip(centres, sentence.words, strict=True)
    )
    height = baseline + _MARGIN
    if sentence.heads is not None and sentence.relations is not None:
        height += _draw_arcs(sentence.heads, sentence.relations, centres, baseline + 8, pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">{_STYLE}{"".join(pieces)}</svg>\n'
    )


def _word_centres(sentence: Sentence) -> tuple[list[float], float]:
    centres, x = [], float(_MARGIN)
    for token in sentence.tokens:
        width = max(len(token.text), len(token.tag), 2) * _LETTER
        centres.append(x + width / 2)
        x += width + _GAP
    return centres, x + _MARGIN


def _levels(node: Tree) -> int:
    return 1 + max((_levels(child) for child in node.children if isinstance(child, Tree)), default=0)


def _draw_constituents(tree: Tree, centres: list[float], baseline: float, pieces: list[str]) -> None:
    """Draw phrases by their depth and tags in one row above the words."""

    def draw(node: Tree, depth: int) -> tuple[float, float]:
        """Draw what is below, then the node; return where a line from above meets it."""
        y = baseline - _ROW if node.is_preterminal else _MARGIN + 14.0 + depth * _ROW
        joints = [
            (centres[child.position], baseline - 13) if isinstance(child, Leaf) else draw(child, depth + 1)
            for child in node.children
        ]
        x = (joints[0][0] + joints[-1][0]) / 2
        pieces.extend(f'<path d="M{x:.1f} {y + 4:.1f}L{below:.1f} {end:.1f}"/>' for below, end in joints)
        pieces.append(f'<text class="label" x="{x:.1f}" y="{y:.1f}">{escape(node.label)}</text>')
        return x, y - 14

    draw(tree, 0)


def _draw_arcs(
    heads: tuple[int, ...], relations: tuple[str, ...], centres: list[float], top: float, pieces: list[str]
) -> float:
    """Draw arcs below the words, longer ones deeper; return the height they take."""
    deepest = 0.0
    for word, (head, relation) in enumerate(zip(heads, relations, strict=True)):
        x = centres[word]
        if head == 0:
            pieces.append(f'<path d="M{x:.1f} {top:.1f}v26"/>')
            pieces.append(f'<text class="relation" x="{x:.1f}" y="{top + 38:.1f}">{escape(relation)}</text>')
            deepest = max(deepest, 44.0)
            continue
        start = centres[head - 1]
        depth = 18 + 14 * abs(word + 1 - head) ** 0.75
        pieces.append(
            f'<path d="M{start:.1f} {top:.1f}C{start:.1f} {top + depth * 1.33:.1f} '
            f'{x:.1f} {top + depth * 1.33:.1f} {x:.1f} {top:.1f}"/>'
        )
        pieces.append(
            f'<text class="relation" x="{(start + x) / 2:.1f}" y="{top + depth + 11:.1f}">{escape(relation)}</text>'
        )
        deepest = max(deepest, depth + 18)
    return deepest
