"""Plain definitions of matching, deletion and derivation: slow, obvious, and sharing nothing with the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from laconic.extract.coverage import COVERAGE
from laconic.forest.transduce import Coverage
from laconic.grammar import DELETED, Fragment, Rule
from laconic.tree import Leaf, Tree


def bind(fragment: Fragment | str, tree: Tree | Leaf) -> list[Tree] | None:
    """Return the nodes that a fragment's variables stand for if it fits at a node, from left to right."""
    if isinstance(fragment, str) or isinstance(tree, Leaf):
        return [] if isinstance(tree, Leaf) and fragment == tree.word else None
    if fragment.label != tree.label:
        return None
    if fragment.is_variable:
        return [tree]
    if len(fragment.children) != len(tree.children):
        return None
    bound: list[Tree] = []
    for child, below in zip(fragment.children, tree.children, strict=True):
        found = bind(child, below)
        if found is None:
            return None
        bound += found
    return bound


def production(node: Tree) -> Fragment:
    """Return a node with its children alone: words, and variables for nodes."""
    return Fragment(node.label, tuple(c.word if isinstance(c, Leaf) else Fragment(c.label) for c in node.children))


def coverage_rules(source: Fragment, coverage: Coverage) -> Iterator[Rule]:
    """Yield every way to copy a production without one run of its children, or with all of them.

    To copy is to keep all children or none.
    """
    count = len(source.children)
    runs = {"none": [], "copy": [(0, 0), (0, count)], "all": [(0, 0), *combinations(range(count + 1), 2)]}
    for first, last in runs[coverage]:
        kept = [place for place in range(count) if not first <= place < last]
        variables = [place for place, child in enumerate(source.children) if isinstance(child, Fragment)]
        linked = [place for place in variables if place in kept]
        links = tuple(linked.index(place) if place in linked else DELETED for place in variables)
        target = Fragment(source.label, tuple(source.children[place] for place in kept)) if kept else None
        yield Rule(source, target, links, COVERAGE)


def all_matches(rules: Sequence[Rule], tree: Tree) -> list[tuple[int, int]]:
    """Return every node and rule that match."""
    return [
        (number, place)
        for number, node in enumerate(tree.nodes())
        for place, rule in enumerate(rules)
        if bind(rule.source, node) is not None
    ]


def is_deletion(rule: Rule) -> bool:
    """Return whether the target's leaves are a subsequence of the source's, variables by their links."""
    if rule.target is None:
        return True
    sources: Iterator[str | int] = iter(_named(rule.source, list(range(len(rule.links)))))
    return all(leaf in sources for leaf in _named(rule.target, rule.target_links))


def _named(fragment: Fragment, names: Sequence[int]) -> list[str | int]:
    number = iter(names)
    return [leaf if isinstance(leaf, str) else next(number) for leaf in fragment.leaves]


def every_target(
    tree: Tree, rules: Sequence[Rule], category: str | None, coverage: Coverage
) -> Iterator[Fragment | None]:
    """Yield the target of every derivation of a tree as a category; None is the category of deleted text."""
    usable = dict.fromkeys([*rules, *coverage_rules(production(tree), coverage)])
    for rule in usable:
        bound = bind(rule.source, tree)
        if bound is None or rule.root[1] != category:
            continue
        wanted = [
            None if link == DELETED or rule.target is None else rule.target.variables[link].label for link in rule.links
        ]
        choices = [list(every_target(node, rules, want, coverage)) for node, want in zip(bound, wanted, strict=True)]
        for chosen in product(*choices):
            if rule.target is None:
                yield None
            else:
                parts = [chosen[variable] for variable in rule.target_links]
                yield rule.target.replaced([part for part in parts if part is not None])
