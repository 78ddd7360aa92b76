"""What every trainer receives: pairs, a parser, a work folder and settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from laconic.corpus import Pair
from laconic.errors import DataError
from laconic.parse.base import Parser
from laconic.progress import track
from laconic.settings import Settings, make_settings

Example_co = TypeVar("Example_co", covariant=True)
Example = TypeVar("Example")


class Maker(Protocol[Example_co]):
    """Makes examples of pairs."""

    def __call__(self, pairs: Iterable[Pair], parser: Parser, *, tokenized: bool) -> Iterable[Example_co]:
        """Yield the examples; pairs that cannot be learnt from are left out."""


@dataclass(frozen=True)
class TrainingRun:
    """One training. A trainer is a function from a training run to the method that was learnt.

    Attributes:
        method: what the method is called; a trainer of several methods learns the one of this name.
        train: pairs to learn from; they may be read more than once.
        dev: held-out pairs, to choose what learning cannot decide.
        parser: parses sources and references.
        work: a folder of the trainer's own: what it leaves there when interrupted, it takes up again.
        settings: values that replace the defaults of the trainer's settings, as texts.
        tokenized: whether the texts' tokens are separated by spaces.
    """

    method: str
    train: Iterable[Pair]
    dev: Iterable[Pair]
    parser: Parser
    work: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    tokenized: bool = False

    def chosen(self, kind: type[Settings]) -> Settings:
        """Return the trainer's settings.

        Raises:
            UsageError: a setting is unknown or has a wrong value.
        """
        return make_settings(kind, self.settings)

    def learning(self, make: Maker[Example]) -> list[Example]:
        """Return the examples to learn from, each made of a pair.

        Raises:
            DataError: there is none.
        """
        return self._made(make, self.train, "training")

    def held_out(self, make: Maker[Example], most: int | None = None) -> list[Example]:
        """Return the examples to choose by, made of at most ``most`` pairs.

        Raises:
            DataError: there is none.
        """
        return self._made(make, islice(self.dev, most), "held-out")

    def _made(self, make: Maker[Example], pairs: Iterable[Pair], which: str) -> list[Example]:
        found = list(track(make(pairs, self.parser, tokenized=self.tokenized), f"Parsing {which} pairs"))
        if not found:
            raise DataError(
                f"the {which} corpus has no pairs to learn from: it is empty, or its sentences are too long, have no "
                "parse, or share no word with their references."
            )
        return found
