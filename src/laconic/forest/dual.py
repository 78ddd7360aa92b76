"""Joint decoding of a forest and a model of kept words by dual decomposition (Yao, Wan & Xiao 2014).

The forest scores derivations by their rules; the model scores the words they keep, by neighbours or by three in a
row. Either is searched exactly in a moment, both together are not. So each word gets a price, which the forest pays
for keeping it and the model is paid, and prices move until both keep the same words. Then nothing scores higher. The
paper's 50 steps nearly always suffice; where they do not, the search is split by the word that was most disputed, and
both halves are searched on, until the answer is proved best or the branches are used up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import DataError
from laconic.forest.derivation import Derivation
from laconic.forest.inference import edge_scores
from laconic.forest.pinned import pinned_scores
from laconic.forest.rewriting import Rewriting
from laconic.forest.sparse import gather
from laconic.forest.strata import by_length
from laconic.search.base import Kept, LengthProfile, Parts
from laconic.search.constraints import Constraints, Flags, Integers, Masks, Widths
from laconic.search.partition import k_best
from laconic.search.paths import no_answer

_ANY_LENGTH = -1


class ForestScores:
    """The scores of both models of the joint problem (Yao et al. 2014, equation 3).

    One scores the edges of a forest, the other the paths of a lattice of kept words.

    Attributes:
        size: the number of words in the sentence.
        rewriting: a forest whose every text keeps words of the sentence in their order.
        edges: one score per edge.
        lattice: the model of kept words.
    """

    __slots__ = ("edges", "lattice", "rewriting", "size")

    parts: ClassVar[Parts] = frozenset({"forest"})

    def __init__(self, size: int, rewriting: Rewriting, edges: ArrayLike, lattice: _core.WordLattice) -> None:
        self.size = size
        forest = rewriting.forest
        if forest.spans is None or rewriting.is_new.any():
            raise DataError("joint decoding needs a forest that only deletes: transduce with deletion_only.")
        self.rewriting = rewriting
        self.edges = edge_scores(forest, edges)
        self.lattice = lattice

    def __len__(self) -> int:
        return self.size

    def kept(self, edges: Integers) -> Flags:
        """Return flags of the words that the edges of a derivation keep."""
        forest = self.rewriting.forest
        entries = gather(forest.yield_ptr, edges)[1]
        positions = self.rewriting.positions[entries]
        flags: Flags = np.zeros(len(self), np.bool_)
        flags[positions[positions >= 0]] = True
        return flags

    def of(self, edges: Integers, kept: Flags) -> float:
        """Return the score of a derivation under both models."""
        return float(self.edges[edges].sum() + self.lattice.score(kept))


@dataclass(frozen=True, slots=True)
class Derived:
    """How the forest makes the words kept.

    Attributes:
        rewriting: the forest, and where its words come from.
        derivation: the derivation, its score that of both models.
        rule_scores: what each of its rules scores in the forest.
    """

    rewriting: Rewriting
    derivation: Derivation
    rule_scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Agreed(Kept):
    """Words that both parts keep.

    Attributes:
        derived: the forest's part; None if it derives no answer to the constraints at all, and the words were chosen
            by the other model alone.
    """

    derived: Derived | None = None


@dataclass(frozen=True)
class DualSearch:
    """Exact search under a forest and a model of kept words.

    Attributes:
        iterations: the most steps in the first search; a branch takes a quarter of them.
        step: the size of the first step; it is divided by one more each time that the bound rises.
        branches: the most branches; with 0 this is the paper's Algorithm 1, and an answer can have a gap.
    """

    reads: ClassVar[Parts] = frozenset({"forest"})

    iterations: int = 50
    step: float = 0.2
    branches: int = 1000

    def search(self, scores: ForestScores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints; raise `UsageError` if there is none."""
        masks, nbest = constraints.masks, constraints.nbest
        answers = k_best(lambda part: self._derived(scores, replace(constraints, masks=part)), masks, nbest)
        if not answers:
            answers = k_best(lambda part: _underived(scores, replace(constraints, masks=part)), masks, nbest)
        if not answers:
            raise no_answer(constraints)
        return answers

    def all_lengths(
        self, scores: ForestScores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best answer of every length that the forest can derive."""
        constraints = Constraints.every_length(len(scores), masks, longest)
        answers = {
            words: kept
            for words in range(1, constraints.high + 1)
            if (kept := self._derived(scores, replace(constraints, low=words, high=words))) is not None
        }
        return LengthProfile.of(answers, len(scores))

    def _derived(self, scores: ForestScores, constraints: Constraints) -> Kept | None:
        """Return the best derivable answer to some constraints, or None."""
        if constraints.high == 0 or constraints.drop.all():  # a derivation's text is never empty
            return None
        best_rules = _best_by_rules(scores, constraints)
        if best_rules is None:
            return None
        outcome = self._negotiated(scores, constraints)
        if outcome.score == -np.inf:  # the steps met no derivation that meets the constraints, but there is one
            kept = scores.kept(best_rules)
            if _length(constraints, kept) > constraints.high:
                return None
            outcome = outcome._replace(score=scores.of(best_rules, kept), edges=best_rules, kept=kept)
        return outcome.answer(scores)

    def _negotiated(self, scores: ForestScores, constraints: Constraints) -> _Outcome:
        """Let prices move until the forest and the model keep the same words, branching where they do not."""
        forest = scores.rewriting.forest
        assert forest.spans is not None
        found = _core.dual_search(
            forest.graph,
            scores.edges,
            scores.rewriting.positions,
            forest.spans,
            scores.lattice,
            *_measure(constraints),
            constraints.high if _is_one_length(constraints) else _ANY_LENGTH,
            self.iterations,
            self.step,
            self.branches,
        )
        return _Outcome(*found)


class _Outcome(NamedTuple):
    """The result of a search, in the order in which the core returns it.

    Attributes:
        score: the score of the best derivation met; minus infinity if none was.
        bound: no derivation scores more.
        edges: the derivation.
        kept: a flag for each word.
        converged: whether the first search settled it, without branches.
        iterations: the steps of the first search.
        all_iterations: those of all branches together.
        branches: how many there were.
    """

    score: float
    bound: float
    edges: Integers
    kept: NDArray[np.uint8] | Flags
    converged: bool
    iterations: int
    all_iterations: int
    branches: int

    def answer(self, scores: ForestScores) -> Agreed:
        """Return the words kept, with the derivation that makes them."""
        rewriting = scores.rewriting
        derivation = Derivation(rewriting.forest, self.edges.tolist(), self.score)
        details = {
            "converged": self.converged,
            "certificate": self.bound <= self.score,
            "iterations": self.iterations,
            "all_iterations": self.all_iterations,
            "branches": self.branches,
        }
        return Agreed(
            positions=tuple(np.flatnonzero(self.kept).tolist()),
            score=self.score,
            bound=self.bound,
            details=details,
            derived=Derived(rewriting, derivation, tuple(scores.edges[self.edges].tolist())),
        )


def _best_by_rules(scores: ForestScores, constraints: Constraints) -> Integers | None:
    """Return a derivation to fall back on: the best by rules, or the lightest; None if none will do."""
    forest = scores.rewriting.forest
    allowed = scores.edges + pinned_scores(scores.rewriting, constraints.masks)
    if _is_one_length(constraints):
        strata = by_length(forest, allowed, constraints.high)
        reached = constraints.high < len(strata.scores) and strata.scores[constraints.high] > -np.inf
        return np.array(strata.derivation(constraints.high).edges, np.int32) if reached else None
    # If the lightest derivation is too long, all are; but for the space before the first word, it may be too long
    # by a character where another is not.
    weight = scores.rewriting.edge_sums(constraints.weight)
    value, edges = _core.forest_best(forest.graph, np.where(allowed > -np.inf, -weight, -np.inf))
    if value == -np.inf:
        return None
    slack = int(constraints.space.max(initial=0))
    return edges if _length(constraints, scores.kept(edges)) - slack <= constraints.high else None


def _is_one_length(constraints: Constraints) -> bool:
    """Return whether answers have one number of words, which forests are searched by more cheaply."""
    return constraints.counts_words and constraints.low == constraints.high


def _length(constraints: Constraints, kept: Flags) -> int:
    return Widths(constraints.weight - constraints.space, constraints.space).of(np.flatnonzero(kept).tolist())


def _measure(constraints: Constraints) -> tuple[_core.Words, int, int]:
    """Return what the kernels need to know about the words, and the least and greatest length.

    Where every number of words will do, words weigh nothing, which spares the search a table for each length.
    """
    if constraints.counts_words and constraints.low <= 1 and constraints.high == len(constraints.weight):
        nothing: Integers = np.zeros(len(constraints.weight), np.int32)
        return replace(constraints, weight=nothing, space=nothing).core, 0, 0
    return constraints.core, constraints.low, constraints.high


def _underived(scores: ForestScores, constraints: Constraints) -> Kept | None:
    """Return the best answer of the model of kept words alone, for constraints that no derivation meets."""
    score, kept = scores.lattice.best(*_measure(constraints))
    if score == -np.inf:
        return None
    details = {"converged": False, "certificate": False, "iterations": 0, "all_iterations": 0, "branches": 0}
    return Agreed(tuple(np.flatnonzero(kept).tolist()), float(score), bound=np.inf, details=details)
