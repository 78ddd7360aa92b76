"""Forests are checked when they are built, and survive being stored."""

from pathlib import Path

import numpy as np
import pytest
from forest_oracle import forests
from hypothesis import given

from laconic.errors import DataError
from laconic.forest.derivation import Derivation
from laconic.forest.draw import derivation_text, forest_dot, forest_text
from laconic.forest.forest import Forest
from laconic.forest.inference import best
from laconic.forest.sparse import SparseRows
from laconic.forest.storage import load, save

COLUMNS = ("head", "tail_ptr", "tails", "rule", "yield_ptr", "yield_symbols", "labels", "spans", "origin")


def dog() -> Forest:
    """Two readings of a noun phrase, with every optional column."""
    return Forest(
        [0, 0, 1, 2],
        [0, 0, 0, 0, 2],
        [1, 0],
        rule=[7, 8, 9, 7],
        yield_ptr=[0, 1, 1, 2, 5],
        yield_symbols=[5, 2, -2, 0, -1],
        vocabulary=["the", "unused", "dog", "unused too", "nor this", "old"],
        labels=["JJ", "NN", "NP"],
        spans=[(1, 2), (2, 3), (0, 3)],
        features=SparseRows.from_rows([{0: 1.0}, {}, {2: 0.5, 1: 2.0}, {0: -1.0}]),
    )


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"head": [0, 1, 0, 2]}, "edge 2 has the head 0 after an edge with the head 1; sort"),
        ({"head": [0, 0, 1, -1]}, "edge 3 has the head -1"),
        ({"nodes": 2}, "edge 3 has the head 2; the nodes are 0 to 1"),
        ({"nodes": 0, "head": [], "tail_ptr": [0], "tails": [], "yield_ptr": [0], "yield_symbols": []}, "at least one"),
        ({"tails": [1, 2]}, "edge 3 has the tail 2, which does not come before its head 2"),
        ({"tails": [1, -1]}, "edge 3 has the tail -1"),
        ({"tail_ptr": [0, 0, 0, 2]}, "tail_ptr has 4 entries; 4 edges need 5"),
        ({"tail_ptr": [0, 0, 3, 0, 2]}, "tail_ptr must rise from 0 to 2"),
        ({"yield_ptr": [0, 1, 1, 2, 4]}, "yield_ptr must rise from 0 to 5"),
        ({"yield_symbols": [5, 2, -2, 0, -2]}, "edge 3 has 2 tails and its yield names tail 1 twice"),
        ({"yield_symbols": [5, 2, -2, 0, -9]}, "names tail 8, which it lacks"),
        ({"yield_symbols": [5, 2, -2, 0, -(2**31)]}, "names tail 2147483647, which it lacks"),
        ({"yield_symbols": [5, 2, -2, 0, 0]}, "edge 3 has a tail without a place"),
        ({"yield_symbols": [6, 2, -2, 0, -1]}, "edge 0 yields word 6; the vocabulary has 6 words"),
        ({"yield_symbols": None}, "both yield_ptr and yield_symbols"),
        ({"tails": [1.0, 0.5]}, "flat array of integers"),
        ({"tails": [2**40, 0]}, "more than 32 bits"),
        ({"rule": [1, 2]}, r"rule has the shape \(2,\) where \(4,\)"),
        ({"labels": ["NP"]}, "labels has the shape"),
        ({"features": SparseRows.from_rows([{}])}, "features for 1"),
    ],
)
def test_what_is_not_a_forest_is_refused(change: dict, problem: str) -> None:
    good = dog()
    arrays = {name: getattr(good, name) for name in (*COLUMNS, "vocabulary", "features")} | change
    with pytest.raises(DataError, match=problem):
        Forest(arrays.pop("head"), arrays.pop("tail_ptr"), arrays.pop("tails"), **arrays)


def test_arrays_cannot_be_changed_behind_the_forest() -> None:
    forest = dog()
    for name in COLUMNS[:-1]:
        with pytest.raises(ValueError, match="read-only"):
            getattr(forest, name)[0] = 0


def test_tails_are_the_default_yield() -> None:
    forest = Forest([0, 1, 2], [0, 0, 1, 3], [0, 1, 0])
    assert forest.yield_symbols.tolist() == [-1, -1, -2]
    assert forest.words.tolist() == [0, 0, 0]
    assert best(forest, np.zeros(3)).edges == (2, 1, 0, 0)


