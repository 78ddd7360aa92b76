"""Sparse linear scores for compression by deletion, extracted and summed in the compiled core."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from laconic._core import DeletionFeatures
from laconic.errors import DataError
from laconic.language import LANGUAGE
from laconic.search.base import Parts, Scores
from laconic.text import Sentence, encodable
from laconic.tree import Tree


def deletion_features(sentence: Sentence) -> DeletionFeatures:
    """Return the sentence in the form that the core reads, to be scored any number of times.

    Raises:
        DataError: the sentence has not been parsed.
    """
    if sentence.heads is None or sentence.relations is None:
        raise DataError("features need a parsed sentence: parse it first.")
    words = [encodable(word.lower()) for word in sentence.words]
    starts, ends, parents, labels = _constituents(sentence.tree)
    return DeletionFeatures(
        words,
        [token.tag for token in sentence.tokens],
        list(sentence.relations),
        list(sentence.heads),
        [word in LANGUAGE.STOP_WORDS for word in words],
        starts,
        ends,
        parents,
        labels,
    )


class LinearScorer:
    """Scores words, neighbours and arcs with hashed features and a vector of weights (Yao et al. 2014, equation 2).

    Args:
        weights: one weight per bucket; the number of buckets is a power of two.
        with_pairs: whether neighbours after compression are scored.
        with_arcs: whether arcs of the compressed sentence are scored.
    """

    def __init__(self, weights: NDArray[np.float32], *, with_pairs: bool = True, with_arcs: bool = True) -> None:
        self.weights = weights
        self.with_pairs = with_pairs
        self.with_arcs = with_arcs

    @property
    def gives(self) -> Parts:
        """The parts of the scores that it gives."""
        pairs: Parts = frozenset({"bigram"} if self.with_pairs else ())
        arcs: Parts = frozenset({"arc"} if self.with_arcs else ())
        return pairs | arcs | {"token", "heads"}

    def __call__(self, sentence: Sentence) -> Scores:
        """Return the scores of a parsed sentence."""
        return self.score(deletion_features(sentence), heads=sentence.heads)

    def score(self, features: DeletionFeatures, heads: tuple[int, ...] | None) -> Scores:
        """Return the scores for features extracted before; the source's heads pass through to the search."""
        return Scores(*features.scores(self.weights, self.with_pairs, self.with_arcs), heads=heads)


def _constituents(tree: Tree | None) -> tuple[list[int], list[int], list[int], list[str]]:
    """Return starts, ends, parents' places and labels of the phrases, parents before children."""
    starts: list[int] = []
    ends: list[int] = []
    parents: list[int] = []
    labels: list[str] = []
    stack = [(tree, -1)] if tree is not None else []
    while stack:
        node, parent = stack.pop()
        if node.is_preterminal:
            continue
        place = len(starts)
        start, end = node.span
        starts.append(start)
        ends.append(end)
        parents.append(parent)
        labels.append(node.category)
        stack.extend((child, place) for child in reversed(node.children) if isinstance(child, Tree))
    return starts, ends, parents, labels
