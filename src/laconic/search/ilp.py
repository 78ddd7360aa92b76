"""What the searches by integer linear programming share: limits, masks, lengths and k best answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from laconic.errors import UsageError
from laconic.search.base import Kept, LengthProfile, Scores
from laconic.search.constraints import Constraints, Masks
from laconic.search.partition import k_best
from laconic.search.paths import no_answer
from laconic.search.program import Indices, NoSolutionInTime, Program, Solution, Solver, highs


@dataclass(frozen=True)
class IlpSearch(ABC):
    """A search by a solver; exact if it is given the time.

    Attributes:
        seconds: the time limit for each program. The best answer found by then is returned with its
            bound, and its details say ``time limit``.
        solver: solves a program; HiGHS by default.
    """

    seconds: float = 60.0
    solver: Solver = highs

    @abstractmethod
    def _under(self, scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
        """Return the best answer to constraints under masks of its own, or None if there is none."""

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints, best first.

        Raises:
            UsageError: no answer meets them.
            NoSolutionInTime: no answer was found within the time limit.
            MissingDependency: the solver is not installed.
        """
        answers = k_best(lambda masks: self._under(scores, constraints, masks), constraints.masks, constraints.nbest)
        if not answers:
            raise no_answer(constraints)
        return answers

    def all_lengths(
        self, scores: Scores, masks: Masks | None = None, longest: int | None = None
    ) -> LengthProfile[Kept]:
        """Return the best answer of every length, by one program each."""
        every = Constraints.every_length(len(scores), masks, longest)
        answers: dict[int, Kept] = {}
        for words in range(every.high + 1):
            try:
                answers[words] = self.search(scores, Constraints.exactly(len(scores), words, every.masks))[0]
            except NoSolutionInTime:
                raise
            except UsageError:
                continue  # this length is impossible
        return LengthProfile.of(answers, len(scores))


def add_words(program: Program, cost: np.ndarray, masks: Masks) -> Indices | None:
    """Add one binary variable a word, settled where the masks say so; None if the costs forbid a forced word."""
    words = program.add_variables(cost)
    if (masks.keep & (np.asarray(cost) == -np.inf)).any():
        return None
    for position in np.flatnonzero(masks.keep):
        program.lower[words[position]] = 1.0
    for position in np.flatnonzero(masks.drop):
        program.upper[words[position]] = 0.0
    return words


def add_length(program: Program, constraints: Constraints, words: Indices, first: Indices) -> None:
    """Keep the length within the constraints; ``first`` are variables that say which word comes first."""
    program.add_row(
        (words, constraints.weight.astype(np.float64)),
        (first, -constraints.space.astype(np.float64)),
        low=constraints.low,
        high=constraints.high,
    )


def kept_words(solution: Solution, words: Indices, heads: tuple[int, ...] | None = None, **details: object) -> Kept:
    """Return the answer that a solution stands for."""
    positions = tuple(solution.chosen(words)[:, 0].tolist())
    bound = None if solution.status == "optimal" else solution.bound
    return Kept(positions, solution.objective, heads, bound, {"status": solution.status, **details})
