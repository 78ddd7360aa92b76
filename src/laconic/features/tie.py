"""A tie between two words."""

from __future__ import annotations

from dataclasses import dataclass

NEVER = 8.0
"""What hardly any answer is worth: the logarithm of three thousand."""

SELDOM = 3.0
"""What an answer must be worth to drop a word that people drop, too, though it counts."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A word that must not go while another stays.

    What stands between the two is charged like the other: if *if* is lost, so is the clause up to its verb.

    Attributes:
        lost: the position of the word that must not go.
        kept: the position of the other, for whose sake.
        cost: what it costs.
        since: the tie holds only if the last word that stays before the lost one stands here or later.
    """

    lost: int
    kept: int
    cost: float = NEVER
    since: int = -1
