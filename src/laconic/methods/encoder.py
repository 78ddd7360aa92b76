"""`encoder`: the bundled model, whose network reads the sentence once and scores words for any style and length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.compression import Compression
from laconic.errors import DataError
from laconic.features.network import AUTO, EDITOR, NEWS, RATES, STYLES, EncoderScorer, nearest_rate, words_asked_for
from laconic.features.paired import UnsettledScores
from laconic.parse.reader import shared_reader
from laconic.pipeline.confidence import Calibration, VerdictLines, confidences
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.encoded import AS_THEY_ARE, EncoderScored, Headline, kept_words, likelihoods
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.method import Candidate, Scored, Verdict
from laconic.search.base import Floats, Kept, LengthProfile, Scores, Search
from laconic.search.bigram import (
    BigramSearch,
    bigram_marginals,
)
from laconic.search.constraints import Constraints, Masks
from laconic.search.expected_f1 import expected_f1
from laconic.text import Sentence, has_word

FEW_RATES = (0.5, 0.75)
"""The rates at which the network is run for all lengths: each serves the lengths near it.

With three rates, .375, .625 and .875, the verifier likes the answers as much, and an editor's cuts of the same length
are less like them.
"""

MOST_LENGTHS = 12
"""Lengths that are looked at under the scores for one rate."""

_FEW_LENGTHS = 4
"""The same, where answers are not read a second time."""

_DOUBTS = 6
"""Words of the best answer that are decided the other way, to see whether that is better."""

_LENGTHS_OF_DOUBTS = 5
"""Lengths that are looked at for each of them."""

_GOOD = 0.75
"""An answer that an editor accepts with a higher probability is not doubted: variations of it hardly ever win."""

_MOST_READ = 12
"""Candidates that are read a second time, the best by their scores alone: if all were read, the expected quality of the
answers would change by less than .001."""

_MOST_VARIATIONS_READ = 4
"""The same, of those in which a doubtful word is decided the other way."""

_SURPRISE = 0.3
"""What a second reading may add to the worth of a candidate: if those were read too that are further behind, one in a
hundred answers would be another, and the expected acceptance of all would rise by .001."""

_HEADLINES = 12
"""How many headlines compete, the most probable ones."""

_CHAIN = BigramSearch()
"""Finds variations, and headlines."""

_NO_LINES = VerdictLines()
"""Verdicts that are not learnt: every candidate is as good as every other."""


_Found = tuple[EncoderScored, Kept, float]
"""Words that a search keeps under some scores, and the score of a candidate that keeps them."""


@dataclass(frozen=True)
class _Known:
    """What is known of a sentence.

    Attributes:
        sentence: the sentence.
        unsettled: its scores so far, by the rate that the network was asked for, before pairs of marks are settled.
        scored: the same, by the rate and by which pairs of marks stay.
    """

    sentence: Sentence
    unsettled: dict[float | None, UnsettledScores] = field(default_factory=dict)
    scored: dict[tuple[float | None, tuple[bool, ...]], EncoderScored] = field(default_factory=dict)


class EncoderDeletion(DeletionMethod):
    """Deletes words under the scores of the network that parses.

    The score of an answer is its log-probability: among all compressions of its length if a length is requested, and
    among all compressions otherwise. If arcs are searched, their scores are added (they are log-probabilities too, so
    no score is above 0). Each answer has a confidence, computed from the network's own scores: its probabilities are
    calibrated without ties between words, which would exaggerate them.

    Args:
        scorer: gives the scores of a sentence for a rate.
        search_name: how the best words are found: ``joint-exact`` looks at words, neighbours and the arcs of the
            compressed sentence, ``bigram`` at words and neighbours.
        free, fixed: calibrations of probabilities for a free and for a given length.
        verdicts: turns the verifier's log odds and a word's log-probability into an editor's verdicts.
        fast_verdicts: uses only a word's log-probability.
    """

    most_read: int = _MOST_READ
    most_variations_read: int = _MOST_VARIATIONS_READ
    surprise: float = _SURPRISE

    def __init__(
        self,
        scorer: EncoderScorer,
        search_name: str = "joint-exact",
        free: Calibration = AS_THEY_ARE,
        fixed: Calibration = AS_THEY_ARE,
        verdicts: VerdictLines = _NO_LINES,
        fast_verdicts: VerdictLines = _NO_LINES,
    ) -> None:
        super().__init__("encoder", scorer, resolve(search_name, SEARCHES, "search")())
        self.network = scorer
        self.search_name = search_name
        self.free = free
        self.fixed = fixed
        self.verdicts = verdicts
        self.fast_verdicts = fast_verdicts
        self._last = _Known(Sentence("", ()))

    @property
    def styles(self) -> Sequence[str]:
        """The names of the styles, the default first."""
        return AUTO, *STYLES

    def in_style(self, style: str) -> EncoderDeletion:
        """Return the method for another style; raise `UsageError` if there is none of that name."""
        scorer = EncoderScorer(self.network.reader, style, self.network.arc_weight)
        return EncoderDeletion(scorer, self.search_name, self.free, self.fixed, self.verdicts, self.fast_verdicts)

    def score(self, sentence: Sentence, constraints: Constraints) -> EncoderScored:
        """Return the scores for the requested rate."""
        return self.read(sentence, constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates, each scored as one of those of its length, or of all where that is free."""
        assert isinstance(scored, EncoderScored)
        found = super().find(scored, constraints)
        among = {words: scored.log_partition(words) for words in {len(each.tokens) for each in found}}
        return [each.changed(score=each.score - among[len(each.tokens)]) for each in found]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length.

        Here lengths compete too: a score is the log-probability of the length, if it were free, and of the
        answer among those of its length. Near one rate, its scores serve every length, which takes a fraction of the
        time; they are best for lengths near it, such as most sentences of a document have.
        """
        size = len(sentence)
        prior = self.read(sentence, None).partitions
        prior = prior - np.logaddexp.reduce(prior)
        found: dict[int, Candidate] = {}

        def scored_for(words: int) -> EncoderScored:
            return self.read(sentence, *(self.asked_for(words / size) if near is None else (near, near)))

        for scored, lengths in _runs(map(scored_for, range(1, size + 1)), start=1):
            profile = self.search.all_lengths(scored.scores, masks, lengths[-1])
            for words in filter(profile.is_possible, lengths):
                kept = profile.at(words)
                score = kept.score - float(scored.partitions[words]) + float(prior[words])
                found[words] = self._candidate(scored, kept, score)
        scores = [found[words].score if words in found else -np.inf for words in range(len(sentence) + 1)]
        if found and (masks is None or not masks.keep.any()):
            # Keeping nothing is not learnt: it is worth as much as the shortest answer.
            scores[0] = next(iter(found.values())).score
        return LengthProfile(scores, found.__getitem__)

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with how sure the model is of each word."""
        scored = candidate.scored
        assert isinstance(scored, EncoderScored)
        candidate = self._with_tree(candidate, scored)
        if scored.rate is None:
            stays = self.free.probability(bigram_marginals(scored.untied).token)
        else:
            stays = scored.stays[len(candidate.tokens)]
        share, each_word = confidences(stays, candidate.kept or ())
        return self._written(candidate, {"word_score": list(scored.word_scores)}, share, each_word)

    def _with_tree(self, candidate: Candidate, scored: EncoderScored) -> Candidate:
        """Return a candidate with the tree of its words, which one that was found without arcs has not yet."""
        if candidate.found.heads is not None or "arc" not in self.search.reads:
            return candidate
        size, kept = len(scored.sentence), candidate.kept or ()
        masks = Masks.of(size, keep=kept, drop=set(range(size)).difference(kept))
        (found,) = self.search.search(scored.scores, Constraints.exactly(size, len(kept), masks))
        return candidate.changed(found=found, score=candidate.score - candidate.found.score + found.score)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return the best candidates of several lengths, by the scores for a rate and for a lower one.

        If the length is free, by the scores for a free length, for seven eighths and for five.
        """
        if self._is_headline(sentence, rate):
            return self._headlines(sentence, masks)
        if rate is None:
            rates: tuple[float | None, ...] = (None,) if fast else (None, 0.875, 0.625)
        else:
            rates = (rate,) if fast else (rate, 0.8 * rate)
        found: list[_Found] = []
        for asked in dict.fromkeys(each if each is None else nearest_rate(each) for each in rates):
            lengths = lengths_near(len(sentence), asked, _FEW_LENGTHS if fast else MOST_LENGTHS)
            found += self._found_of_lengths(sentence, masks, asked, lengths)
        return self._different(found)

    @cached_property
    def _for_headlines(self) -> EncoderDeletion:
        """The method in the style of headlines; it remembers its last scores, which serve every choice of masks."""
        return self.in_style(NEWS)

    def _headlines(self, sentence: Sentence, masks: Masks | None) -> list[Candidate]:
        """Return the most probable headlines, each with its expected likeness to a reference."""
        method = self if self.network.style != AUTO else self._for_headlines
        scored, wanted = method.read(sentence, None), Constraints.any_length(len(sentence), masks, nbest=_HEADLINES)
        every_answer = scored.log_partition(0)
        found = [
            self._candidate(scored, kept, kept.score - every_answer) for kept in _CHAIN.search(scored.scores, wanted)
        ]
        likeness = expected_f1(scored.untied_lengths, kept_words(found))
        return [
            Headline(each.scored, each.found, each.tokens, each.kept, each.score, each.spell, likeness=float(like))
            for each, like in zip(found, likeness, strict=True)
        ]

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return the best candidates of several lengths in which a doubtful word is decided the other way.

        The scores cannot see what a reader misses; so each of the words that might as well go or stay is forced to,
        and the others follow. What an editor would very probably print is left as it is. Only words and neighbours are
        looked at, for arcs hardly ever decide here, and take most of the time in a long sentence.
        """
        sentence = candidate.source
        is_good = candidate.verdict is not None and candidate.verdict.accept > _GOOD
        if is_good or self._is_headline(sentence, rate):
            return []
        size, asked = len(sentence), 1 - 1 / RATES if rate is None else nearest_rate(rate)
        masks = Masks.of(size) if masks is None else masks
        stays = self.read(sentence, asked).untied_marginals[len(candidate.tokens)]
        kept = np.zeros(size, np.bool_)
        kept[list(candidate.kept or ())] = True
        doubt = np.where(kept, 1.0 - stays, stays)
        doubt[masks.keep | masks.drop | [not has_word([word]) for word in sentence.words]] = -1.0
        lengths = lengths_near(size, rate, _LENGTHS_OF_DOUBTS)
        found: list[_Found] = []
        for place in np.argsort(-doubt, kind="stable")[:_DOUBTS].tolist():
            if doubt[place] >= 0.0:
                other = masks.also(drop=[place]) if kept[place] else masks.also(keep=[place])
                found += self._found_of_lengths(sentence, other, asked, lengths, search=_CHAIN)
        return self._different(found)

    def _is_headline(self, sentence: Sentence, rate: float | None) -> bool:
        """Return whether the probabilities count beside the verdict when the answer is chosen.

        The verifier has learnt what an editor prints: what a headline tells and how long it is, the scores know better.
        """
        if rate is not None:
            return False
        return self.network.style not in (AUTO, EDITOR) or self.network.begins_news(sentence)

    def of_lengths(
        self,
        sentence: Sentence,
        masks: Masks | None,
        rate: float | None,
        lengths: Sequence[int],
        bonus: Floats | None = None,
    ) -> list[Candidate]:
        """Return the best candidates of some lengths by the scores for a rate, as far as there are any.

        Args:
            sentence: the sentence, parsed.
            masks: which of its words must stay and go.
            rate: what the network is asked for.
            lengths: how many words the candidates may have.
            bonus: what each word gains if it stays, to favour words more than the network does.
        """
        return [self._candidate(*each) for each in self._found_of_lengths(sentence, masks, rate, lengths, bonus)]

    def _found_of_lengths(
        self,
        sentence: Sentence,
        masks: Masks | None,
        rate: float | None,
        lengths: Sequence[int],
        bonus: Floats | None = None,
        search: Search[Scores] | None = None,
    ) -> list[_Found]:
        """Return the same before candidates are made of it, by the method's own search or another."""
        scored = self.read(sentence, rate)
        plain = scored.scores
        wanted = plain if bonus is None else Scores(plain.token + bonus, plain.bigram, plain.arc)
        profile = (search or self.search).all_lengths(wanted, masks, max(lengths))
        every_length = np.logaddexp.reduce(scored.partitions)
        found = []
        for words in filter(profile.is_possible, lengths):
            kept = profile.at(words)
            gained = 0.0 if bonus is None else float(bonus[list(kept.positions)].sum())
            among = every_length if rate is None else scored.partitions[words]
            found.append((scored, kept, kept.score - gained - float(among)))
        return found

    def _different(self, found: Iterable[_Found]) -> list[Candidate]:
        """Return a candidate for each set of words that was found, for the first time."""
        different: dict[tuple[int, ...], _Found] = {}
        for each in found:
            different.setdefault(each[1].positions, each)
        return [self._candidate(*each) for each in different.values()]

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with an editor's expected verdicts.

        The verifier's log odds and the mean log-probability of a word are weighted as learnt from readers.
        """
        if not candidates:
            return []
        lines = self.fast_verdicts if fast else self.verdicts
        features = likelihoods(candidates, kept_words(candidates)) if fast else self.features(candidates)
        accept, reject = lines.accept.probability(features), lines.reject.probability(features)
        return [
            each.changed(verdict=Verdict(yes, no))
            for each, yes, no in zip(candidates, accept.tolist(), reject.tolist(), strict=True)
        ]

    def features(self, candidates: Sequence[Candidate]) -> Floats:
        """Return ``[K, 4]``: what verdicts on candidates of one sentence are read from.

        They are the verifier's log odds of accepting and of mending against rejecting, the likelihood of a word, and
        the share of the words that stay: of the candidates for a short answer, more are tried in vain.
        """
        kept = kept_words(candidates)
        read = np.log(self.network.judge(candidates[0].source, kept) + 1e-6)
        return np.concatenate([read[:, :2] - read[:, 2:], likelihoods(candidates, kept)], axis=1)

    def save(self, folder: Path) -> dict[str, Any]:
        """Return the settings; the weights are those of the bundled parser."""
        return {
            "search": self.search_name,
            "style": self.network.style,
            "arc_weight": self.network.arc_weight,
            "free": {"slope": self.free.slope, "shift": self.free.shift},
            "fixed": {"slope": self.fixed.slope, "shift": self.fixed.shift},
            "verdicts": self.verdicts.to_toml(),
            "fast_verdicts": self.fast_verdicts.to_toml(),
        }

    @classmethod
    def load(cls, folder: Path, settings: Mapping[str, Any]) -> Self:
        """Return the method that `save` wrote."""
        try:
            scorer = EncoderScorer(
                shared_reader(None), str(settings.get("style", AUTO)), float(settings.get("arc_weight", 1.0))
            )
            free, fixed = (Calibration(**settings.get(name, {})) for name in ("free", "fixed"))
            lines = (VerdictLines.from_toml(settings.get(name, {})) for name in ("verdicts", "fast_verdicts"))
            return cls(scorer, str(settings.get("search", "joint-exact")), free, fixed, *lines)
        except (TypeError, ValueError) as error:
            raise DataError(f"has settings that the encoder does not know: {error}.", path=folder) from None

    def asked_for(self, rate: float | None) -> tuple[float | None, float | None]:
        """Return the rates to `read` a sentence for if a length is given as a rate: the nearest of a few rates.

        Only marks that come in pairs are settled for the length itself.
        """
        if rate is None:
            return None, None
        return min(FEW_RATES, key=lambda each: (abs(each - rate), -each)), rate

    def read(self, sentence: Sentence, rate: float | None, settled: float | None = None) -> EncoderScored:
        """Return a sentence with its scores for a rate, or for a free length.

        Args:
            sentence: the sentence.
            rate: the rate that the network is asked for.
            settled: the rate for which marks that come in pairs are settled, if it is another.
        """
        known = self._known(sentence)
        unsettled = known.unsettled.get(rate)
        if unsettled is None:
            unsettled = known.unsettled[rate] = self.network.unsettled(sentence, rate)
        words = words_asked_for(len(sentence), rate if settled is None else settled)
        pairs_kept = unsettled.pairs_kept(words)
        scored = known.scored.get((rate, pairs_kept))
        if scored is None:
            # Both scores are read now: when answers are written, the network may have read many sentences since.
            scored = EncoderScored(sentence, unsettled.settled(pairs_kept), rate, unsettled.untied, self.fixed)
            known.scored[rate, pairs_kept] = scored
        return scored

    def _known(self, sentence: Sentence) -> _Known:
        """Return what is known of a sentence; the last one is remembered, for each choice of masks reads it again."""
        last = self._last
        if last.sentence is not sentence:
            last = _Known(sentence)
            self._last = last
        return last


def lengths_near(size: int, rate: float | None, most: int) -> range:
    """Return the numbers of words to look at under the scores for a rate: at most ``most`` of them, around it."""
    low, high = (0.45, 0.95) if rate is None else (0.65 * rate, 1.12 * rate)
    first, last = max(1, math.floor(low * size)), min(size, math.ceil(high * size))
    return range(last, first - 1, -max(1, math.ceil((last - first + 1) / most)))


def _runs(every: Iterable[EncoderScored], start: int) -> Iterator[tuple[EncoderScored, list[int]]]:
    """Yield each of some scores once for every run of places where it stands, with these places."""
    for _, group in groupby(enumerate(every, start), lambda each: id(each[1])):
        places, (scored, *_) = zip(*group, strict=True)
        yield scored, list(places)


INFO = MethodInfo(
    name="encoder",
    description="Deletes words; a small neural network reads the whole sentence.",
    load=EncoderDeletion.load,
    gives=EncoderScorer.gives,
    search="joint-exact",
)
