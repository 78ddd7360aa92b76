"""Learning to transduce trees: the constraints of a structural support vector machine over forests."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from laconic import _core
from laconic.errors import UsageError
from laconic.forest.forest import Forest, Ints
from laconic.forest.sparse import SparseRows
from laconic.learn.svm.problem import Plane
from laconic.learn.t3.losses import Loss
from laconic.learn.t3.most_violating import Rescaling, Violation, most_violating
from laconic.search.base import Floats


@dataclass(frozen=True)
class ForestExample:
    """A sentence's forest, and what is to be learnt from it.

    Attributes:
        forest: all that the grammar makes of the sentence.
        rows: for each edge the rows in the table of features that are its own, as columns with the value 1.
        counts: for each edge its right and its wrong words.
        reference: how many words the reference has.
        gold: the edges of the derivation to imitate.
        expected: for each edge the log10 probability that a language model's score of it is compared with.
        advice: for each edge the features that its rule alone does not determine, whose columns come after the table's.
    """

    forest: Forest
    rows: SparseRows
    counts: Ints
    reference: int
    gold: Ints
    expected: Floats | None = None
    advice: Floats | None = None

    def loss_of(self, edges: Ints, loss: Loss) -> float:
        """Return the loss of a derivation."""
        right, wrong = self.counts[edges].sum(axis=0)
        return float(loss(right, wrong, self.reference))


class ForestProblem:
    """The constraints of the large margin objective (Cohn & Lapata 2007, equations 3 and 4; 2013, equation 8).

    The most violating derivation of each example is found exactly, in several threads.

    Args:
        examples: what to learn from.
        table: the features of all rules and deletions, one row for each.
        loss: what makes a derivation wrong.
        rescaling: whether the loss widens the margin or scales the slack.
        threads: how many sentences are searched at a time; the result does not depend on it.
    """

    def __init__(
        self,
        examples: Sequence[ForestExample],
        table: SparseRows,
        loss: Loss,
        rescaling: Rescaling = "margin",
        threads: int = 1,
    ) -> None:
        self._examples = examples
        self._table = table
        self._loss = loss
        self._rescaling: Rescaling = rescaling
        self._threads = threads
        self.examples = len(examples)
        self._advice = _advice_width(examples)
        self.features = table.width + self._advice

    def most_violated(self, weights: Floats) -> list[Plane]:
        """Return for each example the plane that these weights violate most."""
        scores = self._table @ weights

        def plane(place: int) -> Plane:
            return self._worst_plane(place, self._edge_scores(self._examples[place], scores, weights), weights)

        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(plane, range(self.examples)))

    def mean_loss(self, weights: Floats) -> float:
        """Return the mean loss of the derivations that score best."""
        scores = self._table @ weights
        found = [self._best(each, self._edge_scores(each, scores, weights), weights) for each in self._examples]
        pairs = zip(self._examples, found, strict=True)
        return float(np.mean([example.loss_of(edges, self._loss) for example, edges in pairs]))

    def _edge_scores(self, example: ForestExample, row_scores: Floats, weights: Floats) -> Floats:
        """Return the scores of an example's edges from those of the table's rows."""
        scores = example.rows @ row_scores
        if example.advice is not None:
            scores = scores + example.advice @ weights[self._table.width :][: self._advice]
        return scores

    def _best(self, example: ForestExample, scores: Floats, weights: Floats) -> Ints:
        """Return the derivation that scores best; scores are those of the edges under the weights."""
        return _core.forest_best(example.forest.graph, scores)[1]

    def _worst_plane(self, place: int, scores: Floats, weights: Floats) -> Plane:
        """Return the plane of an example that the weights violate most; scores are those of its edges."""
        example = self._examples[place]
        return self._plane(example, self._worst(example, scores))

    def _worst(self, example: ForestExample, scores: Floats) -> Violation:
        gold_score = float(scores[example.gold].sum())
        return most_violating(
            example.forest, scores, example.counts, example.reference, self._loss, self._rescaling, gold_score
        )

    def _plane(self, example: ForestExample, worst: Violation) -> Plane:
        """Return the constraint that the gold derivation be better than the worst by its loss."""
        edges = np.concatenate([example.gold, worst.edges])
        sign = np.repeat([1.0, -1.0], [len(example.gold), len(worst.edges)])
        chosen = example.rows.take(edges)
        features = self._table.take(chosen.columns)
        row_sign = np.repeat(sign, np.diff(chosen.pointers))
        values = features.values * np.repeat(row_sign, np.diff(features.pointers))
        columns, places = np.unique(features.columns, return_inverse=True)
        sums = np.bincount(places, values, len(columns)).astype(np.float64)
        if example.advice is not None:
            columns = np.append(columns, self._table.width + np.arange(self._advice))
            sums = np.append(sums, sign @ example.advice[edges])
        used = np.flatnonzero(sums)
        scale = 1.0 if self._rescaling == "margin" else worst.loss
        return Plane(columns[used].astype(np.int64), scale * sums[used], worst.loss)


def _advice_width(examples: Sequence[ForestExample]) -> int:
    """Return how many features there are beside those of the table."""
    widths = {0 if example.advice is None else example.advice.shape[1] for example in examples}
    if len(widths) > 1:
        raise UsageError("all examples must have the same features of advice, or none.")
    return next(iter(widths), 0)
