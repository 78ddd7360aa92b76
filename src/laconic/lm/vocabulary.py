"""The words a language model knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from laconic import _core

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"
"""The unknown word and the marks of a sentence's beginning and end; words 0, 1 and 2 of every model."""


class Vocabulary(Sequence[str]):
    """A model's words in the order of their numbers, ``<unk>``, ``<s>`` and ``</s>`` first."""

    def __init__(self, core: _core.NgramModel) -> None:
        self._core = core

    def __len__(self) -> int:
        return self._core.counts[0]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        places = range(len(self))[index]
        return self._core.word(places) if isinstance(places, int) else [self._core.word(place) for place in places]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word in self._core

    def number(self, word: str) -> int:
        """Return the word's number, that of ``<unk>`` if it is not known."""
        return self._core.find(word)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self):,} words)"