def test_scores_are_features_times_weights() -> None:
    forest = dog()
    assert forest.features is not None
    scores = forest.features @ np.array([1.0, 10.0, 100.0])
    assert scores.tolist() == [1.0, 0.0, 70.0, -1.0]
    found = best(forest, scores)
    assert forest.features.total(found.edges) == {0: 0.0, 1: 2.0, 2: 0.5}
    assert found.tokens == ("old", "the", "dog")
    with pytest.raises(DataError, match="3 features were given 2 weights"):
        forest.features @ np.zeros(2)


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        (([0, 2], [1], [1.0, 2.0]), "given 1 columns"),
        (([0, 2, 1], [1], [1.0]), "not decrease"),
        (([0, 1], [-1], [1.0]), "counted from 0"),
    ],
)
def test_broken_features_are_refused(columns: tuple, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        SparseRows(*columns)


@pytest.mark.parametrize(
    ("edges", "problem"),
    [
        ([3, 2], "ends before node 0"),
        ([3, 0, 2], "edge 0 does not continue the derivation: node 1"),
        ([3, 2, 0, 0], "already complete"),
        ([4], "names edge 4 of a forest of 4"),
        ([-1], "names edge -1"),
        ([], "ends before node 2"),
    ],
)
def test_derivations_are_trees_of_the_forest(edges: list[int], problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        Derivation(dog(), edges, 0.0)


def test_storing_changes_nothing(tmp_path: Path) -> None:
    forest = dog().restrict([True, False, True, True])
    save(forest, tmp_path / "dog.forest")
    again = load(tmp_path / "dog.forest")
    for name in COLUMNS:
        if name != "yield_symbols":
            assert np.array_equal(getattr(again, name), getattr(forest, name)), name
    assert again.features is not None
    assert forest.features is not None
    assert [again.features.total([edge]) for edge in range(3)] == [forest.features.total([edge]) for edge in range(3)]
    assert again.vocabulary == ("the", "dog", "old")
    assert best(again, np.zeros(3)).tokens == best(forest, np.zeros(3)).tokens == ("old", "the", "dog")


@given(scored=forests())
def test_any_forest_can_be_stored(scored: tuple[Forest, np.ndarray], tmp_path_factory: pytest.TempPathFactory) -> None:
    forest, _ = scored
    path = tmp_path_factory.mktemp("stored") / "forest"
    save(forest, path)
    again = load(path)
    assert forest_text(again) == forest_text(forest)
    assert again.nodes == forest.nodes


def test_files_that_are_no_forests_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    with pytest.raises(DataError, match=r"broken: cannot be read: No such file"):
        load(path)
    for content in (b"", b"hello", b"PK\x03\x04 but no more"):
        path.write_bytes(content)
        with pytest.raises(DataError, match="broken: cannot be read as a forest"):
            load(path)
    with path.open("wb") as stream:
        np.savez(stream, head=np.arange(3))
    with pytest.raises(DataError, match="it lacks version"):
        load(path)
    save(dog(), path)
    with np.load(path) as archive:
        columns = dict(archive)
    for name, value, problem in (
        ("version", np.array(99), "has version 99"),
        ("vocabulary", np.frombuffer(b"{}", np.uint8), "texts"),
        ("head", np.array([5, 5, 5, 5]), "the nodes are 0 to 2"),
        ("rule", np.array([None]), "cannot be read as a forest"),
    ):
        with path.open("wb") as stream:
            np.savez(stream, **{**columns, name: value})
        with pytest.raises(DataError, match=problem):
            load(path)
    del columns["feature_values"]
    with path.open("wb") as stream:
        np.savez(stream, **columns)
    with pytest.raises(DataError, match="features lack a column"):
        load(path)


def test_drawings_show_words_rules_and_scores() -> None:
    forest = dog()
    text = forest_text(forest, [0.5, 0, 0, -1], lambda rule: f"rule {rule}")
    assert text.splitlines()[:2] == ["NP[0:3]", "    ‹JJ[1:2]› the ‹NN[2:3]›   rule 7   -1.000"]
    found = best(forest, [1.0, 0.0, 0.0, 0.0])
    assert derivation_text(found).splitlines() == [
        "NP[0:3]  ‹JJ[1:2]› the ‹NN[2:3]›",
        "├─ NN[2:3]  dog",
        "└─ JJ[1:2]  old",
    ]
    quoting = Forest.from_edges([(0, ['say "\\"'])])
    assert r'label="say \"\\\""' in forest_dot(quoting)
    dot = forest_dot(forest, derivation=found)
    assert dot.count("style=bold") == 3 + 5
    assert dot.count("->") == 6
