"""A sentence with its compressions, and what a record must be to become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from laconic.errors import DataError
from laconic.text import Sentence, Token

MAX_SENTENCE_CHARACTERS = 100_000
"""No sentence is longer; a longer text is a mistake that could fill the memory of whatever parses it."""

_LONGEST_SHOWN = 60


def shown(text: str) -> str:
    """Return a text from a corpus as messages show it: quoted, escaped, and cut if it is long."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")


class Pair(msgspec.Struct, frozen=True):
    """A sentence and one or more shorter versions of it.

    Corpora stream millions of pairs, so this is a msgspec struct, which is created six times as fast as a frozen
    dataclass, and is used in the same way.

    Attributes:
        id: the name of the pair in its corpus.
        source: the sentence as it was written; in a tokenised corpus its tokens, separated by spaces.
        references: its compressions, at least one.
        document: the name of the sentence's document, or None if it is not known.
        extra: everything else in the corpus, as plain JSON values. Some names have a meaning:
            ``tokens``, ``tags``, ``lemmas``, ``heads`` and ``relations`` (one value per word) make up
            `sentence`; ``kept`` is explained below.

    Examples:
        >>> pair = Pair("1", "It really works .", ("It works .",), extra={"kept": [[0, 2, 3]]})
        >>> pair.reference, pair.kept
        ('It works .', ((0, 2, 3),))
    """

    id: str
    source: str
    references: tuple[str, ...]
    document: str | None = None
    extra: Mapping[str, Any] = {}

    @property
    def reference(self) -> str:
        """The first compression."""
        return self.references[0]

    @property
    def kept(self) -> tuple[tuple[int, ...], ...] | None:
        """The positions of the source's tokens that each reference keeps, if the corpus gives them.

        Raises:
            DataError: the corpus has something else under this name.
        """
        value = self.extra.get("kept")
        if value is None:
            return None
        if not _is_list(value, list) or not all(_is_list(positions, int) for positions in value):
            raise DataError(f"the field 'kept' of pair {shown(self.id)} must be a list of lists of word positions.")
        return tuple(tuple(positions) for positions in value)

    @property
    def sentence(self) -> Sentence | None:
        """The source with its tokens and dependency parse, if the corpus has them.

        Raises:
            DataError: the columns are not lists of one value per word.
        """
        words = self._column("tokens", str)
        if words is None:
            return None
        blank = [""] * len(words)
        tags = self._column("tags", str) or blank
        lemmas = self._column("lemmas", str) or blank
        if not len(words) == len(tags) == len(lemmas):
            raise DataError(
                f"pair {shown(self.id)} has {len(words)} tokens, {len(tags)} tags and {len(lemmas)} lemmas."
            )
        heads = self._column("heads", int)
        relations = self._column("relations", str)
        if heads is not None and any(not 0 <= head <= len(words) for head in heads):
            raise DataError(
                f"pair {shown(self.id)} has a head that is neither one of its {len(words)} words nor 0 for the root."
            )
        return Sentence.from_tokens(
            [Token(*values) for values in zip(words, tags, lemmas, strict=True)],
            text=self.source,
            heads=None if heads is None else tuple(heads),
            relations=None if relations is None else tuple(relations),
        )

    def _column(self, name: str, kind: type) -> Sequence[Any] | None:
        value = self.extra.get(name)
        if value is not None and not _is_list(value, kind):
            raise DataError(
                f"the field {name!r} of pair {shown(self.id)} must be a list with one {kind.__name__} per word."
            )
        return value


def _is_list(value: object, kind: type) -> bool:
    """Return whether a JSON value is a list of values of exactly this type, so that true is not a number."""
    return isinstance(value, list | tuple) and all(type(item) is kind for item in value)


class BadRecord(DataError):  # noqa: N818 - reads as what it is
    """A record that cannot become a pair, or a pair that a format cannot hold.

    Attributes:
        kind: a few words that name this sort of problem, for counting.
    """

    def __init__(
        self,
        problem: str,
        *,
        kind: str,
        path: Any = None,
        line: int | None = None,
    ) -> None:
        super().__init__(problem, path=path, line=line)
        self.kind = kind

    def at(self, path: Any, line: int | None = None) -> BadRecord:
        """Return the same error with its place filled in, keeping what was already known."""
        return BadRecord(
            self.problem,
            kind=self.kind,
            path=self.path if self.path is not None else path,
            line=self.line if self.line is not None else line,
        )


def check_texts(pair: Pair) -> Pair:
    """Return the pair, or raise `BadRecord` if its source or a reference is missing, empty or absurdly long."""
    if not pair.references:
        raise BadRecord("there is no reference: give at least one compression.", kind="missing field")
    for text in (pair.source, *pair.references):
        if not text or text.isspace():
            which = "the source" if text is pair.source else "a reference"
            raise BadRecord(f"{which} is empty.", kind="empty sentence")
        if len(text) > MAX_SENTENCE_CHARACTERS:
            problem = f"a text has more than {MAX_SENTENCE_CHARACTERS:,} characters; it cannot be one sentence."
            raise BadRecord(problem, kind="endless sentence")
    return pair
