"""Coverage rules: copy or shorten any production, so that every tree has derivations (2013, §5.2.3).

They are made up for the tree at hand and never stored: a production is copied as it is, deleted whole, or
copied without one run of neighbouring children.
"""

from __future__ import annotations

from laconic.errors import DataError
from laconic.grammar.fragment import Fragment
from laconic.grammar.rule import DELETED, Rule
from laconic.tree import Leaf, Tree

COVERAGE = "coverage"
"""The origin of these rules."""


def production(node: Tree) -> Fragment:
    """Return a node with its children alone: words, and variables for nodes.

    >>> str(production(Tree.parse("(NP (DT the) (NN dog))")))
    '(NP DT@ NN@)'
    """
    children = (child.word if isinstance(child, Leaf) else Fragment(child.label) for child in node.children)
    return Fragment(node.label, tuple(children))


def coverage_rule(source: Fragment, first: int, last: int) -> Rule:
    """Return the rule that copies a production without its children from ``first`` up to ``last``.

    Without any child left, the target is empty.

    Raises:
        DataError: there are no such children.

    >>> str(coverage_rule(Fragment.parse("(NP DT@ JJ@ NN@)"), 1, 2))
    '(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)'
    """
    count = len(source.children)
    if not 0 <= first <= last <= count:
        raise DataError(f"a production of {count} children has no run from {first} to {last}.")
    kept = source.children[:first] + source.children[last:]
    links, linked = [], 0
    for place, child in enumerate(source.children):
        if isinstance(child, str):
            continue
        deleted = first <= place < last
        links.append(DELETED if deleted else linked)
        linked += not deleted
    return Rule(source, Fragment(source.label, kept) if kept else None, tuple(links), COVERAGE)
