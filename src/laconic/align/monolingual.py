"""The aligner for sentences of one language, which combines spelling, a lexicon, positions and neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files

import numpy as np

from laconic.align.alignment import Alignment, WordPair
from laconic.align.classifier import LinkClassifier, unpack
from laconic.align.edit import EditAligner
from laconic.align.lexicon import Lexicon
from laconic.align.similarity import Cells, context_features, first_guess, word_features
from laconic.arrays import read_arrays

MAX_CELLS = 1_000_000
"""Pairs with more combinations of words than this are not sentences; they are aligned by edit distance."""


class MonolingualAligner:
    """Links the words and phrases of two sentences that say the same in one language.

    Every combination of a source word and a target word is judged by a small classifier from how alike
    the words look, what the lexicon knows about them, where they stand, and how likely the links around
    them are. The judgement is repeated in rounds, each with the likelihoods of the round before; links
    likelier than the threshold stay. A word may get several links.

    Args:
        lexicon: probabilities of word pairs; by default the one that comes with laconic, for English.
        rounds: one classifier a round; by default those that come with laconic.
        threshold: how likely a link must be; higher is more precise, lower more complete.

    >>> pair = ("the firm sold two big factories".split(), "it sold two large plants".split())
    >>> str(MonolingualAligner().align([pair])[0])
    '0-0 1-0 2-1 3-2 4-3 5-4'
    """

    def __init__(
        self,
        *,
        lexicon: Lexicon | None = None,
        rounds: Sequence[LinkClassifier] | None = None,
        threshold: float = 0.5,
    ) -> None:
        self.lexicon = lexicon if lexicon is not None else bundled_lexicon()
        self.rounds = rounds if rounds is not None else bundled_rounds()
        self.threshold = threshold

    def align(self, pairs: Sequence[WordPair]) -> list[Alignment]:
        """Return one alignment per pair."""
        return [self._align(source, target) for source, target in pairs]

    def likelihoods(self, source: Sequence[str], target: Sequence[str]) -> Cells:
        """Return how likely each link is, one row a source word and one column a target word."""
        shape = (len(source), len(target))
        if not all(shape):
            return np.zeros(shape, np.float32)
        words = word_features(source, target, self.lexicon)
        likely = first_guess(words)
        for classifier in self.rounds:
            likely = classifier.probabilities(np.concatenate((words, context_features(likely)), axis=-1))
        return likely

    def _align(self, source: Sequence[str], target: Sequence[str]) -> Alignment:
        if len(source) * len(target) > MAX_CELLS:
            return EditAligner().align([(source, target)])[0]
        return Alignment(np.argwhere(self.likelihoods(source, target) > self.threshold))


@cache
def bundled_lexicon() -> Lexicon:
    """Return the English lexicon that comes with laconic."""
    with as_file(files("laconic.align") / "data" / "lexicon.en.txt.xz") as path:
        return Lexicon.read(path)


@cache
def bundled_rounds() -> tuple[LinkClassifier, ...]:
    """Return the classifiers that come with laconic, one a round."""
    with as_file(files("laconic.align") / "data" / "links.en.npz") as path:
        return tuple(unpack(read_arrays(path, "an aligner")))
