"""The path searches (bigram, crf, subtree) equal exhaustive enumeration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import oracle
from laconic.errors import UsageError
from laconic.search.base import Scores
from laconic.search.bigram import BigramSearch
from laconic.search.chain import ChainSearch
from laconic.search.constraints import Constraints, Masks, Widths, for_sum, words_at_rate
from laconic.search.paths import PathSearch
from laconic.search.subtree import SubtreeSearch
from search.instances import KINDS, answers_within_characters, asked, random_heads, random_masks, random_scores

MODELS = {
    "bigram": (BigramSearch(), oracle.bigram_score),
    "crf": (ChainSearch(), oracle.chain_score),
    "subtree": (SubtreeSearch(), oracle.subtree_score),
}
Model = tuple[PathSearch, oracle.SetScore]


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> Model:
    return MODELS[request.param]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", range(9))
def test_every_length_equals_enumeration(model: Model, size: int, kind: str) -> None:
    search, set_score = model
    generator = np.random.default_rng(size)
    for _ in range(4):
        scores = random_scores(generator, size, kind)
        for masks in (None, random_masks(generator, size)):
            profile = search.all_lengths(scores, masks)
            np.testing.assert_allclose(profile.scores, oracle.best_of_lengths(scores, set_score, masks), atol=1e-12)
            allowed = set(oracle.subsets(size, masks))
            for words in range(size + 1):
                if profile.is_possible(words):
                    kept = profile.at(words)
                    assert len(kept.positions) == words
                    assert kept.positions in allowed
                    assert set_score(scores, kept.positions) == pytest.approx(kept.score)
                    assert kept.is_optimal


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", [None, 0, 3, 6])
def test_k_best_equals_enumeration(model: Model, words: int | None, kind: str) -> None:
    search, set_score = model
    generator = np.random.default_rng(11)
    for _ in range(10):
        scores = random_scores(generator, 6, kind)
        expected = [
            score
            for score, positions in oracle.ranked(scores, set_score)
            if (len(positions) == words if words is not None else positions)
        ]
        if not expected:
            with pytest.raises(UsageError, match="no compression of"):
                search.search(scores, asked(len(scores), words, nbest=7))
            continue
        answers = search.search(scores, asked(len(scores), words, nbest=7))
        np.testing.assert_allclose([kept.score for kept in answers], expected[:7], atol=1e-12)
        assert len({kept.positions for kept in answers}) == len(answers)
        for kept in answers:
            assert set_score(scores, kept.positions) == pytest.approx(kept.score)


@pytest.mark.parametrize("best", [1, 4])
def test_characters_equal_enumeration_and_stay_within_the_limit(model: Model, best: int) -> None:
    met = 0
    for _, expected, answers in answers_within_characters(*model, best, 40):
        met += 1
        np.testing.assert_allclose([kept.score for kept in answers], expected[:best], atol=1e-12)
    assert met > 20


def test_free_length_takes_the_best_of_all_but_nothing_only_on_request() -> None:
    scores = Scores(token=[-1.0, -3.0, -2.0])
    search = BigramSearch()
    assert search.search(scores, Constraints.any_length(len(scores)))[0].positions == (0,)
    assert search.search(scores, Constraints.any_length(len(scores), allow_empty=True))[0].positions == ()
    assert search.search(Scores(token=[]), Constraints.any_length(len(Scores(token=[]))))[0].positions == ()


def test_subtree_follows_heads_of_any_tree() -> None:
    generator = np.random.default_rng(2)
    scores = Scores(token=generator.normal(size=40), heads=random_heads(generator, 40))
    assert scores.heads is not None
    for words in (5, 20, 39):
        kept = SubtreeSearch().search(scores, asked(len(scores), words))[0]
        assert all(
            scores.heads[position] == 0 or scores.heads[position] - 1 in kept.positions for position in kept.positions
        )
        assert kept.heads == tuple(scores.heads[list(kept.positions)])


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        (None, "needs the heads"),
        ([2, 1, 0], "some words never reach the root"),
        ([1, 0, 2], "some words never reach the root"),
        ([0, 4, 1], "numbers from 0 to 3"),
        ([0, -1, 1], "numbers from 0 to 3"),
    ],
)
def test_subtree_refuses_what_is_no_tree(heads: list[int] | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        SubtreeSearch().search(
            Scores(token=[1.0, 2.0, 3.0], heads=heads),
            Constraints.exactly(len(Scores(token=[1.0, 2.0, 3.0], heads=heads)), 2),
        )


def test_masks_from_positions() -> None:
    masks = Masks.of(4, keep=[0], drop=[2]).also(keep=[1])
    assert masks.keep.tolist() == [True, True, False, False]
    assert masks.drop.tolist() == [False, False, True, False]
    with pytest.raises(UsageError, match="no word at position 4"):
        Masks.of(4, keep=[4])


WIDTHS = Widths(np.array([3, 4, 2, 5]), np.array([0, 1, 1, 1]))


def test_what_must_stay_as_it_is_need_not_only_be_said() -> None:
    masks = Masks.of(4, keep=[0, 1], drop=[3], say=[1, 2])
    assert masks.keep.tolist() == [True, True, True, False]
    assert [masks.holds(place) for place in range(4)] == [True, True, False, False]


@pytest.mark.parametrize(
    "make",
    [
        lambda masks: Constraints.exactly(4, 2, masks),
        lambda masks: Constraints.between(4, 1, 3, masks),
        lambda masks: Constraints.any_length(4, masks),
        lambda masks: Constraints.every_length(4, masks),
        lambda masks: Constraints.within_characters(WIDTHS, 9, masks),
        lambda masks: Constraints.within_characters(WIDTHS, 9, masks).narrowed(8),
        lambda masks: Constraints.exactly(4, 2).with_masks(masks),
        lambda masks: for_sum(4, 2, masks),
        lambda masks: for_sum(4, None, masks),
    ],
)
def test_constraints_know_what_need_only_be_said(make: Callable[[Masks], Constraints]) -> None:
    masks = make(Masks.of(4, keep=[0], say=[2])).masks
    assert [masks.holds(place) for place in range(4)] == [True, False, False, False]
    assert masks.keep.tolist() == [True, False, True, False]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Constraints.exactly(4, 5), "the sentence has 4 words, so 5 cannot be kept"),
        (lambda: Constraints.exactly(4, -1), "must be at least 0"),
        (lambda: words_at_rate(4, 0.0), "above 0 and at most 1"),
        (lambda: words_at_rate(4, 1.5), "above 0 and at most 1"),
        (lambda: Constraints.exactly(4, 2, nbest=0), "at least one answer"),
        (lambda: Constraints.exactly(4, 1, Masks.of(4, keep=[0, 2])), "2 words must stay, .* cannot have only 1"),
        (lambda: Constraints.between(4, 0, 1, Masks.of(4, keep=[0, 2])), "2 words must stay, .* cannot have only 1"),
        (lambda: Constraints.exactly(4, 3, Masks.of(4, drop=[0, 2])), "only 2 words may stay, so 3 cannot be kept"),
        (lambda: Constraints.exactly(4, 2, Masks.of(4, keep=[1], drop=[1])), "word 2 is both forced and forbidden"),
        (lambda: Constraints.any_length(4, Masks.of(4, drop=range(4))), "every word is forbidden"),
        (lambda: Constraints.exactly(4, 2, Masks.of(3)), "flags for 4 words"),
        (lambda: Constraints.within_characters(WIDTHS, -1), "must be at least 0"),
        (lambda: Constraints.within_characters(WIDTHS, 1), r"no word that may stay fits within 1 character\."),
        (
            lambda: Constraints.within_characters(WIDTHS, 8, Masks.of(4, keep=[0, 3])),
            "take 9 characters, more than the limit of 8",
        ),
        (
            lambda: Constraints.within_characters(Widths(np.array([3, 0, 2, 5]), WIDTHS.space), 8),
            "at least one character",
        ),
        (
            lambda: Constraints.within_characters(Widths(np.array([3]), np.array([0, 1])), 8),
            "widths are given for 1 words",
        ),
    ],
)
def test_impossible_constraints_are_explained(make: Callable[[], Constraints | int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()


def test_a_range_of_lengths_has_the_best_of_all_in_it() -> None:
    scores = random_scores(np.random.default_rng(11), 7)
    for search in (BigramSearch(), ChainSearch()):
        profile = search.all_lengths(scores)
        (found,) = search.search(scores, Constraints.between(7, 2, 5))
        assert found.score == pytest.approx(profile.scores[2:6].max())


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({}, "at least one part"),
        ({"bigram": [[0.0]]}, "at least one part"),
        ({"token": [1.0, np.nan]}, "token scores must be numbers"),
        ({"token": [1.0, np.inf]}, "token scores must be numbers"),
        ({"token": [1.0], "bigram": np.zeros((4, 4))}, r"bigram scores need the shape \(3, 3\)"),
        ({"token": [1.0], "heads": [0, 1]}, "needs 1 heads"),
    ],
)
def test_bad_scores_are_explained(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Scores(**parts)


def test_a_length_that_scores_forbid_is_explained() -> None:
    scores = Scores(token=[1.0, -np.inf, -np.inf])
    with pytest.raises(UsageError, match="no compression of 2 words is possible"):
        BigramSearch().search(scores, Constraints.exactly(len(scores), 2))
    profile = BigramSearch().all_lengths(scores)
    assert profile.scores.tolist() == [0.0, 1.0, -np.inf, -np.inf]
    with pytest.raises(UsageError, match="exactly 2 words"):
        profile.at(2)
