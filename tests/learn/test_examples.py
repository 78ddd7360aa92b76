"""Examples: which words a reference keeps, and the arcs it has among them."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from laconic.corpus import Pair
from laconic.learn.deletion.examples import make_examples, shared_positions
from laconic.text import Sentence

WORDS = st.lists(st.sampled_from("abAc"), max_size=7)


@given(WORDS, WORDS)
def test_kept_words_are_a_longest_common_subsequence_taken_late(source: list[str], target: list[str]) -> None:
    kept = shared_positions(source, target)
    folded = [word.lower() for word in target]
    common = [
        chosen
        for size in range(len(source) + 1)
        for chosen in combinations(range(len(source)), size)
        if is_subsequence([source[place].lower() for place in chosen], folded)
    ]
    longest = max(map(len, common))
    assert kept in common
    assert len(kept) == longest
    if longest == len(target):  # a pure deletion: of all choices the last occurrences
        assert kept == max(chosen for chosen in common if len(chosen) == longest)


def is_subsequence(some: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in some)


class ChainParser:
    """Makes every word the head of the next."""

    fingerprint = "chain"

    def parse(self, texts):
        sentences = []
        for text in texts:
            words = text.words if isinstance(text, Sentence) else text.split()
            heads = tuple(range(len(words)))
            relations = tuple("root" if head == 0 else "dep" for head in heads)
            sentences.append(
                Sentence(" ".join(words), Sentence.from_words(words).tokens, heads=heads, relations=relations)
            )
        return sentences


def test_arcs_of_the_reference_are_carried_over() -> None:
    pair = Pair("1", "a b c d e", ("b d e",))
    (example,) = make_examples([pair], ChainParser(), tokenized=True)
    (gold,) = example.golds
    assert gold.kept == (1, 3, 4)
    assert gold.heads == (0, 2, 4)


def test_a_head_that_the_source_lacks_is_passed_over() -> None:
    pair = Pair("1", "a b c", ("a X c",))
    (example,) = make_examples([pair], ChainParser(), tokenized=True)
    (gold,) = example.golds
    assert gold.kept == (0, 2)
    assert gold.heads == (0, 1)


def test_a_reference_that_shares_nothing_is_left_out() -> None:
    assert list(make_examples([Pair("1", "a b", ("x",))], ChainParser(), tokenized=True)) == []
