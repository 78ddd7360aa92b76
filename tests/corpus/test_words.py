"""Which words a compression by deletion keeps, against all subsets of a small sentence."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from laconic.corpus.words import kept_positions, word_splitter

WORDS = st.lists(st.sampled_from(["a", "b", "A", "c"]), max_size=7)


@given(WORDS, WORDS)
def test_positions_are_the_last_that_spell_the_target(source: list[str], target: list[str]) -> None:
    folded = [word.casefold() for word in target]
    spelling = [
        positions
        for positions in combinations(range(len(source)), len(target))
        if [source[i].casefold() for i in positions] == folded
    ]
    # Every target word is at its last possible place, so read from the end no other choice is later.
    assert kept_positions(source, target) == max(spelling, key=lambda choice: choice[::-1], default=None)


def test_tokenised_text_is_cut_at_spaces_alone() -> None:
    assert word_splitter(tokenized=True)("10\u00a0000  can't -LRB- ") == ["10\u00a0000", "can't", "-LRB-"]
    assert word_splitter(tokenized=False)("I can't go.") == ["I", "ca", "n't", "go", "."]
