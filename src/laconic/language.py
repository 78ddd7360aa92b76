"""What laconic asks of a language: a package such as `laconic.english` that offers these names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from laconic.text import Sentence, Token


class Language(Protocol):
    """A language: how it is written, which of its words carry too much to lose, and which need which others.

    A module meets the protocol, so that a language is a folder: ``language: Language = laconic.english``.
    """

    STOP_WORDS: frozenset[str]
    """Words that say little by themselves, in lower case."""

    # How it is written.

    def join_words(self, words: Sequence[str]) -> str:
        """Write bare tokens as text."""

    def cut(self, sentence: Sentence, kept: Sequence[int], *, with_agreement: bool = True) -> str:
        """Return the text that is left when only the tokens at these positions are kept."""

    def agreeing_articles(
        self, source: Sentence, words: Sequence[str], origins: Sequence[int | None]
    ) -> dict[int, str]:
        """Return how to write the words that must agree with what follows them now, by their places."""

    # What must not be lost.

    def is_negation(self, word: str) -> bool:
        """Tell whether a word negates."""

    def negated_positions(self, sentence: Sentence) -> Iterator[int]:
        """Yield the positions of negations, and of what they negate."""

    def number_positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of numbers, with their signs and units."""

    def name_positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of names."""

    def quoted_positions(self, sentences: Sequence[Sentence]) -> list[set[int]]:
        """Return for each sentence of a paragraph the positions inside quotations."""

    def paired_marks(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield the positions of marks that stay or go together."""

    # Which words need which others.

    def dependence_costs(
        self,
        tokens: tuple[Token, ...],
        heads: tuple[int, ...] | None = None,
        relations: tuple[str, ...] | None = None,
    ) -> NDArray[np.float64]:
        """Return what it costs to bring two words together, as a matrix over words, start and end."""

    def with_required(self, kept: Sequence[int], sentence: Sentence) -> list[int]:
        """Return positions with those added that must not go while they stay."""
