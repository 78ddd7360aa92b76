"""Compression by deletion, with any scorer and any search that reads its scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from laconic.compression import Compression
from laconic.errors import UsageError, counted
from laconic.language import LANGUAGE
from laconic.pipeline.method import Candidate, Method, Scored, Spelling
from laconic.search.base import Kept, LengthProfile, Parts, Search, check_fit
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence

AnyScores = Any
"""`laconic.search.base.Scores`, or scores of another kind that only one search reads, such as a forest's."""

Scorer = Callable[[Sentence], AnyScores]


class DeletionMethod(Method):
    """Keeps the best words of a sentence under a scorer's scores.

    Args:
        name: the name of the method.
        scorer: gives the scores of a parsed sentence; it may say which parts in an attribute ``gives``.
        search: finds the best words under them.

    Raises:
        UsageError: the search does not read such scores.
    """

    def __init__(self, name: str, scorer: Scorer, search: Search[Any]) -> None:
        self.name = name
        self.scorer = scorer
        self.search = search

    @property
    def gives(self) -> Parts | None:
        """The parts of the scores that the method gives; None if its scorer does not say."""
        return getattr(self.scorer, "gives", None)

    @property
    def search(self) -> Search[Any]:
        """The search that finds the best words; one that does not fit the scores is refused."""
        return self._search

    @search.setter
    def search(self, search: Search[Any]) -> None:
        check_fit(search, self.gives, self.name)
        self._search = search

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the scores for the search; here they do not depend on the constraints."""
        return Scored(sentence, self.scorer(sentence), constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, best first."""
        if constraints.counts_words:
            return [self._candidate(scored, kept) for kept in self.search.search(scored.scores, constraints)]
        return self._within_characters(scored, constraints)

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length."""
        scored = Scored(sentence, self.scorer(sentence))
        profile = self.search.all_lengths(scored.scores, masks)
        # All are traced now, so that the search's tables need not be kept; texts are written on demand.
        found = {words: self._candidate(scored, profile.at(words)) for words in profile.lengths}
        return LengthProfile(profile.scores, found.__getitem__)

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with what its search says about it."""
        return self._written(candidate)

    def _written(
        self,
        candidate: Candidate,
        more_details: Mapping[str, Any] | None = None,
        confidence: float | None = None,
        word_confidence: tuple[float, ...] | None = None,
    ) -> Compression:
        """Return the same, with what else is known about it."""
        kept: Kept = candidate.found
        details: dict[str, Any] = dict(kept.details)
        if kept.heads is not None:
            details["heads"] = list(kept.heads)
        if not kept.is_optimal and math.isfinite(kept.gap):
            details["gap"] = kept.gap
        details.update(more_details or {})
        return Compression(
            source=candidate.source,
            text=candidate.text,
            tokens=candidate.tokens,
            kept=candidate.kept,
            score=candidate.score,
            method=self.name,
            details=details,
            confidence=confidence,
            word_confidence=word_confidence,
        )

    def _within_characters(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Search by the words' widths, then measure the text itself.

        Where words come together that stood apart, the text can differ from the sum of widths by a character:
        a space, or the n of an article. The limit of the search is then lowered by as much until the text fits.
        """
        limit, room = constraints.limit, constraints
        while True:
            try:
                found = [self._candidate(scored, kept) for kept in self.search.search(scored.scores, room)]
                excess = max(len(each.text) for each in found) - limit
                if excess <= 0:
                    return found
                room = room.narrowed(room.limit - excess)
            except UsageError:
                if room is constraints:
                    raise
                raise UsageError(f"no compression of at most {counted(limit, 'character')} was found.") from None

    def _candidate(self, scored: Scored, kept: Kept, score: float | None = None) -> Candidate:
        """Return what a search kept as a candidate, with the search's score unless another is given."""
        words = scored.sentence.words
        return Candidate(
            scored=scored,
            found=kept,
            tokens=tuple([words[position] for position in kept.positions]),
            kept=kept.positions,
            score=kept.score if score is None else score,
            spell=Spelling(partial(LANGUAGE.cut, scored.sentence, kept.positions)),
        )
