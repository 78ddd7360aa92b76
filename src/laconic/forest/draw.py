"""Drawings of forests and derivations: as indented text, or as a graph for Graphviz."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest

RuleNames = Callable[[int], str]
"""Says what a rule's number stands for."""


def forest_text(forest: Forest, scores: ArrayLike | None = None, rule_name: RuleNames | None = None) -> str:
    """Return the nodes from the root down, each with the ways to build it; tails in angle brackets.

    >>> print(forest_text(Forest.from_edges([(0, ["old"]), (0, []), (1, ["the", 0, "dog"])])))
    1
        the ‹0› dog
    0
        old
        ε
    """
    values = None if scores is None else np.asarray(scores)
    lines = []
    for node in range(forest.root, -1, -1):
        lines.append(_node_name(forest, node))
        for edge in range(forest.edge_ptr[node], forest.edge_ptr[node + 1]):
            lines.append("    " + "   ".join(_edge_parts(forest, edge, values, rule_name)))
    return "\n".join(lines)


def derivation_text(derivation: Derivation, scores: ArrayLike | None = None, rule_name: RuleNames | None = None) -> str:
    """Return the derivation as a tree: each edge on its line, its children indented below it.

    >>> forest = Forest.from_edges([(0, ["old"]), (1, ["the", 0, "dog"])], labels=["JJ", "NP"])
    >>> print(derivation_text(Derivation(forest, [1, 0], 0.0)))
    NP  the ‹JJ› dog
    └─ JJ  old
    """
    forest = derivation.forest
    values = None if scores is None else np.asarray(scores)
    lines = []
    waiting = [(0, "", "")]
    while waiting:
        position, first, rest = waiting.pop()
        edge = derivation.edges[position]
        name = _node_name(forest, int(forest.head[edge]))
        lines.append(f"{first}{name}  {'   '.join(_edge_parts(forest, edge, values, rule_name))}")
        children = derivation.children(position)
        for child in reversed(children):
            last = child == children[-1]
            waiting.append((child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")))
    return "\n".join(lines)


def forest_dot(
    forest: Forest,
    scores: ArrayLike | None = None,
    derivation: Derivation | None = None,
    rule_name: RuleNames | None = None,
) -> str:
    """Return the forest as a graph in Graphviz's language; a derivation's edges are drawn bold.

    Boxes are edges and ovals are nodes: ``dot -Tsvg`` makes a picture of it.
    """
    values = None if scores is None else np.asarray(scores)
    chosen = set() if derivation is None else set(derivation.edges)
    lines = ["digraph forest {", "  rankdir=BT;", '  node [fontname="sans-serif", fontsize=11];']
    lines += [f"  n{node} [label={_quoted(_node_name(forest, node))}];" for node in range(forest.nodes)]
    for edge in range(forest.edges):
        style = ", style=bold, color=firebrick" if edge in chosen else ""
        arrow = " [style=bold, color=firebrick]" if edge in chosen else ""
        label = "\n".join(_edge_parts(forest, edge, values, rule_name))
        lines.append(f"  e{edge} [shape=box, label={_quoted(label)}{style}];")
        lines.append(f"  e{edge} -> n{forest.head[edge]}{arrow};")
        lines += [f"  n{tail} -> e{edge}{arrow};" for tail in forest.edge_tails(edge)]
    return "\n".join([*lines, "}"])


def _node_name(forest: Forest, node: int) -> str:
    name = str(node) if forest.labels is None else str(forest.labels[node])
    return name if forest.spans is None else f"{name}[{forest.spans[node, 0]}:{forest.spans[node, 1]}]"


def _edge_parts(
    forest: Forest, edge: int, scores: NDArray[np.float64] | None, rule_name: RuleNames | None
) -> list[str]:
    """What an edge yields, then its rule and its score if requested."""
    tails = forest.edge_tails(edge)
    words = [
        forest.vocabulary[symbol] if symbol >= 0 else f"‹{_node_name(forest, int(tails[-1 - symbol]))}›"
        for symbol in forest.edge_yield(edge)
    ]
    parts = [" ".join(words) or "ε"]
    if rule_name is not None:
        parts.append(rule_name(int(forest.rule[edge])))
    if scores is not None:
        parts.append(f"{scores[edge]:.3f}")
    return parts


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
