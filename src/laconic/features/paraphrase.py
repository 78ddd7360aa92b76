"""Features of paraphrases: those of the grammar, of the task, of the words, and of how pieces are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property

import numpy as np

from laconic.forest.cky import RULE_SHAPES, Paraphraser, Paraphrases
from laconic.grammar.scfg import Scfg
from laconic.lm import LanguageModel
from laconic.metrics.readability import syllables
from laconic.search.base import Floats

LM = "lm"
"""The log10 probability of the text, which the search with the language model adds."""

WORD_FEATURES = ("words", "unigram", "syllables")
"""Summed over all words of the text: their number, their log10 probability without neighbours, their syllables."""

GLUE_FEATURES = ("glue", "copied", "deleted_words", "importance")
"""Pieces put side by side, words copied, words deleted outside rules, and how much these matter."""

DELETION = "delete:"

DELETION_KINDS = ("JJ", "RB", "DT", "NN", "PP", "SBAR", "ADVP", "ADJP", "PRN", "S", "NP", "CC", "comma", "word")


TASK_FEATURES = frozenset(["source_words", "target_words", "word_difference", "length_difference", "syllables"])
"""What helps to shorten and to simplify: c_src, c_tgt, c_dcount, c_davg (section 6.1 of the paper), and syllables."""

NOT_IN_THE_PAPER = frozenset(["new_words", "deleted_words", "importance", "unigram", "syllables"])
"""What Ganitkevitch et al. (2011) do not have."""


def feature_names(grammar: Scfg) -> list[str]:
    """Return the names of all features under a grammar, its own first."""
    own = [name for name in grammar.features if name not in RULE_SHAPES]
    deletions = [DELETION + kind for kind in DELETION_KINDS]
    return [*own, *RULE_SHAPES, *GLUE_FEATURES, *deletions, *WORD_FEATURES, LM]


class ParaphraseScorer:
    """Scores the edges of forests of paraphrases (Ganitkevitch et al. 2011, equation 4), and returns their features.

    Args:
        paraphraser: builds the forests.
        weights: the features' weights by name; those not named count nothing.
        lm: gives the unigram probabilities of words; without it they are 0.
    """

    def __init__(self, paraphraser: Paraphraser, weights: Mapping[str, float], lm: LanguageModel | None = None) -> None:
        self.grammar = paraphraser.grammar
        self._paraphraser = paraphraser
        self.weights = dict(weights)
        self.names = feature_names(self.grammar)
        self._lm = lm

    def reweighed(self, weights: Mapping[str, float]) -> ParaphraseScorer:
        """Return a scorer with other weights that shares all else."""
        other = copy(self)
        other.weights = dict(weights)
        other.__dict__.pop("_rule_scores", None)
        return other

    def __call__(self, found: Paraphrases) -> Floats:
        """Return the score of each edge, without the language model's."""
        of_rules = self._rule_scores[found.grammar_rules]
        of_words = self._word_values(found) @ self._vector(WORD_FEATURES)
        of_glue = self._glue_values(found) @ self._vector(GLUE_FEATURES)
        scores: Floats = of_rules + of_words + of_glue
        deleted = found.deleted
        if found.deletions:
            of_kinds = np.array([self.weights.get(DELETION + each.kind, 0.0) for each in found.deletions])
            scores += np.append(of_kinds, 0.0)[deleted]
        return scores

    def matrix(self, found: Paraphrases) -> Floats:
        """Return the features of each edge, one row per edge, in the order of the names; the language model's are 0."""
        values = np.zeros((found.forest.edges, len(self.names)))
        place = {name: number for number, name in enumerate(self.names)}
        for names, columns in (
            (self._rule_names, self._rule_values[found.grammar_rules]),
            (WORD_FEATURES, self._word_values(found)),
            (GLUE_FEATURES, self._glue_values(found)),
        ):
            values[:, [place[name] for name in names]] = columns
        edges = np.flatnonzero(found.deleted >= 0)
        kinds = [place[DELETION + found.deletions[number].kind] for number in found.deleted[edges].tolist()]
        values[edges, kinds] = 1.0
        return values

    def _vector(self, names: Sequence[str]) -> Floats:
        return np.array([self.weights.get(name, 0.0) for name in names])

    @cached_property
    def _rule_names(self) -> list[str]:
        own = [name for name in self.grammar.features if name not in RULE_SHAPES]
        return [*own, *RULE_SHAPES]

    @cached_property
    def _rule_values(self) -> Floats:
        """The features of each rule, and at the end zeros for what is not a rule."""
        own = [column for name, column in self.grammar.features.items() if name not in RULE_SHAPES]
        values = np.nan_to_num(np.column_stack([*own, self._paraphraser.rule_shapes()])).astype(np.float64)
        return np.vstack([values, np.zeros(values.shape[1])])

    @cached_property
    def _rule_scores(self) -> Floats:
        return self._rule_values @ self._vector(self._rule_names)

    @cached_property
    def _grammar_words(self) -> Floats:
        return self._values(self.grammar.words)

    def _values(self, words: Sequence[str]) -> Floats:
        """Return the features of words, one row per word."""
        if not words:
            return np.zeros((0, len(WORD_FEATURES)))
        unigram = np.zeros(len(words))
        if self._lm is not None:
            unigram = self._lm.sentences([[word] for word in words], begin=False, end=False)
        return np.column_stack([np.ones(len(words)), unigram, [syllables(word) for word in words]])

    def _word_values(self, found: Paraphrases) -> Floats:
        """Return for each edge the sums of its words' features."""
        forest = found.forest
        values = np.vstack([self._values(found.words), self._grammar_words[found.new_words]])
        is_word = forest.yield_symbols >= 0
        words = forest.yield_symbols[is_word]
        return np.column_stack([forest.yield_sums(is_word, column[words]) for column in values.T])

    def _glue_values(self, found: Paraphrases) -> Floats:
        before = np.concatenate([[0.0], np.cumsum(found.importance)])
        spans = [(span.end - span.begin, before[span.end] - before[span.begin]) for span in found.deletions]
        of_deletions = np.array([*spans, (0.0, 0.0)])[found.deleted]
        return np.column_stack([found.joins, found.copies, of_deletions]).astype(np.float64)
