"""Long sentences: cut within bounds at good places, and joined without a seam."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.dependency import is_projective, is_tree
from laconic.parse.decode import Parse, join_parts
from laconic.parse.encoder import Pieces
from laconic.parse.reader import parts
from laconic.tree import Tree

MARKS = {".": 4, "!": 4, "?": 4, ";": 3, ":": 2, "—": 2, ",": 1}


def pieces(counts: list[int]) -> Pieces:
    return Pieces([7] * sum(counts), counts, [1] * len(counts))


@given(st.lists(st.tuples(st.sampled_from(["w", *MARKS]), st.integers(1, 4)), max_size=60), st.integers(4, 30))
def test_parts_are_whole_and_small_and_end_well(tokens: list[tuple[str, int]], most: int) -> None:
    words, counts = [word for word, _ in tokens], [count for _, count in tokens]
    cuts = list(parts(words, pieces(counts), most))
    assert [place for start, end in cuts for place in range(start, end)] == list(range(len(words)))
    assert all(start < end and sum(counts[start:end]) <= most for start, end in cuts)
    for (start, end), (_, after) in pairwise(cuts):
        full = start
        while full < len(words) and sum(counts[start : full + 1]) <= most:
            full += 1
        strengths = [MARKS.get(words[cut - 1], 0) for cut in range(start + (full - start) // 2 + 1, full + 1)]
        assert MARKS.get(words[end - 1], 0) == max(strengths)
        assert after > end


def test_what_fits_is_not_cut() -> None:
    assert list(parts(["a", ".", "b"], pieces([1, 1, 2]), 4)) == [(0, 3)]
    assert list(parts([], pieces([]), 4)) == []


def test_a_stop_is_preferred_to_a_later_comma() -> None:
    words = "a b . c , d e".split()
    assert list(parts(words, pieces([1] * 7), 5)) == [(0, 3), (3, 7)]


def test_joined_parts() -> None:
    first = Parse(["PRP", "VBZ"], Tree.parse("(S (NP (PRP It)) (VP (VBZ works)))"), [2, 0], ["nsubj", "root"])
    second = Parse(["VB", "RB"], Tree.parse("(S (VP (VB Try) (ADVP (RB again))))"), [0, 1], ["root", "advmod"])
    joined = join_parts([first, second])
    assert joined.tags == ["PRP", "VBZ", "VB", "RB"]
    assert str(joined.tree) == "(S (S (NP (PRP It)) (VP (VBZ works))) (S (VP (VB Try) (ADVP (RB again)))))"
    assert [leaf.position for leaf in joined.tree.leaves] == [0, 1, 2, 3]
    assert joined.heads == [2, 0, 2, 3]
    assert joined.relations == ["nsubj", "root", "parataxis", "advmod"]
    assert join_parts([first]) is first


@pytest.mark.parametrize("count", [2, 3, 7])
def test_joined_heads_form_a_tree(count: int) -> None:
    part = Parse(["A", "B", "C"], Tree.parse("(S (A a) (B b) (C c))"), [2, 0, 2], ["x", "root", "x"])
    joined = join_parts([part] * count)
    assert is_tree(joined.heads)
    assert is_projective(joined.heads)
    assert joined.relations.count("root") == 1
