"""Hashed features of deletion: the templates of the paper, and sums that agree with the features listed."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import Sentence, Token, Tree
from laconic.errors import DataError
from laconic.features.deletion import LinearScorer, deletion_features

BUCKETS = 2**16
EMPTY = np.zeros(0, np.int32)
GOLDEN = {"256 <s>": 635587, "257 <s>": 680711, "258 the": 542834, "259 old": 367163}


def sentence() -> Sentence:
    tree = Tree.parse("(S (NP (DT The) (JJ old) (NN man)) (VP (VBD slept) (ADVP (RB badly))) (. .))")
    tokens = [Token(node.words[0], node.label) for node in tree.preterminals()]
    relations = ("det", "amod", "nsubj", "root", "advmod", "punct")
    return Sentence.from_tokens(tokens, tree=tree, heads=(3, 3, 4, 0, 4, 4), relations=relations)


def spelled(part: str, i: int, j: int) -> list[str]:
    """Return the atoms of the features, without the template's number."""
    found = deletion_features(sentence()).describe(part, i, j, BUCKETS)
    return [text.partition(" ")[2] for _, text in found]


def test_words_have_the_templates_of_table_1() -> None:
    expected = [
        *["the", "old", "man", "slept", "badly"],
        *["DT", "JJ", "NN", "VBD", "RB"],
        *["man NN", "old man", "man slept"],
        *["DT JJ", "JJ NN", "NN VBD", "VBD RB"],
        *["DT JJ NN", "JJ NN VBD", "NN VBD RB"],
        "0",
    ]
    assert spelled("token", 3, 3)[: len(expected)] == expected


def test_neighbours_have_the_templates_of_table_1() -> None:
    found = spelled("pair", 1, 3)
    words = ["the man", "<s> man", "old man", "the old", "the slept"]
    tags = ["DT NN", "<s> NN", "JJ NN", "DT JJ", "DT VBD"]
    between = ["DT JJ NN"]
    assert found[0] == "2"
    for feature in [*words, *tags, *(f"{pair} 2" for pair in words + tags), *between]:
        assert feature in found


def test_arcs_have_the_templates_of_table_1() -> None:
    found = spelled("arc", 4, 2)
    words = ["slept old", "man old", "badly old", "slept the", "slept man"]
    tags = ["VBD JJ", "NN JJ", "RB JJ", "VBD DT", "VBD NN"]
    around = ["NN VBD DT JJ", "VBD RB DT JJ", "NN VBD JJ NN", "VBD RB JJ NN"]
    assert found[:3] == ["2", "amod", "0"]
    for feature in [*words, *tags, *around, "VBD NN JJ"]:
        assert feature in found
        assert feature == "VBD NN JJ" or f"{feature} 2" in found


def test_a_gap_tells_what_was_dropped() -> None:
    found = spelled("pair", 3, 6)
    assert "VP S" in found  # the whole verb phrase, under the sentence
    assert "root 1" in found or "root 2" in found  # the main verb, whose head is outside the gap


@given(
    st.sets(st.integers(0, 5)),
    st.lists(st.integers(0, 6), min_size=6, max_size=6),
    st.integers(0, 2**32 - 1),
)
def test_scores_are_the_sums_of_the_weights_of_the_features(chosen: set[int], heads: list[int], seed: int) -> None:
    weights = np.random.default_rng(seed).normal(size=BUCKETS).astype(np.float32)
    features = deletion_features(sentence())
    kept = sorted(chosen)
    over = [head if head != place + 1 else 0 for place, head in enumerate(heads)]
    scores = LinearScorer(weights).score(features, heads=None)
    path = [0, *(place + 1 for place in kept), 7]
    expected = sum(scores.token[place] for place in kept)
    expected += sum(scores.bigram[a, b] for a, b in pairwise(path))
    expected += sum(scores.arc[over[place], place + 1] for place in kept)
    listed = features.indices(
        np.array(kept, np.int32), np.array([over[place] for place in kept], np.int32), BUCKETS, True
    )
    # Without a kept word there is no head to list, so no arc either.
    assert float(weights[listed].sum(dtype=np.float64)) == pytest.approx(expected, abs=1e-3)


def test_places_of_features_never_change() -> None:
    # Models on disk depend on these numbers.
    found = deletion_features(sentence()).describe("token", 1, 1, 2**20)
    assert [place for place, _ in found[:4]] == [GOLDEN[text] for _, text in found[:4]]


def test_token_rows_list_the_features_of_each_word() -> None:
    features = deletion_features(sentence())
    indices, offsets = features.token_rows(BUCKETS)
    assert len(offsets) == 7
    for word in range(6):
        described = [place for place, _ in features.describe("token", word + 1, word + 1, BUCKETS)]
        assert indices[offsets[word] : offsets[word + 1]].tolist() == described


def test_an_unparsed_sentence_is_refused() -> None:
    with pytest.raises(DataError, match="parse it first"):
        deletion_features(Sentence.from_words(["a"]))


@pytest.mark.parametrize("kept", [[2, 1], [0, 0], [6], [-1]])
def test_wrong_positions_are_refused(kept: list[int]) -> None:
    with pytest.raises(ValueError, match="rising positions"):
        deletion_features(sentence()).indices(np.array(kept, np.int32), EMPTY, BUCKETS)


def test_the_number_of_weights_is_a_power_of_two() -> None:
    with pytest.raises(ValueError, match="power of two"):
        deletion_features(sentence()).scores(np.zeros(1000, np.float32))
