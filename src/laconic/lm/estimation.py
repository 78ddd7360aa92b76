"""Estimating models from text: interpolated modified Kneser-Ney, in bounded memory."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from laconic import _core
from laconic.errors import DataError, UsageError
from laconic.files import STANDARD_STREAM, check_writable, read_lines
from laconic.lm._spelling import lowercase as spell_lowercase
from laconic.lm.arpa import read_pieces, write_arpa
from laconic.lm.model import LanguageModel, is_arpa_name
from laconic.progress import gauge, track

Text = str | Path | Iterable[str | Sequence[str]]
"""The name of a file, or sentences: strings, or sequences of tokens."""

LEAST_MEMORY = 16 << 20
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_BLANK = re.compile(r"[ \t\r\n]")
_BATCH = 1000
_MOST = 2**62
"""No limit is larger: the core counts no further, and no text is."""


@dataclass(frozen=True)
class Settings:
    """How a model is estimated.

    Attributes:
        order: the length of the longest n-grams.
        prune: for each length from 1 on, n-grams that occur at most N times are left out; what is not given
            is as the last one given. Words that are left out count as ``<unk>``.
        vocabulary: keep only the N most frequent words; the others count as ``<unk>``.
        memory: the memory for n-grams, in bytes or as ``"500M"`` or ``"2G"``; what does not fit goes to disk. The
            vocabulary needs memory of its own: about 30 bytes a different word.
        tokenized: strings and files hold one sentence per line, tokens separated by spaces; else they are split
            into sentences and tokens as laconic's parser does.
        lowercase: spell words in lower case, with straight quotes, in the text and in later queries.
        folder: where temporary files go; by default where the system puts them.
    """

    order: int = 3
    prune: Sequence[int] = (0,)
    vocabulary: int | None = None
    memory: int | str = "1G"
    tokenized: bool = False
    lowercase: bool = False
    folder: str | Path | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.order <= _core.MAX_ORDER:
            raise UsageError(f"the order must be between 1 and {_core.MAX_ORDER}, not {self.order}.")
        if self.vocabulary is not None and self.vocabulary < 1:
            raise UsageError(f"the vocabulary must keep at least one word, not {self.vocabulary}.")
        self.cutoffs()
        self.memory_bytes()

    def cutoffs(self) -> list[int]:
        """Return the largest count that is left out, for each length."""
        given = list(self.prune) or [0]
        if len(given) > self.order:
            raise UsageError(f"there are {len(given)} cutoffs for pruning, but the order is only {self.order}.")
        if min(given) < 0 or sorted(given[1:]) != given[1:]:
            raise UsageError(
                "cutoffs for pruning must not be negative, nor decrease for longer n-grams "
                "(except from words to bigrams)."
            )
        return [min(each, _MOST) for each in given + given[-1:] * (self.order - len(given))]

    def memory_bytes(self) -> int:
        """Return the memory as a number."""
        match = _SIZE.fullmatch(str(self.memory).strip())
        if match is None:
            raise UsageError(f"{self.memory!r} is not an amount of memory; write, for example, 500M or 2G.")
        size = int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))
        if size < LEAST_MEMORY:
            raise UsageError(f"at least {LEAST_MEMORY >> 20}M of memory is needed, not {self.memory}.")
        return min(size, _MOST)


@dataclass(frozen=True)
class Estimation:
    """What was learned from a text.

    Attributes:
        sentences: how many sentences there were.
        tokens: how many words, sentence ends not counted.
        ngrams: how many n-grams of each length the model has.
        discounts: for each length, what was taken off counts of 1, 2, and 3 or more.
        fallbacks: the lengths for which the text is too small for discounts, so that 0.5, 1 and 1.5 were used:
            because it is too small, or, for single words, because rare ones were left out.
    """

    sentences: int
    tokens: int
    ngrams: tuple[int, ...]
    discounts: tuple[tuple[float, float, float], ...]
    fallbacks: tuple[int, ...]


def estimate(
    text: Text,
    order: int = 3,
    *,
    prune: Sequence[int] = (0,),
    vocabulary: int | None = None,
    memory: int | str = "1G",
    tokenized: bool = False,
    lowercase: bool = False,
    folder: str | Path | None = None,
) -> LanguageModel:
    """Return the interpolated modified Kneser-Ney model of a text (Chen and Goodman 1998).

    Args:
        text: the name of a file, or sentences: strings, or sequences of tokens.
        order: the length of the longest n-grams.
        prune: see `Settings`, as for the rest.
        vocabulary: how many words to keep.
        memory: the memory for n-grams, such as ``"2G"``.
        tokenized: whether strings and files are tokens already.
        lowercase: whether case is ignored.
        folder: where temporary files go.

    Raises:
        DataError: the text cannot be read, is empty, or contains ``<s>`` or ``</s>``; or the disk is full.
        UsageError: an argument is out of range.

    >>> model = estimate(["the cat sat", "the dog sat", "a dog ran"], order=2)
    >>> model.sentence("the dog ran") > model.sentence("ran the dog")
    True
    """
    settings = Settings(order, prune, vocabulary, memory, tokenized, lowercase, folder)
    with _estimated(text, settings) as estimator:
        return LanguageModel(estimator.model(), lowercase=lowercase)


def estimate_to_file(text: Text, path: str | Path, settings: Settings) -> Estimation:
    """Estimate a model and write it to a file, by its name ARPA or binary; an ARPA file never is in memory whole."""
    check_writable(path)
    with _estimated(text, settings) as estimator:
        if is_arpa_name(path):
            write_arpa(iter(estimator.next_arpa_piece, b""), path)
        else:
            LanguageModel(estimator.model(), lowercase=settings.lowercase).save(path)
        return Estimation(
            sentences=estimator.sentences,
            tokens=estimator.tokens,
            ngrams=tuple(estimator.counts),
            discounts=tuple(amounts for amounts, _ in estimator.discounts),
            fallbacks=tuple(length for length, (_, known) in enumerate(estimator.discounts, 1) if not known),
        )


@contextmanager
def _estimated(text: Text, settings: Settings) -> Iterator[_core.NgramEstimator]:
    """Give an estimator that has read the text; its temporary files end with the block."""
    path = text if isinstance(text, str | Path) else None
    try:
        folder = tempfile.TemporaryDirectory(prefix="laconic-", dir=settings.folder)
    except OSError as error:
        raise DataError(f"cannot hold temporary files: {error.strerror}.", path=settings.folder) from None
    with folder as name:
        estimator = _core.NgramEstimator(
            settings.order, settings.cutoffs(), min(settings.vocabulary or 0, _MOST), settings.memory_bytes(), name
        )
        try:
            for piece in _pieces(text, settings):
                estimator.feed(piece)
            with gauge("Estimating the model") as progress:
                estimator.estimate(progress)
        except ValueError as error:
            raise DataError(str(error), path=path, line=estimator.line) from None
        except RuntimeError as error:
            raise DataError(f"{error} Free some space or choose another folder.") from None
        if not estimator.sentences:
            raise DataError("has no sentences to learn from.", path=path if path is not None else "the text")
        yield estimator


def _pieces(text: Text, settings: Settings) -> Iterator[bytes]:
    """Yield the text as lines of tokens, in pieces of any size."""
    if not isinstance(text, str | Path):
        yield from _batches(_token_lines(text, settings))
    elif settings.tokenized and not settings.lowercase:
        yield from track(read_pieces(text), "Reading the text", _megabytes(text))
    else:
        yield from _batches(_token_lines((line for _, line in track(read_lines(text), "Reading the text")), settings))


def _batches(lines: Iterator[str]) -> Iterator[bytes]:
    while batch := list(islice(lines, _BATCH)):
        yield "\n".join([*batch, ""]).encode("utf-8")


def _token_lines(sentences: Iterable[str | Sequence[str]], settings: Settings) -> Iterator[str]:
    """Yield one sentence per line, tokens separated by single blanks."""
    from laconic.parse.tokenize import sentences as split_text

    spell = spell_lowercase if settings.lowercase else str
    for sentence in sentences:
        if not isinstance(sentence, str):
            yield spell(_joined(sentence))
        elif settings.tokenized:
            yield spell(sentence)
        else:
            for found in split_text(sentence):
                yield spell(" ".join(token.text for token in found.tokens))


def _joined(tokens: Sequence[str]) -> str:
    line = " ".join(tokens)
    if len(_BLANK.findall(line)) != max(len(tokens) - 1, 0) or "" in tokens:
        raise DataError(f"a token of {list(tokens)!r} is empty or contains a space.")
    return line


def _megabytes(path: str | Path) -> int | None:
    packed = str(path).endswith((".gz", ".xz")) or str(path) == STANDARD_STREAM
    return None if packed or not Path(path).is_file() else (Path(path).stat().st_size >> 20) + 1
