"""The distinguished root of all trees, which lets rules see where a sentence begins and ends."""

from __future__ import annotations

from laconic.tree import Tree

TOP = "TOP"
"""The label of every sentence's root, in the source and in the target."""

_OTHER_NAMES = ("", "ROOT")


def with_top(tree: Tree) -> Tree:
    """Return the tree below a root labelled ``TOP``, unless it has such a root or an equivalent already.

    >>> str(with_top(Tree.parse("(S (VP (VB Go)) (. !))")))
    '(TOP (S (VP (VB Go)) (. !)))'
    >>> str(with_top(Tree.parse("( (S (VP (VB Go)) (. !)))")))
    '(TOP (S (VP (VB Go)) (. !)))'
    """
    if tree.label == TOP:
        return tree
    return Tree(TOP, tree.children if tree.label in _OTHER_NAMES else (tree,))
