"""How much room an answer has, and which of several answers uses it best."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from laconic.pipeline.method import Candidate
from laconic.text import Sentence

Unit = Literal["tokens", "words", "characters"]

FILL = 0.2
"""What room is worth: an answer that leaves a tenth of it empty must be better by this share of a tenth."""

BREVITY = 0.05
"""What brevity is worth if the length is free: an answer longer by a tenth of the source must be better by this
share of a tenth."""

UNCHANGED = 0.85
"""If the length is free, a sentence stays as it is only if every shorter answer is worse than this.

With .75, a twentieth of the sentences were shortened that now stay whole; of eight such answers, readers rejected six
and accepted none.
"""

BROKEN = 0.02
"""What a unit of the cost of broken dependences counts against an answer: a verb without its object loses .09.

Of versions that the verifier rates alike, readers rate those that break a dependence lower by about this much.
"""


@dataclass(frozen=True)
class Limit:
    """A limit on the length of an answer; without one, any length shorter than the source.

    Attributes:
        unit: tokens (including punctuation), words (between spaces, so punctuation does not count), or characters.
        room: the largest length of an answer in this unit; None if the length is free.
        source: the length of the source in this unit.
    """

    unit: Unit
    room: int | None
    source: int

    @classmethod
    def of(cls, sentence: Sentence, unit: Unit, room: int | None) -> Limit:
        """Return the limit of a sentence."""
        return cls(unit, room, len(sentence) if unit == "tokens" else _size(unit, sentence.text))

    @property
    def rate(self) -> float | None:
        """The share of the source that fits; None if the length is free."""
        return None if self.room is None else min(1.0, self.room / max(1, self.source))

    @property
    def has_room_for_all(self) -> bool:
        """Whether the source fits as it is."""
        return self.room is not None and self.room >= self.source

    def size(self, candidate: Candidate) -> int:
        """Return the length of a candidate; its text is written only if needed."""
        return len(candidate.tokens) if self.unit == "tokens" else _size(self.unit, candidate.text)

    def density(self, candidate: Candidate) -> float:
        """Return how much of the source, in the unit of the limit, each unit of a candidate stands for."""
        return candidate.letter_density if self.unit == "characters" else candidate.word_density

    def allows(self, candidate: Candidate) -> bool:
        """Return whether a candidate fits."""
        return self.room is None or self.size(candidate) <= self.room

    def worth(self, candidate: Candidate) -> float:
        """Return the value of a candidate: how good it is, what it breaks, and how well it uses the room.

        If the length is free, brevity counts instead. Without a verdict, only the used room counts. A source that fits
        need not be shortened.
        """
        is_whole = candidate.tokens == candidate.source.words
        if is_whole and self.room is not None:
            return math.inf
        share = self.size(candidate) / max(1, self.room or self.source)
        full = share * self.density(candidate)  # what is said in fewer words fills the room as well
        if candidate.verdict is None:
            return share
        quality = quality_of(candidate)
        if self.room is not None:
            return quality - FILL * (1.0 - full)
        if is_whole:
            return UNCHANGED + candidate.gain - BREVITY * share
        return quality - BREVITY * share

    def ranked(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Return the candidates, the most valuable first; equally valuable ones are ordered by score."""
        return sorted(candidates, key=lambda each: (-self.worth(each), -each.score))


def quality_of(candidate: Candidate) -> float:
    """Return a candidate's quality according to the verifier, minus the cost of what it breaks; 0 without a verdict."""
    if candidate.verdict is None:
        return 0.0
    return candidate.verdict.quality + candidate.gain - BROKEN * candidate.charge


def shortest_safe(candidates: Iterable[Candidate], probability: float) -> list[Candidate]:
    """Return the candidates that an editor would accept with at least this probability, the shortest first.

    The probability is that of the verdict, minus a deduction for what they break.
    """
    safe = [
        each
        for each in candidates
        if each.verdict is not None and each.verdict.accept - BROKEN * each.charge >= probability
    ]
    return sorted(safe, key=lambda each: (len(each.tokens), -each.score))


def _size(unit: Unit, text: str) -> int:
    return len(text.split()) if unit == "words" else len(text)
