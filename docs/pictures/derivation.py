"""Draws docs/images/derivation.svg: a parse tree, the rules that rewrite it, and the shorter tree.

python docs/pictures/derivation.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

from _drawing import save, text

import laconic
from laconic.draw.svg import tree_svg
from laconic.tree import Tree

SENTENCE = "The old man slowly opened the heavy door."
WORDS = 6
WIDTH = 560.0
RULE = 22.0
TREES = "g text { text-anchor: middle } .word { font-weight: 600 } path { fill: none; stroke: #999; stroke-width: 1.2 }"


def drawn(tree: Tree, y: float) -> tuple[Element, float]:
    """Return a tree at a height, in the middle, and its own height."""
    picture = fromstring(re.sub(r' xmlns="[^"]*"', "", tree_svg(tree), count=1))
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    picture.attrib |= {"x": f"{(WIDTH - width) / 2:.0f}", "y": f"{y:.0f}"}
    picture.attrib |= {"width": f"{width:g}", "height": f"{height:g}"}
    return picture, height


def main() -> None:
    """Compress, draw, write."""
    answer = laconic.load("t3").compress(SENTENCE, words=WORDS)
    explanation, source = answer.explanation, answer.source
    rules = [str(step.rule) for step in explanation.steps if "ε" in str(step.rule)]
    gone = sorted(set(range(len(source))) - set(answer.kept or ()))
    before, high = drawn(source.tree, 0)
    before.set("class", "before")
    after, low = drawn(explanation.tree.children[0], high + RULE * len(rules) + 34)

    def marks() -> Iterator[Element]:
        yield before
        yield text(WIDTH / 2, high + 12, "Rules that delete:", "soft middle")
        for number, rule in enumerate(rules, 1):
            yield text(WIDTH / 2, high + 14 + RULE * number, rule.replace("|||", "→"), "middle")
        yield after

    deleted = ", ".join(f'.before [data-word="{place}"] text' for place in gone)
    style = f"{TREES} {deleted} {{ fill: #c8453c; text-decoration: line-through; }}"
    save("derivation", f"{SENTENCE} becomes: {answer.text}", WIDTH, high + RULE * len(rules) + 34 + low, marks(), style)


if __name__ == "__main__":
    main()
