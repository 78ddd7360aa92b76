"""Search with a language model finds what scoring every derivation's text from left to right finds."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from backoff import RandomBackoff
from forest_oracle import Written, enumerate_derivations, forests
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError, UsageError
from laconic.forest.forest import Forest
from laconic.forest.inference import best, derivations, kbest
from laconic.forest.rescore import rescore
from laconic.forest.strata import by_length
from laconic.lm.model import LanguageModel

Scored = tuple[Forest, np.ndarray]


@cache
def models(order: int, seed: int) -> tuple[RandomBackoff, LanguageModel]:
    plain = RandomBackoff(order, seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        path.write_text(plain.arpa(), "utf-8")
        return plain, LanguageModel.load(path)


def with_model(forest: Forest, scores: np.ndarray, plain: RandomBackoff, weight: float) -> list[Written]:
    """Return every derivation with its score and the language model's of its whole text."""
    return [
        Written(
            each.edges, each.words, each.score + weight * plain.sentence([forest.vocabulary[w] for w in each.words])
        )
        for each in enumerate_derivations(forest, scores)
    ]


orders, seeds = st.integers(1, 4), st.integers(0, 20)


@given(forests(), orders, seeds, st.sampled_from([1.0, 0.3, -1.0]))
def test_unlimited_search_finds_the_best(scored: Scored, order: int, seed: int, weight: float) -> None:
    forest, scores = scored
    plain, model = models(order, seed)
    every = with_model(forest, scores, plain, weight)
    rescored = rescore(forest, scores, model, weight=weight, beam=None)
    if not every:
        with pytest.raises(DataError, match="no derivation"):
            rescored.best()
        assert rescored.forest.edges == 0
        return
    found = rescored.best()
    assert found.score == pytest.approx(max(each.score for each in every), abs=1e-4)
    written = {each.edges: each.score for each in every}
    assert found.score == pytest.approx(written[found.edges], abs=1e-4)


@given(forests(), orders, seeds)
def test_the_new_forest_holds_every_derivation_with_its_score(scored: Scored, order: int, seed: int) -> None:
    forest, scores = scored
    plain, model = models(order, seed)
    every = sorted(with_model(forest, scores, plain, 0.5), key=lambda each: each.edges)
    rescored = rescore(forest, scores, model, weight=0.5, beam=None)
    found = sorted(
        (each.within(forest) for each in derivations(rescored.forest, rescored.scores)), key=lambda each: each.edges
    )
    assert [each.edges for each in found] == [each.edges for each in every]
    assert [each.word_numbers for each in found] == [each.words for each in every]
    assert [each.score for each in found] == pytest.approx([each.score for each in every], abs=1e-4)


@given(forests(), seeds, st.integers(0, 6))
def test_unlimited_search_by_length_finds_the_best_of_each(scored: Scored, seed: int, longest: int) -> None:
    forest, scores = scored
    plain, model = models(3, seed)
    expected: dict[int, float] = {}
    for each in with_model(forest, scores, plain, 1.0):
        if len(each.words) <= longest:
            expected[len(each.words)] = max(each.score, expected.get(len(each.words), -np.inf))
    rescored = rescore(forest, scores, model, beam=None, longest=longest)
    found = rescored.by_length()
    assert {length: each.score for length, each in found.items()} == pytest.approx(expected, abs=1e-4)
    assert all(len(each.tokens) == length for length, each in found.items())
    if expected:
        assert rescored.best().score == pytest.approx(max(expected.values()), abs=1e-4)
        table = by_length(rescored.forest, rescored.scores).scores
        assert {n: s for n, s in enumerate(table.tolist()) if s > -np.inf} == pytest.approx(expected, abs=1e-4)


