"""A dependence between two words, and the cost of an answer that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic import _core

Floats = NDArray[np.float64]

START = -1
"""The position before the first word."""

NEVER = 16.0
"""What hardly any answer is worth: more than several broken dependences of grammar."""

REVERSED = 24.0
"""What an answer would have to be worth to say the contrary."""


class Link(NamedTuple):
    """Two words of which one must not go while the other stays, as a pattern finds them.

    What stands between the two is charged like the dependent word: if *if* is lost, so is the clause up to its verb.

    Attributes:
        required: the position of the word that must not go.
        dependent: the position of the other, for whose sake.
        since: it holds only if the last word that stays before the required one stands here or later.
        first: the first word of what is required, if that is a phrase rather than a word: one word of it is enough.
        last: the last word of what is required.
    """

    required: int
    dependent: int
    since: int = START
    first: int | None = None
    last: int | None = None


class Dependence(NamedTuple):
    """A link with the kind of dependence that it is.

    Attributes:
        kind: the name of a row of the table of dependences.
        cost: what an answer that breaks it is charged.
        is_distant: whether only the two words matter, and not what stands between them: neighbours cannot tell, so that
            it is not charged in a search.
    """

    kind: str
    cost: float
    is_distant: bool
    required: int
    dependent: int
    since: int = START
    first: int | None = None
    last: int | None = None


def gaps_of(dependences: Sequence[Dependence], words: int) -> _core.Gaps:
    """Return what is required within which gaps between words that stay, for all dependences of a sentence at once."""
    links = [
        (
            each.required,
            each.dependent,
            each.since,
            each.required if each.first is None else each.first,
            each.required if each.last is None else each.last,
        )
        for each in dependences
    ]
    return _core.Gaps(
        np.array(links, np.int32).reshape(-1, 5),
        np.array([each.is_distant for each in dependences], np.bool_),
        np.array([each.cost for each in dependences], np.float64),
        words,
    )
