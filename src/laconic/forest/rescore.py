"""Forests with a language model: derivations scored by their rules and by the words they yield."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest
from laconic.forest.inference import Floats, edge_scores, no_derivation
from laconic.forest.sparse import gather
from laconic.lm.model import LanguageModel

DEFAULT_BEAM = 100
POPS_PER_STATE = 4
"""Derivations that lead to a state already known are worth some time, but not all of it."""

_ANY_LENGTH = -1
_ALL = 2**62


class _Arrays(NamedTuple):
    """The new forest as the core gives it: its edges by old edges, its nodes by old nodes."""

    head: NDArray[np.int32]
    tail_ptr: NDArray[np.int32]
    tails: NDArray[np.int32]
    edges: NDArray[np.int32]
    nodes: NDArray[np.int32]
    log10: NDArray[np.float32]


class Rescored:
    """What the search with a language model found: a best derivation, and a forest of many good ones.

    The forest's nodes are the old ones, told apart by the words at their ends that a language model
    still needs. Each of its edges is an edge of the old forest (its ``origin``) with the language
    model's part in ``log10``; their ``scores`` count both, so k best, samples and marginals work on it.
    """

    def __init__(
        self, original: Forest, scores: Floats, weight: float, by_length: bool, core: _core.RescoredForest
    ) -> None:
        self.original = original
        self.weight = weight
        self._by_length = by_length
        self._old_scores = scores
        self._core = core

    def best(self) -> Derivation:
        """Return the best derivation found, as one of the original forest; its score counts the language model.

        Raises:
            DataError: there is none, or none is within the limit of words.
        """
        traced = [self._trace(which) for which in range(len(self._core.lengths()))]
        if not traced:
            raise no_derivation()
        score, edges = max(traced, key=lambda pair: pair[0])
        return Derivation(self.original, edges.tolist(), score)

    def by_length(self) -> dict[int, Derivation]:
        """Return the best derivation found for each number of words.

        Raises:
            UsageError: the search was not by length: give `rescore` the longest length of interest.
        """
        if not self._by_length:
            raise UsageError("the search was not by length; give rescore the longest length of interest.")
        found = {}
        for which, words in enumerate(self._core.lengths().tolist()):
            score, edges = self._trace(which)
            found[words] = Derivation(self.original, edges.tolist(), score)
        return found

    def _trace(self, which: int) -> tuple[float, NDArray[np.int32]]:
        edges, log10 = self._core.trace(which)
        return float(self._old_scores[edges].sum() + self.weight * log10.sum(dtype=np.float64)), edges

    @cached_property
    def forest(self) -> Forest:
        """All that the search kept, as a forest; features stay with the original forest."""
        old, edges, nodes = self.original, self._arrays.edges, self._arrays.nodes
        yield_ptr, entries = gather(old.yield_ptr, edges)
        return Forest(
            self._arrays.head,
            self._arrays.tail_ptr,
            self._arrays.tails,
            nodes=len(nodes),
            rule=old.rule[edges],
            yield_ptr=yield_ptr,
            yield_symbols=old.yield_symbols[entries],
            vocabulary=old.vocabulary,
            labels=None if old.labels is None else old.labels[nodes],
            spans=None if old.spans is None else old.spans[nodes],
            origin=edges,
        )

    @property
    def log10(self) -> Floats:
        """What each edge of the new forest adds to the language model's score of the sentence."""
        return self._arrays.log10.astype(np.float64)

    @property
    def scores(self) -> Floats:
        """The scores of the new forest's edges: the old ones, and the language model by its weight."""
        return self._old_scores[self._arrays.edges] + self.weight * self.log10

    @cached_property
    def _arrays(self) -> _Arrays:
        return _Arrays(*self._core.arrays())


def rescore(
    forest: Forest,
    scores: ArrayLike,
    model: LanguageModel,
    *,
    weight: float = 1.0,
    beam: int | None = DEFAULT_BEAM,
    pops: int | None = None,
    longest: int | None = None,
) -> Rescored:
    """Search a forest for derivations that also read well, by cube pruning (Chiang 2007).

    The score of a derivation is the sum of its edges plus ``weight`` times the log10 probability of its text, between
    the beginning and the end of a sentence (Cohn & Lapata 2013, equations 6 and 7; Yao et al. 2014, equation 1).

    Args:
        forest: the forest.
        scores: one score per edge.
        model: the language model.
        weight: how much the language model counts.
        beam: how many language model states each node keeps. With None for this and for ``pops``, the
            search is exhaustive, and finds the best.
        pops: how many partial derivations each node takes up, those that lead to the same state
            included; by default four times the beam. Other decoders call it the pop limit.
        longest: a limit of words. Every node then has a beam for each length, and `Rescored.by_length`
            gives the best derivation of each.

    Raises:
        DataError: the scores do not fit the forest.
        UsageError: a limit or the weight is out of range.
    """
    values = edge_scores(forest, scores)
    limits = search_limits(beam, pops)
    if longest is not None and not 0 <= longest < 2**20:
        raise UsageError(f"a limit of {longest} words is out of range; give 0 or more.")
    check_weight(weight)
    core = _core.RescoredForest(
        forest.graph,
        values,
        _model_words(forest, model),
        model.core,
        weight,
        *limits,
        _ANY_LENGTH if longest is None else longest,
    )
    return Rescored(forest, values, weight, longest is not None, core)


def search_limits(beam: int | None, pops: int | None) -> tuple[int, int]:
    """Return the limits of a search as the core reads them.

    Raises:
        UsageError: a limit is less than 1.
    """
    for name, limit in (("beam", beam), ("pops", pops)):
        if limit is not None and limit < 1:
            raise UsageError(f"the search finds nothing with {name}={limit}; give 1 or more, or None for no limit.")
    return beam or _ALL, pops or (POPS_PER_STATE * beam if beam else _ALL)


def check_weight(weight: float) -> None:
    """Raise `UsageError` unless the weight of a language model is a number."""
    if not np.isfinite(weight):
        raise UsageError(f"the language model's weight is {weight}; give a finite number.")


def _model_words(forest: Forest, model: LanguageModel) -> NDArray[np.uint32]:
    """Return the forest's words as the language model numbers them."""
    return model.encode([forest.vocabulary])[0]
