"""Alignments behave as sets of links, and Pharaoh format goes both ways."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import DataError
from laconic.align import Alignment

LINKS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12)


@given(LINKS)
def test_keeps_exactly_its_links(links: set[tuple[int, int]]) -> None:
    alignment = Alignment(links)
    assert list(alignment) == sorted(links)
    assert len(alignment) == len(links)
    assert all(((i, j) in alignment) == ((i, j) in links) for i in range(-1, 8) for j in range(-1, 8))


@given(LINKS)
def test_pharaoh_round_trip(links: set[tuple[int, int]]) -> None:
    alignment = Alignment(links)
    assert Alignment.parse(str(alignment)) == alignment
    assert repr(alignment) == f"Alignment.parse('{alignment}')"


@given(LINKS, LINKS)
def test_set_operations_are_those_of_sets(left: set[tuple[int, int]], right: set[tuple[int, int]]) -> None:
    a, b = Alignment(left), Alignment(right)
    assert set(a & b) == left & right
    assert set(a | b) == left | right
    assert set(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert (a == b) == (left == right)
    if left == right:
        assert hash(a) == hash(b)


@given(LINKS)
def test_inverse_exchanges_the_sides(links: set[tuple[int, int]]) -> None:
    alignment = Alignment(links)
    assert set(alignment.inverse) == {(j, i) for i, j in links}
    assert alignment.inverse.inverse == alignment
    for word in range(7):
        assert set(alignment.targets_of(word)) == {j for i, j in links if i == word}


@given(LINKS)
def test_crossings_by_comparing_every_two_links(links: set[tuple[int, int]]) -> None:
    crossing = sum(i < k and j > m for i, j in links for k, m in links)
    alignment = Alignment(links)
    assert alignment.crossings() == alignment.inverse.crossings() == crossing
    assert alignment.is_monotone == (crossing == 0)


@given(LINKS)
def test_one_to_one(links: set[tuple[int, int]]) -> None:
    expected = len({i for i, _ in links}) == len({j for _, j in links}) == len(links)
    assert Alignment(links).is_one_to_one == expected


def test_words_linked_to_one_word_do_not_cross() -> None:
    assert Alignment.parse("0-1 0-3 1-3 2-3").is_monotone
    assert not Alignment.parse("0-3 1-1 1-3").is_monotone


def test_arrays_in_and_out() -> None:
    alignment = Alignment.between([2, 0], np.array([1, 5]))
    assert alignment.sources.tolist() == [0, 2]
    assert alignment.targets.tolist() == [5, 1]
    assert Alignment(np.array([[0, 5], [2, 1], [0, 5]])) == alignment


def test_is_immutable() -> None:
    alignment = Alignment.parse("0-0")
    with pytest.raises(AttributeError):
        alignment.colour = "red"
    alignment.sources[0] = 7
    assert str(alignment) == "0-0"


def test_within_names_the_link_that_points_beyond() -> None:
    alignment = Alignment.parse("0-0 3-1")
    assert alignment.within(4, 2) is alignment
    with pytest.raises(DataError, match="3-1 points beyond a pair of 3 and 2 words"):
        alignment.within(3, 2)


@pytest.mark.parametrize("text", ["0", "0-", "-1", "a-b", "0-0,1-1", "0--1", "1-2-3", "٣-٤", "0-99999999999"])
def test_bad_pharaoh_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="link"):
        Alignment.parse(text)


@pytest.mark.parametrize(
    "links",
    [
        [(0, -1)],
        [(2**31, 0)],
        [(0, 1, 2)],
        [0, 1],
        [("0", "1")],
        [(0.5, 1)],
        [(0, 1), (2,)],
        [(0, [1])],
        [(10**30, 0)],
        [(None, 0)],
        [[]],
    ],
)
def test_bad_links_are_refused(links: list[object]) -> None:
    with pytest.raises(DataError, match="link"):
        Alignment(links)
