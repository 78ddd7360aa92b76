"""`advised-t3`: the bundled network chooses what to say, and the rules of a tree transducer say it in fewer words.

The network cuts the sentence to several lengths, some of them longer than what is asked for. The transducer rewrites
the tree so that it says what each cut says: it keeps the words of the cut, or replaces them by fewer. The network's
verifier, which has learnt readers' verdicts, reads what is said, and the best that fits is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files

import numpy as np
from numpy.typing import NDArray

from laconic.english.fixed_wording import fixed_positions
from laconic.english.function_words import APOSTROPHES, ARTICLES
from laconic.errors import UsageError
from laconic.features.rule_advice import ADVICE, rule_advice, said_positions
from laconic.forest.derivation import Derivation
from laconic.forest.pinned import reworded_scores
from laconic.forest.transduce import Transduction
from laconic.methods.encoder import EncoderDeletion
from laconic.methods.t3 import T3
from laconic.pipeline.forest_search import ForestSearch
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.limit import BROKEN
from laconic.pipeline.method import Candidate, Scored
from laconic.pipeline.stored import load_method
from laconic.pipeline.truth import true_candidates
from laconic.search.base import Floats, LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence

_LONGER = 1.3
"""Cuts up to this many times as long as the answer are rewritten: rules can say them in fewer words."""

_SHORTER = 0.75
"""Cuts down to this share of the room are looked at."""

_MOST_CUTS = 9

_CONCISION = 3.0
"""To say the same in a hundredth fewer letters is worth this many hundredths."""

_REWORDED = 0.1
"""What a rewriting is worth by itself: of two answers that read about as well, the one that says more in its room."""

_FAITHFUL = 3.0
"""What it is worth, at least, to say a word that the cut has, and to leave out one that it lacks: more than what rules
alone gain by doing otherwise."""

_NOT = "not"
_CONTRACTED_NOT = frozenset(["n't", "n’t"])


@dataclass(frozen=True)
class SaidCandidate(Candidate):
    """A rewriting with the words of the source that it keeps or says otherwise.

    Attributes:
        said: their positions.
    """

    said: tuple[int, ...] = ()

    @property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stayed."""
        return self.said

    @property
    def word_density(self) -> float:
        """How many words of the source a word of the answer stands for."""
        return len(self.meant) / max(1, len(self.tokens))

    @property
    def letter_density(self) -> float:
        """How many letters of the source a letter of the answer stands for."""
        words = self.source.words
        return _letters(words[place] for place in self.said) / max(1, _letters(self.tokens))

    @property
    def gain(self) -> float:
        """To say the same in fewer letters is what is asked for."""
        if self.kept is not None or not self.said:
            return 0.0
        return _REWORDED + max(0.0, _CONCISION * (1 - 1 / self.letter_density))


@dataclass(frozen=True)
class _Forest:
    """A sentence's forest with what does not depend on the cut: found once, and searched for every cut."""

    transduction: Transduction
    scores: Floats
    expected: Floats | None


