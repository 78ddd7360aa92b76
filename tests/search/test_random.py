"""Random deletion obeys every wish, and the same seed gives the same words."""

from __future__ import annotations

import numpy as np
import pytest

import oracle
from laconic.search.base import Scores
from laconic.search.constraints import Constraints, Masks
from laconic.search.random import RandomSearch
from search.instances import random_masks, random_widths

SCORES = Scores(token=np.zeros(12))


def test_words_masks_and_seeds() -> None:
    masks = Masks.of(12, keep=[3], drop=[0, 7])
    constraints = Constraints.exactly(len(SCORES), 6, masks)
    kept = RandomSearch(seed=1).search(SCORES, constraints)[0]
    assert len(kept.positions) == 6
    assert 3 in kept.positions
    assert not kept.is_optimal
    assert not {0, 7} & set(kept.positions)
    assert RandomSearch(seed=1).search(SCORES, constraints) == [kept]
    assert len({RandomSearch(seed=seed).search(SCORES, constraints)[0].positions for seed in range(20)}) > 10


def test_every_word_is_as_likely_as_another() -> None:
    counts = np.zeros(12)
    for seed in range(600):
        counts[list(RandomSearch(seed).search(SCORES, Constraints.exactly(len(SCORES), 4))[0].positions)] += 1
    assert counts == pytest.approx(200, abs=60)


def test_free_length_keeps_half_on_average() -> None:
    lengths = [
        len(RandomSearch(seed).search(SCORES, Constraints.any_length(len(SCORES)))[0].positions) for seed in range(300)
    ]
    assert min(lengths) >= 1
    assert np.mean(lengths) == pytest.approx(6, abs=0.5)


def test_a_range_of_lengths_is_obeyed() -> None:
    wanted = Constraints.between(len(SCORES), 4, 6)
    assert {len(RandomSearch(seed).search(SCORES, wanted)[0].positions) for seed in range(100)} == {4, 5, 6}


def test_characters_are_filled_but_never_exceeded() -> None:
    generator = np.random.default_rng(0)
    for seed in range(50):
        widths = random_widths(generator, 12)
        kept = RandomSearch(seed).search(SCORES, Constraints.within_characters(widths, 20))[0]
        assert widths.of(kept.positions) <= 20
        left_out = set(range(12)) - set(kept.positions)
        assert all(widths.of(sorted([*kept.positions, word])) > 20 for word in left_out)


def test_all_lengths_and_several_answers() -> None:
    masks = random_masks(np.random.default_rng(3), 6)
    profile = RandomSearch().all_lengths(Scores(token=np.zeros(6)), masks)
    possible = {len(positions) for positions in oracle.subsets(6, masks)}
    assert {words for words in range(7) if profile.is_possible(words)} == possible
    assert all(profile.at(words).positions in set(oracle.subsets(6, masks)) for words in possible)
    answers = RandomSearch().search(SCORES, Constraints.exactly(len(SCORES), 11, nbest=5))
    assert len({kept.positions for kept in answers}) == 5
