"""The weights from which tuning begins."""

from __future__ import annotations

import numpy as np

from laconic.grammar.scfg import Scfg

_START = {
    "lm": 0.5,
    "words": 0.6,
    "unigram": -0.3,
    "rule": -0.3,
    "new_words": -0.3,
    "deleted_words": -0.3,
    "importance": -1.0,
    "delete:word": -6.0,
    "delete:DT": -1.0,
    "delete:NN": -1.0,
}
"""A word costs little more than its surroundings say; changes must be worth it."""

_PROBABILITIES = 1.0


def starting_weights(grammar: Scfg) -> dict[str, float]:
    """Return weights under which probable rules of a grammar are used where the language model agrees.

    The grammar's own columns share one weight: those that are never positive are taken for logarithms of
    probabilities, those that are never negative and go beyond 1 for their negatives; others count nothing at first.
    """
    weights = dict(_START)
    signs = {}
    for name, column in grammar.features.items():
        known = np.nan_to_num(column)
        if known.size and known.max() <= 0 > known.min():
            signs[name] = 1.0
        elif known.size and known.min() >= 0 and known.max() > 1:
            signs[name] = -1.0
    weights.update({name: sign * _PROBABILITIES / len(signs) for name, sign in signs.items()})
    return weights
