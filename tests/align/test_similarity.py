"""Features of links, against loops over single cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.align.lexicon import Lexicon
from laconic.align.similarity import (
    CONTEXT_FEATURES,
    REACH,
    WORD_FEATURES,
    context_features,
    first_guess,
    word_features,
)

LEXICON = Lexicon({"big": {"large": 0.5, "big": 0.3}, "large": {"big": 0.2}})
SOURCE = "the big well-known shop sold 1,200 red cars to the state".split()
TARGET = "a large shop sells well cars to the states in 1999".split()


def named(name: str) -> np.ndarray:
    return word_features(SOURCE, TARGET, LEXICON)[:, :, WORD_FEATURES.index(name)]


@st.composite
def likelihoods(draw: st.DrawFn) -> np.ndarray:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    # Different values, so that the likeliest is never in doubt.
    values = draw(st.permutations(range(rows * columns)))
    return ((np.array(values, np.float32) + 0.5) / (rows * columns)).reshape(rows, columns)


def test_every_feature_has_its_name() -> None:
    words = word_features(SOURCE, TARGET, LEXICON)
    assert words.shape == (len(SOURCE), len(TARGET), len(WORD_FEATURES))
    assert context_features(first_guess(words)).shape == (len(SOURCE), len(TARGET), len(CONTEXT_FEATURES))
    assert len(set(WORD_FEATURES + CONTEXT_FEATURES)) == len(WORD_FEATURES) + len(CONTEXT_FEATURES)


def test_looks() -> None:
    for i, a in enumerate(SOURCE):
        for j, b in enumerate(TARGET):
            assert named("identical")[i, j] == (a == b)
            assert named("part of the other")[i, j] == (a == "well-known" and b == "well")
            assert named("source occurs in target")[i, j] == (a in TARGET)
            assert named("target occurs in source")[i, j] == (b in SOURCE)
    assert named("edit similarity")[SOURCE.index("state"), TARGET.index("states")] == pytest.approx(5 / 6)
    assert named("prefix")[SOURCE.index("sold"), TARGET.index("sells")] == pytest.approx(1 / 5)
    assert named("identical and unique")[SOURCE.index("the"), TARGET.index("the")] == pytest.approx(1 / 2)
    assert named("identical and unique")[SOURCE.index("cars"), TARGET.index("cars")] == 1


def test_classes() -> None:
    assert named("source is number")[SOURCE.index("1,200")].all()
    assert named("same class")[SOURCE.index("1,200"), TARGET.index("1999")] == 1
    assert named("same class")[SOURCE.index("the"), TARGET.index("a")] == 0
    assert named("target is place")[:, TARGET.index("in")].all()
    assert not named("same class")[SOURCE.index("cars"), TARGET.index("cars")]


def test_lexicon_is_asked_in_both_directions() -> None:
    cell = SOURCE.index("big"), TARGET.index("large")
    assert named("lexicon mean")[cell] == pytest.approx((0.5 * 0.2) ** 0.5)
    assert named("lexicon forward")[cell] > named("lexicon backward")[cell] > 0
    assert np.count_nonzero(named("lexicon forward")) == 1
    assert named("lexicon share of source")[cell] == pytest.approx(0.5 / 0.503)


@given(likelihoods())
def test_context_by_loops(likely: np.ndarray) -> None:
    found = context_features(likely)
    rows, columns = likely.shape

    def value(i: int, j: int) -> float:
        return float(likely[i, j]) if 0 <= i < rows and 0 <= j < columns else 0.0

    for i in range(rows):
        for j in range(columns):
            cell = dict(zip(CONTEXT_FEATURES, found[i, j].tolist(), strict=True))
            for down in range(-REACH, REACH + 1):
                for right in range(-REACH, REACH + 1):
                    assert cell[f"link at {down:+d}{right:+d}"] == pytest.approx(value(i + down, j + right))
            row = [value(i, k) for k in range(columns) if k != j]
            column = [value(k, j) for k in range(rows) if k != i]
            assert cell["rival in target"] == pytest.approx(max(row, default=0))
            assert cell["rival in source"] == pytest.approx(max(column, default=0))
            assert cell["other links of source"] == pytest.approx(sum(row), abs=1e-5)
            assert cell["other links of target"] == pytest.approx(sum(column), abs=1e-5)
            for name, at in (("before", i - 1), ("after", i + 1)):
                expected = max((value(at, k) for k in range(columns)), default=0)
                assert cell[f"source {name} linked"] == pytest.approx(expected)
            for name, at in (("before", j - 1), ("after", j + 1)):
                expected = max((value(k, at) for k in range(rows)), default=0)
                assert cell[f"target {name} linked"] == pytest.approx(expected)
            before, after = off_diagonal(likely, i, j)
            assert cell["off the diagonal before"] == pytest.approx(before)
            assert cell["off the diagonal after"] == pytest.approx(after)


def off_diagonal(likely: np.ndarray, i: int, j: int) -> tuple[float, float]:
    rows, columns = likely.shape
    sure = [
        (r, c)
        for r in range(rows)
        for c in range(columns)
        if likely[r, c] > 0.5 and likely[r, c] == likely[r].max() == likely[:, c].max()
    ]
    before = [(r, c) for r, c in sure if r < i][-1:]
    after = [(r, c) for r, c in sure if r > i][:1]
    distances = (
        [min(abs((j - c) - (i - r)), 6) / 6 for r, c in before],
        [min(abs((j - c) - (i - r)), 6) / 6 for r, c in after],
    )
    return (distances[0] or [1])[0], (distances[1] or [1])[0]
