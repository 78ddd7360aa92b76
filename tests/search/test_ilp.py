"""The integer programs find what enumeration and the dynamic programs find, within their limits."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import oracle
from laconic.errors import MissingDependency, UsageError
from laconic.search.base import Kept, Scores
from laconic.search.constraints import Constraints
from laconic.search.joint import JointSearch
from laconic.search.joint_ilp import JointIlpSearch
from laconic.search.program import NoSolutionInTime, Program, Solution, highs
from laconic.search.subtree import SubtreeSearch
from laconic.search.subtree_ilp import SubtreeIlpSearch
from search.instances import KINDS, planted_scores, random_masks, random_scores, random_widths


def any_tree_score(scores: Scores, kept: Kept) -> float:
    """Return the score of an answer, having checked that its heads form a tree, projective or not."""
    assert kept.heads is not None
    above = {position + 1: head for position, head in zip(kept.positions, kept.heads, strict=True)}
    assert list(above.values()).count(0) == 1
    for word in above:
        seen = set()
        while word:
            assert word not in seen
            seen.add(word)
            word = above[word]
    return oracle.tree_score(scores, kept.positions, kept.heads)


@pytest.mark.parametrize("kind", KINDS)
def test_joint_program_equals_exact_search(kind: str) -> None:
    generator = np.random.default_rng(1)
    for size in (1, 3, 6):
        scores = random_scores(generator, size, kind)
        for masks in (None, random_masks(generator, size)):
            found = JointIlpSearch(projective=True).all_lengths(scores, masks)
            exact = JointSearch().all_lengths(scores, masks)
            np.testing.assert_allclose(found.scores, exact.scores, atol=1e-6)


def test_crossing_arcs_are_allowed_only_on_request() -> None:
    generator = np.random.default_rng(2)
    crossed = 0
    for _ in range(4):
        scores = random_scores(generator, 7)
        free = JointIlpSearch().search(scores, Constraints.exactly(len(scores), 5))[0]
        projective = JointIlpSearch(projective=True).search(scores, Constraints.exactly(len(scores), 5))[0]
        assert any_tree_score(scores, free) == pytest.approx(free.score)
        assert free.score >= projective.score - 1e-9
        crossed += free.score > projective.score + 1e-6
    assert crossed > 0


@pytest.mark.parametrize(
    ("size", "seed"),
    [
        (25, 3),
        (40, 3),
        pytest.param(30, 2, marks=pytest.mark.slow),
        pytest.param(40, 1, marks=pytest.mark.slow),
        pytest.param(40, 2, marks=pytest.mark.slow),
    ],
)
def test_exact_search_equals_the_program_for_long_sentences(size: int, seed: int) -> None:
    scores = planted_scores(np.random.default_rng(seed), size)
    profile = JointSearch().all_lengths(scores)
    for words in (size // 3, 2 * size // 3):
        found = JointIlpSearch(projective=True).search(scores, Constraints.exactly(len(scores), words))[0]
        assert found.details["status"] == "optimal"
        assert profile.scores[words] == pytest.approx(found.score, abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_subtree_program_equals_dynamic_program(kind: str) -> None:
    generator = np.random.default_rng(3)
    for size in (1, 6, 12):
        scores = random_scores(generator, size, kind)
        for masks in (None, random_masks(generator, size)):
            found = SubtreeIlpSearch().all_lengths(scores, masks)
            exact = SubtreeSearch().all_lengths(scores, masks)
            np.testing.assert_allclose(found.scores, exact.scores, atol=1e-6)


@pytest.mark.parametrize("best", [1, 3])
@pytest.mark.parametrize(
    ("ilp", "exact"), [(JointIlpSearch(projective=True), JointSearch()), (SubtreeIlpSearch(), SubtreeSearch())]
)
def test_programs_count_characters_and_list_k_best(
    ilp: JointIlpSearch | SubtreeIlpSearch, exact: JointSearch | SubtreeSearch, best: int
) -> None:
    generator = np.random.default_rng(7)
    for _ in range(4):
        scores, widths = random_scores(generator, 6), random_widths(generator, 6)
        constraints = Constraints.within_characters(widths, 14, nbest=best)
        found, expected = ilp.search(scores, constraints), exact.search(scores, constraints)
        np.testing.assert_allclose([kept.score for kept in found], [kept.score for kept in expected], atol=1e-6)
        assert all(widths.of(kept.positions) <= 14 for kept in found)


def test_time_limits_hold() -> None:
    scores = random_scores(np.random.default_rng(5), 25)
    with pytest.raises(NoSolutionInTime, match="within its time limit: allow it more seconds"):
        JointIlpSearch(seconds=0.0).search(scores, Constraints.exactly(len(scores), 12))
    with pytest.raises(NoSolutionInTime):
        JointIlpSearch(seconds=0.0).all_lengths(scores)


def test_an_answer_cut_short_carries_its_bound() -> None:
    def hasty(program: Program, seconds: float) -> Solution | None:
        solution = highs(program, seconds)
        assert solution is not None
        return Solution(solution.values, solution.objective, solution.objective + 2.0, "time limit")

    scores = random_scores(np.random.default_rng(6), 6)
    kept = JointIlpSearch(solver=hasty).search(scores, Constraints.exactly(len(scores), 3))[0]
    assert kept.details["status"] == "time limit"
    assert kept.gap == pytest.approx(2.0)
    assert not kept.is_optimal


def test_impossible_wishes_are_explained() -> None:
    scores = Scores(token=[1.0, -np.inf, -np.inf], heads=[0, 1, 1])
    for search in (JointIlpSearch(), SubtreeIlpSearch()):
        with pytest.raises(UsageError, match="no compression of 2 words is possible"):
            search.search(scores, Constraints.exactly(len(scores), 2))


def test_keeping_nothing_needs_no_program() -> None:
    nothing = Scores(token=[], heads=[])
    some = Scores(token=[1.0, 2.0], heads=[0, 1])
    for search in (JointIlpSearch(), SubtreeIlpSearch()):
        assert search.search(nothing, Constraints.any_length(len(nothing)))[0].positions == ()
        assert search.search(some, Constraints.exactly(len(some), 0))[0].positions == ()


def test_a_missing_solver_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(MissingDependency, match=r"pip install '\.\[ilp\]'"):
        JointIlpSearch().search(Scores(token=[1.0, 2.0]), Constraints.exactly(len(Scores(token=[1.0, 2.0])), 1))
