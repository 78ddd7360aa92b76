"""Alignment by edit distance: exact, fast, and sufficient if a compression only deletes words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic._core import edit_links
from laconic.align.alignment import Alignment, WordPair

_NEVER_SUBSTITUTE = 3  # a deletion and an insertion together cost 2


class EditAligner:
    """Links the words that a cheapest edit script keeps, each to its last possible occurrence.

    This is the minimum edit distance heuristic of Yao et al. (2014, §5.2) with its tie rule: of all
    cheapest scripts those that keep most words, and of these the one whose links, read from the end,
    stand as late as possible in the source.

    Args:
        substitutions: whether a script may replace a word, at the price of one deletion, and the two
            words are then linked. Otherwise only equal words are linked.
        ignore_case: whether words are equal that differ in case only.

    >>> pair = ("he said that he was tired".split(), "he was tired".split())
    >>> str(EditAligner().align([pair])[0])
    '3-0 4-1 5-2'
    """

    def __init__(self, *, substitutions: bool = False, ignore_case: bool = True) -> None:
        self.substitutions = substitutions
        self.ignore_case = ignore_case

    def align(self, pairs: Sequence[WordPair]) -> list[Alignment]:
        """Return one alignment per pair; no two of its links cross."""
        return [self._align(source, target) for source, target in pairs]

    def _align(self, source: Sequence[str], target: Sequence[str]) -> Alignment:
        numbers: dict[str, int] = {}
        price = 1 if self.substitutions else _NEVER_SUBSTITUTE
        return Alignment.of_keys(edit_links(self._intern(source, numbers), self._intern(target, numbers), price))

    def _intern(self, words: Sequence[str], numbers: dict[str, int]) -> NDArray[np.int32]:
        if self.ignore_case:
            words = [word.casefold() for word in words]
        return np.array([numbers.setdefault(word, len(numbers)) for word in words], np.int32)
