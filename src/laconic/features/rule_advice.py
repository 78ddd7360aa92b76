"""Advice on what to say: which words of the source an answer should keep, or say in other words.

A rule knows nothing of the sentence around it. Something that has read the whole sentence says which words matter; how
many of them a rule keeps, and how many it replaces, less those that should go, are two features of the rule in its
place, whose weights are learnt with all others.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from laconic.forest.derivation import Derivation
from laconic.forest.transduce import Transduction
from laconic.search.base import Floats

ADVICE = ("advice: words kept", "advice: words replaced")
"""The names of the features."""

_SLIGHT = 0.2


def rule_advice(transduction: Transduction, said: Iterable[int], slight: Iterable[int] = ()) -> Floats:
    """Return ``[edges, 2]``: for each edge the words that it keeps, and replaces, as advised less those not advised.

    The words that a rule has itself, and not in its variables, are replaced if it drops them and brings new ones or
    another order: *Essex residents* says *residents of Essex*.

    Args:
        transduction: the forest.
        said: the positions of the words that an answer should keep or replace.
        slight: those of words that matter little, such as articles, which go where a genitive comes.
    """
    forest = transduction.forest
    assert forest.spans is not None
    worth = -np.ones(int(forest.spans[:, 1].max(initial=0)))
    worth[list(said)] = 1.0
    worth[list(slight)] *= _SLIGHT
    sums = np.concatenate([[0.0], np.cumsum(worth)])
    of_node = sums[forest.spans[:, 1]] - sums[forest.spans[:, 0]]
    own = of_node[forest.head] - np.bincount(forest.tail_edges, of_node[forest.tails], forest.edges)
    kept = transduction.edge_sums(worth)
    replaced = np.where(~transduction.only_deletes, own - kept, 0.0)
    return np.stack([kept, replaced], axis=1)


def said_positions(transduction: Transduction, derivation: Derivation) -> tuple[int, ...]:
    """Return the positions of the source's words that a derivation keeps or replaces."""
    forest = transduction.forest
    assert forest.spans is not None
    said = {place for place in transduction.kept_positions(derivation) if place is not None}
    rewords = ~transduction.only_deletes
    for edge in derivation.edges:
        if rewords[edge]:
            own = set(range(*forest.spans[forest.head[edge]].tolist()))
            for begin, end in forest.spans[forest.edge_tails(edge)].tolist():
                own.difference_update(range(begin, end))
            said |= own
    return tuple(sorted(said))
