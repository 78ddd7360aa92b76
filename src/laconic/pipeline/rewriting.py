"""What methods that rewrite by a grammar share: from a search for derivations to compressions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic

from laconic.compression import Compression
from laconic.english.articles import agreeing_articles
from laconic.english.detokenize import cut, join_words
from laconic.errors import UsageError
from laconic.forest.derivation import Derivation
from laconic.pipeline.forest_search import ForestSearch, Kind
from laconic.search.base import Masks, Wish
from laconic.search.plan import words_at_rate
from laconic.text import Sentence
from laconic.tree import Tree


class RewritingMethod(ABC, Generic[Kind]):
    """A method that builds a forest of rewritings and searches it for the best that meets a wish.

    Attributes:
        name: what the method is called.
    """

    name: str

    @abstractmethod
    def search(self, sentence: Sentence, masks: Masks | None = None) -> ForestSearch[Kind]:
        """Return the search for the rewritings of a sentence.

        Raises:
            UsageError: the sentence cannot be rewritten by this method.
        """

    @abstractmethod
    def explanation(self, search: ForestSearch[Kind], derivation: Derivation) -> Any:
        """Return the rules behind an answer, with their scores."""

    def compress(self, sentence: Sentence, wish: Wish) -> Compression:
        """Return the best compression that meets the wish, with the next best as alternatives.

        Raises:
            UsageError: no rewriting meets the wish, or the sentence lacks what the method needs.
        """
        search = self.search(sentence, wish.masks)
        if wish.characters is not None:
            answers = self._within_characters(sentence, search, wish.characters)[: wish.best]
        else:
            words = wish.words if wish.rate is None else words_at_rate(len(sentence), wish.rate)
            answers = [self._answer(sentence, search, found) for found in search.best(words, wish.best)]
        return replace(answers[0], alternatives=tuple(answers[1:]))

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> list[Compression]:
        """Return the best compression of every possible length, the shortest first."""
        search = self.search(sentence, masks)
        return [self._answer(sentence, search, found) for _, found in sorted(search.by_length().items())]

    def _within_characters(self, sentence: Sentence, search: ForestSearch[Kind], limit: int) -> list[Compression]:
        """Return the best answers of all lengths that fit, best first."""
        answers = [self._answer(sentence, search, found) for found in search.by_length().values()]
        fitting = sorted((each for each in answers if len(each.text) <= limit), key=lambda each: -each.score)
        if not fitting:
            shortest = min(len(each.text) for each in answers)
            raise UsageError(f"no compression has at most {limit} characters; the shortest found has {shortest}.")
        return fitting

    def _answer(self, sentence: Sentence, search: ForestSearch[Kind], derivation: Derivation) -> Compression:
        positions = search.rewriting.kept_positions(derivation)
        kept = search.rewriting.kept(derivation)
        tokens = derivation.tokens
        return Compression(
            source=sentence,
            text=cut(sentence, kept) if kept is not None else _written(sentence, tokens, positions),
            tokens=tokens,
            kept=kept,
            score=derivation.score,
            method=self.name,
            details={
                "rules": len(derivation.edges),
                "new_words": sum(position is None for position in positions),
                **({} if kept is not None else {"origins": list(positions)}),
                **({} if search.lm is None else {"lm_score": search.lm_score(derivation)}),
            },
            derivation=self.explanation(search, derivation),
        )


def tree_of(sentence: Sentence, method: str) -> Tree:
    """Return the constituency tree that a method rewrites.

    Raises:
        UsageError: the sentence is empty, or its parser makes no such trees.
    """
    if not sentence.tokens:
        raise UsageError("an empty sentence cannot be compressed.")
    if sentence.tree is None:
        raise UsageError(f"{method} needs constituency trees, and the parser gave none; use another parser.")
    return sentence.tree


def _written(sentence: Sentence, tokens: tuple[str, ...], origins: Sequence[int | None]) -> str:
    """Return rewritten tokens as text, with articles that agree, beginning with a capital where the source does."""
    if sentence.pretokenized:
        return " ".join(tokens)
    articles = agreeing_articles(sentence, tokens, origins)
    text = join_words([articles.get(place, token) for place, token in enumerate(tokens)])
    return text[:1].upper() + text[1:] if sentence.text[:1].isupper() else text
