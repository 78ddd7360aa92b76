"""The second reading: candidates of one or several lengths, ranked anew by a verifier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from laconic.errors import UsageError
from laconic.pipeline.method import Candidate, Verifier
from laconic.search.constraints import Constraints

Find = Callable[[Constraints], list[Candidate]]


def find_to_verify(find: Find, constraints: Constraints, verifier: Verifier) -> list[Candidate]:
    """Return the candidates that a verifier is to read: several of every length that the constraints allow.

    Raises:
        UsageError: there is none of any length.
    """
    found: list[Candidate] = []
    problem: UsageError | None = None
    for each in _by_length(replace(constraints, nbest=max(constraints.nbest, verifier.per_length))):
        try:
            found += find(each)
        except UsageError as error:
            problem = error
    if problem is not None and not found:
        raise problem
    return found


def verify(candidates: Sequence[Candidate], verifier: Verifier | None) -> Sequence[Candidate]:
    """Return the candidates, the best first by the verifier's probability; without one, as they are."""
    return candidates if verifier is None else verifier.verify(candidates)


def _by_length(constraints: Constraints) -> Iterator[Constraints]:
    """Yield constraints for each number of words that a request allows; one, any and characters stay as they are."""
    if not constraints.counts_words or constraints.rate is None or constraints.words is not None:
        yield constraints
        return
    size = len(constraints.weight)
    low = max(constraints.low, int(constraints.keep.sum()))
    for words in range(low, min(constraints.high, size - int(constraints.drop.sum())) + 1):
        yield Constraints.exactly(size, words, constraints.masks, nbest=constraints.nbest)
