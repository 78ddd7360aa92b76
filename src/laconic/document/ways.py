"""Which words of a document's sentence stay and go: negations with what they negate, links and code as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from laconic.document.sentences import Placed
from laconic.formats.passage import Range
from laconic.pipeline.protection import Protection
from laconic.search.constraints import Masks

Positions = frozenset[int]

_MOST_MASKS = 8
"""The number of masks that a sentence is searched under: each unit that may go doubles it, so further units stay."""


class Way(NamedTuple):
    """One way to treat the negations of a sentence.

    Attributes:
        keep: the positions that stay.
        drop: the positions that go.
        said: of those that stay, the ones that need only be said.
    """

    keep: Positions
    drop: Positions = frozenset()
    said: Positions = frozenset()


@dataclass(frozen=True, slots=True)
class Ways:
    """What must stay of a sentence and what goes, for every way to treat its negations.

    Attributes:
        ways: the ways; in the first, all negations stay.
    """

    ways: tuple[Way, ...] = (Way(frozenset()),)

    @property
    def keep(self) -> Positions:
        """The positions that must stay where all negations do."""
        return self.ways[0].keep

    @property
    def fewest(self) -> Positions:
        """The positions that must stay where the fewest need to."""
        return min((way.keep for way in self.ways), key=len)


def ways_of(placed: Placed, held: Iterable[int], protection: Protection, regions: Iterable[Range]) -> Ways:
    """Return what must stay of a sentence of a document and what goes.

    Args:
        placed: the sentence, parsed.
        held: the positions that must stay whatever becomes of its negations.
        protection: whether negations are protected.
        regions: the stretches of the document that are never touched.
    """
    marked = {
        place
        for start, end in regions
        for place, (first, last) in enumerate(placed.places)
        if first < end and last > start
    }
    others = _with_units(placed, {*held, *placed.forced, *marked})
    sentence = placed.sentence
    units = frozenset().union(*placed.units)

    def way(stays: Iterable[int], goes: Iterable[int]) -> Way:
        keep, drop = _with_units(placed, others.union(stays)), _with_units(placed, goes)
        return Way(keep, drop, frozenset(stays) - others - units)

    ways = (way(*each) for each in protection.without_negations(sentence, others))
    return Ways((way(protection.negated(sentence), ()), *(each for each in ways if each.keep.isdisjoint(each.drop))))


def masks_of(placed: Placed, ways: Ways, *, units_go: bool = False) -> Iterator[Masks]:
    """Yield the masks of every way to treat a sentence's negations and to keep and drop its units whole.

    Args:
        placed: the sentence.
        ways: what must stay of it and what goes; the first masks keep all negations and all units.
        units_go: whether all units go that can.
    """
    size = len(placed.sentence)
    most_free = max(1, _MOST_MASKS // len(ways.ways)).bit_length() - 1
    for keep, drop, said in ways.ways:
        loose = [unit for unit in placed.units if keep.isdisjoint(unit) and drop.isdisjoint(unit)]
        free = loose[:most_free]
        held = keep.union(*loose[most_free:])
        choices = [(False,) * len(free)] if units_go else product((True, False), repeat=len(free))
        for stays in choices:
            kept = held.union(*(unit for unit, stay in zip(free, stays, strict=True) if stay))
            gone = drop.union(*(unit for unit, stay in zip(free, stays, strict=True) if not stay)) - kept
            if len(gone) < size:
                yield Masks.of(size, kept - said, gone, say=said)


def _with_units(placed: Placed, positions: Iterable[int]) -> Positions:
    """Return positions with the rest of the units that they are in."""
    found = set(positions)
    for unit in placed.units:
        if not found.isdisjoint(unit):
            found.update(unit)
    return frozenset(found)
