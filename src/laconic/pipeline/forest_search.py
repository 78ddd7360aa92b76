"""The search for the best rewritings of one sentence, with or without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

import numpy as np

from laconic.errors import DataError, UsageError, counted
from laconic.forest.derivation import Derivation
from laconic.forest.inference import best, derivations, kbest, max_marginals
from laconic.forest.limit import best_within
from laconic.forest.rescore import Rescored, rescore
from laconic.forest.rewriting import Rewriting
from laconic.forest.strata import by_length
from laconic.lm import LanguageModel
from laconic.search.base import Floats

Kind = TypeVar("Kind", bound=Rewriting)

_MOST_TRIED = 5000
"""How many derivations of any length are looked at to find several of one length."""

_BEAM_SHARE = 5
"""A search by length keeps this part of the beam for each length: together they keep more."""


class ForestSearch(Generic[Kind]):
    """All that a grammar makes of a sentence, with scores, and a language model if there is one.

    Args:
        rewriting: the forest, and where its words come from.
        scores: one score per edge; minus infinity forbids it.
        longest: how many words an answer may have.
        lm: the language model.
        lm_weight: how much it counts.
        expected: for each edge the log10 probability that is not counted, because its words had it before.
        word_bonus: what each word adds to the score.
        beam: how many partial answers a node keeps.

    Attributes:
        rule_scores: one score per edge, the bonus for its words included, and nothing of the language model.
        scores: the same, less what the language model is expected to say of its words.
    """

    def __init__(
        self,
        rewriting: Kind,
        scores: Floats,
        *,
        longest: int,
        lm: LanguageModel | None = None,
        lm_weight: float = 0.0,
        expected: Floats | None = None,
        word_bonus: float = 0.0,
        beam: int = 100,
    ) -> None:
        self.rewriting = rewriting
        self.forest = rewriting.forest
        self.longest = longest
        self.lm = lm
        self._lm_weight = lm_weight
        self._beam = beam
        self.rule_scores = scores + word_bonus * self.forest.words
        self._expected: Floats = np.zeros(self.forest.edges) if lm is None or expected is None else expected
        self.scores = self.rule_scores - lm_weight * self._expected

    def best(self, words: int | None = None, count: int = 1) -> list[Derivation]:
        """Return the best derivations of different texts, best first: ``count`` of them, or fewer if there are fewer.

        Args:
            words: exactly this many words; without it, as many as are best, but never more than the longest.
            count: the number requested.

        Raises:
            UsageError: no derivation meets the request.
        """
        if count < 1:
            raise UsageError(f"at least one answer must be requested, not {count}.")
        try:
            found = self._best_of_any_length(count) if words is None else self._best_of_length(words, count)
        except DataError:  # no derivation at all
            found = []
        if found:
            return found
        length = "" if words is None else f" of exactly {counted(words, 'word')}"
        raise UsageError(f"no rewriting{length} is possible with these rules and these forced and forbidden words.")

    def by_length(self) -> dict[int, Derivation]:
        """Return the best derivation of each possible number of words."""
        if self.lm is not None:
            found = self._rescored(self.longest).by_length()
            return {words: derivation for words, derivation in found.items() if words}
        strata = by_length(self.forest, self.scores, self.longest)
        return {int(words): strata.derivation(int(words)) for words in np.flatnonzero(strata.scores > -np.inf) if words}

    def lm_score(self, derivation: Derivation) -> float:
        """Return the language model's part of a derivation's score."""
        if self.lm is None:
            return 0.0
        expected = float(self._expected[list(derivation.edges)].sum())
        return self._lm_weight * (self.lm.sentence(derivation.tokens) - expected)

    def _best_of_any_length(self, count: int) -> list[Derivation]:
        if self.lm is not None:
            rescored = self._rescored(None)
            found = [rescored.best()] if count == 1 else self._from(rescored, count)
        elif count == 1:
            found = [best(self.forest, self.scores)]
        else:
            found = kbest(self.forest, self.scores, count, distinct=True)
        fitting = [each for each in found if 0 < len(each.tokens) <= self.longest]
        if fitting and fitting[0] is found[0]:
            return fitting
        # Rules can lengthen, and delete all: then the best of those that are neither empty nor too long.
        return [max(self.by_length().values(), key=lambda each: each.score)]

    def _best_of_length(self, words: int, count: int) -> list[Derivation]:
        if self.lm is not None:
            rescored = self._rescored(words)
            shortest_first = rescored.by_length()
            if words not in shortest_first:
                return []
            return [shortest_first[words]] if count == 1 else self._from(rescored, count, words)
        strata = by_length(self.forest, self.scores, words)
        if not (0 <= words < len(strata.scores)) or strata.scores[words] == -np.inf:
            return []
        if count == 1:
            return [strata.derivation(words)]
        return list(islice(self._of_length(words), count)) or [strata.derivation(words)]

    def _of_length(self, words: int) -> Iterator[Derivation]:
        """Yield derivations of one length from the best downwards.

        A price on words makes this length the best one can have, and changes nothing among those of the
        same length.
        """
        price = best_within(self.forest, self.scores, words).price
        priced = self.scores - price * self.forest.words
        for found in islice(derivations(self.forest, priced, distinct=True), _MOST_TRIED):
            if len(found.tokens) == words:
                yield Derivation(self.forest, found.edges, found.score + price * words)

    def _rescored(self, longest: int | None) -> Rescored:
        assert self.lm is not None
        beam = self._beam if longest is None else max(1, self._beam // _BEAM_SHARE)
        return rescore(self.forest, self.scores, self.lm, weight=self._lm_weight, beam=beam, longest=longest)

    def _from(self, rescored: Rescored, count: int, words: int | None = None) -> list[Derivation]:
        """Return the best derivations of different texts, all of ``words`` words if that is given."""
        forest, scores = rescored.forest, rescored.scores
        if words is not None:
            # In a search by length every node is of one length, but the root is of all: it loses the others' edges.
            lengths = max_marginals(forest, forest.words)
            scores = np.where((forest.head == forest.root) & (lengths != words), -np.inf, scores)
        return [each.within(self.forest) for each in kbest(forest, scores, count, distinct=True)]