@given(
    forests(),
    seeds,
    st.integers(1, 5),
    st.one_of(st.none(), st.integers(1, 5)),
    st.one_of(st.none(), st.integers(0, 6)),
)
def test_limited_search_tells_true_scores(
    scored: Scored, seed: int, beam: int, pops: int | None, longest: int | None
) -> None:
    """Whatever a small beam misses, what it finds exists, costs what it says, and keeps within the limit."""
    forest, scores = scored
    plain, model = models(3, seed)
    written = {each.edges: each for each in with_model(forest, scores, plain, 1.0)}
    rescored = rescore(forest, scores, model, beam=beam, pops=pops, longest=longest)
    short = [each for each in written.values() if longest is None or len(each.words) <= longest]
    found = [each.within(forest) for each in kbest(rescored.forest, rescored.scores, 20)]
    assert bool(found) == bool(short)
    for each in found:
        assert each.score == pytest.approx(written[each.edges].score, abs=1e-4)
        assert longest is None or len(each.tokens) <= longest
    if found:
        assert rescored.best().score == pytest.approx(found[0].score, abs=1e-4)


def chain(length: int) -> tuple[Forest, np.ndarray]:
    """A sentence of many words, each of which may go or change: far too many derivations to write out."""
    generator = np.random.default_rng(length)
    edges: list[tuple[int, list[str | int]]] = []
    for place in range(length):
        edges += [(place, [letter]) for letter in "abcd"] + [(place, [])]
    nodes, last = length, 0
    for place in range(1, length):
        edges += [(nodes, [last, place]), (nodes, [place, last])]
        last, nodes = nodes, nodes + 1
    forest = Forest.from_edges(edges)
    return forest, generator.normal(size=forest.edges)


def test_wider_beams_lose_less() -> None:
    """On forests too large to enumerate: beams approach the unlimited search, which merging makes possible."""
    misses = {1: 0, 10: 0, 100: 0, 1000: 0}
    for seed in range(10):
        forest, scores = chain(8 + seed % 3)
        _, model = models(2, seed)
        exact = rescore(forest, scores, model, beam=None).best().score
        for beam in misses:
            found = rescore(forest, scores, model, beam=beam).best().score
            assert found <= exact + 1e-4
            misses[beam] += found < exact - 1e-4
    assert misses[1] > misses[10] >= misses[100] >= misses[1000] == 0


def test_beams_by_length_keep_short_derivations() -> None:
    forest, scores = chain(12)
    wordy = scores + 5.0 * forest.words
    _, model = models(3, 1)
    found = rescore(forest, wordy, model, beam=10, longest=12).by_length()
    assert sorted(found) == list(range(13))
    without_model = by_length(forest, wordy)
    weightless = rescore(forest, wordy, model, weight=0.0, beam=10, longest=12).by_length()
    assert [weightless[n].score for n in range(13)] == pytest.approx(without_model.scores[:13].tolist(), abs=1e-4)


def test_columns_follow_the_nodes() -> None:
    forest = Forest.from_edges([(0, ["a"]), (0, ["b"]), (1, [0, "c", 0])], labels=["X", "S"])
    _, model = models(3, 2)
    rescored = rescore(forest, np.zeros(3), model, beam=None)
    labels, rules = rescored.forest.labels, rescored.forest.rule
    assert labels is not None
    assert labels.tolist() == ["X"] * (rescored.forest.nodes - 1) + ["S"]
    assert rules.tolist() == forest.rule[rescored.forest.origin].tolist()
    assert best(rescored.forest, rescored.scores).within(forest) == rescored.best()


def test_unknown_words_cost_what_the_model_says() -> None:
    forest = Forest.from_edges([(0, ["a", "unheard"])])
    plain, model = models(3, 3)
    assert rescore(forest, [0.5], model).best().score == pytest.approx(0.5 + plain.sentence(["a", "<unk>"]), abs=1e-5)


def test_wishes_that_make_no_sense_are_refused() -> None:
    forest = Forest.from_edges([(0, ["a"])])
    _, model = models(3, 0)
    with pytest.raises(UsageError, match="pops=0"):
        rescore(forest, [0.0], model, pops=0)
    with pytest.raises(UsageError, match="beam=-1"):
        rescore(forest, [0.0], model, beam=-1)
    with pytest.raises(UsageError, match="-1 words"):
        rescore(forest, [0.0], model, longest=-1)
    with pytest.raises(UsageError, match="finite"):
        rescore(forest, [0.0], model, weight=np.inf)
    with pytest.raises(UsageError, match="not by length"):
        rescore(forest, [0.0], model).by_length()
