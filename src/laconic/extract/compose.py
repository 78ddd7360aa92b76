"""More specific rules: neighbouring rules of a derivation joined into one (Cohn & Lapata 2007, §3.2 and §5)."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.errors import DataError
from laconic.extract.direct import Step
from laconic.grammar.rule import DELETED, Rule


def compose(above: Rule, place: int, below: Rule) -> Rule:
    """Return the rule that does what two do, the second rewriting a source variable of the first.

    Args:
        above: the first rule.
        place: the number of its source variable, counted from 0.
        below: the rule that rewrites the variable.

    Raises:
        DataError: the labels do not fit.

    >>> rule = compose(Rule.parse("(NP JJ@1 NN@2) ||| (NP NN@2 JJ@1)"), 0, Rule.parse("(JJ big) ||| (JJ large)"))
    >>> str(rule)
    '(NP (JJ big) NN@1) ||| (NP NN@1 (JJ large))'
    """
    variables = above.source.variables
    link = above.links[place]
    expected = None if link == DELETED or above.target is None else above.target.variables[link].label
    if (variables[place].label, expected) != below.root:
        raise DataError(f"the rule {below} cannot rewrite variable {place + 1} of {above}.")
    source = above.source.replaced([*variables[:place], below.source, *variables[place + 1 :]])
    # Source variables are named by the rule they come from and their number there.
    names = [(0, k) for k in range(len(variables))]
    names[place : place + 1] = [(1, k) for k in range(len(below.links))]
    if above.target is None or below.target is None:
        target, targets = above.target, [(0, k) for k in above.target_links]
    else:
        inner = [below.target if k == place else above.target.variables[above.links[k]] for k in above.target_links]
        target = above.target.replaced(inner)
        targets = [
            name
            for k in above.target_links
            for name in ([(1, j) for j in below.target_links] if k == place else [(0, k)])
        ]
    position = {name: number for number, name in enumerate(targets)}
    return Rule(source, target, tuple(position.get(name, DELETED) for name in names))


def composed_rules(step: Step, most_rules: int = 2, most_variables: int = 3) -> Iterator[Rule]:
    """Yield the rules made of several neighbouring rules of a derivation, its first rule being this step's.

    Args:
        step: the step to begin from.
        most_rules: how many rules one may be made of; 2 makes pairs.
        most_variables: rules with more source variables are left out.
    """
    # What rewrites the variables of a partly composed rule; those before `first` stay variables.
    waiting: list[tuple[Rule, tuple[Step, ...], int, int]] = [(step.rule, step.below, 0, 1)]
    while waiting:
        rule, below, first, size = waiting.pop()
        if size > 1 and len(rule.links) <= most_variables:
            yield rule
        if size == most_rules:
            continue
        for place in range(first, len(below)):
            chosen = below[place]
            larger = compose(rule, place, chosen.rule)
            waiting.append((larger, (*below[:place], *chosen.below, *below[place + 1 :]), place, size + 1))
