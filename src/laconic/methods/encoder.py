"""`encoder`: the bundled model, whose network reads the sentence once and scores words for any style and length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.compression import Compression
from laconic.english.dependences import with_required
from laconic.errors import DataError
from laconic.features.encoder import AUTO, STYLES, EncoderScorer, nearest_rate
from laconic.parse.reader import shared_reader
from laconic.pipeline.confidence import Calibration, confidences
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.method import Candidate, Scored
from laconic.search.base import Scores
from laconic.search.bigram import bigram_marginals
from laconic.search.constraints import Constraints, Masks
from laconic.search.lengths import length_marginals
from laconic.search.profile import LengthProfile
from laconic.text import Sentence

_AS_THEY_ARE = Calibration()
"""Probabilities that are worth what they say."""


@dataclass(frozen=True)
class EncoderScored(Scored):
    """A sentence with its scores for a rate.

    Attributes:
        untied: the network's own scores, without dependences between words: those its probabilities are learnt for.
    """

    untied: Scores = field(default_factory=lambda: Scores(token=[]))

    def log_partition(self, words: int) -> float:
        """Return the logarithm of the sum over all answers of this length, or over all where the length is free."""
        return float(bigram_marginals(self.scores, None if self.rate is None else words).log_partition)


class EncoderDeletion(DeletionMethod):
    """Deletes words under the scores of the network that parses.

    An answer's score is its log-probability: among all compressions of its length where a length is asked for,
    and among all compressions otherwise; if arcs are searched, their share of the score comes on top (they are
    log-probabilities too, so that no score is above 0). Each answer tells how sure the model is of it, by the
    network's own scores: its probabilities are calibrated without ties between words, which would exaggerate them.

    Args:
        scorer: gives the scores of a sentence for a rate.
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

    def score(self, sentence: Sentence, constraints: Constraints) -> EncoderScored:
        """Return the scores for the rate that is asked for."""
        return self._read(sentence, constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates, each scored as one of those of its length, or of all where that is free."""
        assert isinstance(scored, EncoderScored)
        found = super().find(scored, constraints)
        among = {words: scored.log_partition(words) for words in {len(each.tokens) for each in found}}
        return [replace(each, score=each.score - among[len(each.tokens)]) for each in found]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length.

        Here lengths compete too: a score is the log-probability of the length, if it were free, and of the
        answer among those of its length. Near one rate, its scores serve every length, which takes a fraction of the
        time; they are best for lengths near it, such as most sentences of a document have.
        """
        rates = _rates(sentence) if near is None else [near] * len(sentence)
        prior = length_marginals(self.network(sentence)).log_partition
        prior = prior - np.logaddexp.reduce(prior)
        every = {rate: self._read(sentence, rate) for rate in dict.fromkeys(rates)}
        profiles = {rate: self.search.all_lengths(scored.scores, masks) for rate, scored in every.items()}
        partitions = {rate: length_marginals(scored.scores).log_partition for rate, scored in every.items()}
        found: dict[int, Candidate] = {}
        for words, rate in enumerate(rates, 1):
            if profiles[rate].is_possible(words):
                each = self._candidate(every[rate], profiles[rate].at(words))
                score = each.score - float(partitions[rate][words]) + float(prior[words])
                found[words] = replace(each, score=score)
        scores = [found[words].score if words in found else -np.inf for words in range(len(sentence) + 1)]
        if found and (masks is None or not masks.keep.any()):
            # Keeping nothing is not learnt: it is worth as much as the shortest answer.
            scores[0] = next(iter(found.values())).score
        return LengthProfile(scores, found.__getitem__)

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with how sure the model is of each word."""
        scored = candidate.scored
        assert isinstance(scored, EncoderScored)
        words = None if scored.rate is None else len(candidate.tokens)
        calibration = self.free if words is None else self.fixed
        stays = calibration.probability(bigram_marginals(scored.untied, words).token)
        share, each_word = confidences(stays, candidate.kept or ())
        answer = super().write(candidate)
        details = {**answer.details, "word_score": scored.untied.token.round(3).tolist()}
        return replace(answer, confidence=share, word_confidence=each_word, details=details)

    def uncertain_positions(self, sentence: Sentence, confidence: float) -> list[int]:
        """Return the positions of words rightly deleted with less than this probability, and of what they need.

        A word that must not go while another stays is as uncertain as that one.
        """
        if not len(sentence):
            return []
        stays = self.free.probability(bigram_marginals(self.network.untied(sentence)).token)
        return with_required(np.flatnonzero(1.0 - stays < confidence).tolist(), sentence)

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

    def _read(self, sentence: Sentence, rate: float | None) -> EncoderScored:
        # Both are read now: when answers are written, the network may have read many sentences since.
        return EncoderScored(sentence, self.network(sentence, rate), rate, self.network.untied(sentence, rate))


def _rates(sentence: Sentence) -> list[float]:
    """Return a rate for each number of words from one: the same for lengths that the network is asked for at once."""
    return [nearest_rate(words / len(sentence)) for words in range(1, len(sentence) + 1)]


INFO = MethodInfo(
    name="encoder",
    description="Deletes words; a small neural network reads the whole sentence.",
    load=EncoderDeletion.load,
    gives=EncoderScorer.gives,
    search="joint-exact",
)
