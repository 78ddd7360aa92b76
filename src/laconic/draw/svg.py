"""Parses drawn as SVG: the constituents above the words, the dependency arcs below them.

Lines run straight down and across. Every label has room inside what it names, and arcs that overlap lie on
different levels, so that no label covers another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rich.cells import cell_len

from laconic.draw._visible import visible
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree

# Sizes in pixels. Letters are taken as equally wide, which suffices for a layout.
_LETTER, _SMALL_LETTER = 8.4, 6.2
_ROW, _LEVEL, _GAP, _MARGIN = 38.0, 24.0, 14.0, 16.0
_TEXT_HEIGHT = 14.0
_CORNER = 8.0
_STYLE = (
    "<style>text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#222}"
    ".word{font-weight:600}.label{fill:#0a6b64}.relation{font-size:11px;fill:#666}"
    "path{fill:none;stroke:#999;stroke-width:1.2}.tip{fill:#999;stroke:none}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.label{fill:#5fd3c8}.relation{fill:#aaa}}</style>"
)

Arcs = list[tuple[int, int, str]]
"""Head, dependent and relation of each arc between words, counted from 0; the root's is left out."""


def sentence_svg(sentence: Sentence) -> str:
    """Draw one parsed sentence."""
    return sentences_svg([sentence])


def sentences_svg(sentences: Sequence[Sentence]) -> str:
    """Draw parsed sentences below one another, as one document."""
    pieces: list[str] = []
    width = height = 0.0
    for sentence in sentences:
        drawn, wide, high = _drawn(sentence)
        pieces.append(f'<g transform="translate(0 {height:.0f})">{drawn}</g>')
        width, height = max(width, wide), height + high
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{_STYLE}{"".join(pieces)}</svg>\n'


def tree_svg(tree: Tree) -> str:
    """Draw a tree for a page that has its own styles.

    What belongs to a node is a group with its number in reading order as ``data-node``; words have their
    position as ``data-word``, and the tags above them have it as ``data-tag``.
    """
    drawn, width, height = _drawn(Sentence.from_tokens([Token(word) for word in tree.words], tree=tree))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">{drawn}</svg>'


def _drawn(sentence: Sentence) -> tuple[str, float, float]:
    """Return the elements of one sentence, and the width and height they take."""
    arcs = _arcs(sentence)
    centres, width = _word_centres(sentence, arcs)
    pieces: list[str] = []
    baseline = _MARGIN + _TEXT_HEIGHT
    if sentence.tree is not None:
        levels = _depths(sentence.tree)
        baseline += max(depth for _, depth in levels) * _ROW + _ROW
        pieces += _constituents(levels, centres, baseline)
    for place, (x, word) in enumerate(zip(centres, sentence.words, strict=True)):
        pieces.append(f'<g data-word="{place}">{_text("word", x, baseline, visible(word))}</g>')
    height = baseline + _MARGIN
    if sentence.heads is not None and sentence.relations is not None:
        top = baseline + 8
        bottom = top + _LEVEL * (1 + max(_levels(arcs), default=0))
        pieces += _arc_lines(arcs, centres, top)
        for place, head in enumerate(sentence.heads):
            if head == 0:
                pieces += _root(centres[place], top, bottom, sentence.relations[place])
        height = bottom + _MARGIN
    return "".join(pieces), width, height


def _arcs(sentence: Sentence) -> Arcs:
    if sentence.heads is None or sentence.relations is None:
        return []
    pairs = zip(sentence.heads, sentence.relations, strict=True)
    return [(head - 1, place, relation) for place, (head, relation) in enumerate(pairs) if head]


def _word_centres(sentence: Sentence, arcs: Arcs) -> tuple[list[float], float]:
    """Return where the words stand, so far apart that each label fits over its word or between an arc's ends."""
    widths = [max(cell_len(visible(token.text)), 2) * _LETTER for token in sentence.tokens]
    for node in sentence.tree.nodes() if sentence.tree is not None else ():
        start, end = node.span
        if end == start + 1:
            widths[start] = max(widths[start], cell_len(visible(node.label)) * _LETTER)
    room: list[list[tuple[int, float]]] = [[] for _ in widths]
    for head, dependent, relation in arcs:
        left, right = sorted((head, dependent))
        room[right].append((left, cell_len(visible(relation)) * _SMALL_LETTER + 2 * _CORNER + _GAP))
    centres: list[float] = []
    for place, width in enumerate(widths):
        nearest = centres[-1] + (widths[place - 1] + width) / 2 + _GAP if centres else _MARGIN + width / 2
        centres.append(max([nearest, *(centres[left] + needed for left, needed in room[place])]))
    return centres, (centres[-1] + widths[-1] / 2 if centres else _MARGIN) + _MARGIN


