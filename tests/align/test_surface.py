"""The letters' similarity kernel, against plain Python."""

from itertools import product, takewhile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import _core

WORDS = st.lists(st.text(alphabet="abé😀", max_size=6), max_size=4)


def letters(words: list[str]) -> tuple[np.ndarray, np.ndarray]:
    joined = np.array([ord(letter) for word in words for letter in word], np.uint32)
    return joined, np.cumsum([len(word) for word in words], dtype=np.int64)


def common_start(a: str, b: str) -> int:
    return len(list(takewhile(lambda two: two[0] == two[1], zip(a, b, strict=False))))


def distance(a: str, b: str) -> int:
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))


@given(WORDS, WORDS)
def test_agrees_with_plain_python(source: list[str], target: list[str]) -> None:
    found = _core.surface_similarity(*letters(source), *letters(target))
    assert found.shape == (len(source), len(target), 3)
    for (i, a), (j, b) in product(enumerate(source), enumerate(target)):
        longer = max(len(a), len(b))
        common = [
            common_start(a, b),
            common_start(a[::-1], b[::-1]),
            longer - distance(a, b),
        ]
        assert found[i, j].tolist() == pytest.approx([count / longer if longer else 1 for count in common])


def test_long_words_are_compared_by_their_beginnings() -> None:
    found = _core.surface_similarity(*letters(["a" * 500]), *letters(["a" * 64 + "b" * 9_000]))
    assert found.tolist() == [[[1, 1, 1]]]


@pytest.mark.parametrize("ends", [[3], [2, 1], [-1]])
def test_ends_outside_the_letters_are_refused(ends: list[int]) -> None:
    two = letters(["ab"])
    with pytest.raises(ValueError, match="ends"):
        _core.surface_similarity(two[0], np.array(ends, np.int64), *two)
