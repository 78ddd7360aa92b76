"""A kind of dependence: a row of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed

Pattern = Callable[[Parsed], Iterable[Link]]

NEVER = 16.0
"""What hardly any answer is worth: more than several broken dependences of grammar."""

REVERSED = 24.0
"""What an answer would have to be worth to say the contrary."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of dependence, with an example that tests it.

    Attributes:
        name: what it is called.
        cost: what an answer that breaks it is charged.
        pattern: finds the dependences of this kind in a sentence.
        forbids: a sentence in which square brackets enclose words that must not go alone.
        allows: the same sentence with words that may go as far as this kind is concerned.
        is_distant: whether neighbours cannot tell that it is broken, since what stands between the two words does not
            matter: such a dependence is not charged in a search, and only checked afterwards.
    """

    name: str
    cost: float
    pattern: Pattern
    forbids: str
    allows: str
    is_distant: bool = False
