"""The distinguished root of all trees, which lets rules see where a sentence begins and ends."""

from __future__ import annotations

from laconic.tree import Tree

ROOT_LABEL = "TOP"
"""The label of every sentence's root, in the source and in the target."""

_OTHER_NAMES = ("", "ROOT")


def with_root(tree: Tree) -> Tree:
    """Return the tree below a root labelled ``TOP``, unless it has such a root or an equivalent already.

    >>> str(with_root(Tree.parse("(S (VP (VB Go)) (. !))")))
    '(TOP (S (VP (VB Go)) (. !)))'
    >>> str(with_root(Tree.parse("( (S (VP (VB Go)) (. !)))")))
    '(TOP (S (VP (VB Go)) (. !)))'
    """
    if tree.label == ROOT_LABEL:
        return tree
    return Tree(ROOT_LABEL, tree.children if tree.label in _OTHER_NAMES else (tree,))
