"""Structural support vector machines, trained by cutting planes.

Minimises ``½‖w‖² + C/N Σ ξᵢ`` where example i's slack ξᵢ is the most by which any wrong answer violates its
margin (Tsochantaridis et al. 2005). The wrong answers are endless, so only those are kept that were once
the most violating; a quadratic program over them gives the next weights. With *n slacks* every
example keeps its own (Tsochantaridis et al. 2005, algorithm 1); with *one slack* a single plane stands for
all examples at once (Joachims, Finley and Yu 2009, algorithm 3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from laconic.errors import UsageError
from laconic.learn.svm.n_slack import NSlackLearner
from laconic.learn.svm.one_slack import OneSlackLearner
from laconic.learn.svm.problem import Learner, Problem, Progress
from laconic.search.base import Floats


def make_learner(problem: Problem, regularisation: float, slacks: str = "n") -> Learner:
    """Return a learner with ``n`` slacks or ``one`` slack.

    Args:
        problem: what is learnt.
        regularisation: C, the weight of the slacks against the norm.
        slacks: ``n`` or ``one``.

    Raises:
        UsageError: C is not positive, or the slacks are neither.
    """
    if not 0.0 < regularisation < np.inf:
        raise UsageError(f"C must be a positive number, not {regularisation}.")
    if slacks not in ("n", "one"):
        raise UsageError(f"slacks must be n or one, not {slacks!r}.")
    return (NSlackLearner if slacks == "n" else OneSlackLearner)(problem, regularisation)


def learn(
    learner: Learner,
    *,
    gap: float = 0.01,
    iterations: int = 200,
    on_step: Callable[[Progress], None] = lambda progress: None,
) -> Floats:
    """Improve until the relative duality gap is small, and return the best weights.

    Args:
        learner: the learner.
        gap: stop at this relative gap.
        iterations: stop after this many searches of all examples in any case.
        on_step: called with the progress after each step; it can write a checkpoint.
    """
    done = 0
    while done == 0 or (learner.progress.gap > gap and done < iterations):
        learner.step()
        done += 1
        on_step(learner.progress)
    return learner.weights