class AdvisedT3(T3):
    """Rewrites a parse tree with rules, given advice on which words of the source to express."""

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the forest of rewritings, to be searched for what each cut says."""
        return Scored(sentence, self._forest(sentence, constraints.masks), constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, by the verifier's reading.

        Raises:
            UsageError: no rewriting meets them.
        """
        sentence, masks, words = scored.sentence, constraints.masks, constraints.words
        if words is not None:
            lengths = range(words, min(len(sentence), _widened(words)) + 1)
            cuts = list(self._cuts(sentence, masks, scored.rate, lengths))
            found = [each for cut in cuts for each in self._said(scored, masks, cut, words)]
            # Where the tree does not let any cut be said, what comes near it is still better than what rules alone say.
            found = found or [
                each for cut in cuts[:1] for each in self._said(scored, masks, cut, words, all_of_it=False)
            ]
        else:
            found = self.propose(sentence, masks, scored.rate)
        fitting = [each for each in found if _fits(each, constraints)]
        if not fitting:
            return super().find(replace(scored, scores=self.search(sentence, masks)), constraints)
        if words is not None:  # of one length, what the network finds most probable
            return sorted(fitting, key=lambda each: -each.score)[: constraints.nbest]
        true = true_candidates(sentence, fitting, or_all=True)
        return sorted(self.judge(true), key=_merit, reverse=True)[: constraints.nbest]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length that what a cut says can be said in."""
        scored = Scored(sentence, self._forest(sentence, masks), near)
        found: dict[int, Candidate] = {}
        for cut in self._cuts(sentence, masks, near, range(1, len(sentence) + 1)):
            for each in self._said(scored, masks, cut, None):
                found[len(each.tokens)] = replace(each, score=cut.score)  # of longer cuts, more is said
        scores = [found[words].score if words in found else -math.inf for words in range(len(sentence) + 1)]
        return LengthProfile(scores, found.__getitem__)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return rewritings of what several cuts say, of at most the rate where one is given."""
        room = len(sentence) if rate is None else max(1, math.floor(rate * len(sentence) + 1e-9))
        lowest = 0.5 if rate is None else _SHORTER
        lengths = range(max(1, round(lowest * room)), min(len(sentence), _widened(room)) + 1)
        scored = Scored(sentence, self._forest(sentence, masks), rate)
        cuts = reading_network().propose(sentence, masks, rate, fast=fast)
        cuts += self._cuts(sentence, masks, rate, _spread(lengths, _MOST_CUTS // (2 if fast else 1)))
        different = {each.kept: each for each in reversed(cuts)}
        return [
            each
            for cut in different.values()
            for each in self._said(scored, masks, cut, None if len(cut.tokens) <= room else room)
        ]

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with what an editor would say of the words of the source that each still says.

        A word that was replaced counts as kept: the verifier reads which parts of the source are left, not how they
        are put.
        """
        if not candidates:
            return []
        network, sentence = reading_network(), candidates[0].source
        shadows = [
            replace(each, scored=network.read(sentence, each.scored.rate), kept=each.meant) for each in candidates
        ]
        return [
            replace(each, verdict=judged.verdict)
            for each, judged in zip(candidates, network.judge(shadows, fast=fast), strict=True)
        ]

    def forbidden(self, transduction: Transduction, masks: Masks | None) -> Floats:
        """Return minus infinity for each edge that masks forbid, else 0: *n't* says the *not* that it stands for."""
        strict = super().forbidden(transduction, masks)
        if masks is None or masks.said is None:
            return strict
        words = transduction.source.words
        negations = [place for place in np.flatnonzero(masks.said) if words[place].lower() == _NOT]
        if not negations:
            return strict
        keep = masks.keep.copy()
        keep[negations] = False
        return np.where(_contracts(transduction), super().forbidden(transduction, replace(masks, keep=keep)), strict)

    def _forest(self, sentence: Sentence, masks: Masks | None) -> _Forest:
        transduction = self.transduce(sentence)
        scores = self.edge_scores(transduction, masks) + reworded_scores(transduction, fixed_positions(sentence))
        return _Forest(transduction, scores, self.expected(transduction, sentence))

    def _cuts(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, lengths: Iterable[int]
    ) -> Iterator[Candidate]:
        """Yield the network's best cuts of some lengths."""
        profile = reading_network().profile(sentence, masks, near=0.7 if rate is None else rate)
        return (profile.at(words) for words in lengths if profile.is_possible(words))

    def _said(
        self, scored: Scored, masks: Masks | None, cut: Candidate, words: int | None, *, all_of_it: bool = True
    ) -> list[Candidate]:
        """Return the best rewriting that says what a cut says, if it says all of it, or comes near it.

        Articles and marks may differ. A word that must go is not to be said in other words, either: "not appointing"
        must not become "naming".

        Args:
            scored: the sentence and its forest.
            masks: the words that must stay and go.
            cut: which words of the sentence to say.
            words: in exactly how many words; None leaves it to the rules.
            all_of_it: whether a rewriting must say every word of the cut.
        """
        forest = scored.scores
        assert isinstance(forest, _Forest)
        weights = np.array([max(self.weights.get(name, 0.0), _FAITHFUL) for name in ADVICE])
        articles = [place for place, word in enumerate(scored.sentence.words) if word.lower() in ARTICLES]
        advised: Floats = rule_advice(forest.transduction, cut.kept or (), articles) @ weights
        search = self.search_under(forest.scores + advised, forest.transduction, scored.sentence, forest.expected)
        try:
            found = search.best(words)
        except UsageError:  # no rewriting has this length
            return []
        candidates = [self._candidate(Scored(scored.sentence, search, scored.rate), each) for each in found]
        needed = {place for place in cut.kept or () if place not in articles and _is_word(scored.sentence, place)}
        said = [_with_said(each, cut.score / max(1, len(cut.tokens))) for each in candidates]
        return [
            each
            for each in said
            if (needed <= set(each.said) or not all_of_it)
            and not (masks is not None and masks.drop[list(each.said)].any())
        ]


@cache
def reading_network() -> EncoderDeletion:
    """Return the bundled method whose network cuts and reads."""
    with as_file(files("laconic") / "data" / "models" / "encoder") as folder:
        method, _ = load_method(folder)
    assert isinstance(method, EncoderDeletion)
    return method


def _contracts(transduction: Transduction) -> NDArray[np.bool_]:
    """Return for each edge whether it brings a contracted *not*."""
    forest = transduction.forest
    short = [place for place, word in enumerate(forest.vocabulary) if word in _CONTRACTED_NOT]
    is_short = transduction.is_new & np.isin(forest.yield_symbols, short)
    return forest.yield_sums(is_short, np.ones(int(is_short.sum()))) > 0


def _widened(words: int) -> int:
    return math.ceil(_LONGER * words)


def _spread(lengths: range, most: int) -> list[int]:
    """Return at most this many of the lengths, evenly spaced, including the longest."""
    step = max(1, math.ceil(len(lengths) / max(1, most)))
    return list(lengths[::-1][::step])


def _fits(candidate: Candidate, constraints: Constraints) -> bool:
    if constraints.words is not None or constraints.counts_words:
        return constraints.low <= len(candidate.tokens) <= constraints.high
    return len(candidate.text) <= constraints.limit


def _is_word(sentence: Sentence, place: int) -> bool:
    return any(map(str.isalnum, sentence.words[place]))


def _merit(candidate: Candidate) -> float:
    quality = 0.0 if candidate.verdict is None else candidate.verdict.quality
    return quality - BROKEN * candidate.charge


def _with_said(found: Candidate, score: float) -> SaidCandidate:
    """Return what a search found with the words that it says, and another score."""
    search = found.scored.scores
    assert isinstance(search, ForestSearch)
    derivation: Derivation = found.found
    said = said_positions(search.rewriting, derivation)
    return SaidCandidate(found.scored, derivation, found.tokens, found.kept, score, found.spell, said=said)


def _letters(words: Iterable[str]) -> int:
    """Return how many characters words take up, with a space before each that is not contracted with the one before."""
    return sum(len(word) + (word not in _CONTRACTED_NOT and word[:1] not in APOSTROPHES) for word in words)


INFO = MethodInfo(
    name="advised-t3",
    description="A network chooses what to say; rules over the sentence's tree say it in fewer words.",
    load=AdvisedT3.load,
    train="laconic.learn.t3.training:train_advised_t3",
    training_needs=("qpsolvers", "piqp", "scipy"),
    explains=True,
)
