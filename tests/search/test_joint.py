"""The joint searches equal enumeration, the paper's own recurrences and an integer linear program."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import oracle
from laconic.dependency import is_projective, is_tree
from laconic.errors import UsageError
from laconic.search.base import Kept, Scores, Search
from laconic.search.constraints import Constraints, Masks
from laconic.search.joint import JointSearch
from laconic.search.lagrangian import LagrangianSearch
from search import paper_recurrences
from search.instances import KINDS, answers_within_characters, asked, random_masks, random_scores

SEARCHES: dict[str, Search] = {
    "exact": JointSearch(),
    "bisection": LagrangianSearch(),
    "subgradient": LagrangianSearch(steps="subgradient"),
}


def assert_sound(kept: Kept, scores: Scores) -> None:
    """Check that the tree is one over exactly the kept words, and that it scores what the answer says."""
    assert kept.heads is not None
    renumbered = {0: 0, **{position + 1: order for order, position in enumerate(kept.positions, 1)}}
    heads = [renumbered[head] for head in kept.heads]
    if heads:
        assert is_tree(heads)
        assert is_projective(heads)
    assert oracle.tree_score(scores, kept.positions, kept.heads) == pytest.approx(kept.score)


@pytest.mark.parametrize("size", range(1, 6))
def test_the_oracle_knows_every_projective_tree(size: int) -> None:
    expected = {heads for heads in product(range(size + 1), repeat=size) if is_tree(heads) and is_projective(heads)}
    assert {tuple(heads) for heads in oracle.projective_trees(size).tolist()} == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", range(9))
def test_exact_equals_enumeration(size: int, kind: str) -> None:
    generator = np.random.default_rng(size)
    for _ in range(1 if size == 8 else 4):
        scores = random_scores(generator, size, kind)
        for masks in (None, random_masks(generator, size)):
            profile = JointSearch().all_lengths(scores, masks)
            expected = oracle.best_of_lengths(scores, oracle.joint_score, masks)
            np.testing.assert_allclose(profile.scores, expected, atol=1e-9)
            allowed = set(oracle.subsets(size, masks))
            for words in range(size + 1):
                if profile.is_possible(words):
                    kept = profile.at(words)
                    assert len(kept.positions) == words
                    assert kept.positions in allowed
                    assert_sound(kept, scores)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 2, 5, 9, 10])
def test_exact_equals_the_recurrences_of_the_paper(size: int, kind: str) -> None:
    scores = random_scores(np.random.default_rng(size), size, kind)
    expected = paper_recurrences.best_of_lengths(scores)
    np.testing.assert_allclose(JointSearch().all_lengths(scores).scores, expected, atol=1e-9)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("kind", KINDS)
def test_bounds_hold_and_certificates_are_true(name: str, kind: str) -> None:
    generator = np.random.default_rng(4)
    proved = 0
    for size in (1, 4, 9, 14):
        for _ in range(6):
            scores = random_scores(generator, size, kind)
            for masks in (None, random_masks(generator, size)):
                best = JointSearch().all_lengths(scores, masks)
                profile = SEARCHES[name].all_lengths(scores, masks)
                np.testing.assert_array_equal(profile.scores > -np.inf, best.scores > -np.inf)
                for words in np.flatnonzero(best.scores > -np.inf).tolist():
                    kept = profile.at(words)
                    assert len(kept.positions) == words
                    assert_sound(kept, scores)
                    assert kept.score <= best.scores[words] + 1e-9 <= kept.score + kept.gap + 2e-9
                    if kept.is_optimal:
                        assert kept.score == pytest.approx(best.scores[words])
                        proved += 1
    assert proved > 100


def test_bisection_bound_is_the_hull_and_no_subgradient_bound_is_lower() -> None:
    """The best bound of any multiplier is the upper hull of the profile, here drawn from the exact scores."""
    generator = np.random.default_rng(6)
    scores = random_scores(generator, 20)
    exact = JointSearch().all_lengths(scores).scores
    gaps = 0
    for words in range(1, 21):
        hull = max(
            exact[a] + (exact[b] - exact[a]) * (words - a) / (b - a) if b > a else exact[words]
            for a in range(1, words + 1)
            for b in range(words, 21)
        )
        bisected = LagrangianSearch().search(scores, asked(len(scores), words))[0]
        descended = LagrangianSearch(steps="subgradient").search(scores, asked(len(scores), words))[0]
        assert bisected.score + bisected.gap == pytest.approx(hull)
        assert descended.score + descended.gap >= hull - 1e-9
        gaps += not bisected.is_optimal
    assert gaps > 0


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("best", [1, 3])
def test_characters_stay_within_the_limit(name: str, best: int) -> None:
    met = 0
    for scores, expected, answers in answers_within_characters(SEARCHES[name], oracle.joint_score, best, 30):
        met += 1
        assert answers[0].score <= expected[0] + 1e-9 <= answers[0].score + answers[0].gap + 2e-9
        for kept in answers:
            assert_sound(kept, scores)
        if name == "exact":
            np.testing.assert_allclose([kept.score for kept in answers], expected[:best], atol=1e-9)
    assert met > 15


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", [None, 0, 3, 6])
def test_k_best_equals_enumeration(words: int | None, kind: str) -> None:
    generator = np.random.default_rng(12)
    for _ in range(4):
        scores = random_scores(generator, 6, kind)
        expected = [
            score
            for score, positions in oracle.ranked(scores, oracle.joint_score)
            if (len(positions) == words if words is not None else positions)
        ]
        if not expected:
            with pytest.raises(UsageError, match="no compression of"):
                JointSearch().search(scores, asked(len(scores), words, nbest=7))
            continue
        answers = JointSearch().search(scores, asked(len(scores), words, nbest=7))
        np.testing.assert_allclose([kept.score for kept in answers], expected[:7], atol=1e-9)
        assert len({kept.positions for kept in answers}) == len(answers)
        assert all(kept.is_optimal for kept in answers)


def test_bounds_of_later_answers_cover_what_is_not_listed() -> None:
    generator = np.random.default_rng(9)
    for _ in range(10):
        scores = random_scores(generator, 7)
        ranking = oracle.ranked(scores, oracle.joint_score)
        listed: set[tuple[int, ...]] = set()
        for kept in LagrangianSearch().search(scores, Constraints.exactly(len(scores), 4, nbest=5)):
            rest = max(score for score, positions in ranking if len(positions) == 4 and positions not in listed)
            assert rest <= kept.score + kept.gap + 1e-9
            listed.add(kept.positions)
        assert len(listed) == 5


@pytest.mark.parametrize("name", SEARCHES)
def test_free_length_takes_the_best_of_all(name: str) -> None:
    generator = np.random.default_rng(13)
    for _ in range(10):
        scores = random_scores(generator, 6)
        profile = JointSearch().all_lengths(scores).scores
        assert SEARCHES[name].search(scores, Constraints.any_length(len(scores)))[0].score == pytest.approx(
            profile[1:].max()
        )
        assert SEARCHES[name].search(scores, Constraints.any_length(len(scores), allow_empty=True))[
            0
        ].score == pytest.approx(profile.max())
    poor = Scores(token=[-1.0, -2.0])
    assert SEARCHES[name].search(poor, Constraints.any_length(len(poor), allow_empty=True))[0].positions == ()
    assert SEARCHES[name].search(Scores(token=[]), Constraints.any_length(len(Scores(token=[]))))[0].positions == ()


@pytest.mark.parametrize("name", SEARCHES)
def test_what_scores_forbid_is_explained(name: str) -> None:
    scores = Scores(token=[1.0, -np.inf, -np.inf])
    with pytest.raises(UsageError, match="no compression of 2 words is possible"):
        SEARCHES[name].search(scores, Constraints.exactly(len(scores), 2))
    with pytest.raises(UsageError, match="1 word must stay"):
        SEARCHES[name].search(scores, Constraints.exactly(len(scores), 0, Masks.of(3, keep=[0])))


def test_unknown_steps_are_refused() -> None:
    with pytest.raises(UsageError, match="bisection or subgradient"):
        LagrangianSearch(steps="newton")
