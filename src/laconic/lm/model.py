"""A backoff n-gram model: how likely words are after one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic._core import ChartState
from laconic._core import NgramState as State
from laconic.errors import UsageError
from laconic.lm.arpa import arpa_pieces, read_arpa, write_arpa
from laconic.lm.vocabulary import END, Vocabulary


class WordScore(NamedTuple):
    """One word's share in a sentence's score.

    Attributes:
        word: the word, or ``</s>`` for the end of the sentence.
        log10: the logarithm to base 10 of its probability after the words before it.
        length: how many words the n-gram that gave the probability has.
        known: whether the word is in the vocabulary.
    """

    word: str
    log10: float
    length: int
    known: bool


class LanguageModel:
    """An n-gram model to query; it never changes, so threads may share it.

    Probabilities are logarithms to base 10. Words are plain strings; one that the model does not know
    counts as ``<unk>``. A sentence given as a string is split at blanks.

    >>> model = LanguageModel.load("news.arpa")        # doctest: +SKIP
    >>> model.sentence("the scheme was meant for the poor .")  # doctest: +SKIP
    -17.59
    """

    def __init__(self, core: _core.NgramModel, *, name: str = "") -> None:
        self._core = core
        self._name = name
        self.vocabulary = Vocabulary(core)

    @classmethod
    def load(cls, path: str | Path) -> LanguageModel:
        """Read a model from an ARPA file, plain or packed; ``-`` is standard input.

        Raises:
            DataError: the file cannot be read, or is damaged; the error tells where.
        """
        return cls(read_arpa(path), name=Path(path).name)

    def save(self, path: str | Path) -> None:
        """Write the model as ARPA; a name that ends with ``.gz`` or ``.xz`` packs it."""
        write_arpa(arpa_pieces(self._core), path)

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self._core.order

    @property
    def counts(self) -> tuple[int, ...]:
        """How many n-grams of each length the model has, from 1 on."""
        return tuple(self._core.counts)

    @property
    def core(self) -> _core.NgramModel:
        """The compiled model, for other compiled parts."""
        return self._core

    @property
    def begin_state(self) -> State:
        """The state at the beginning of a sentence."""
        return self._core.begin_state()

    @property
    def null_state(self) -> State:
        """The state where nothing is known of the words before."""
        return self._core.null_state()

    def score(self, state: State, word: str) -> tuple[float, State]:
        """Return the word's log10 probability after a state, and the state after the word.

        States hold only the words that can matter to later words, and are hashable: where two states are
        equal, every continuation has the same score after both. ``</s>`` ends a sentence.
        """
        return self._core.score(state, word)

    def sentence(self, words: str | Sequence[str], *, begin: bool = True, end: bool = True) -> float:
        """Return the log10 probability of a sentence.

        Args:
            words: the tokens, or a string of tokens with blanks between.
            begin: whether the first word begins a sentence.
            end: whether the last word ends it, so that ``</s>`` is scored too.
        """
        return float(self.sentences([words], begin=begin, end=end)[0])

    def sentences(
        self, sentences: Iterable[str | Sequence[str]], *, begin: bool = True, end: bool = True
    ) -> NDArray[np.float64]:
        """Return the log10 probability of each sentence; other threads run meanwhile."""
        ids, starts = self._core.encode(sentences)
        return self._core.score_sentences(ids, starts, begin, end)[0]

    def words(self, words: str | Sequence[str], *, begin: bool = True, end: bool = True) -> list[WordScore]:
        """Return the score of each word of a sentence, its end included unless ``end`` is false."""
        tokens = words.split() if isinstance(words, str) else list(words)
        ids, starts = self._core.encode([tokens])
        _, log10, lengths = self._core.score_sentences(ids, starts, begin, end)
        named = [*tokens, END] if end else tokens
        columns = zip(named, log10.tolist(), lengths.tolist(), strict=True)
        return [WordScore(word, value, length, word in self._core) for word, value, length in columns]

    def perplexity(self, sentences: Iterable[str | Sequence[str]]) -> float:
        """Return the perplexity of text: ten to minus the mean log10 probability of its words and sentence ends.

        Raises:
            UsageError: there is no sentence.
        """
        ids, starts = self._core.encode(sentences)
        sums, log10, _ = self._core.score_sentences(ids, starts)
        if not len(log10):
            raise UsageError("The perplexity of no text at all is not defined; give at least one sentence.")
        return float(10.0 ** (-sums.sum() / len(log10)))

    def compose(self, parts: Iterable[str | ChartState], *, begin: bool = False) -> tuple[float, ChartState]:
        """Join words and phrases into a longer phrase whose left context may still be unknown.

        Any order of joining gives, in sum, the score of reading from left to right.

        Args:
            parts: words, and the states of phrases composed before.
            begin: whether the phrase begins the sentence.

        Returns:
            The log10 score of the words plus the change to the scores of the phrases (whose own scores the
            caller adds), and the state of the whole, hashable.
        """
        return self._core.compose(parts, begin)

    def __contains__(self, word: str) -> bool:
        return word in self._core

    def __repr__(self) -> str:
        sizes = " + ".join(f"{count:,}" for count in self.counts)
        name = f"{self._name!r}, " if self._name else ""
        return f"LanguageModel({name}order={self.order}, ngrams={sizes})"
