"""The classifier learns what can be learnt, and the aligner trained on gold links beats looks alone."""

import random

import numpy as np
import pytest

from laconic import DataError
from laconic.align import Alignment
from laconic.align.classifier import fit, gradient, pack, unpack
from laconic.align.edit import EditAligner
from laconic.align.evaluation import AlignmentScore
from laconic.align.lexicon import Lexicon
from laconic.align.monolingual import MonolingualAligner
from laconic.align.training import train_rounds


def examples(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Points in a plane; those of which exactly one coordinate is positive are linked, as no line can tell."""
    points = np.random.default_rng(0).normal(3, 2, (count, 2)).astype(np.float32)
    return points, (points[:, 0] > 3) != (points[:, 1] > 3)


def test_learns_what_is_not_linear() -> None:
    points, linked = examples(4000)
    classifier = fit(points, linked, np.ones(len(points), np.float32), hidden=16, epochs=30, batch=64, rate=0.03)
    assert np.mean((classifier.probabilities(points) > 0.5) == linked) > 0.95


def test_weights_count_examples_several_times() -> None:
    points = np.zeros((400, 1), np.float32)
    linked = np.arange(400) % 2 == 0
    weights = np.where(linked, 3, 1).astype(np.float32)
    classifier = fit(points, linked, weights, hidden=2, epochs=60, batch=50, rate=0.03)
    assert classifier.probabilities(points[:1]).tolist() == pytest.approx([0.75], abs=0.02)


def test_gradient_is_that_of_the_loss() -> None:
    random_numbers = np.random.default_rng(1)
    shapes = [(3, 4), (4,), (4,), (3,), (1,)]
    parts = [random_numbers.normal(size=shape) for shape in shapes]
    values, linked = random_numbers.normal(size=(10, 3)), random_numbers.random(10) < 0.5
    weights = random_numbers.random(10)

    def loss() -> float:
        inner, inner_bias, outer, direct, bias = parts
        scores = np.tanh(values @ inner + inner_bias) @ outer + values @ direct + bias
        return float((weights * (np.logaddexp(0, scores) - linked * scores)).sum())

    for part, slope in zip(parts, gradient(parts, values, linked, weights), strict=True):
        for place in np.ndindex(part.shape):
            before = part[place]
            part[place] = before + 1e-5
            above = loss()
            part[place] = before - 1e-5
            assert (above - loss()) / 2e-5 == pytest.approx(slope[place], abs=1e-4)
            part[place] = before


def test_packing_goes_both_ways() -> None:
    points, linked = examples(200)
    classifiers = [fit(points, linked, np.ones(200, np.float32), hidden=3, epochs=2, seed=seed) for seed in (0, 1)]
    for before, after in zip(classifiers, unpack(pack(classifiers)), strict=True):
        assert np.array_equal(before.probabilities(points), after.probabilities(points))


def gold_pairs(count: int) -> tuple[list[tuple[list[str], list[str]]], list[Alignment]]:
    """Make pairs in which some words become synonyms, some grow an ending, some go, and halves change places."""
    chance = random.Random(3)
    stems = [a + b for a in ("bra", "sto", "fli", "gru", "kwe") for b in ("nd", "mp", "rk", "st")]
    synonyms = {stem: f"{stem[::-1]}o" for stem in stems[::3]}
    pairs, gold = [], []
    for _ in range(count):
        source = [chance.choice(stems) for _ in range(chance.randint(4, 9))]
        middle = len(source) // 2
        order = [*range(middle, len(source)), *range(middle)] if chance.random() < 0.3 else list(range(len(source)))
        order = [i for i in order if chance.random() < 0.8]
        target = [synonyms.get(source[i]) or source[i] + chance.choice(["", "s", "ed"]) for i in order]
        pairs.append((source, target))
        gold.append(Alignment([(i, j) for j, i in enumerate(order)]))
    return pairs, gold


def test_training_beats_edit_distance_on_pairs_it_has_not_seen() -> None:
    pairs, gold = gold_pairs(200)
    synonyms = {a: {b: 0.5} for a, b in {(w, f"{w[::-1]}o") for source, _ in pairs for w in source}}
    back = {b: {a: 0.5} for a, row in synonyms.items() for b in row}
    lexicon = Lexicon({**synonyms, **back})
    rounds = train_rounds(pairs[:150], gold[:150], [lexicon], rounds=2, hidden=8)
    found = MonolingualAligner(lexicon=lexicon, rounds=rounds).align(pairs[150:])
    trained = sum(map(AlignmentScore.of, found, gold[150:]), AlignmentScore())
    edited = sum(map(AlignmentScore.of, EditAligner().align(pairs[150:]), gold[150:]), AlignmentScore())
    assert trained.f1 > 0.9 > edited.f1
    again = train_rounds(pairs[:150], gold[:150], [lexicon], rounds=2, hidden=8)
    assert all(np.array_equal(pack(rounds)[name], pack(again)[name]) for name in pack(rounds))


def test_gold_must_fit_its_pairs() -> None:
    pair = (["a"], ["a"])
    with pytest.raises(DataError, match="0-1 points beyond"):
        train_rounds([pair] * 2, [Alignment.parse("0-1")] * 2, [Lexicon({})])
    with pytest.raises(DataError, match="at least 2 pairs"):
        train_rounds([pair], [Alignment.parse("0-0")], [Lexicon({})])
