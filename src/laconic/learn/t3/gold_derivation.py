"""The derivation that a learner should imitate: one that links a source with its reference."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest, Ints
from laconic.forest.inference import edge_scores
from laconic.forest.strata import stratify
from laconic.learn.t3.losses import Loss

_UNKNOWN_WORD = -1


def derivation_of_text(forest: Forest, words: Sequence[str], scores: ArrayLike | None = None) -> Derivation | None:
    """Return the best derivation that yields exactly these words; None if none does.

    Args:
        forest: the forest.
        words: the text.
        scores: one score per edge. Without scores every edge counts 1, so that of all derivations the one
            of the most, and therefore smallest and most general, rules is found.

    >>> forest = Forest.from_edges([(0, ["old"]), (0, []), (1, ["the", 0, "dog"]), (1, ["the", "dog"])])
    >>> derivation_of_text(forest, ["the", "dog"]).edges
    (2, 1)
    """
    number = {word: place for place, word in enumerate(forest.vocabulary)}
    text = np.array([number.get(word, _UNKNOWN_WORD) for word in words], np.int32)
    values = edge_scores(forest, np.ones(forest.edges) if scores is None else scores)
    score, edges = _core.forest_target(forest.graph, values, text)
    return None if score == -np.inf else Derivation(forest, edges.tolist(), score)


def closest_derivation(
    forest: Forest, counts: Ints, loss: Loss, reference: int, *, is_plain: NDArray[np.bool_] | None = None
) -> Derivation:
    """Return the derivation with the least loss; of equals, one with the most rules that change nothing needlessly.

    Args:
        forest: the forest.
        counts: for each edge its right and its wrong words.
        loss: measures how far a derivation is from the reference.
        reference: how many words the reference has.
        is_plain: for each edge whether it only copies and deletes; one that does not counts against a derivation.
    """
    rules = np.ones(forest.edges) if is_plain is None else np.where(is_plain, 1.0, -1.0)
    strata = stratify(forest, rules, counts)
    right, wrong = np.indices(strata.scores.shape)
    reachable = strata.scores > -np.inf
    losses = np.where(reachable, loss(right, wrong, reference), np.inf)
    most_rules = np.where(losses == losses.min(), strata.scores, -np.inf)
    cell = np.unravel_index(int(np.argmax(most_rules)), most_rules.shape)
    return strata.derivation(*map(int, cell))
