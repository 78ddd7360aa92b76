"""Paraphrasing with a verifier: a deletion model proposes deletions, and the grammar shortens the rest.

The network that deletes words has learnt from an editor's cuts, and its verifier from readers' verdicts; neither knows
paraphrases. The grammar knows which words can stand for which, but little of what a sentence can do without. So each
does what it knows: the network proposes sets of words to keep, more than there is room for among them; the forest of
paraphrases finds the best wording of each; the verifier judges what is left out, and each rule brings its own
probability of being right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from laconic.english.function_words import ARTICLES
from laconic.errors import UsageError
from laconic.features.network import nearest_rate
from laconic.features.paraphrase import ParaphraseScorer
from laconic.forest.cky import Paraphrases
from laconic.forest.derivation import Derivation
from laconic.forest.optional_deletions import ANY_WORD, Deletion
from laconic.forest.pinned import pinned_scores
from laconic.grammar.scfg import Scfg
from laconic.language import LANGUAGE
from laconic.lm import LanguageModel
from laconic.methods.encoder import EncoderDeletion
from laconic.methods.paraphrase import Paraphrase, ParaphraseSettings, names_of, verbatim_scores
from laconic.pipeline.forest_search import ForestSearch
from laconic.pipeline.importance import bundled_deletion
from laconic.pipeline.method import Candidate, Scored, Verdict
from laconic.search.base import Floats
from laconic.search.constraints import Masks
from laconic.text import Sentence

DOUBT = "doubt"
"""The column of a grammar that says how doubtful a rule is: −ln of the probability that it does no harm."""

CONCISION = 6.0
"""To say the same in a hundredth fewer letters is worth this many hundredths."""

MOST_GAIN = 0.12
"""But no more than this: a worse choice of what is left out is not made good by its wording."""

LITTLE_DOUBT = 0.08
"""What has little doubt is also offered without the rest: several doubtful rules together are often too many."""

HARM = 0.5
"""How bad a wording is that does harm, beside a rejection: readers often call it a small flaw."""

LONGER = 1.25
"""The network is asked for answers this much longer than there is room for: the grammar may shorten them enough."""

WORDING = {"rule": 2.0, DOUBT: -10.0, "unigram": -0.3}
LETTER_COST = 0.25
LM_WEIGHT = 0.4
"""How wordings of the same words compete: a rule is used where it saves letters, is sure, and the language model does
not object. That a word is rare is not held against it, only that it does not fit."""

_BEAM = 12
_SMALL = ARTICLES | {"that"}


@dataclass(frozen=True)
class WordedCandidate(Candidate):
    """A candidate with what was left out before it was worded.

    Attributes:
        deletion: the network's own candidate: the words that the answer keeps or says otherwise.
        doubt: the doubts of its rules together.
    """

    deletion: Candidate | None = None
    doubt: float = 0.0

    @property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stayed."""
        return () if self.deletion is None else self.deletion.kept or ()

    @property
    def word_density(self) -> float:
        """How many words of the source a word of the answer stands for."""
        return len(self.meant) / max(1, len(self.tokens))

    @property
    def letter_density(self) -> float:
        """How many letters of the source a letter of the answer stands for."""
        words = self.source.words
        return _letters([words[place] for place in self.meant]) / max(1, _letters(self.tokens))

    @property
    def gain(self) -> float:
        """To say the same in fewer letters is what is asked for, beside what speaks for its words."""
        own = 0.0 if self.deletion is None else replace(self.deletion, verdict=self.verdict).gain
        if self.kept is not None or not self.meant:
            return own
        return own + min(MOST_GAIN, CONCISION * (1 - 1 / self.letter_density))


