"""The weights from which tuning begins."""

from __future__ import annotations

import numpy as np

from laconic.features.paraphrase import DELETION, feature_names
from laconic.grammar.scfg import Scfg
from laconic.learn.candidates import Floats

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


_NEVER_POSITIVE = ("rule", "new_words", "deleted_words", "importance")


def bounds(grammar: Scfg) -> tuple[Floats, Floats]:
    """Return how small and how large each weight may get.

    Whatever fits the tuning sentences by chance, improbable rules, changes and the loss of what matters must not become
    virtues.
    """
    names = feature_names(grammar)
    start = starting_weights(grammar)
    low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
    for place, name in enumerate(names):
        is_cost = name in grammar.features and start.get(name, 0) < 0
        if name in _NEVER_POSITIVE or name.startswith(DELETION) or is_cost:
            high[place] = 0.0
        elif name in grammar.features and start.get(name, 0) > 0:
            low[place] = 0.0
    return low, high
