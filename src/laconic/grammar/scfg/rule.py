"""Rules of phrases: one with slots becomes another with the same slots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from laconic.errors import DataError


class Slot(NamedTuple):
    """A place in a phrase that other rules fill: the label of what fills it, and its number from 1."""

    label: str
    number: int


Symbol = str | Slot


@dataclass(frozen=True, slots=True)
class ScfgRule:
    """``label → ⟨source, target⟩``: two phrases of words and slots; slots with the same number have the same content.

    Attributes:
        label: the left-hand side: what kind of constituent the rule rewrites.
        source: words and slots; its slots are numbered 1, 2, … from left to right.
        target: words and slots, each slot of the source once; it may be empty.
        features: numbers by name; a feature that is not there is 0.
        links: which symbols of the two phrases correspond, as pairs of positions counted from 0.

    >>> rule = ScfgRule("NP", ("the", Slot("NN", 1), "of", Slot("NP", 2)), (Slot("NP", 2), "'s", Slot("NN", 1)))
    >>> str(rule)
    "[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]"
    >>> rule.reorders
    True
    """

    label: str
    source: tuple[Symbol, ...]
    target: tuple[Symbol, ...]
    features: Mapping[str, float] = field(default_factory=dict, compare=False)
    links: tuple[tuple[int, int], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.source:
            raise DataError("a rule's source is empty.")
        slots = [symbol for symbol in self.source if isinstance(symbol, Slot)]
        if [slot.number for slot in slots] != list(range(1, len(slots) + 1)):
            raise DataError("the slots of a rule's source are numbered 1, 2, … from left to right.")
        if sorted(symbol for symbol in self.target if isinstance(symbol, Slot)) != sorted(slots):
            raise DataError("the two sides of a rule have different slots.")
        lengths = len(self.source), len(self.target)
        if any(not (0 <= here < lengths[0] and 0 <= there < lengths[1]) for here, there in self.links):
            raise DataError("a rule's alignment points beyond its phrases.")

    @classmethod
    def renumbered(
        cls,
        label: str,
        source: Iterable[Symbol],
        target: Iterable[Symbol],
        features: Mapping[str, float] | None = None,
        links: tuple[tuple[int, int], ...] = (),
    ) -> ScfgRule:
        """Return a rule whose slots may be numbered in any way, as long as both sides agree."""
        phrase = tuple(source)
        numbers = [symbol.number for symbol in phrase if isinstance(symbol, Slot)]
        place = {number: position for position, number in enumerate(numbers, start=1)}
        if len(place) < len(numbers):
            raise DataError("two slots of a rule's source have the same number.")

        def anew(symbol: Symbol) -> Symbol:
            if isinstance(symbol, str):
                return symbol
            if symbol.number not in place:
                raise DataError("the two sides of a rule have different slots.")
            return Slot(symbol.label, place[symbol.number])

        return cls(label, tuple(map(anew, phrase)), tuple(map(anew, target)), features or {}, links)

    @property
    def is_identity(self) -> bool:
        """Whether nothing changes."""
        return self.source == self.target

    @property
    def reorders(self) -> bool:
        """Whether two slots change places."""
        numbers = [symbol.number for symbol in self.target if isinstance(symbol, Slot)]
        return numbers != sorted(numbers)

    def __str__(self) -> str:
        return f"[{self.label}] ||| {write_phrase(self.source)} ||| {write_phrase(self.target)}"


def write_phrase(phrase: Iterable[Symbol]) -> str:
    """Write words and slots with blanks between them; a slot is ``[label,number]``."""
    return " ".join(symbol if isinstance(symbol, str) else f"[{symbol.label},{symbol.number}]" for symbol in phrase)