class JudgedParaphrase(Paraphrase):
    """Rewrites what a deletion model keeps, and lets its verifier choose.

    Requests for an exact length or for all lengths are answered by `Paraphrase`.
    """

    def __init__(
        self,
        grammar: Scfg,
        weights: Mapping[str, float],
        settings: ParaphraseSettings | None = None,
        *,
        lm: LanguageModel | None = None,
        name: str = "paraphrase",
    ) -> None:
        super().__init__(grammar, weights, settings, lm=lm, name=name)
        editor = bundled_deletion(self.settings.editor)
        if not isinstance(editor, EncoderDeletion):
            raise UsageError(f"the model {self.settings.editor!r} does not judge its answers; encoder does.")
        self.editor = editor

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return wordings of what the network proposes to keep, for a rate and for a higher one."""
        proposed = self.editor.propose(sentence, masks, rate, fast=fast)
        if rate is not None and not fast:
            room = max(1, math.floor(rate * len(sentence)))
            longer = range(room, min(len(sentence), math.ceil(LONGER * room)) + 1)
            proposed += self.editor.of_lengths(sentence, masks, nearest_rate(min(1.0, rate * LONGER)), longer)
        return self._wordings(sentence, masks, proposed)

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return wordings of what is left if a doubtful word of a candidate is decided the other way."""
        assert isinstance(candidate, WordedCandidate)
        assert candidate.deletion is not None
        deletion = replace(candidate.deletion, verdict=candidate.verdict)
        return self._wordings(candidate.source, masks, self.editor.vary(deletion, masks, rate))

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with the verifier's verdict on what was left out, less the doubts about their rules."""
        worded = [each for each in candidates if isinstance(each, WordedCandidate)]
        deletions = {each.meant: each.deletion for each in worded if each.deletion is not None}
        judged = self.editor.judge(list(deletions.values()), fast=fast)
        verdicts = dict(zip(deletions, (each.verdict for each in judged), strict=True))
        found: list[Candidate] = []
        for each in worded:
            verdict, sure = verdicts[each.meant], math.exp(-HARM * each.doubt)
            if verdict is not None:
                found.append(replace(each, verdict=Verdict(verdict.accept * sure, 1 - (1 - verdict.reject) * sure)))
        return found

    def _wordings(self, sentence: Sentence, masks: Masks | None, deletions: Sequence[Candidate]) -> list[Candidate]:
        """Return what each of some deletions keeps, as it is and in the best other words."""
        different = {each.kept: each for each in reversed(deletions)}
        words = [Deletion(place, place + 1, ANY_WORD) for place in range(len(sentence))]
        found = self.paraphraser(sentence.words, self.labels(sentence), words)
        (quoted,) = LANGUAGE.quoted_positions([sentence])
        is_verbatim = [is_name or place in quoted for place, is_name in enumerate(names_of(sentence))]
        scores = self._wording_scores(found) + pinned_scores(found, masks) + verbatim_scores(found, is_verbatim)
        doubts = self._doubts[found.grammar_rules]
        return [worded for each in different.values() for worded in self._worded(found, scores, doubts, each)]

    def _worded(self, found: Paraphrases, scores: Floats, doubts: Floats, deletion: Candidate) -> list[WordedCandidate]:
        """Return what the network keeps, as it is and in the best other words."""
        kept = np.zeros(len(found.words), np.bool_)
        kept[list(deletion.kept or ())] = True
        pinned = scores + _scores_of_exactly(found, kept)
        is_rule = found.grammar_rules >= 0
        texts: dict[tuple[str, ...], WordedCandidate] = {}
        for most_doubt in (-1.0, LITTLE_DOUBT, np.inf):
            several = np.where(is_rule & (doubts > most_doubt), -np.inf, pinned)
            search = ForestSearch(
                found,
                several,
                longest=len(found.words),
                lm=self.lm,
                lm_weight=LM_WEIGHT,
                beam=_BEAM,
            )
            scored = Scored(deletion.source, search, deletion.scored.rate)
            try:
                (derivation,) = search.best()
            except UsageError:  # a word that must stay was left out
                continue
            plain = self._candidate(scored, derivation)
            doubt = _sum(doubts, derivation)
            texts.setdefault(
                plain.tokens,
                WordedCandidate(
                    scored,
                    derivation,
                    plain.tokens,
                    plain.kept,
                    deletion.score,
                    plain.spell,
                    None,
                    0.0,
                    deletion,
                    doubt,
                ),
            )
        return list(texts.values())

    def _wording_scores(self, found: Paraphrases) -> Floats:
        """Return what the wording of an edge is worth, the language model aside: few letters and sure rules."""
        forest = found.forest
        is_word = forest.yield_symbols >= 0
        letters = np.array([_letters([word]) for word in forest.vocabulary], np.float64)
        written = forest.yield_sums(is_word, letters[forest.yield_symbols[is_word]])
        scores: Floats = self._wording(found) - LETTER_COST * written
        return scores

    @cached_property
    def _wording(self) -> ParaphraseScorer:
        return ParaphraseScorer(self.paraphraser, WORDING, self.lm)

    @cached_property
    def _doubts(self) -> Floats:
        """The doubt about each rule, and 0 at the end for what is not a rule."""
        column = self.grammar.features.get(DOUBT)
        values = np.zeros(len(self.grammar)) if column is None else np.nan_to_num(column).astype(np.float64)
        return np.append(values, 0.0)


def _scores_of_exactly(found: Paraphrases, kept: NDArray[np.bool_]) -> Floats:
    """Return minus infinity for each edge that keeps or rewrites another word, or deletes one of these, else 0.

    A rule may also rewrite a small word that is not kept: what stands for *due to the fact that* stands for *due to the
    fact* as well.
    """
    small = np.array([word.casefold() in _SMALL for word in found.words])
    is_deletion = found.deleted >= 0
    is_rule = found.grammar_rules >= 0
    left_out, missed, decided = (_decided(found, flags) for flags in (~kept, ~kept & ~small, np.ones_like(kept)))
    deletes_kept = is_deletion & (left_out == 0)
    # Joining and passing on decide about nothing.
    touches_other = (found.copies & (left_out > 0)) | (is_rule & ((missed > 0) | (left_out == decided) & (decided > 0)))
    return np.where(touches_other | deletes_kept, -np.inf, 0.0)


def _decided(found: Paraphrases, flags: NDArray[np.bool_]) -> Floats:
    """Return for how many of some words each edge itself decides: those below its head, but below none of its tails."""
    forest = found.forest
    assert forest.spans is not None
    before = np.concatenate([[0], np.cumsum(flags)])
    inside = before[forest.spans[:, 1]] - before[forest.spans[:, 0]]
    counts: Floats = inside[forest.head] - np.bincount(forest.tail_edges, inside[forest.tails], forest.edges)
    return counts


def _letters(words: Sequence[str]) -> int:
    """Return how many letters some words take with the spaces before them; a clitic such as *'ll* has none."""
    return sum(len(word) + (not word.startswith("'")) for word in words)


def _sum(values: Floats, derivation: Derivation) -> float:
    return float(values[list(derivation.edges)].sum())
