"""The language model as one more feature of a derivation, learnt with all others (Cohn & Lapata 2013, equation 6).

With a language model the most violating derivation is searched for by cube pruning, so it may be missed: the
duality gap is then an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from laconic.errors import UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Ints
from laconic.forest.rescore import rescore
from laconic.forest.sparse import SparseRows
from laconic.learn.svm.problem import Plane
from laconic.learn.t3.losses import Linear, Loss
from laconic.learn.t3.most_violating import Rescaling, Violation, rescaled
from laconic.learn.t3.problem import ForestExample, ForestProblem
from laconic.lm import LanguageModel
from laconic.search.base import Floats

LM_FEATURE = "language model"
"""The name of the feature, whose column comes after those of all rules."""

_NEGLIGIBLE = 1e-6
_MOST_TANGENTS = 3


class FluentForestProblem(ForestProblem):
    """Examples whose derivations also have a language model's score, less what each example expects anyway.

    Args:
        examples: what to learn from, each with what its words' log10 probabilities are compared with.
        table: the features of all rules and deletions, one row for each.
        loss: what makes a derivation wrong.
        lm: the language model.
        rescaling: whether the loss widens the margin or scales the slack.
        beam: how many partial derivations the search keeps at a node.
        threads: how many sentences are searched at a time.

    Raises:
        UsageError: an example does not say what is expected of its words.
    """

    def __init__(
        self,
        examples: Sequence[ForestExample],
        table: SparseRows,
        loss: Loss,
        lm: LanguageModel,
        rescaling: Rescaling = "margin",
        beam: int = 20,
        threads: int = 1,
    ) -> None:
        super().__init__(examples, table, loss, rescaling, threads)
        if any(example.expected is None for example in examples):
            raise UsageError("to learn a language model's weight, make the examples with that language model.")
        self._lm = lm
        self._beam = beam
        self._column = self.features
        self.features += 1
        self._gold = [self._fluency(example, example.gold) if len(example.gold) else 0.0 for example in examples]

    def _fluency(self, example: ForestExample, edges: Ints) -> float:
        """Return the language model's feature of a derivation."""
        assert example.expected is not None
        text = Derivation(example.forest, edges.tolist(), 0.0).tokens
        return self._lm.sentence(text) - float(example.expected[edges].sum())

    def _best(self, example: ForestExample, scores: Floats, weights: Floats) -> Ints:
        return self._read_best(example, scores, float(weights[self._column]))

    def _read_best(self, example: ForestExample, scores: Floats, weight: float) -> Ints:
        """Return the derivation that scores best with the language model of this weight."""
        assert example.expected is not None
        values = scores - weight * example.expected
        found = rescore(example.forest, values, self._lm, weight=weight, beam=self._beam).best()
        return np.array(found.edges, np.int32)

    def _worst_plane(self, place: int, scores: Floats, weights: Floats) -> Plane:
        """Return the plane of an example that the weights seem to violate most."""
        example, gold, weight = self._examples[place], self._gold[place], float(weights[self._column])
        gold_score = float(scores[example.gold].sum()) + weight * gold
        worst = self._worst(example, scores)
        if abs(weight) >= _NEGLIGIBLE:
            if self._rescaling == "margin" and self._loss.pieces is not None:
                tangents = self._loss.pieces(example.reference)
                worst = max(
                    (self._searched(example, scores, weight, gold_score, piece) for piece in tangents),
                    key=lambda each: each.value,
                )
            else:
                worst = self._climbed(example, scores, weight, gold_score, worst)
        plane = self._plane(example, worst)
        scale = 1.0 if self._rescaling == "margin" else worst.loss
        difference = scale * (gold - self._fluency(example, worst.edges))
        return Plane(np.append(plane.columns, self._column), np.append(plane.values, difference), plane.offset)

    def _climbed(
        self, example: ForestExample, scores: Floats, weight: float, gold_score: float, start: Violation
    ) -> Violation:
        """Climb from the worst derivation of the rules alone: search along the tangent of the rescaled loss, again."""
        best = self._judged(example, scores, weight, gold_score, start.edges)
        for _ in range(_MOST_TANGENTS):
            found = self._searched(example, scores, weight, gold_score, self._tangent(example, best))
            if found.value <= best.value:
                break
            best = found
        return best

    def _tangent(self, example: ForestExample, at: Violation) -> Linear:
        """Return what one more right or wrong word is worth there, in units of the score."""
        right, wrong = example.counts[at.edges].sum(axis=0)
        margin = 0.0 if self._rescaling == "margin" else at.value / max(at.loss, _NEGLIGIBLE)
        # By slack rescaling the value is loss · margin: a unit of score is worth the loss, a unit of loss the margin.
        worth = 1.0 if self._rescaling == "margin" else margin / max(at.loss, _NEGLIGIBLE)

        def slope(more_right: int, more_wrong: int) -> float:
            after = self._loss(right + more_right, wrong + more_wrong, example.reference)
            before = self._loss(max(right - more_right, 0), max(wrong - more_wrong, 0), example.reference)
            return worth * float(after - before) / 2

        return Linear(slope(1, 0), slope(0, 1), 0.0)

    def _searched(
        self, example: ForestExample, scores: Floats, weight: float, gold_score: float, piece: Linear
    ) -> Violation:
        values = scores + piece.right * example.counts[:, 0] + piece.wrong * example.counts[:, 1]
        return self._judged(example, scores, weight, gold_score, self._read_best(example, values, weight))

    def _judged(
        self, example: ForestExample, scores: Floats, weight: float, gold_score: float, edges: Ints
    ) -> Violation:
        """Return a derivation with its loss and the value that is maximised."""
        loss = example.loss_of(edges, self._loss)
        score = float(scores[edges].sum()) + weight * self._fluency(example, edges)
        return Violation(edges, loss, float(rescaled(self._rescaling, loss, score - gold_score)))
