"""Edit-distance alignment picks, of all cheapest scripts, the one the tie rule names."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from laconic import _core
from laconic.align import Alignment
from laconic.align.edit import EditAligner

WORDS = st.lists(st.sampled_from("abcde"), max_size=12)


def every_script(source: str, target: str, i: int, j: int) -> Iterator[tuple[tuple[tuple[int, int], ...], int, int]]:
    """Yield the links (last first), the number of edits and of matches of every script between two prefixes."""
    if i == j == 0:
        yield (), 0, 0
    if i and j:
        same = source[i - 1] == target[j - 1]
        for links, edits, matches in every_script(source, target, i - 1, j - 1):
            yield ((i - 1, j - 1), *links), edits + (not same), matches + same
    if i:
        for links, edits, matches in every_script(source, target, i - 1, j):
            yield links, edits + 1, matches
    if j:
        for links, edits, matches in every_script(source, target, i, j - 1):
            yield links, edits + 1, matches


def only_equal_words(links: tuple[tuple[int, int], ...], source: str, target: str) -> bool:
    return all(source[i] == target[j] for i, j in links)


@pytest.mark.parametrize("substitutions", [False, True])
def test_tie_rule_against_every_script(substitutions: bool) -> None:
    aligner = EditAligner(substitutions=substitutions)
    for lengths in product(range(5), range(4)):
        for source in product("ab", repeat=lengths[0]):
            for target in product("abc", repeat=lengths[1]):
                scripts = [
                    script
                    for script in every_script("".join(source), "".join(target), *lengths)
                    if substitutions or only_equal_words(script[0], "".join(source), "".join(target))
                ]
                cheapest = min((edits, -matches) for _, edits, matches in scripts)
                latest = max(links for links, edits, matches in scripts if (edits, -matches) == cheapest)
                assert aligner.align([(source, target)]) == [Alignment(latest)], (source, target)


@given(WORDS, st.data())
def test_words_that_were_kept_are_linked_to_their_last_occurrence(source: list[str], data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(source), max_size=len(source)))
    target = [word for word, keep in zip(source, kept, strict=True) if keep]
    expected, end = [], len(source)
    for position in reversed(range(len(target))):
        end = max(i for i in range(end) if source[i] == target[position])
        expected.append((end, position))
    assert EditAligner().align([(source, target)]) == [Alignment(expected)]


def numbered(words: list[str]) -> NDArray[np.int32]:
    return np.array([ord(word) for word in words], np.int32)


def distance(source: list[str], target: list[str]) -> int:
    """Return the Levenshtein distance by its definition."""

    @cache
    def between(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        replaced = between(i - 1, j - 1) + (source[i - 1] != target[j - 1])
        return min(replaced, between(i - 1, j) + 1, between(i, j - 1) + 1)

    return between(len(source), len(target))


@given(WORDS, WORDS)
def test_price_of_the_script_is_the_distance(source: list[str], target: list[str]) -> None:
    alignment = EditAligner(substitutions=True).align([(source, target)])[0]
    replaced = sum(source[i] != target[j] for i, j in alignment)
    price = replaced + len(source) + len(target) - 2 * len(alignment)
    assert price == distance(source, target)
    assert alignment.is_monotone
    assert alignment.is_one_to_one


@given(WORDS, WORDS, st.integers(0, 3))
def test_script_and_links_tell_the_same(source: list[str], target: list[str], price: int) -> None:
    script = _core.edit_script(numbered(source), numbered(target), price)
    linked = (script == _core.MATCH) | (script == _core.SUBSTITUTE)
    sources, targets = np.cumsum(script != _core.INSERT) - 1, np.cumsum(script != _core.DELETE) - 1
    links = Alignment.of_keys(_core.edit_links(numbered(source), numbered(target), price))
    assert links == Alignment.between(sources[linked], targets[linked])
    for operation, i, j in zip(script, sources, targets, strict=True):
        if operation in (_core.MATCH, _core.SUBSTITUTE):
            assert (source[i] == target[j]) == (operation == _core.MATCH)


def test_case_matters_only_on_request() -> None:
    pair = (["The", "end"], ["the", "end"])
    assert str(EditAligner().align([pair])[0]) == "0-0 1-1"
    assert str(EditAligner(ignore_case=False).align([pair])[0]) == "1-1"


def test_negative_price_is_refused() -> None:
    for kernel in (_core.edit_links, _core.edit_script):
        with pytest.raises(ValueError, match="price"):
            kernel(numbered(["a"]), numbered(["b"]), -1)