def _depths(tree: Tree) -> list[tuple[Tree, int]]:
    """Return every node with its depth, parents before children."""
    found = []
    waiting = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        found.append((node, depth))
        waiting.extend((child, depth + 1) for child in reversed(node.children) if isinstance(child, Tree))
    return found


def _constituents(nodes: list[tuple[Tree, int]], centres: list[float], baseline: float) -> Iterator[str]:
    """Yield labels by their depth, tags in one row above the words, and the lines between them."""
    finished: list[tuple[float, float]] = []  # where the lines from above meet the nodes to the right, nearest last
    for number, (node, depth) in reversed(list(enumerate(nodes))):
        y = baseline - _ROW if node.is_preterminal else _MARGIN + _TEXT_HEIGHT + depth * _ROW
        below = [
            (centres[child.position], baseline - _TEXT_HEIGHT) if isinstance(child, Leaf) else finished.pop()
            for child in node.children
        ]
        x = (below[0][0] + below[-1][0]) / 2
        bar = y + _ROW / 2 - 5
        tagged = f' data-tag="{node.span[0]}"' if node.is_preterminal else ""
        yield f'<g data-node="{number}"{tagged}>'
        if len(below) == 1:
            yield _path(f"M{x:.1f} {y + 5:.1f}V{below[0][1]:.1f}")
        else:
            yield _path(f"M{x:.1f} {y + 5:.1f}V{bar:.1f}M{below[0][0]:.1f} {bar:.1f}H{below[-1][0]:.1f}")
            yield _path("".join(f"M{place:.1f} {bar:.1f}V{end:.1f}" for place, end in below))
        yield _text("label", x, y, visible(node.label)) + "</g>"
        finished.append((x, y - _TEXT_HEIGHT + 1))


def _levels(arcs: Arcs) -> list[int]:
    """Return how deep each arc hangs: below all shorter ones that it overlaps."""
    deepest: dict[int, int] = {}  # by the gap after each word
    levels = [0] * len(arcs)
    for index in sorted(range(len(arcs)), key=lambda place: abs(arcs[place][0] - arcs[place][1])):
        left, right = sorted(arcs[index][:2])
        levels[index] = 1 + max(deepest.get(gap, 0) for gap in range(left, right))
        deepest.update(dict.fromkeys(range(left, right), levels[index]))
    return levels


def _arc_lines(arcs: Arcs, centres: list[float], top: float) -> Iterator[str]:
    """Yield the arcs with their relations, and a tip at each dependent."""
    ends = _ends(arcs, centres)
    for (head, dependent, relation), level, (left, right) in zip(arcs, _levels(arcs), ends, strict=True):
        bottom = top + level * _LEVEL
        yield _path(
            f"M{left:.1f} {top:.1f}V{bottom - _CORNER:.1f}Q{left:.1f} {bottom:.1f} {left + _CORNER:.1f} {bottom:.1f}"
            f"H{right - _CORNER:.1f}Q{right:.1f} {bottom:.1f} {right:.1f} {bottom - _CORNER:.1f}V{top:.1f}"
        )
        yield _tip(left if dependent < head else right, top)
        yield _text("relation", (left + right) / 2, bottom - 5, visible(relation))


def _ends(arcs: Arcs, centres: list[float]) -> list[tuple[float, float]]:
    """Return where each arc begins and ends: side by side below a word, the longest nearest to its centre."""
    ends = [[0.0, 0.0] for _ in arcs]
    sides: dict[tuple[int, int], list[int]] = {}
    for index, (head, dependent, _) in enumerate(arcs):
        left, right = sorted((head, dependent))
        sides.setdefault((left, 1), []).append(index)
        sides.setdefault((right, -1), []).append(index)
    for (word, side), found in sides.items():
        found.sort(key=lambda index: -abs(arcs[index][0] - arcs[index][1]))
        step = min(4.0, 12.0 / len(found))
        for rank, index in enumerate(found, 1):
            ends[index][0 if side > 0 else 1] = centres[word] + side * rank * step
    return [(left, right) for left, right in ends]


def _root(x: float, top: float, bottom: float, relation: str) -> Iterator[str]:
    """Yield the line to the root's word, which comes from below all arcs: none of them reaches over it."""
    yield _path(f"M{x:.1f} {top:.1f}V{bottom - _TEXT_HEIGHT:.1f}")
    yield _tip(x, top)
    yield _text("relation", x, bottom, visible(relation))


def _path(course: str) -> str:
    return f'<path d="{course}"/>'


def _tip(x: float, y: float) -> str:
    return f'<path class="tip" d="M{x:.1f} {y - 4:.1f}l-3 6h6z"/>'


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
