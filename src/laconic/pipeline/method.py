"""What a method is: anything that answers a wish for a shorter version of a parsed sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from laconic.compression import Compression
from laconic.search.base import Masks, Wish
from laconic.text import Sentence


class Method(Protocol):
    """Compresses parsed sentences; `laconic.testing.check_method` tells whether an object keeps this contract."""

    name: str

    def compress(self, sentence: Sentence, wish: Wish) -> Compression:
        """Return the best compression that meets the wish, with its alternatives.

        Raises:
            UsageError: the wish cannot be met.
        """

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> Sequence[Compression]:
        """Return the best compression of every possible length, the shortest first.

        An `EveryLength` writes them out only when they are asked for.
        """


@runtime_checkable
class RateAware(Protocol):
    """A method whose scores depend on the length wished for, and that can fix them for one rate."""

    def all_lengths_near(self, sentence: Sentence, rate: float, masks: Masks | None = None) -> Sequence[Compression]:
        """Return a compression of every possible length, the shortest first, by the scores for one rate."""


@runtime_checkable
class Storable(Protocol):
    """A method that was learnt, and can be written and read."""

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the method's arrays into a folder and return its settings, as plain TOML values."""

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote."""


@runtime_checkable
class Styled(Protocol):
    """A method that compresses in several styles."""

    @property
    def styles(self) -> Sequence[str]:
        """The styles' names, the usual one first."""

    def in_style(self, style: str) -> Method:
        """Return the method for another style.

        Raises:
            UsageError: there is no such style.
        """


@runtime_checkable
class Doubting(Protocol):
    """A method that tells how sure it is of each word."""

    def doubtful(self, sentence: Sentence, sure: float) -> list[int]:
        """Return the positions of words that it would not delete with this probability of being right."""
