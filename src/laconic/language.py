"""What laconic needs from a language, and the language it supports: `laconic.english` provides these names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from laconic import english
from laconic.text import Sentence


class Negation(Protocol):
    """A negation with what it negates."""

    @property
    def core(self) -> frozenset[int]:
        """The positions of the negation and of what it negates: they stay or go together."""

    @property
    def around(self) -> frozenset[int]:
        """Those of the words that must stay with them."""

    @property
    def contrast(self) -> frozenset[int]:
        """Those of words that say what is so instead: with these, the core may go even if it is the main statement."""


class Dependence(Protocol):
    """Two words of which one must not go while the other stays."""

    @property
    def required(self) -> int:
        """The position of the word that must not go."""

    @property
    def cost(self) -> float:
        """What an answer that breaks it is charged; from `Language.NEVER` the answer is untrue."""


class Charges(Protocol):
    """What answers to one sentence of n words are charged, whatever their scores."""

    @property
    def token(self) -> NDArray[np.float64]:
        """``[n]``, what it costs to keep each word."""

    @property
    def bigram(self) -> NDArray[np.float64]:
        """``[n + 2, n + 2]``, what it costs to bring two words together, start and end included."""

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The positions of marks that stay or go together."""

    def broken(self, kept: Iterable[int]) -> Sequence[Dependence]:
        """Return the dependences that an answer breaks, given the positions of the words that stay."""

    def costs(self, kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return ``[K, D]``: what K answers are charged for each of D dependences, given which words they keep."""

    def says_nothing(self, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return ``[K]``: which of K answers have lost every verb by which the sentence says something."""


class Language(Protocol):
    """A language: how it is written, which of its words carry too much to lose, and which need which others.

    A module meets the protocol, so that a language is a folder: ``language: Language = laconic.english``.
    """

    STOP_WORDS: frozenset[str]
    """Words that say little by themselves, in lower case."""

    NEGATIONS: frozenset[str]
    """Words that negate, in lower case."""

    NEVER: float
    """What hardly any answer is worth: the cost of making it untrue."""

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
        """Return whether a word negates."""

    def negations(self, sentence: Sentence) -> Iterator[Negation]:
        """Yield the negations of a sentence."""

    def negated_positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of negations, of what they negate, and of what must stay with these."""

    def number_positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of numbers, with their signs and units."""

    def name_positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of names."""

    def quoted_positions(self, sentences: Sequence[Sentence]) -> list[set[int]]:
        """Return for each sentence of a paragraph the positions inside quotations."""

    def paired_marks(self, words: Sequence[str], tags: Sequence[str] = ()) -> Iterator[tuple[int, int]]:
        """Yield the positions of marks that stay or go together."""

    # Which words need which others.

    def charges_of(self, sentence: Sentence) -> Charges:
        """Return what answers to a sentence are charged."""

    def with_required(self, kept: Sequence[int], sentence: Sentence) -> list[int]:
        """Return positions with those added that must not go while they stay."""


LANGUAGE: Language = english
"""The language of all sentences."""
