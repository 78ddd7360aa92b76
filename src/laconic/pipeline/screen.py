"""Which candidates are worth a second reading: by their scores alone, and by what was read before them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from laconic.pipeline.limit import Limit
from laconic.pipeline.method import Candidate, Screening, prefers

_FIRST = 3
"""Candidates that are read before it is decided which others are worth it."""


@dataclass(frozen=True)
class Screen:
    """A choice of the candidates that are read again.

    Attributes:
        method: judges candidates by their scores alone, and knows how far a second reading may differ.
        choices: for how many choices of masks candidates were proposed.
        wanted: the number of answers wanted; for each but the first, one candidate more is read.
    """

    method: Screening
    choices: int = 1
    wanted: int = 1

    def read(self, candidates: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return the verdicts on the most promising candidates: on a few, and on others that might surpass these."""
        others_wanted = self.wanted - 1
        first = _FIRST + others_wanted
        if len(candidates) <= first:
            return self.method.judge(candidates)
        promising = self._promising(candidates, limit, self.choices * self.method.most_read + others_wanted)
        if math.isinf(self.method.surprise):
            return self.method.judge(promising)
        judged = self.method.judge(promising[:first])
        return judged + self.method.judge(self._rivals(promising[first:], judged, limit))

    def read_variations(self, candidates: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return the verdicts on the most promising variations: scores know little of how good a forced word is."""
        most = self.method.most_variations_read + self.wanted - 1
        few = candidates if len(candidates) <= most else self._promising(candidates, limit, most)
        return self.method.judge(few)

    def _promising(self, candidates: Sequence[Candidate], limit: Limit, most: int) -> list[Candidate]:
        """Return at most this number of candidates, the best by their scores alone.

        If rewritings are to be compared with the best deletion, there is one more: it is read in any case.
        """
        ranked = limit.ranked(self.method.judge(candidates, fast=True))
        chosen = ranked[:most]
        if prefers(self.method) and all(each.kept is None for each in chosen):
            chosen += [each for each in ranked[most:] if each.kept is not None][:1]
        return chosen

    def _rivals(self, promising: Sequence[Candidate], judged: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return those that would be among the answers if a second reading were a happy surprise."""
        answers = limit.ranked(judged)[: self.wanted]
        if len(answers) < self.wanted:
            return list(promising)
        least = limit.worth(answers[-1])
        return [each for each in promising if limit.worth(each) + self.method.surprise > least]
