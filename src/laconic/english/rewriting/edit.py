"""An edit: some neighbouring words of a sentence, and what an editor would write in their place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property


@dataclass(frozen=True)
class Kept:
    """Words of the source that stay as they are, from ``begin`` up to ``end``; other edits may change them."""

    begin: int
    end: int


@dataclass(frozen=True)
class New:
    """A word that the source has not, or not in this form, with its Penn tag if that is known."""

    text: str
    tag: str = ""


@dataclass(frozen=True)
class Edit:
    """What becomes of the words from ``begin`` up to ``end``.

    Attributes:
        rule: the name of the rule.
        begin, end: which words are rewritten.
        target: what stands in their place. Words that are in no `Kept` are replaced.
        sure: the probability that the edit does no harm, wherever the rule applies.
        gone: words that must have been left out for the edit to make sense: a pronoun's antecedent.
        needs: words outside it that must have stayed for the edit to make sense: what either of two clauses says.
        says_same: whether it says all that it replaces, negations too: *didn't* for *did not*.
        left_out: words in between that were left out before, and are neither kept nor replaced.
        better: the probability that an editor would make it for its own sake, where it was read in its context.
    """

    rule: str
    begin: int
    end: int
    target: tuple[Kept | New, ...]
    sure: float = 0.95
    gone: frozenset[int] = frozenset()
    needs: frozenset[int] = frozenset()
    says_same: bool = False
    left_out: frozenset[int] = frozenset()
    better: float | None = None

    @property
    def slots(self) -> Iterator[Kept]:
        """The parts that stay, in the order of the target."""
        return (piece for piece in self.target if isinstance(piece, Kept) and piece.begin < piece.end)

    @cached_property
    def replaced(self) -> frozenset[int]:
        """The positions of words that do not stay."""
        kept = {place for slot in self.slots for place in range(slot.begin, slot.end)}
        return frozenset(range(self.begin, self.end)) - kept - self.left_out

    @property
    def saved(self) -> int:
        """How many words fewer the target has."""
        return len(self.replaced) - sum(isinstance(piece, New) for piece in self.target)

    @property
    def moves(self) -> bool:
        """Whether the parts that stay change their order."""
        starts = [slot.begin for slot in self.slots]
        return starts != sorted(starts)

    @property
    def is_deletion(self) -> bool:
        """Whether words only go."""
        return not self.moves and not any(isinstance(piece, New) for piece in self.target)

    def allows(self, other: Edit) -> bool:
        """Return whether another edit may be made as well: beside this one, inside one of its slots, or around it."""
        if other.end <= self.begin or self.end <= other.begin:
            return True
        return self._holds(other) or other._holds(self)

    def _holds(self, other: Edit) -> bool:
        return any(slot.begin <= other.begin and other.end <= slot.end for slot in self.slots) and (
            (other.begin, other.end) != (self.begin, self.end)
        )


def with_copies(edit: Edit, words: Sequence[str]) -> Edit:
    """Return an edit whose new words are taken from the source where it has them, in order.

    >>> with_copies(Edit("in order to = to", 3, 6, (New("to"),)), "he did it in order to win".split()).target
    (Kept(begin=5, end=6),)
    """
    free = sorted(edit.replaced)
    target: list[Kept | New] = []
    for piece in edit.target:
        if isinstance(piece, Kept):
            free = [place for place in free if place >= piece.end]
            target.append(piece)
            continue
        same = next((place for place in free if words[place] == piece.text.casefold()), None)
        if same is None:
            target.append(piece)
        else:
            target.append(Kept(same, same + 1))
            free = [place for place in free if place > same]
    return replace(edit, target=tuple(target))
