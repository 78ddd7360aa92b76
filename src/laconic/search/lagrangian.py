"""`joint-lagrangian`: the joint model with its length limit relaxed (Qian & Liu 2014, equation 2).

Bisection walks along the upper hull of the plane of lengths and scores until it has the answer, or the two
corners of the hull between which the wanted length lies. An answer on the hull is proved best. Otherwise the
words on which the two corners agree are settled as they are, the exact search decides about the others, and
the hull bounds how much better the best answer could be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from laconic import _core
from laconic.errors import UsageError
from laconic.search.base import Kept, LengthProfile, Parts, Scores
from laconic.search.constraints import Constraints, Integers, Masks
from laconic.search.joint import best_joint, kept_by_heads
from laconic.search.partition import k_best
from laconic.search.paths import no_answer

_ROUNDING = 1e-9
"""A gap below this share of the score is rounding, and the answer is the best."""


@dataclass(frozen=True)
class LagrangianSearch:
    """Search of the joint model in O(n³) per iteration, with a proof of optimality or the gap to the best.

    Attributes:
        steps: ``bisection`` finds the best multiplier exactly; ``subgradient`` takes the paper's steps.
        iterations: the most subgradient steps.
        step: the size of the first subgradient step, divided by one more each time the bound gets worse.
    """

    reads: ClassVar[Parts] = frozenset({"arc", "bigram", "token"})
    may_lack: ClassVar[Parts] = frozenset({"arc"})  # without arc scores any tree will do

    steps: Literal["bisection", "subgradient"] = "bisection"
    iterations: int = 50
    step: float = 0.5

    def __post_init__(self) -> None:
        if self.steps not in ("bisection", "subgradient"):
            raise UsageError(f"the steps must be bisection or subgradient, not {self.steps!r}.")

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return good answers, each with its bound; raise `UsageError` if there is none."""
        answers = k_best(
            lambda masks: self._under(scores, replace(constraints, masks=masks)), constraints.masks, constraints.nbest
        )
        if not answers:
            raise no_answer(constraints)
        return answers

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return an answer of every length; the scores are the best ones where no gap is left."""
        constraints = Constraints.every_length(len(scores), masks, longest)
        answers = {
            words: kept
            for words in range(constraints.high + 1)
            if (kept := self._under(scores, replace(constraints, low=words, high=words))) is not None
        }
        return LengthProfile.of(answers, len(scores))

    def _under(self, scores: Scores, constraints: Constraints) -> Kept | None:
        """Return the answer to some constraints, the empty set included where it allows that."""
        full = self._nonempty(scores, constraints) if constraints.high > 0 else None
        empty = float(scores.bigram[0, -1])
        if (
            constraints.low > 0
            or constraints.keep.any()
            or empty == -np.inf
            or (full is not None and full.score >= empty)
        ):
            return full
        return Kept((), empty, (), None if full is None or full.ceiling <= empty else full.bound)

    def _nonempty(self, scores: Scores, constraints: Constraints) -> Kept | None:
        at_most = constraints.low != constraints.high
        parts = (scores.token, scores.bigram, scores.arc, constraints.core)
        if self.steps == "bisection":
            found = _core.joint_bisect(*parts, constraints.high, at_most)
        else:
            found = _core.joint_subgradient(*parts, constraints.high, at_most, self.iterations, self.step)
        if found is None:
            return None
        hit, bound, multiplier, iterations, score, below, above = found
        details = {"iterations": iterations, "multiplier": multiplier}
        kept = kept_by_heads(below, score) if hit else _between(scores, constraints, below, above)
        if kept is None:
            return None
        proved = hit or kept.bound is None or bound - kept.score <= _ROUNDING * max(1.0, abs(bound))
        return replace(kept, bound=None if proved else bound, details=details)


def _between(scores: Scores, constraints: Constraints, below: Integers, above: Integers) -> Kept | None:
    """Return the best set among those that keep what both corners keep and delete what both delete.

    Its bound is infinite, for nothing is known of other sets; but where scores of minus infinity leave no
    such set, the exact search looks at all, and its answer needs no bound.
    """
    agreed, disputed = (below >= 0) & (above >= 0), (below >= 0) | (above >= 0)
    masks = Masks(agreed, ~disputed)
    if constraints.counts_words and constraints.low == constraints.high:
        # Settled words need not be counted: only the disputed ones are.
        settled = int(agreed.sum())
        weight = np.where(agreed, 0, 1).astype(np.int32)
        part = replace(constraints, weight=weight, low=constraints.low - settled, high=constraints.high - settled)
    else:
        part = constraints
    kept = best_joint(scores, part, masks)
    if kept is None:
        return best_joint(scores, constraints, constraints.masks)
    return replace(kept, bound=np.inf)
