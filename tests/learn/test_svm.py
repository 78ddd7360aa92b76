"""Structural support vector machines against SciPy's optimiser, by duality, and on data that can be separated."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from laconic.errors import UsageError
from laconic.learn.checkpoint import read_checkpoint, write_checkpoint
from laconic.learn.svm.learning import learn, make_learner
from laconic.learn.svm.problem import Plane
from laconic.learn.svm.quadratic_program import solve_capped


class Classes:
    """A problem whose wrong answers can be listed: points to be put into classes, with a cost for each mistake."""

    def __init__(self, points: np.ndarray, labels: np.ndarray, costs: np.ndarray, rescaling: str = "margin") -> None:
        self.points, self.labels, self.costs, self.rescaling = points, labels, costs, rescaling
        self.examples, self.features = len(points), points.shape[1] * len(costs)

    def planes_of(self, example: int) -> list[Plane]:
        made = []
        for wrong in range(len(self.costs)):
            right, loss = int(self.labels[example]), float(self.costs[self.labels[example], wrong])
            direction = np.zeros((len(self.costs), self.points.shape[1]))
            direction[right] += self.points[example]
            direction[wrong] -= self.points[example]
            scale = 1.0 if self.rescaling == "margin" else loss
            made.append(Plane(np.arange(self.features), scale * direction.ravel(), loss))
        return made

    def most_violated(self, weights: np.ndarray) -> Sequence[Plane]:
        return [max(self.planes_of(i), key=lambda plane: plane.violation(weights)) for i in range(self.examples)]

    def objective(self, weights: np.ndarray, regularisation: float) -> float:
        slacks = [max(plane.violation(weights) for plane in self.planes_of(i)) for i in range(self.examples)]
        return 0.5 * float(weights @ weights) + regularisation * float(np.mean(slacks))


def random_problem(seed: int, rescaling: str, noise: float = 1.0) -> Classes:
    random = np.random.default_rng(seed)
    labels = np.arange(24) % 3
    centres = np.array([[3.0, 0.0, 1.0], [0.0, 3.0, 1.0], [-3.0, -3.0, 1.0]])
    points = centres[labels] + noise * random.normal(size=(24, 3)) * [1.0, 1.0, 0.0]
    return Classes(points, labels, np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [0.5, 1.0, 0.0]]), rescaling)


def full_optimum(problem: Classes, regularisation: float) -> float:
    """The objective's least value by a general optimiser that sees every constraint at once."""
    planes = [plane for example in range(problem.examples) for plane in problem.planes_of(example)]
    directions = np.array([plane.values for plane in planes])
    offsets = np.array([plane.offset for plane in planes])
    slack_of = np.repeat(np.arange(problem.examples), len(problem.costs))
    chooser = np.eye(problem.examples)[slack_of]
    found = minimize(
        lambda x: 0.5 * x[: problem.features] @ x[: problem.features] + regularisation * x[problem.features :].mean(),
        np.concatenate([np.zeros(problem.features), np.full(problem.examples, problem.costs.max())]),
        jac=lambda x: np.concatenate(
            [x[: problem.features], np.full(problem.examples, regularisation / problem.examples)]
        ),
        constraints={
            "type": "ineq",
            "fun": lambda x: directions @ x[: problem.features] + chooser @ x[problem.features :] - offsets,
            "jac": lambda x: np.hstack([directions, chooser]),
        },
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-10},
    )
    assert found.success
    return float(found.fun)


@pytest.mark.parametrize("rescaling", ["margin", "slack"])
@pytest.mark.parametrize("slacks", ["n", "one"])
@pytest.mark.parametrize("regularisation", [0.05, 10.0])
def test_the_objective_reaches_its_least_value(slacks: str, rescaling: str, regularisation: float) -> None:
    problem = random_problem(1, rescaling, noise=2.5)
    learner = make_learner(problem, regularisation, slacks)
    weights = learn(learner, gap=1e-4, iterations=500)
    least = full_optimum(problem, regularisation)
    assert learner.progress.gap <= 1e-4
    assert learner.progress.primal == pytest.approx(problem.objective(weights, regularisation))
    assert learner.progress.dual <= least * (1 + 1e-6)
    assert problem.objective(weights, regularisation) == pytest.approx(least, rel=2e-4)


@pytest.mark.parametrize("slacks", ["n", "one"])
def test_separable_classes_are_separated(slacks: str) -> None:
    problem = random_problem(2, "margin", noise=0.3)
    weights = learn(make_learner(problem, 100.0, slacks), gap=1e-2)
    answers = (problem.points @ weights.reshape(3, 3).T).argmax(axis=1)
    assert (answers == problem.labels).all()
    violations = [plane.violation(weights) for plane in problem.most_violated(weights)]
    assert max(violations) < 0.05


@pytest.mark.parametrize("slacks", ["n", "one"])
def test_another_c_can_follow_without_loss(slacks: str) -> None:
    problem = random_problem(3, "margin", noise=2.0)
    learner = make_learner(problem, 0.1, slacks)
    learn(learner, gap=1e-3)
    learner.restart(5.0)
    weights = learn(learner, gap=1e-4, iterations=500)
    assert problem.objective(weights, 5.0) == pytest.approx(full_optimum(problem, 5.0), rel=1e-3)


@pytest.mark.parametrize("slacks", ["n", "one"])
def test_a_training_taken_up_ends_as_if_never_stopped(slacks: str, tmp_path: Path) -> None:
    problem = random_problem(4, "slack", noise=2.0)
    whole = make_learner(problem, 1.0, slacks)
    for _ in range(6):
        whole.step()
    half = make_learner(problem, 1.0, slacks)
    for _ in range(3):
        half.step()
    write_checkpoint(tmp_path / "checkpoint.npz", "same", half.state())
    other = make_learner(problem, 1.0, slacks)
    state = read_checkpoint(tmp_path / "checkpoint.npz", "same")
    assert state is not None
    other.restore(state)
    for _ in range(3):
        other.step()
    assert other.progress == whole.progress
    assert np.array_equal(other.weights, whole.weights)


@pytest.mark.parametrize(("regularisation", "slacks"), [(0.0, "n"), (-1.0, "one"), (np.inf, "n"), (1.0, "two")])
def test_senseless_settings_are_refused(regularisation: float, slacks: str) -> None:
    with pytest.raises(UsageError):
        make_learner(random_problem(6, "margin"), regularisation, slacks)


unit = st.floats(-2.0, 2.0)


@settings(deadline=None)
@given(
    directions=arrays(np.float64, st.tuples(st.integers(1, 8), st.just(4)), elements=unit),
    cap=st.sampled_from([1e-3, 1.0, 100.0]),
    data=st.data(),
)
def test_the_program_meets_the_conditions_of_optimality(directions: np.ndarray, cap: float, data) -> None:
    """Karush, Kuhn and Tucker: no plane may gain by moving weight to it from another or from nowhere."""
    linear = data.draw(arrays(np.float64, len(directions), elements=unit))
    gram = directions @ directions.T
    alpha = solve_capped(gram, linear, cap)
    gradient = linear - gram @ alpha
    multiplier = max(0.0, float(gradient.max()))
    assert (alpha >= 0).all()
    assert alpha.sum() <= cap * (1 + 1e-9)
    scale = 1e-5 * max(1.0, cap * float(np.abs(gram).max()), float(np.abs(linear).max()))
    duality_gap = cap * multiplier - float(alpha @ gradient)
    assert duality_gap <= cap * scale
