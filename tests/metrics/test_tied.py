"""Comparisons at tied rates, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from laconic.errors import UsageError
from laconic.metrics import Batch, Version
from laconic.metrics.rate import CompressionRate
from laconic.metrics.tied import compare_tied, tied
from laconic.metrics.unigram import UnigramF1


def version(text: str) -> Version:
    return Version(text, text.split())


def test_only_sentences_of_like_rates_count() -> None:
    sources = [version(" ".join("abcdefghij")) for _ in range(4)]
    references = [[version("a b c d e")] for _ in range(4)]
    outputs = {
        "one": ["a b c d e", "a b c x y", "a b c d e f g", "f g h i j"],
        "two": ["a b c d x", "a b c d e", "a b", "a g h i j"],
    }
    batches = {name: Batch(sources, [version(text) for text in texts], references) for name, texts in outputs.items()}
    metric, rate = UnigramF1(), CompressionRate()
    systems = {name: metric.statistics(batch) for name, batch in batches.items()}
    rates = {name: rate.sentence_values(batch) for name, batch in batches.items()}
    (pair,) = compare_tied(metric, systems, rates, [("one", "two")])
    assert pair.sentences == 3  # the third pair of outputs differs by half of the source
    assert pair.rates == pytest.approx((0.5, 0.5))
    assert pair.scores == pytest.approx(((1 + 0.6 + 0) / 3, (0.8 + 1 + 0.2) / 3))
    assert (pair.higher, pair.lower) == (2, 1)
    assert pair.p == pytest.approx(binomtest(2, 3).pvalue)
    several = compare_tied(metric, systems, rates, [("one", "two"), ("two", "one")])
    assert [each.corrected for each in several] == [1.0, 1.0]


def test_no_sentence_may_be_tied() -> None:
    rows = {"one": np.array([[1.0, 1.0]]), "two": np.array([[0.5, 1.0]])}
    rates = {"one": np.array([0.9]), "two": np.array([0.1])}
    (pair,) = compare_tied(UnigramF1(), rows, rates, [("one", "two")])
    assert (pair.sentences, pair.rates, pair.scores, pair.p) == (0, None, None, 1.0)


def test_the_tolerance_itself_is_too_much() -> None:
    assert tied(np.array([0.55, 0.549, 0.5]), np.array([0.5, 0.5, 0.5])).tolist() == [False, True, True]
    with pytest.raises(UsageError, match="above 0"):
        tied(np.array([0.5]), np.array([0.5]), 0.0)
