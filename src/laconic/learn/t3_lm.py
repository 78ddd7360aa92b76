"""The language model as one more feature of a derivation, learnt with all others (Cohn & Lapata 2013, equation 6).

With a language model the most violating derivation is searched for by cube pruning, so it may be missed: the
duality gap is then an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from laconic.errors import UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.rescore import rescore
from laconic.forest.sparse import SparseRows
from laconic.learn.losses import Linear, Loss
from laconic.learn.losses_search import Violation
from laconic.learn.structural_svm import Floats, Plane
from laconic.learn.t3_problem import ForestExample, ForestProblem
from laconic.lm import LanguageModel
from laconic.methods.forest_search import unigram_sums

LM_FEATURE = "language model"
"""The name of the feature, whose column comes after those of all rules."""

_NEGLIGIBLE = 1e-6


@dataclass(frozen=True)
class _Fluency:
    """What the language model says of an example: its edges' words alone, and the gold text among its words."""

    unigrams: Floats
    gold: float


class FluentForestProblem(ForestProblem):
    """Examples whose derivations also have a language model's score, each word's own probability given back.

    Args:
        examples: what to learn from.
        table: the features of all rules and deletions, one row for each.
        loss: what makes a derivation wrong; it must be the largest of linear functions.
        lm: the language model.
        beam: how many partial derivations the search keeps at a node.
        threads: how many sentences are searched at a time.

    Raises:
        UsageError: the loss is of another kind.
    """

    def __init__(
        self,
        examples: Sequence[ForestExample],
        table: SparseRows,
        loss: Loss,
        lm: LanguageModel,
        beam: int = 20,
        threads: int = 1,
    ) -> None:
        super().__init__(examples, table, loss, "margin", threads)
        if loss.pieces is None:
            raise UsageError(f"The loss {loss.name} cannot be learnt with a language model; use hamming or edit.")
        self._pieces = loss.pieces
        self._lm = lm
        self._beam = beam
        self._column = table.width
        self.features = table.width + 1
        self._fluency = [self._measure(example) for example in examples]

    def most_violated(self, weights: Floats) -> list[Plane]:
        """Return for each example the plane that these weights seem to violate most."""
        scores = self._table @ weights
        weight = float(weights[self._column])

        def plane(each: tuple[ForestExample, _Fluency]) -> Plane:
            return self._fluent_plane(*each, each[0].rows @ scores, weight)

        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(plane, zip(self._examples, self._fluency, strict=True)))

    def mean_loss(self, weights: Floats) -> float:
        """Return the mean loss of the derivations that score best, the language model included."""
        scores = self._table @ weights
        weight = float(weights[self._column])
        losses = []
        for example, fluency in zip(self._examples, self._fluency, strict=True):
            edges = self._best(example, fluency, example.rows @ scores, weight)[1]
            right, wrong = example.counts[edges].sum(axis=0)
            losses.append(float(self._loss(right, wrong, example.reference)))
        return float(np.mean(losses))

    def _measure(self, example: ForestExample) -> _Fluency:
        unigrams = unigram_sums(example.forest, self._lm)
        if not len(example.gold):
            return _Fluency(unigrams, 0.0)
        return _Fluency(unigrams, self._value(example, unigrams, example.gold))

    def _value(self, example: ForestExample, unigrams: Floats, edges: np.ndarray) -> float:
        """Return the language model's feature of a derivation."""
        text = Derivation(example.forest, edges.tolist(), 0.0).tokens
        return self._lm.sentence(text) - float(unigrams[edges].sum())

    def _best(
        self, example: ForestExample, fluency: _Fluency, scores: Floats, weight: float
    ) -> tuple[float, np.ndarray]:
        values = scores - weight * fluency.unigrams
        found = rescore(example.forest, values, self._lm, weight=weight, beam=self._beam).best()
        return found.score, np.array(found.edges, np.int32)

    def _fluent_plane(self, example: ForestExample, fluency: _Fluency, scores: Floats, weight: float) -> Plane:
        gold_score = float(scores[example.gold].sum()) + weight * fluency.gold
        if abs(weight) < _NEGLIGIBLE:
            worst = self._worst(example, scores)
        else:
            worst = self._worst_fluent(example, fluency, scores, weight, gold_score)
        plane = self._plane(example, worst)
        difference = fluency.gold - self._value(example, fluency.unigrams, worst.edges)
        return Plane(np.append(plane.columns, self._column), np.append(plane.values, difference), plane.offset)

    def _worst_fluent(
        self, example: ForestExample, fluency: _Fluency, scores: Floats, weight: float, gold_score: float
    ) -> Violation:
        right, wrong = example.counts[:, 0], example.counts[:, 1]

        def search(piece: Linear) -> tuple[float, np.ndarray]:
            values = scores + piece.right * right + piece.wrong * wrong
            score, edges = self._best(example, fluency, values, weight)
            return score + piece.constant, edges

        value, edges = max(map(search, self._pieces(example.reference)), key=lambda pair: pair[0])
        loss = self._loss(right[edges].sum(), wrong[edges].sum(), example.reference)
        return Violation(edges, float(loss), value - gold_score)
