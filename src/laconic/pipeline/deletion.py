"""Compression by deletion: any scorer, any search, one plumbing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.compression import Compression, EveryLength
from laconic.english.dependences import amount_costs
from laconic.english.detokenize import cut
from laconic.errors import DataError, UsageError
from laconic.features.deletion import LinearScorer
from laconic.files import read_arrays, write_whole_binary
from laconic.search.base import Kept, Masks, Scores, Search, Widths, Wish
from laconic.settings import PowerOfTwo, stored_settings
from laconic.text import Sentence

Scorer = Callable[[Sentence], Scores]

WEIGHTS = "weights.npz"


class DeletionMethod:
    """Keeps the best words of a sentence under a scorer's scores.

    Args:
        name: what the method is called.
        scorer: gives the scores of a parsed sentence.
        search: finds the best words under them.
    """

    def __init__(self, name: str, scorer: Scorer, search: Search) -> None:
        self.name = name
        self.scorer = scorer
        self.search = search

    def compress(self, sentence: Sentence, wish: Wish) -> Compression:
        """Return the best compression that meets the wish, with the next best as alternatives."""
        scores = self._scores(sentence, wish)
        if wish.characters is None:
            answers = [self._answer(sentence, kept) for kept in self.search.search(scores, wish)]
        else:
            answers = self._within_characters(sentence, scores, wish, wish.characters)
        return replace(answers[0], alternatives=tuple(answers[1:]))

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> EveryLength:
        """Return the best compression of every possible length, the shortest first."""
        frontier = self.search.all_lengths(self.scorer(sentence), masks)
        lengths = [words for words in range(1, len(frontier)) if frontier.is_possible(words)]
        # All are traced now, so that the frontier's tables need not be kept; texts are written on demand.
        traced = {words: frontier.kept(words) for words in lengths}
        return EveryLength(
            lengths,
            [traced[words].score for words in lengths],
            lambda words: self._answer(sentence, traced[words]),
            nothing=float(frontier.scores[0]) if frontier.is_possible(0) else None,
        )

    def _scores(self, sentence: Sentence, wish: Wish) -> Scores:
        """Return the scores to search under; here they do not depend on the wish."""
        return self.scorer(sentence)

    def _within_characters(self, sentence: Sentence, scores: Scores, wish: Wish, limit: int) -> list[Compression]:
        """Search by the words' widths, then measure the text itself.

        Where words come together that stood apart, the text can differ from the sum of widths by a character:
        a space, or the n of an article. The limit of the search is then lowered by as much until the text fits.
        """
        widths = _widths(sentence)
        room = limit
        while True:
            attempt = replace(wish, characters=room, widths=widths)
            try:
                answers = [self._answer(sentence, kept) for kept in self.search.search(scores, attempt)]
            except UsageError:
                if room == limit:
                    raise
                raise UsageError(f"no compression of at most {limit} characters was found.") from None
            excess = max(len(answer.text) for answer in answers) - limit
            if excess <= 0:
                return answers
            room -= excess

    def _answer(self, sentence: Sentence, kept: Kept) -> Compression:
        words = sentence.words
        details: dict[str, Any] = dict(kept.details)
        if kept.heads is not None:
            details["heads"] = list(kept.heads)
        if not kept.is_optimal and math.isfinite(kept.gap):
            details["gap"] = kept.gap
        return Compression(
            source=sentence,
            text=cut(sentence, kept.positions),
            tokens=tuple(words[position] for position in kept.positions),
            kept=kept.positions,
            score=kept.score,
            method=self.name,
            details=details,
        )


@dataclass(frozen=True)
class LinearSettings:
    """What a model's file says of feature weights, which are stored apart.

    Attributes:
        search: the search to use them with.
        buckets: how many weights there are, zeros included.
        with_pairs: whether neighbours are scored.
        with_arcs: whether arcs are scored.
    """

    search: str
    buckets: PowerOfTwo
    with_pairs: bool
    with_arcs: bool


class LinearDeletion(DeletionMethod):
    """A deletion method with learnt feature weights, which can be stored."""

    def __init__(self, name: str, scorer: LinearScorer, search_name: str) -> None:
        super().__init__(name, self._score, resolve(search_name, SEARCHES, "search")())
        self.linear = scorer
        self.search_name = search_name

    def _score(self, sentence: Sentence) -> Scores:
        """Return what was learnt, less what it costs to tear an amount of money apart."""
        scores = self.linear(sentence)
        if self.linear.with_pairs:
            scores.bigram = scores.bigram - amount_costs(sentence.words)
        return scores

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the weights, sparse and in half precision, and return the settings."""
        weights = self.linear.weights.astype(np.float16)
        places = np.flatnonzero(weights)
        with write_whole_binary(folder / WEIGHTS) as stream:
            np.savez_compressed(stream, places=places.astype(np.uint32), values=weights[places])
        return asdict(LinearSettings(self.search_name, len(weights), self.linear.with_pairs, self.linear.with_arcs))

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a setting or the weights are missing or damaged.
        """
        used = stored_settings(LinearSettings, settings, folder)
        return cls(str(settings["name"]), load_scorer(folder, used), used.search)


def load_scorer(folder: Path, used: LinearSettings) -> LinearScorer:
    """Return the scorer whose weights a model's folder holds.

    Raises:
        DataError: the weights are missing or damaged.
    """
    arrays = read_arrays(folder / WEIGHTS, "weights of a deletion model")
    weights = np.zeros(used.buckets, dtype=np.float32)
    try:
        weights[arrays["places"]] = arrays["values"]
    except (KeyError, ValueError, IndexError) as error:
        raise DataError(f"does not hold the weights of a deletion model: {error}.", path=folder / WEIGHTS) from None
    return LinearScorer(weights, with_pairs=used.with_pairs, with_arcs=used.with_arcs)


def _widths(sentence: Sentence) -> Widths:
    """Return the characters of each word and the space before it, as the original text has them."""
    if not sentence.tokens:
        raise UsageError("an empty sentence cannot be compressed.")
    space = [1] * len(sentence)
    if sentence.is_located:
        for place in range(1, len(sentence)):
            space[place] = int(sentence.tokens[place].start > sentence.tokens[place - 1].end)
    return Widths(np.array([len(word) for word in sentence.words], np.int32), np.array(space, np.int32))
