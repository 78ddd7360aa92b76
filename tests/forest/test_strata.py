"""The best derivation of every length, and of every count of right and wrong words, against enumeration."""

import numpy as np
import pytest
from forest_oracle import enumerate_derivations, forests
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError, UsageError
from laconic.forest.forest import Forest
from laconic.forest.limit import best_within
from laconic.forest.strata import by_length, reference_counts, stratify

Scored = tuple[Forest, np.ndarray]


@given(forests(), st.one_of(st.none(), st.integers(0, 6)))
def test_every_length_has_its_best_derivation(scored: Scored, longest: int | None) -> None:
    forest, scores = scored
    expected: dict[int, float] = {}
    for each in enumerate_derivations(forest, scores):
        if longest is None or len(each.words) <= longest:
            expected[len(each.words)] = max(each.score, expected.get(len(each.words), -np.inf))
    lengths = by_length(forest, scores, longest)
    found = {length: score for length, score in enumerate(lengths.scores.tolist()) if score > -np.inf}
    assert found == expected
    for length, score in expected.items():
        derivation = lengths.derivation(length)
        assert len(derivation.tokens) == length
        assert scores[list(derivation.edges)].sum() == derivation.score == score


@given(forests(), st.sets(st.sampled_from("abcd")), st.one_of(st.none(), st.tuples(*[st.integers(0, 4)] * 2)))
def test_every_count_of_right_and_wrong_words_has_its_best_derivation(
    scored: Scored, reference: set[str], caps: tuple[int, int] | None
) -> None:
    forest, scores = scored
    expected: dict[tuple[int, int], float] = {}
    for each in enumerate_derivations(forest, scores):
        right = sum(forest.vocabulary[word] in reference for word in each.words)
        cell = (right, len(each.words) - right)
        if caps is None or (cell[0] <= caps[0] and cell[1] <= caps[1]):
            expected[cell] = max(each.score, expected.get(cell, -np.inf))
    strata = stratify(forest, scores, reference_counts(forest, reference), caps)
    assert {
        tuple(map(int, cell)): strata.scores[tuple(cell)] for cell in np.argwhere(strata.scores > -np.inf)
    } == expected
    for cell, score in expected.items():
        derivation = strata.derivation(*cell)
        right = sum(token in reference for token in derivation.tokens)
        assert (right, len(derivation.tokens) - right) == cell
        assert scores[list(derivation.edges)].sum() == score


@given(forests(), st.integers(0, 8))
def test_a_price_on_words_bounds_the_best_within_a_limit(scored: Scored, words: int) -> None:
    forest, scores = scored
    every = enumerate_derivations(forest, scores)
    short = [each for each in every if len(each.words) <= words]
    if not every:
        with pytest.raises(DataError, match="no derivation"):
            best_within(forest, scores, words)
        return
    if not short:
        with pytest.raises(UsageError, match="shortest derivation"):
            best_within(forest, scores, words)
        return
    top = max(each.score for each in short)
    found = best_within(forest, scores, words)
    assert len(found.derivation.tokens) <= words
    assert scores[list(found.derivation.edges)].sum() == found.derivation.score
    assert found.derivation.score <= top <= found.bound + 1e-9
    if found.is_exact:
        assert found.derivation.score == pytest.approx(top)
    # The bound is the best of all prices: no other price proves more.
    prices = np.linspace(0.0, 30.0, 200)
    duals = [max(each.score - price * (len(each.words) - words) for each in every) for price in prices]
    assert found.bound <= min(duals) + 1e-9


def test_limits_between_the_corners_leave_a_gap() -> None:
    forest = Forest.from_edges([(0, []), (0, ["a", "b"]), (0, ["a", "b", "c", "d"])])
    found = best_within(forest, [0.0, 1.0, 10.0], 3)
    assert str(found.derivation) == ""
    assert (found.price, found.bound, found.is_exact) == (2.5, 7.5, False)
    assert by_length(forest, [0.0, 1.0, 10.0]).scores.tolist() == [0.0, -np.inf, 1.0, -np.inf, 10.0]


def test_impossible_wishes_are_refused() -> None:
    forest = Forest.from_edges([(0, ["a"]), (1, [0, 0])])
    lengths = by_length(forest, [0.0, 0.0])
    for total in (-1, 1, 3):
        with pytest.raises(UsageError, match=f"totals {total}"):
            lengths.derivation(total)
    with pytest.raises(UsageError, match="2 totals were given"):
        lengths.derivation(1, 2)
    with pytest.raises(DataError, match="0 or more"):
        stratify(forest, [0.0, 0.0], [[-1], [0]])
    with pytest.raises(DataError, match="shape"):
        stratify(forest, [0.0, 0.0], [1, 0])
    with pytest.raises(UsageError, match="need 1 caps"):
        stratify(forest, [0.0, 0.0], [[1], [0]], [1, 2])


def test_totals_beyond_the_memory_ask_for_caps() -> None:
    """Each node doubles the length of the one before: a few bytes of forest, endless text."""
    doubling = Forest.from_edges([(0, ["a"]), (0, []), *((node, [node - 1, node - 1]) for node in range(1, 60))])
    scores = np.zeros(doubling.edges)
    with pytest.raises(UsageError, match="smaller caps"):
        by_length(doubling, scores)
    capped = by_length(doubling, scores, longest=3)
    assert capped.scores.tolist() == [0.0] * 4
    assert len(stratify(doubling, scores, np.full((doubling.edges, 1), 2**30 - 1), [5]).scores) == 0
