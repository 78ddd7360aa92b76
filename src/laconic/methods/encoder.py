"""`encoder`: the bundled model, whose network reads the sentence once and scores words for any style and length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.compression import Compression, EveryLength
from laconic.english.dependences import with_required
from laconic.errors import DataError
from laconic.features.encoder import AUTO, STYLES, EncoderScorer, nearest_rate
from laconic.parse.reader import shared_reader
from laconic.pipeline.confidence import Calibration, confidences
from laconic.pipeline.deletion import DeletionMethod
from laconic.search.base import Floats, Frontier, Kept, Masks, Scores, Wish
from laconic.search.bigram import bigram_marginals
from laconic.search.lengths import length_marginals
from laconic.search.plan import words_at_rate
from laconic.text import Sentence

_AS_THEY_ARE = Calibration()
"""Probabilities that are worth what they say."""


class EncoderDeletion(DeletionMethod):
    """Deletes words under the scores of the network that parses.

    An answer's score is its log-probability: among all compressions of its length where a length is wished for,
    and among all compressions otherwise; if arcs are searched, their share of the score comes on top (they are
    log-probabilities too, so that no score is above 0). Each answer tells how sure the model is of it, by the
    network's own scores: its probabilities are calibrated without ties between words, which would exaggerate them.

    Args:
        scorer: gives the scores of a sentence for a wish.
        search_name: how the best words are found: ``joint-exact`` looks at words, neighbours and the arcs of the
            compressed sentence, ``bigram`` at words and neighbours.
        free, fixed: what probabilities are worth where the length is free, and where it is given.
    """

    def __init__(
        self,
        scorer: EncoderScorer,
        search_name: str = "joint-exact",
        free: Calibration = _AS_THEY_ARE,
        fixed: Calibration = _AS_THEY_ARE,
    ) -> None:
        super().__init__("encoder", scorer, resolve(search_name, SEARCHES, "search")())
        self.network = scorer
        self.search_name = search_name
        self.free = free
        self.fixed = fixed

    @property
    def styles(self) -> Sequence[str]:
        """The styles' names, the usual one first."""
        return AUTO, *STYLES

    def in_style(self, style: str) -> EncoderDeletion:
        """Return the method for another style; raise `UsageError` if there is none of that name."""
        scorer = EncoderScorer(self.network.reader, style, self.network.arc_weight)
        return EncoderDeletion(scorer, self.search_name, self.free, self.fixed)

    def compress(self, sentence: Sentence, wish: Wish) -> Compression:
        """Return the best compression that meets the wish, with the next best as alternatives."""
        best = super().compress(sentence, wish)
        rate = _rate(sentence, wish)
        answers = [self._weighed(answer, rate) for answer in (best, *best.alternatives)]
        return replace(answers[0], alternatives=tuple(answers[1:]))

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> EveryLength:
        """Return the best compression of every possible length, the shortest first.

        Here lengths compete too: a score is the log-probability of the length, if it were free, and of the
        answer among those of its length.
        """
        return self._every_length(sentence, masks, _rates(sentence))

    def all_lengths_near(self, sentence: Sentence, rate: float, masks: Masks | None = None) -> EveryLength:
        """Return the same by the scores for one rate, which takes a fraction of the time.

        They are best for lengths near that rate, such as most sentences of a document have.
        """
        return self._every_length(sentence, masks, [rate] * len(sentence))

    def _every_length(self, sentence: Sentence, masks: Masks | None, rates: Sequence[float]) -> EveryLength:
        """Return the best compression of every length from one word, each by the scores for its rate."""
        prior = length_marginals(self.network(sentence)).log_partition
        prior = prior - np.logaddexp.reduce(prior)
        every: dict[float, tuple[Frontier, Floats]] = {}
        for rate in dict.fromkeys(rates):
            scores = self.network(sentence, rate)
            every[rate] = self.search.all_lengths(scores, masks), length_marginals(scores).log_partition
        # Read now: when answers are written, the network may have read many sentences since.
        untied = {rate: self.network.untied(sentence, rate) for rate in every}
        found: dict[int, tuple[Kept, float]] = {}
        for words, rate in enumerate(rates, 1):
            frontier, log_partition = every[rate]
            if frontier.is_possible(words):
                kept = frontier.kept(words)
                found[words] = kept, kept.score - float(log_partition[words]) + float(prior[words])

        def write(words: int) -> Compression:
            kept, score = found[words]
            return self._told(replace(self._answer(sentence, kept), score=score), untied[rates[words - 1]], words)

        worth = [score for _, score in found.values()]
        may_be_empty = bool(worth) and (masks is None or not masks.keep.any())
        # Keeping nothing is not learnt: it is worth as much as the shortest answer.
        return EveryLength(list(found), worth, write, nothing=worth[0] if may_be_empty else None)

    def doubtful(self, sentence: Sentence, sure: float) -> list[int]:
        """Return the positions of words rightly deleted with less than this probability, and of what they need.

        A word that must not go while another stays is as doubtful as that one.
        """
        if not len(sentence):
            return []
        stays = self.free.probability(bigram_marginals(self.network.untied(sentence)).token)
        return with_required(np.flatnonzero(1.0 - stays < sure).tolist(), sentence)

    def save(self, folder: Path) -> dict[str, Any]:
        """Return the settings; the weights are those of the bundled parser."""
        return {
            "search": self.search_name,
            "style": self.network.style,
            "arc_weight": self.network.arc_weight,
            "free": {"slope": self.free.slope, "shift": self.free.shift},
            "fixed": {"slope": self.fixed.slope, "shift": self.fixed.shift},
        }

    @classmethod
    def load(cls, folder: Path, settings: Mapping[str, Any]) -> Self:
        """Return the method that `save` wrote."""
        try:
            scorer = EncoderScorer(
                shared_reader(None), str(settings.get("style", AUTO)), float(settings.get("arc_weight", 1.0))
            )
            calibrations = (Calibration(**settings.get(name, {})) for name in ("free", "fixed"))
            return cls(scorer, str(settings.get("search", "joint-exact")), *calibrations)
        except (TypeError, ValueError) as error:
            raise DataError(f"has settings that the encoder does not know: {error}.", path=folder) from None

    def _scores(self, sentence: Sentence, wish: Wish) -> Scores:
        return self.network(sentence, _rate(sentence, wish))

    def _weighed(self, answer: Compression, rate: float | None) -> Compression:
        """Return the answer as one of those of its length, or of all where the length is free."""
        words = None if rate is None else len(answer.kept or ())
        among = bigram_marginals(self.network(answer.source, rate), words).log_partition
        return self._told(
            replace(answer, score=answer.score - float(among)), self.network.untied(answer.source, rate), words
        )

    def _told(self, answer: Compression, scores: Scores, words: int | None) -> Compression:
        """Return the answer with how sure the model is of each word, of those of its length or of all."""
        calibration = self.free if words is None else self.fixed
        sure = confidences(calibration.probability(bigram_marginals(scores, words).token), answer.kept or ())
        return replace(answer, details={**answer.details, **sure, "word_score": scores.token.round(3).tolist()})


def _rate(sentence: Sentence, wish: Wish) -> float | None:
    """Return the share of the words that is wished for, if a length is."""
    words = wish.words if wish.rate is None else words_at_rate(len(sentence), wish.rate)
    if words is not None:
        return words / max(1, len(sentence))
    return None if wish.characters is None else wish.characters / max(1, len(sentence.text))


def _rates(sentence: Sentence) -> list[float]:
    """Return a rate for each number of words from one: the same for lengths that the network is asked for at once."""
    return [nearest_rate(words / len(sentence)) for words in range(1, len(sentence) + 1)]
