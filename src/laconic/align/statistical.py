"""Statistical alignment: word correspondences learnt from the corpus itself, in both directions.

The learner is the Bayesian aligner of Östling & Tiedemann (2016) as SIL's Thot implements it, an optional
package: an HMM with fertilities, estimated by Gibbs sampling. It stays good on small corpora, where the IBM
models that Cohn & Lapata (2007, §5) trained with GIZA++ need many more sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from laconic.align.alignment import Alignment, WordPair
from laconic.align.lexicon import Lexicon
from laconic.align.symmetrize import Symmetrizer, symmetrizer
from laconic.errors import DataError, MissingDependency, UsageError
from laconic.progress import track

if TYPE_CHECKING:
    from thot.alignment import EflomalAlignmentModel

MAX_WORDS = 1000
"""The aligner passes over longer sentences."""

MAX_SEED = 2**32 - 1

_PLACEHOLDERS = [f"\x1aunseen{number}" for number in range(50)]


class StatisticalAligner:
    """Learns which words correspond in a corpus of sentence pairs, and links them.

    Pairs of each word with itself are added to the corpus, so that the learner knows about word identity
    (Cohn & Lapata 2007, §5). Capitals make no difference. The same corpus and seed always give the same
    alignments.

    Args:
        symmetrize: how the two directions are combined: a name from `SYMMETRIZERS` or a function.
        identities: whether words may be expected to correspond to themselves; turn this off for
            sentences in two languages.
        seed: decides all that is random.
        samplers: how many chains of samples are averaged; fewer are faster and less steady.
        iterations: how often each chain goes over the corpus with word pairs alone, then with positions,
            then with fertilities; by default the more often the smaller the corpus.

    >>> words = "the cat sat on the mat".split()
    >>> str(StatisticalAligner().align([(words, words[:3])])[0])
    '0-0 1-1 2-2'
    """

    def __init__(
        self,
        *,
        symmetrize: str | Symmetrizer = "intersection",
        identities: bool = True,
        seed: int = 1,
        samplers: int = 3,
        iterations: tuple[int, int, int] | None = None,
    ) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise UsageError(f"the seed of the statistical aligner must be between 0 and {MAX_SEED}, not {seed}.")
        self.symmetrize = symmetrizer(symmetrize)
        self.identities = identities
        self.seed = seed
        self.samplers = samplers
        self.iterations = iterations
        self._directions: tuple[_Direction, _Direction] | None = None

    def train(self, pairs: Sequence[WordPair]) -> Self:
        """Learn from these pairs, forgetting what was learnt before, and return the aligner.

        Raises:
            DataError: no pair has words on both sides.
            MissingDependency: the optional package is not installed.
        """
        corpus = [(_small(source), _small(target)) for source, target in pairs]
        corpus = [pair for pair in corpus if _can_be_learnt(*pair)]
        if not corpus:
            raise DataError("there are no pairs of sentences to learn an alignment from.")
        if self.identities:
            words = dict.fromkeys(word for pair in corpus for side in pair for word in side)
            corpus += [([word], [word]) for word in (*words, *_PLACEHOLDERS)]
        backwards = [(target, source) for source, target in corpus]
        self._directions = (
            _Direction(corpus, self._new_model(), "Learning source to target"),
            _Direction(backwards, self._new_model(), "Learning target to source"),
        )
        return self

    def align(self, pairs: Sequence[WordPair]) -> list[Alignment]:
        """Return one alignment per pair; an aligner that was not trained learns from these pairs first."""
        if self._directions is None:
            if not any(_can_be_learnt(source, target) for source, target in pairs):
                return [Alignment() for _ in pairs]
            self.train(pairs)
        return [self._align(source, target) for source, target in pairs]

    def directions(self, source: Sequence[str], target: Sequence[str]) -> tuple[Alignment, Alignment]:
        """Return the alignments that give a source word to each target word, and the other way round.

        Raises:
            UsageError: the aligner was not trained.
        """
        forward, backward = self._trained()
        if not _can_be_learnt(source, target):
            return Alignment(), Alignment()
        left, right = _small(source), _small(target)
        if self.identities:
            left, right = forward.with_placeholders(left, right)
        return forward.align(left, right), backward.align(right, left).inverse

    def lexicons(self, least: float = 0.002) -> tuple[Lexicon, Lexicon]:
        """Return ``p(target word | source word)`` and ``p(source word | target word)``, as far as probable."""
        forward, backward = self._trained()
        return forward.lexicon(least), backward.lexicon(least)

    def _align(self, source: Sequence[str], target: Sequence[str]) -> Alignment:
        return self.symmetrize(*self.directions(source, target))

    def _new_model(self) -> EflomalAlignmentModel:
        try:
            from thot.alignment import EflomalAlignmentModel
        except ImportError as error:
            raise MissingDependency("statistical alignment", "align") from error
        model = EflomalAlignmentModel()
        model.seed = self.seed
        model.deterministic = True
        model.num_samplers = self.samplers
        if self.iterations is not None:
            model.set_iterations(*self.iterations)
        return model

    def _trained(self) -> tuple[_Direction, _Direction]:
        if self._directions is None:
            raise UsageError("the statistical aligner must be trained first.")
        return self._directions


class _Direction:
    """The model of one direction: it explains each target word by a source word or by none."""

    def __init__(self, corpus: Sequence[tuple[list[str], list[str]]], model: EflomalAlignmentModel, title: str) -> None:
        self.model = model
        for source, target in corpus:
            self.model.add_sentence_pair(source, target)
        self.model.start_training()
        for _ in track(range(self.model.scheduled_iterations), title):
            self.model.train()
        self.model.end_training()
        self.words = dict.fromkeys(word for source, _ in corpus for word in source)

    def align(self, source: list[str], target: list[str]) -> Alignment:
        _, matrix = self.model.get_best_alignment(source, target)
        return Alignment(np.argwhere(matrix.to_numpy()))

    def with_placeholders(self, source: list[str], target: list[str]) -> tuple[list[str], list[str]]:
        """Replace words that both sides share and training never saw by words known to equal themselves."""
        shared = [word for word in dict.fromkeys(source) if word not in self.words and word in target]
        stand_in = dict(zip(shared, _PLACEHOLDERS, strict=False))
        return [stand_in.get(word, word) for word in source], [stand_in.get(word, word) for word in target]

    def lexicon(self, least: float) -> Lexicon:
        model = self.model
        return Lexicon(
            {
                word: {
                    model.get_trg_word(number): probability
                    for number, probability in model.get_translations(model.get_src_word_index(word), least)
                }
                for word in self.words
                if word not in _PLACEHOLDERS
            }
        )


def _can_be_learnt(source: Sequence[str], target: Sequence[str]) -> bool:
    return 0 < len(source) <= MAX_WORDS and 0 < len(target) <= MAX_WORDS


def _small(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words]
