"""The sentences to be scored, and their words as numbers for the compiled kernels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.text import Sentence

Value = TypeVar("Value")


class Version(NamedTuple):
    """One version of a sentence (source, output or reference) in the forms that metrics read.

    Attributes:
        text: the text as written; metrics with a tokenisation of their own (BLEU, TER, SARI) read it.
        words: its tokens; word-level metrics read them.
        parse: the parsed sentence; relation metrics read it.
    """

    text: str
    words: Sequence[str]
    parse: Sentence | None = None


Scorable: TypeAlias = str | Sequence[str] | Sentence | Version
"""A version of a sentence, or what can be made one by `as_version`."""


def as_version(value: Scorable) -> Version:
    """Return a version made from tokens, from a sentence, or from a text whose tokens stand between spaces."""
    if isinstance(value, Version):
        return value
    if isinstance(value, Sentence):
        return Version(value.text, value.words, value if value.heads is not None else None)
    if isinstance(value, str):
        return Version(value, value.split())
    return Version(" ".join(value), value)


class Ragged(NamedTuple):
    """Rows of word numbers, end to end: row ``k`` is ``values[starts[k] : starts[k + 1]]``."""

    values: NDArray[np.int32]
    starts: NDArray[np.int64]


class Numbered(NamedTuple):
    """All versions of all sentences as word numbers; one word has one number throughout.

    The references of sentence ``k`` are the rows ``first[k]`` up to ``first[k + 1]`` of ``references``.
    """

    sources: Ragged
    outputs: Ragged
    references: Ragged
    first: NDArray[np.int64]
    vocabulary: list[str]

    def lower(self) -> Numbered:
        """Return the same with one number for words that differ in capitals only."""
        numbers: dict[str, int] = {}
        of_old = [numbers.setdefault(word.lower(), len(numbers)) for word in self.vocabulary]
        new = np.array(of_old, np.int32)

        def renumbered(rows: Ragged) -> Ragged:
            return Ragged(new[rows.values], rows.starts)

        return Numbered(
            renumbered(self.sources),
            renumbered(self.outputs),
            renumbered(self.references),
            self.first,
            list(numbers),
        )


class Splitter(NamedTuple):
    """A way to split a version into words; each version is split only once."""

    name: str
    words: Callable[[Version], Sequence[str]]


GIVEN_WORDS = Splitter("words", lambda version: version.words)
"""The tokens that were given."""

BETWEEN_SPACES = Splitter("spaces", lambda version: version.text.split())
"""What stands between spaces in the text."""


class Batch:
    """Outputs with their sources and references, and what several metrics derive from them, derived once."""

    def __init__(
        self,
        sources: Iterable[Scorable],
        outputs: Iterable[Scorable],
        references: Iterable[Sequence[Scorable]],
    ) -> None:
        """Take one source, one output and one or more references per sentence.

        Raises:
            DataError: the columns differ in length or are empty, a source has no words, or a sentence has
                no reference.
        """
        self.sources = [as_version(source) for source in sources]
        self.outputs = [as_version(output) for output in outputs]
        self.references = [_several(each) for each in references]
        self._derived: dict[Hashable, Any] = {}
        counts = (len(self.sources), len(self.outputs), len(self.references))
        if len(set(counts)) != 1:
            raise DataError("there are {} sources, {} outputs and {} lists of references.".format(*counts))
        if not self.sources:
            raise DataError("there is nothing to score.")
        for number, (source, several) in enumerate(zip(self.sources, self.references, strict=True), 1):
            if not source.words:
                raise DataError(f"sentence {number}: the source has no words.")
            if not several:
                raise DataError(f"sentence {number}: there is no reference.")

    def __len__(self) -> int:
        return len(self.sources)

    def select(self, indices: Iterable[int]) -> Batch:
        """Return a batch of the sentences at these positions, in this order."""
        chosen = list(indices)
        return Batch(
            [self.sources[index] for index in chosen],
            [self.outputs[index] for index in chosen],
            [self.references[index] for index in chosen],
        )

    @property
    def is_parsed(self) -> bool:
        """Whether every output and every reference has been parsed."""
        versions = chain(self.outputs, chain.from_iterable(self.references))
        return all(version.parse is not None for version in versions)

    @property
    def reference_count(self) -> int | None:
        """The number of references per sentence, or None if it varies."""
        counts = {len(several) for several in self.references}
        return counts.pop() if len(counts) == 1 else None

    def once(self, key: Hashable, derive: Callable[[], Value]) -> Value:
        """Return what ``derive`` gives, calling it only the first time this key is used."""
        if key not in self._derived:
            self._derived[key] = derive()
        value: Value = self._derived[key]
        return value

    def numbered(self, split: Splitter, *, lower: bool = False) -> Numbered:
        """Return all versions as numbers of the words that ``split`` gives, in lower case if requested."""
        if lower:
            return self.once(("lower", split.name), lambda: self.numbered(split).lower())
        return self.once(("numbered", split.name), lambda: self._number(split.words))

    def _number(self, words: Callable[[Version], Sequence[str]]) -> Numbered:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__

        def ragged(versions: Iterable[Version]) -> Ragged:
            lengths: list[int] = []

            def rows() -> Iterator[Sequence[str]]:
                for version in versions:
                    row = words(version)
                    lengths.append(len(row))
                    yield row

            values = np.fromiter(map(numbers.__getitem__, chain.from_iterable(rows())), np.int32)
            return Ragged(values, _starts(lengths))

        return Numbered(
            ragged(self.sources),
            ragged(self.outputs),
            ragged(chain.from_iterable(self.references)),
            _starts(map(len, self.references)),
            list(numbers),
        )


def _several(references: Sequence[Scorable]) -> list[Version]:
    if isinstance(references, str | Sentence | Version):
        raise DataError("each sentence needs a list of references, even if there is only one.")
    return [as_version(reference) for reference in references]


def lower_words(version: Version) -> list[str]:
    """Return the tokens in lower case, as the case-insensitive word-level metrics compare them."""
    return [word.lower() for word in version.words]


def _starts(lengths: Iterable[int]) -> NDArray[np.int64]:
    return np.cumsum(np.fromiter(chain((0,), lengths), np.int64))
