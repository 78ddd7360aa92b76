"""A backoff n-gram model: how likely words are after one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic._core import ChartState
from laconic._core import NgramState as State
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM
from laconic.lm._spelling import lowercase as spell_lowercase
from laconic.lm.arpa import arpa_pieces, read_arpa, write_arpa
from laconic.lm.binary import is_binary, read_binary, write_binary
from laconic.lm.vocabulary import END, Vocabulary

_ARPA_ENDINGS = (".arpa", ".arpa.gz", ".arpa.xz")
_BINARY_ENDING = ".lm"


def is_arpa_name(path: str | Path) -> bool:
    """Return whether a file of this name is written as ARPA text."""
    return str(path) == STANDARD_STREAM or str(path).endswith(_ARPA_ENDINGS)


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
    counts as ``<unk>``. A sentence given as a string is split at blanks. A model of lower-case text
    (``lowercase``) spells what it is asked accordingly.

    >>> from laconic.lm import estimate
    >>> model = estimate(["the cat sat", "the dog sat", "a dog ran"], order=2)
    >>> round(model.sentence("the dog ran"), 2)
    -1.64
    """

    def __init__(self, core: _core.NgramModel, *, name: str = "", lowercase: bool = False) -> None:
        self._core = core
        self._name = name
        self.lowercase = lowercase
        self.vocabulary = Vocabulary(core)

    @classmethod
    def load(cls, path: str | Path) -> LanguageModel:
        """Read a model from a file: binary, or ARPA, plain or packed; ``-`` reads ARPA from standard input.

        Raises:
            DataError: the file cannot be read, or is damaged; the error says where.
        """
        name = str(path)
        if not is_arpa_name(path) and (name.endswith(_BINARY_ENDING) or is_binary(path)):
            core, lowercase = read_binary(path)
            return cls(core, name=Path(path).name, lowercase=lowercase)
        return cls(read_arpa(path), name=Path(path).name)

    def save(self, path: str | Path) -> None:
        """Write the model: as ARPA where the name ends with ``.arpa``, ``.arpa.gz`` or ``.arpa.xz``, else as binary.

        The binary format rounds probabilities and backoffs to 256 values for each length of n-grams, and is some ten
        times smaller. ARPA keeps them to seven digits, but cannot tell that a model is of lower-case text.
        """
        if is_arpa_name(path):
            write_arpa(arpa_pieces(self._core), path)
        else:
            write_binary(self._core, path, lowercase=self.lowercase)

    def pruned(self, ngrams: int) -> LanguageModel:
        """Return a model with all words and at most N longer n-grams: those whose loss would change it most.

        The change is measured by relative entropy (Stolcke 1998). Where the text is at hand, cutoffs at estimation
        lose less: Kneser-Ney's short n-grams are made to go with the long ones.
        """
        if ngrams < 0:
            raise UsageError(f"the number of n-grams to keep must be at least 0, not {ngrams}.")
        core = _core.prune_ngram_model(self._core, min(ngrams, sum(self.counts)))
        return LanguageModel(core, name=self._name, lowercase=self.lowercase)

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
        return self._core.score(state, spell_lowercase(word) if self.lowercase else word)

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
        ids, starts = self.encode(sentences)
        return self._core.score_sentences(ids, starts, begin, end)[0]

    def encode(self, sentences: Iterable[str | Sequence[str]]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """Return the numbers of all words, and where each sentence starts among them, with the end of the last."""
        return self._core.encode(map(_spelled_lowercase, sentences) if self.lowercase else sentences)

    def words(self, words: str | Sequence[str], *, begin: bool = True, end: bool = True) -> list[WordScore]:
        """Return the score of each word of a sentence, its end included unless ``end`` is false."""
        return next(self.words_of_all([words], begin=begin, end=end))

    def words_of_all(
        self, sentences: Sequence[str | Sequence[str]], *, begin: bool = True, end: bool = True
    ) -> Iterator[list[WordScore]]:
        """Yield for each sentence what `words` returns; all are scored at once."""
        ids, starts = self.encode(sentences)
        _, log10, lengths = self._core.score_sentences(ids, starts, begin, end)
        values = zip(log10.tolist(), lengths.tolist(), strict=True)
        for sentence in sentences:
            tokens = sentence.split() if isinstance(sentence, str) else list(sentence)
            named = [*tokens, END] if end else tokens
            yield [WordScore(word, *next(values), word in self) for word in named]

    def perplexity(self, sentences: Iterable[str | Sequence[str]]) -> float:
        """Return the perplexity of text: ten to minus the mean log10 probability of its words and sentence ends.

        Raises:
            UsageError: there is no sentence.
        """
        ids, starts = self.encode(sentences)
        sums, log10, _ = self._core.score_sentences(ids, starts)
        if not len(log10):
            raise UsageError("perplexity is not defined for an empty text; give at least one sentence.")
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
        if self.lowercase:
            parts = (spell_lowercase(part) if isinstance(part, str) else part for part in parts)
        return self._core.compose(parts, begin)

    def __contains__(self, word: str) -> bool:
        return (spell_lowercase(word) if self.lowercase else word) in self._core

    def __repr__(self) -> str:
        sizes = " + ".join(f"{count:,}" for count in self.counts)
        name = f"{self._name!r}, " if self._name else ""
        case = ", lowercase=True" if self.lowercase else ""
        return f"LanguageModel({name}order={self.order}, ngrams={sizes}{case})"


def _spelled_lowercase(sentence: str | Sequence[str]) -> str | list[str]:
    return spell_lowercase(sentence) if isinstance(sentence, str) else [spell_lowercase(word) for word in sentence]
