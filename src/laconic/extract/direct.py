"""Direct extraction: minimal rules from a parsed pair with aligned words (Cohn & Lapata 2013, §5.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from laconic.align import Alignment
from laconic.errors import DataError
from laconic.extract.constituents import ConstituentAlignment
from laconic.extract.coverage import production
from laconic.grammar.fragment import Fragment
from laconic.grammar.rule import DELETED, Rule
from laconic.tree import Tree

DEEPEST = 200
"""Trees nested deeper than this are not analyses of sentences, and are not used."""


@dataclass(frozen=True)
class Step:
    """A rule in a derivation, and the steps that rewrite its source variables, from left to right."""

    rule: Rule
    below: tuple[Step, ...]

    def steps(self) -> Iterator[Step]:
        """Yield this step and all below it, parents first."""
        waiting = [self]
        while waiting:
            step = waiting.pop()
            yield step
            waiting.extend(reversed(step.below))


def minimal_derivation(source: Tree, target: Tree, alignment: Alignment) -> Step:
    """Return the derivation of a pair by its smallest, most general rules.

    Every aligned node is a variable of the rule above it, and so is every node without a single link: it
    goes. What remains between is the rule. Where a source node is aligned with a chain of target nodes,
    it takes the one of its own label, or else of its own kind (word class or phrase), or else the highest.

    Raises:
        DataError: no link joins the two sentences, a link points beyond them, or a tree is too deep.
    """
    if max(_depth(source), _depth(target)) > DEEPEST:
        raise DataError(f"a tree is nested more than {DEEPEST} deep; it cannot be the analysis of a sentence.")
    aligned = ConstituentAlignment(source, target, alignment)
    if not aligned.linked[0]:
        raise DataError("no word of the source is linked to a word of the target.")
    return _Extractor(aligned).rewrite(0, 0)


class _Extractor:
    """Cuts two aligned trees into rules."""

    def __init__(self, aligned: ConstituentAlignment) -> None:
        self.aligned = aligned
        self.source = aligned.source
        self.target = aligned.target

    def rewrite(self, source: int, target: int) -> Step:
        """Return the derivation below a pair of aligned nodes."""
        variables: list[tuple[int, int | None]] = []
        above = self._source_fragment(source, source, target, variables)
        place = {chosen: number for number, (_, chosen) in enumerate(variables) if chosen is not None}
        order: list[int] = []
        beside = self._target_fragment(target, place, order)
        link = {number: position for position, number in enumerate(order)}
        links = tuple(link.get(number, DELETED) for number in range(len(variables)))
        return Step(
            Rule(above, beside, links),
            tuple(self.delete(node) if chosen is None else self.rewrite(node, chosen) for node, chosen in variables),
        )

    def delete(self, source: int) -> Step:
        """Return the derivation of nothing from a node."""
        node = self.source[source]
        fragment = production(node.tree)
        rule = Rule(fragment, None, (DELETED,) * len(fragment.variables))
        return Step(rule, tuple(self.delete(child) for child in node.children if not isinstance(child, str)))

    def _source_fragment(
        self, number: int, root: int, target: int, variables: list[tuple[int, int | None]]
    ) -> Fragment:
        """Return the source fragment, and note its variables with the target nodes they are linked to."""
        node = self.source[number]
        if number != root:
            partner = self._partner(number, target)
            if partner is not None or not self.aligned.linked[number]:
                variables.append((number, partner))
                return Fragment(node.tree.label)
        children = []
        for child in node.children:
            children.append(child if isinstance(child, str) else self._source_fragment(child, root, target, variables))
        return Fragment(node.tree.label, tuple(children))

    def _target_fragment(self, number: int, place: dict[int, int], order: list[int]) -> Fragment:
        """Return the target fragment, and note the numbers of its variables from left to right."""
        node = self.target[number]
        if number in place:
            order.append(place[number])
            return Fragment(node.tree.label)
        children = []
        for child in node.children:
            children.append(child if isinstance(child, str) else self._target_fragment(child, place, order))
        return Fragment(node.tree.label, tuple(children))

    def _partner(self, number: int, target: int) -> int | None:
        """Return which target node, at or below this one, a source node is to become."""
        inside = range(target, self.target[target].after)
        node = self.source[number].tree
        partners = [partner for partner in self.aligned.partners[number] if partner in inside]

        def strangeness(partner: int) -> tuple[bool, bool, int]:
            other = self.target[partner].tree
            return other.label != node.label, other.is_preterminal != node.is_preterminal, partner

        return min(partners, key=strangeness, default=None)


def _depth(tree: Tree) -> int:
    deepest = 0
    waiting = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))
    return deepest
