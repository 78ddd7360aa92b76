"""Parses drawn for people: as text for a terminal, as SVG for a page."""

from laconic.draw.svg import sentence_svg, sentences_svg, tree_svg
from laconic.draw.terminal import tree_text, trees_side_by_side

__all__ = ["sentence_svg", "sentences_svg", "tree_svg", "tree_text", "trees_side_by_side"]
