"""Online large-margin learning of deletion models: k-best MIRA with cost-augmented search.

For each sentence the current weights propose compressions that score high although they are wrong; the
weights then move as little as possible so that the reference beats each proposal by its cost, the
number of words wrongly kept or dropped (McDonald 2006). The result is the mean of all weights seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic._core import DeletionFeatures
from laconic.features.deletion import LinearScorer, deletion_features
from laconic.learn.deletion.examples import DeletionExample, Gold
from laconic.search.base import Kept, Scores, Search
from laconic.search.constraints import Constraints
from laconic.settings import Count, Natural, NotNegative, Positive, PowerOfTwo

Weights = NDArray[np.float32]


@dataclass(frozen=True)
class MiraSettings:
    """How to learn.

    Attributes:
        epochs: how often every example is seen.
        best: how many proposals each update must beat.
        step: the largest step of an update (the slack penalty C).
        buckets: the size of the weight vector, a power of two.
        cost: how much a wrong word costs.
        arc_cost: how much an arc costs that the reference's tree does not have, for models with arcs.
        at_length: whether proposals of the reference's own length are beaten too.
        seed: settles the order of the examples.
    """

    epochs: Count = 10
    best: Count = 1
    step: Positive = 0.003
    buckets: PowerOfTwo = 2**21
    cost: NotNegative = 1.0
    arc_cost: NotNegative = 1.0
    at_length: bool = True
    seed: Natural = 1


class MiraLearner:
    """The state of learning: weights, and the sums from which their mean is taken."""

    def __init__(self, settings: MiraSettings, search: Search[Scores], *, with_pairs: bool, with_arcs: bool) -> None:
        self.settings = settings
        self.search = search
        self.with_pairs = with_pairs
        self.with_arcs = with_arcs
        self.weights = np.zeros(settings.buckets, dtype=np.float32)
        self._weighted = np.zeros(settings.buckets, dtype=np.float64)  # each update times the step it came at
        self._count = 1
        self.epoch = 0

    def scorer(self, weights: Weights | None = None) -> LinearScorer:
        """Return a scorer with the mean weights, or with the given ones."""
        return LinearScorer(
            self.mean_weights() if weights is None else weights,
            with_pairs=self.with_pairs,
            with_arcs=self.with_arcs,
        )

    def mean_weights(self) -> Weights:
        """Return the mean of the weights after every example so far."""
        return (self.weights - self._weighted / self._count).astype(np.float32)

    def learn_epoch(self, examples: Sequence[DeletionExample]) -> Iterator[float]:
        """See every example once in a random order, yielding the loss of each.

        The order depends on the seed and the epoch alone, so that learning can be taken up again.
        """
        order = np.random.default_rng((self.settings.seed, self.epoch)).permutation(len(examples))
        scorer = self.scorer(self.weights)
        for place in order:
            example = examples[int(place)]
            features = deletion_features(example.sentence)
            for gold in example.golds:
                yield self._learn(example, features, gold, scorer)
                self._count += 1
        self.epoch += 1

    def state(self) -> dict[str, NDArray[Any]]:
        """Return what must be stored to resume later."""
        counters = np.array([self._count, self.epoch], dtype=np.int64)
        return {"weights": self.weights, "weighted": self._weighted, "counters": counters}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Take up a stored state."""
        self.weights = np.asarray(state["weights"], dtype=np.float32)
        self._weighted = np.asarray(state["weighted"], dtype=np.float64)
        self._count, self.epoch = (int(value) for value in state["counters"])

    def _learn(self, example: DeletionExample, features: DeletionFeatures, gold: Gold, scorer: LinearScorer) -> float:
        scores = scorer.score(features, heads=example.sentence.heads)
        gold = self._reachable(gold, scores)
        proposals = self._proposals(scores, gold)
        reference = self._indices(features, gold.kept, gold.heads)
        differences, margins = [], []
        for proposal in proposals:
            cost = self._cost(proposal, gold)
            other = self._indices(features, proposal.positions, proposal.heads or ())
            places, values = _difference(reference, other)
            missing = cost - float(values @ self.weights[places])
            if places.size and missing > 0:
                differences.append((places, values))
                margins.append(missing)
        if not differences:
            return 0.0
        for (places, values), step in zip(differences, self._steps(differences, margins), strict=True):
            self.weights[places] += step * values
            self._weighted[places] += self._count * step * values
        return max(margins)

    def _reachable(self, gold: Gold, scores: Scores) -> Gold:
        """Return the gold compression, or the closest one that the search can produce at all.

        Only searches bound to the source's tree cannot produce everything.
        """
        if self.with_pairs or self.with_arcs or scores.heads is None:
            return gold
        kept = set(gold.kept)
        headed = all(scores.heads[position] == 0 or scores.heads[position] - 1 in kept for position in kept)
        if headed:
            return gold
        wanted = np.full(len(scores), -1.0)
        wanted[list(gold.kept)] = 1.0
        closest = self.search.search(
            Scores(token=wanted, heads=scores.heads), Constraints.exactly(len(scores), len(gold.kept))
        )[0]
        return Gold(closest.positions, ())

    def _cost(self, proposal: Kept, gold: Gold) -> float:
        """Return what a proposal costs: words kept or dropped wrongly, and arcs that the reference lacks."""
        cost = self.settings.cost * len(set(proposal.positions) ^ set(gold.kept))
        if self.with_arcs and proposal.heads is not None:
            right = set(zip(gold.kept, gold.heads, strict=True))
            wrong = set(zip(proposal.positions, proposal.heads, strict=True)) - right
            cost += self.settings.arc_cost * len(wrong)
        return cost

    def _proposals(self, scores: Scores, gold: Gold) -> list[Kept]:
        """Return what scores best if every wrong word is rewarded by its cost."""
        reward = np.full(len(scores), self.settings.cost)
        reward[list(gold.kept)] = -self.settings.cost
        arc = scores.arc
        if self.with_arcs:
            arc = arc + self.settings.arc_cost
            arc[list(gold.heads), [position + 1 for position in gold.kept]] -= self.settings.arc_cost
        augmented = Scores(scores.token + reward, scores.bigram, arc, heads=scores.heads)
        proposals = self.search.search(augmented, Constraints.any_length(len(scores), nbest=self.settings.best))
        if self.settings.at_length:
            proposals += self.search.search(augmented, Constraints.exactly(len(scores), len(gold.kept)))
        return proposals

    def _indices(self, features: DeletionFeatures, kept: tuple[int, ...], heads: tuple[int, ...]) -> NDArray[np.int32]:
        return features.indices(
            np.array(kept, dtype=np.int32),
            np.array(heads if self.with_arcs else (), dtype=np.int32),
            self.settings.buckets,
            self.with_pairs,
        )

    def _steps(self, differences: list[tuple[NDArray[np.int64], Weights]], margins: list[float]) -> list[float]:
        """Solve the small quadratic program of an update by Hildreth's coordinate ascent."""
        gram = np.array([[_inner(a, b) for b in differences] for a in differences])
        steps = np.zeros(len(margins))
        for _ in range(100):
            before = steps.copy()
            for k in range(len(steps)):
                open_margin = margins[k] - float(gram[k] @ steps)
                steps[k] = min(self.settings.step, max(0.0, steps[k] + open_margin / gram[k, k]))
            if np.abs(steps - before).max() < 1e-9:
                break
        return [float(step) for step in steps]


def _difference(ours: NDArray[np.int32], theirs: NDArray[np.int32]) -> tuple[NDArray[np.int64], Weights]:
    """Return where two bags of features differ, and by how much."""
    places, inverse = np.unique(np.concatenate([ours, theirs]), return_inverse=True)
    signs = np.ones(len(inverse))
    signs[len(ours) :] = -1.0
    values = np.bincount(inverse, signs)
    different = values != 0
    return places[different].astype(np.int64), values[different].astype(np.float32)


def _inner(a: tuple[NDArray[np.int64], Weights], b: tuple[NDArray[np.int64], Weights]) -> float:
    if a is b:
        return float(a[1] @ a[1])
    _, left, right = np.intersect1d(a[0], b[0], assume_unique=True, return_indices=True)
    return float(a[1][left] @ b[1][right])
