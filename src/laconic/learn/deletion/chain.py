"""Learning a linear-chain CRF of keep and delete labels: L-BFGS over exact gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic.features.deletion import deletion_features
from laconic.learn.deletion.examples import DeletionExample
from laconic.learn.packages import require
from laconic.search.base import Floats, Scores
from laconic.search.chain import chain_marginals
from laconic.settings import Count, NotNegative, PowerOfTwo


@dataclass(frozen=True)
class ChainSettings:
    """How to learn.

    Attributes:
        iterations: the most steps of L-BFGS.
        regularisation: the weight of the squared norm.
        buckets: the size of the feature space, a power of two.
    """

    iterations: Count = 60
    regularisation: NotNegative = 1.0
    buckets: PowerOfTwo = 2**20


@dataclass(frozen=True)
class _Labelled:
    """One reference: rows of the feature matrix, and which words it keeps."""

    rows: slice
    labels: NDArray[np.bool_]


def require_scipy() -> None:
    """Check that SciPy is installed, which does the learning; raise `MissingDependency` otherwise."""
    require("scipy", "training of crf")


def learn_chain(
    examples: Sequence[DeletionExample],
    settings: ChainSettings,
    on_iteration: Callable[[int, float], None] = lambda iteration, loss: None,
) -> tuple[NDArray[np.float32], Floats]:
    """Return feature weights and a 2×2 table of transition weights (deleted, kept).

    Args:
        examples: what to learn from; every reference of an example counts.
        settings: how to learn.
        on_iteration: called with the number and the loss of each step, for progress.

    Raises:
        MissingDependency: SciPy is not installed.
    """
    require_scipy()
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    indices, offsets, golds = _rows(examples, settings.buckets)
    shape = (len(offsets) - 1, settings.buckets)
    matrix = csr_matrix((np.ones(len(indices), np.float32), indices, offsets), shape=shape)
    # Columns that no word uses keep weight zero: leaving them out makes every step cheaper.
    used = np.unique(indices)
    compact = matrix[:, used]
    transposed = compact.T.tocsr()

    def loss_and_gradient(parameters: Floats) -> tuple[float, Floats]:
        weights, transition = parameters[:-4], parameters[-4:].reshape(2, 2)
        loss, unary, pairs = _objective(np.asarray(compact @ weights), transition, golds)
        loss += 0.5 * settings.regularisation * float(parameters @ parameters)
        gradient = np.concatenate([transposed @ unary, pairs.ravel()])
        return loss, gradient + settings.regularisation * parameters

    steps = 0

    def report(intermediate_result: object) -> None:
        nonlocal steps
        steps += 1
        on_iteration(steps, float(getattr(intermediate_result, "fun", np.nan)))

    found = minimize(
        loss_and_gradient,
        np.zeros(len(used) + 4),
        jac=True,
        method="L-BFGS-B",
        callback=report,
        options={"maxiter": settings.iterations},
    )
    weights = np.zeros(settings.buckets, dtype=np.float32)
    weights[used] = found.x[:-4]
    return weights, found.x[-4:].reshape(2, 2)


def _rows(
    examples: Sequence[DeletionExample], buckets: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], list[_Labelled]]:
    """Return the features of all words as sparse rows, and for each reference its rows and labels."""
    indices: list[NDArray[np.int32]] = []
    offsets: list[NDArray[np.int64]] = [np.zeros(1, np.int64)]
    golds: list[_Labelled] = []
    row = filled = 0
    for example in examples:
        found, ends = deletion_features(example.sentence).token_rows(buckets)
        indices.append(found)
        offsets.append(ends[1:] + filled)
        rows = slice(row, row + len(example.sentence))
        for gold in example.golds:
            labels = np.zeros(len(example.sentence), dtype=np.bool_)
            labels[list(gold.kept)] = True
            golds.append(_Labelled(rows, labels))
        row, filled = rows.stop, filled + len(found)
    return np.concatenate(indices), np.concatenate(offsets), golds


def _objective(unary: Floats, transition: Floats, golds: Sequence[_Labelled]) -> tuple[float, Floats, Floats]:
    """Return the negative log-likelihood and its gradients in the words' scores and in the transitions."""
    loss = 0.0
    unary_gradient = np.zeros_like(unary)
    transition_gradient = np.zeros((2, 2))
    for gold in golds:
        token = unary[gold.rows]
        tiled = np.broadcast_to(transition, (len(token) + 1, 2, 2))
        sums = chain_marginals(Scores(token=token, transition=tiled))
        # Begin and end count as kept.
        path = np.concatenate([[1], gold.labels.astype(np.int64), [1]])
        loss += sums.log_partition - float(token[gold.labels].sum()) - float(transition[path[:-1], path[1:]].sum())
        unary_gradient[gold.rows] += sums.token - gold.labels
        transition_gradient += sums.transition.sum(axis=0)
        np.subtract.at(transition_gradient, (path[:-1], path[1:]), 1.0)
    return loss, unary_gradient, transition_gradient
