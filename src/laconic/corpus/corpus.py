"""A corpus: pairs that are read from files as they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from laconic.corpus.bundled import SampleKind, corpus_file, sample_file
from laconic.corpus.format import Format, OnBad, find_format, stop
from laconic.corpus.pair import Pair
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM


class Corpus:
    """The pairs of one or more files, in order; every loop over it opens the files again.

    Examples:
        >>> from laconic.corpus import sample
        >>> corpus = sample("deletion")
        >>> next(iter(corpus)).document is not None
        True
    """

    def __init__(
        self,
        files: Sequence[tuple[str | Path, Format]],
        *,
        tokenized: bool = False,
        on_bad: OnBad = stop,
    ) -> None:
        """Most users call `open` instead.

        Args:
            files: each file with its format.
            tokenized: whether the texts are tokens separated by spaces.
            on_bad: called with every bad record; reading continues if it returns.
        """
        self.files = tuple(files)
        self.tokenized = tokenized
        self.on_bad = on_bad
        self._standard_input_spent = False

    @classmethod
    def open(
        cls,
        *paths: str | Path,
        format: str | Format | None = None,
        tokenized: bool | None = None,
        on_bad: OnBad = stop,
    ) -> Corpus:
        """Return the corpus in these files; nothing is read until you iterate over it.

        Args:
            paths: the files, decompressed on the fly if they end in ``.gz`` or ``.xz``; ``-`` is standard input,
                ``sample:deletion`` and ``sample:rewrite`` come with laconic.
            format: a format's name or the format itself; by default determined by each file's extension.
            tokenized: whether the texts are tokens separated by spaces; by default as is usual for the format.
            on_bad: called with every bad record; by default the first one is raised.

        Raises:
            UsageError: no file is named, the format of a file is unknown, or there is no such sample.
        """
        if not paths:
            raise UsageError("a corpus needs at least one file.")
        files = [(path, find_format(format, path)) for path in map(corpus_file, paths)]
        if tokenized is None:
            tokenized = all(found.tokenized for _, found in files)
        return cls(files, tokenized=tokenized, on_bad=on_bad)

    def __iter__(self) -> Iterator[Pair]:
        for path, format in self.files:
            if str(path) == STANDARD_STREAM:
                if self._standard_input_spent:
                    raise UsageError("standard input can be read only once: save it to a file first.")
                self._standard_input_spent = True
            yield from format.read(path, self.on_bad)

    @property
    def paths(self) -> list[str | Path]:
        """All files that are read, including those of references."""
        return [file for path, format in self.files for file in format.files(path)]

    def count(self) -> int:
        """Read the whole corpus and return the number of pairs."""
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Corpus({', '.join(str(path) for path, _ in self.files)})"


def sample(kind: SampleKind = "deletion") -> Corpus:
    """Return the sample corpus: the same sentences, compressed by deletion or freely rewritten."""
    return Corpus.open(sample_file(kind))
