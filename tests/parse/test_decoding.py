"""The parsing kernels find the best tree of all, checked by enumeration."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from laconic import _core
from laconic.dependency import is_projective, is_tree


def bracketings(start: int, end: int) -> list[list[tuple[int, int]]]:
    """Return every binary bracketing of the words from start to end, as lists of spans."""
    if end - start == 1:
        return [[(start, end)]]
    return [
        [(start, end), *left, *right]
        for middle in range(start + 1, end)
        for left in bracketings(start, middle)
        for right in bracketings(middle, end)
    ]


@pytest.mark.parametrize("length", [1, 2, 3, 5, 7])
def test_cky_equals_enumeration(length: int) -> None:
    random = np.random.default_rng(length)
    scores = random.normal(size=(4, 10, 10)).astype(np.float32)
    starts, ends, offsets = _core.cky(scores, np.full(4, length, np.int32))
    for sentence in range(4):
        gain = np.maximum(scores[sentence], 0.0)
        best = max(sum(gain[span] for span in tree) for tree in bracketings(0, length))
        part = slice(offsets[sentence], offsets[sentence + 1])
        spans = list(zip(starts[part].tolist(), ends[part].tolist(), strict=True))
        assert any(set(spans) <= set(tree) for tree in bracketings(0, length))
        assert sum(gain[span] for span in spans) == pytest.approx(best, abs=1e-5)
        assert spans[0] == (0, length)
        assert all(scores[sentence][span] > 0 for span in spans[1:])


def best_tree(scores: NDArray[np.float32], length: int) -> float:
    """Return the score of the best projective tree with one word below the root, by trying all."""
    return max(
        sum(float(scores[head, word]) for word, head in enumerate(heads, 1))
        for heads in product(range(length + 1), repeat=length)
        if is_tree(heads) and is_projective(heads)
    )


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_eisner_equals_enumeration(length: int) -> None:
    random = np.random.default_rng(length)
    scores = random.normal(size=(6, 9, 9)).astype(np.float32)
    heads = _core.eisner(scores, np.full(6, length, np.int32))
    assert heads.shape == (6, 8)
    for sentence in range(6):
        found = [int(head) for head in heads[sentence, :length]]
        assert is_tree(found)
        assert is_projective(found)
        score = sum(float(scores[sentence, head, word]) for word, head in enumerate(found, 1))
        assert score == pytest.approx(best_tree(scores[sentence], length), abs=1e-5)
        assert (heads[sentence, length:] == -1).all()


def test_sentences_of_a_batch_may_differ_in_length() -> None:
    scores = np.random.default_rng(1).normal(size=(3, 7, 7)).astype(np.float32)
    together = _core.eisner(scores, np.array([6, 2, 4], np.int32))
    for row, length in enumerate([6, 2, 4]):
        alone = _core.eisner(scores[row : row + 1], np.array([length], np.int32))
        assert (together[row, :length] == alone[0, :length]).all()


@pytest.mark.parametrize("length", [0, 9])
def test_impossible_lengths_are_refused(length: int) -> None:
    with pytest.raises(ValueError, match="length"):
        _core.eisner(np.zeros((1, 9, 9), np.float32), np.array([length], np.int32))
    with pytest.raises(ValueError, match="length"):
        _core.cky(np.zeros((1, 9, 9), np.float32), np.array([length], np.int32))
