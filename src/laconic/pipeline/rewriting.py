"""What methods that rewrite by a grammar share: from a search for derivations to answers."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic

from laconic.compression import Compression, Explanation
from laconic.errors import UsageError, counted
from laconic.forest.derivation import Derivation
from laconic.language import LANGUAGE
from laconic.pipeline.forest_search import ForestSearch, Kind
from laconic.pipeline.method import Candidate, Method, Scored
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence
from laconic.tree import Tree


class RewritingMethod(Method, Generic[Kind]):
    """A method that builds a forest of rewritings and searches it for the best that meet the constraints."""

    rewrites = True

    @abstractmethod
    def search(self, sentence: Sentence, masks: Masks | None = None) -> ForestSearch[Kind]:
        """Return the search for the rewritings of a sentence.

        Raises:
            UsageError: the sentence cannot be rewritten by this method.
        """

    @abstractmethod
    def explanation(self, search: ForestSearch[Kind], derivation: Derivation) -> Explanation:
        """Return the rules behind an answer, with their scores."""

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the forest of rewritings with its scores, ready to be searched."""
        return Scored(sentence, self.search(sentence, constraints.masks), constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, best first.

        Raises:
            UsageError: no rewriting meets them.
        """
        search = self._search_of(scored)
        if constraints.rate is None or constraints.words is not None:
            found = search.best(constraints.words, constraints.nbest)
            return [self._candidate(scored, derivation) for derivation in found]
        candidates = [self._candidate(scored, derivation) for derivation in search.by_length().values()]
        fitting = [each for each in candidates if meets(each, constraints)]
        if not fitting:
            raise _nothingmeets(candidates, constraints)
        return sorted(fitting, key=lambda each: -each.score)[: constraints.nbest]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length."""
        search = self.search(sentence, masks)
        scored = Scored(sentence, search)
        found = search.by_length()
        scores = [found[words].score if words in found else -math.inf for words in range(max(found, default=0) + 1)]
        return LengthProfile(scores, lambda words: self._candidate(scored, found[words]))

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with the rules behind it."""
        search = self._search_of(candidate.scored)
        derivation: Derivation = candidate.found
        origins = search.rewriting.kept_positions(derivation)
        return Compression(
            source=candidate.source,
            text=candidate.text,
            tokens=candidate.tokens,
            kept=candidate.kept,
            score=candidate.score,
            method=self.name,
            details={
                "rules": len(derivation.edges),
                "new_words": sum(position is None for position in origins),
                **({} if candidate.kept is not None else {"origins": list(origins)}),
                **({} if search.lm is None else {"lm_score": search.lm_score(derivation)}),
            },
            explanation=self.explanation(search, derivation),
        )

    def _search_of(self, scored: Scored) -> ForestSearch[Kind]:
        assert isinstance(scored.scores, ForestSearch)
        return scored.scores

    def _candidate(self, scored: Scored, derivation: Derivation) -> Candidate:
        rewriting = self._search_of(scored).rewriting
        kept = rewriting.kept(derivation)
        tokens = derivation.tokens

        def spell() -> str:
            if kept is not None:
                return LANGUAGE.cut(scored.sentence, kept)
            return _written(scored.sentence, tokens, rewriting.kept_positions(derivation))

        return Candidate(scored, derivation, tokens, kept, derivation.score, spell)


def meets(candidate: Candidate, constraints: Constraints) -> bool:
    """Return whether a candidate has the requested length."""
    if constraints.counts_words:
        return constraints.low <= len(candidate.tokens) <= constraints.high
    return len(candidate.text) <= constraints.limit


def _nothingmeets(candidates: Sequence[Candidate], constraints: Constraints) -> UsageError:
    if constraints.counts_words:
        return UsageError(f"no rewriting of {constraints.low} to {counted(constraints.high, 'word')} is possible.")
    shortest = min(len(each.text) for each in candidates)
    return UsageError(
        f"no compression has at most {counted(constraints.limit, 'character')}; the shortest found has {shortest}."
    )


def tree_of(sentence: Sentence, method: str) -> Tree:
    """Return the constituency tree that a method rewrites.

    Raises:
        UsageError: the sentence is empty, or its parser makes no such trees.
    """
    if not sentence.tokens:
        raise UsageError("an empty sentence cannot be compressed.")
    if sentence.tree is None:
        raise UsageError(
            f"{method} needs constituency trees, and the parser does not produce them; use another parser."
        )
    return sentence.tree


def _written(sentence: Sentence, tokens: tuple[str, ...], origins: Sequence[int | None]) -> str:
    """Return rewritten tokens as text, with articles that agree, beginning with a capital where the source does."""
    if sentence.pretokenized:
        return " ".join(tokens)
    articles = LANGUAGE.agreeing_articles(sentence, tokens, origins)
    moved = [_inside(sentence, token) if place and origins[place] == 0 else token for place, token in enumerate(tokens)]
    text = LANGUAGE.join_words([articles.get(place, token) for place, token in enumerate(moved)])
    return text[:1].upper() + text[1:] if sentence.text[:1].isupper() else text


def _inside(sentence: Sentence, first: str) -> str:
    """Return the first word of a sentence as it is written if it is no longer the first."""
    is_name = sentence.tokens[0].tag.startswith("NNP") or first == "I" or not first[1:].islower()
    return first if is_name and first != "A" else first.lower()
