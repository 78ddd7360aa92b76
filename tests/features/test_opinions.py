"""The small networks of opinions."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.features.opinions import Opinion, OpinionNetwork


def network(seed: int = 0) -> OpinionNetwork:
    random = np.random.default_rng(seed)
    shapes = ((3, 2), (3,), (4, 3), (4,))
    return OpinionNetwork(*(random.normal(size=shape).astype(np.float32) for shape in shapes))


def test_opinions_are_those_of_the_formula() -> None:
    judge = network()
    features = np.array([[0.5, -1.0], [2.0, 3.0]], np.float32)
    for row, opinion in zip(features, judge.opinions(features), strict=True):
        inner = [
            max(0.0, sum(w * x for w, x in zip(weights, row, strict=True)) + bias)
            for weights, bias in zip(judge.hidden, judge.hidden_bias, strict=True)
        ]
        scores = [
            math.exp(sum(w * x for w, x in zip(weights, inner, strict=True)) + bias)
            for weights, bias in zip(judge.output, judge.output_bias, strict=True)
        ]
        assert opinion == pytest.approx([score / sum(scores) for score in scores], rel=1e-4)
        assert opinion.sure == pytest.approx(opinion.better + opinion.same)


def test_a_network_is_stored_in_half_precision(tmp_path: Path) -> None:
    path = tmp_path / "context.npz"
    network().save(path)
    again = OpinionNetwork.load(path)
    np.testing.assert_allclose(again.hidden, network().hidden, rtol=1e-3)
    assert again.inputs == 2


def test_arrays_that_do_not_fit_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="do not fit together"):
        OpinionNetwork(np.zeros((3, 2)), np.zeros(3), np.zeros((4, 2)), np.zeros(4))
    with pytest.raises(ValueError, match="not numbers"):
        OpinionNetwork(np.full((3, 2), np.nan), np.zeros(3), np.zeros((4, 3)), np.zeros(4))
    path = tmp_path / "context.npz"
    np.savez(path, hidden=np.zeros((3, 2)))
    with pytest.raises(DataError, match="lacks the array 'hidden_bias'"):
        OpinionNetwork.load(path)
    np.savez(path, hidden=np.zeros(3), hidden_bias=np.zeros(3), output=np.zeros((4, 3)), output_bias=np.zeros(4))
    with pytest.raises(DataError, match="is not a network of opinions"):
        OpinionNetwork.load(path)


def test_an_opinion_names_all_verdicts() -> None:
    assert Opinion(0.4, 0.3, 0.2, 0.1).sure == pytest.approx(0.7)
