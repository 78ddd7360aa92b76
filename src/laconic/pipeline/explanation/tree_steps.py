"""The steps of a derivation: each rule with the nodes that it rewrites in one tree and makes in the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from laconic.forest.derivation import Derivation
from laconic.forest.transduce import Transduction
from laconic.grammar import Fragment, Rule
from laconic.tree import Tree


@dataclass(frozen=True)
class Place:
    """Where one side of a rule stands in a tree, as numbers of nodes in reading order.

    Attributes:
        inside: the nodes of the fragment itself.
        frontier: the nodes at its lower edge, where other rules continue.
    """

    inside: tuple[int, ...] = ()
    frontier: tuple[int, ...] = ()


@dataclass(frozen=True)
class Step:
    """One rule of a derivation.

    Attributes:
        rule: the rule.
        score: its score; for what is deleted whole, that of all rules it took.
        made_up: whether it was made up for the sentence, and is not in the grammar.
        source: what it rewrites.
        target: what it makes.
    """

    rule: Rule
    score: float
    made_up: bool
    source: Place
    target: Place = field(default_factory=Place)


def steps(transduction: Transduction, derivation: Derivation, scores: Sequence[float]) -> list[Step]:
    """Return the steps of a derivation in reading order; what is deleted whole is one step.

    Args:
        transduction: the source tree and the grammar.
        derivation: the rules used.
        scores: the score of each of them.
    """
    rules = transduction.rules(derivation)
    targets = _targets(rules, derivation)
    below_node = _children(transduction.source)
    found = [
        Step(
            rule,
            scores[place],
            transduction.is_made_up(number),
            _source(rule.source, int(transduction.node_source[derivation.forest.head[edge]]), below_node),
            targets[place],
        )
        for place, (rule, number, edge) in enumerate(zip(rules, derivation.rules, derivation.edges, strict=True))
    ]
    return _with_deletions_joined(found, derivation)


def _children(tree: Tree) -> list[list[int]]:
    """Return for each node of a tree the numbers of its children that are nodes."""
    children: list[list[int]] = []
    waiting: list[tuple[Tree, int | None]] = [(tree, None)]
    while waiting:
        node, parent = waiting.pop()
        if parent is not None:
            children[parent].append(len(children))
        waiting.extend((child, len(children)) for child in reversed(node.children) if isinstance(child, Tree))
        children.append([])
    return children


def _source(fragment: Fragment, root: int, children: list[list[int]]) -> Place:
    """Return where a rule's source stands, given the number of the node it was matched at."""
    inside, frontier = [], []
    waiting = [(fragment, root)]
    while waiting:
        part, number = waiting.pop()
        if part.is_variable:
            frontier.append(number)
            continue
        inside.append(number)
        parts = [child for child in part.children if isinstance(child, Fragment)]
        waiting.extend(reversed(list(zip(parts, children[number], strict=True))))
    return Place(tuple(inside), tuple(frontier))


def _targets(rules: Sequence[Rule], derivation: Derivation) -> list[Place]:
    """Return where the rules' targets stand, by building the target tree from its root in reading order."""
    inside: list[list[int]] = [[] for _ in rules]
    frontier: list[list[int]] = [[] for _ in rules]
    variables = [iter(rule.target_links) for rule in rules]
    number = 0
    waiting: list[tuple[int, Fragment | str | None]] = [(0, rules[0].target)]
    while waiting:
        place, part = waiting.pop()
        if not isinstance(part, Fragment):
            continue
        if part.is_variable:  # whatever rule continues here, its first node is the next
            frontier[place].append(number)
            child = derivation.children(place)[next(variables[place])]
            waiting.append((child, rules[child].target))
        else:
            inside[place].append(number)
            number += 1
            waiting.extend((place, child) for child in reversed(part.children))
    return [Place(tuple(nodes), tuple(edge)) for nodes, edge in zip(inside, frontier, strict=True)]


def _with_deletions_joined(found: list[Step], derivation: Derivation) -> list[Step]:
    """Return the steps with each that deletes holding all that are below it."""
    joined: list[Step] = []
    told: set[int] = set()
    for place, step in enumerate(found):
        if place in told:
            continue
        if step.rule.target is None:
            below = _below(derivation, place)
            told.update(below)
            nodes = {node for each in (place, *below) for node in found[each].source.inside}
            score = step.score + sum(found[each].score for each in below)
            step = replace(step, score=score, source=Place(tuple(sorted(nodes))))
        joined.append(step)
    return joined


def _below(derivation: Derivation, place: int) -> list[int]:
    """Return the places of all rules below a rule of the derivation."""
    found: list[int] = []
    waiting = list(derivation.children(place))
    while waiting:
        child = waiting.pop()
        found.append(child)
        waiting.extend(derivation.children(child))
    return found
