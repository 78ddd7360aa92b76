"""Training the monolingual aligner from sentence pairs with gold alignments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic.align.alignment import Alignment, WordPair
from laconic.align.classifier import Floats, LinkClassifier, fit
from laconic.align.lexicon import Lexicon
from laconic.align.similarity import Cells, context_features, first_guess, word_features
from laconic.errors import DataError

_FOLDS = 2
_EASY = 0.01  # a link less likely than this in the round before teaches little,
_EASY_SHARE = 0.2  # so only this share of them is used, each counting for several


def train_rounds(
    pairs: Sequence[WordPair],
    gold: Sequence[Alignment],
    lexicons: Sequence[Lexicon],
    *,
    rounds: int = 3,
    hidden: int = 24,
    seed: int = 0,
) -> list[LinkClassifier]:
    """Learn the classifiers of a `MonolingualAligner`, one a round.

    Each round learns in the context that the round before gives to pairs it was not trained on, so that
    it meets in training the mistakes it will meet in use.

    Links between phrases (both words have further links) are left out of the training: annotators agree
    little about them, and the classifier grows too generous if it believes them all.

    Args:
        pairs: the words of source and target.
        gold: their alignments.
        lexicons: pair k takes its features from lexicon k modulo their number. Lexicons learnt from the
            same pairs must not have seen the pairs they serve.
        rounds: how many classifiers to learn.
        hidden: the size of their hidden layers.
        seed: decides all that is random.

    Raises:
        DataError: there are fewer than two pairs, or an alignment does not fit its pair.
    """
    if len(pairs) < _FOLDS:
        raise DataError(f"training an aligner needs at least {_FOLDS} pairs with gold alignments.")
    examples = [
        _Example(source, target, links, lexicons[place % len(lexicons)])
        for place, ((source, target), links) in enumerate(zip(pairs, gold, strict=True))
    ]
    random = np.random.default_rng(seed)
    learnt = []
    for number in range(rounds):
        learnt.append(_learn(examples, random, hidden, seed))
        if number + 1 < rounds:
            halves = [examples[half::_FOLDS] for half in range(_FOLDS)]
            others = [[e for k, half in enumerate(halves) if k != left for e in half] for left in range(_FOLDS)]
            classifiers = [_learn(other, random, hidden, seed) for other in others]
            for half, classifier in zip(halves, classifiers, strict=True):
                for example in half:
                    example.likely = classifier.probabilities(example.features())
    return learnt


class _Example:
    """A pair with its features, its gold links, and how likely the last round finds each link."""

    def __init__(self, source: Sequence[str], target: Sequence[str], gold: Alignment, lexicon: Lexicon) -> None:
        gold.within(len(source), len(target))
        self.words = word_features(source, target, lexicon)
        self.linked = np.zeros((len(source), len(target)), np.bool_)
        self.linked[gold.sources, gold.targets] = True
        several = (self.linked.sum(1, keepdims=True) > 1) & (self.linked.sum(0, keepdims=True) > 1)
        self.doubtful = self.linked & several
        self.likely: Cells = first_guess(self.words)

    def features(self) -> Cells:
        return np.concatenate((self.words, context_features(self.likely)), axis=-1)

    def sample(self, random: np.random.Generator) -> tuple[Floats, NDArray[np.bool_], Floats]:
        """Return features, labels and weights of the cells to learn from."""
        easy = ~self.linked & (self.likely < _EASY)
        chosen = ~self.doubtful & (~easy | (random.random(easy.shape) < _EASY_SHARE))
        weights = np.where(easy, np.float32(1 / _EASY_SHARE), np.float32(1))
        return self.features()[chosen], self.linked[chosen], weights[chosen]


def _learn(examples: Sequence[_Example], random: np.random.Generator, hidden: int, seed: int) -> LinkClassifier:
    columns = zip(*(example.sample(random) for example in examples), strict=True)
    features, linked, weights = (np.concatenate(column) for column in columns)
    return fit(features, linked, weights, hidden=hidden, seed=seed)
