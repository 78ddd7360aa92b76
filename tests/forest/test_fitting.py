"""Which edits are read together."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from laconic.english.rewriting import Edit, New
from laconic.forest.fitting import APART, MOST_READ, apart, has_context

PLACES = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 5)), max_size=12, unique=True)


def edit(begin: int, size: int) -> Edit:
    return Edit(f"{begin} {size}", begin, begin + size, (New("word"),))


@given(PLACES)
def test_edits_that_are_read_together_stand_apart(places: list[tuple[int, int]]) -> None:
    edits = [edit(begin, size) for begin, size in places]
    groups = apart(edits)
    assert len(groups) <= MOST_READ
    for group in groups:
        assert all(later.begin - earlier.end >= APART for earlier, later in combinations(group, 2))
    read = [each for group in groups for each in group]
    assert len(read) == len(set(read))
    assert set(read) <= set(edits)
    for left_out in set(edits) - set(read):
        assert all(
            any(max(left_out.begin, each.begin) - min(left_out.end, each.end) < APART for each in group)
            for group in groups
        )


def test_the_words_around_say_nothing_of_deletions() -> None:
    assert has_context(edit(0, 2))
    assert not has_context(Edit("rule", 0, 2, ()))
