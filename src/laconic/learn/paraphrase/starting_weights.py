"""The weights from which tuning begins."""

from __future__ import annotations

import numpy as np

from laconic.features.paraphrase import DELETION, feature_names
from laconic.forest.optional_deletions import ANY_WORD
from laconic.grammar.scfg import Scfg
from laconic.search.base import Floats

_START = {
    "lm": 0.5,
    "words": 0.3,
    "unigram": -0.35,
    "new_words": -0.2,
    "deleted_words": -0.1,
    "importance": -2.0,
    "delete:word": -6.0,
    "delete:DT": -1.5,
    "delete:NN": -1.5,
    "delete:JJ": -0.5,
    "delete:CC": -1.0,
    "delete:comma": -1.5,
}
"""A word costs little more than its surroundings say, so that what matters little goes."""

_COSTS = -0.6
_RARE = 0.05

_OF_GRAMMARS = {"unlikeness": -4.0}
"""What columns of a grammar are worth that are not probabilities of translation, where it has them."""


def starting_weights(grammar: Scfg) -> dict[str, float]:
    """Return weights under which probable rules of a grammar are used where the language model agrees.

    The grammar's own columns share one weight: those that are hardly ever negative, and often beyond 1, are taken for
    costs (negative logarithms of probabilities), those that are hardly ever positive for logarithms; others count
    nothing at first.
    """
    signs = {}
    given = {name: weight for name, weight in _OF_GRAMMARS.items() if name in grammar.features}
    for name, column in grammar.features.items():
        known = np.nan_to_num(column)
        if not known.size or name in given:
            continue
        low, middle, high = np.quantile(known, [_RARE, 0.5, 1 - _RARE])
        if low >= 0 and middle > 0 and high > 1:
            signs[name] = 1.0
        elif high <= 0 and middle < 0:
            signs[name] = -1.0
    return {**_START, **given, **{name: sign * _COSTS / len(signs) for name, sign in signs.items()}}


_LARGEST = 6.0
_NEVER_POSITIVE = ("deleted_words", "importance", "syllables")


def bounds(grammar: Scfg) -> tuple[Floats, Floats]:
    """Return how small and how large each weight may get.

    Whatever fits the tuning sentences by chance, improbable rules and the loss of what matters must not become
    virtues: costs keep at least half of their weight, deletions and long words are never rewarded, and to delete a
    word for no other reason than length stays expensive. No weight gets so large that the language model, whose own
    is fixed, would have no say.
    """
    names = feature_names(grammar)
    start = starting_weights(grammar)
    low, high = np.full(len(names), -_LARGEST), np.full(len(names), _LARGEST)
    for place, name in enumerate(names):
        if name in grammar.features and name in start:
            bound = high if start[name] < 0 else low
            bound[place] = start[name] / 2
        elif name == DELETION + ANY_WORD:
            high[place] = start[name]
        elif name in _NEVER_POSITIVE or name.startswith(DELETION):
            high[place] = 0.0
    return low, high
