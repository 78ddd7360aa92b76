"""The interface of a method: it scores a sentence, finds the best candidates under constraints, and writes them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeGuard, runtime_checkable

from laconic.compression import Compression
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.pipeline.limit import Limit


@dataclass(frozen=True)
class Scored:
    """A sentence with the scores that a method's search reads.

    Attributes:
        sentence: the sentence, parsed.
        scores: the scores, of the type that the method's search reads.
        rate: the rate for which they were computed; None if the length is free.
    """

    sentence: Sentence
    scores: object
    rate: float | None = None


@dataclass(frozen=True)
class Verdict:
    """An editor's expected verdict on a candidate.

    Attributes:
        accept: the probability that it is acceptable as it stands.
        reject: the probability that it is broken, misleading or pointless.
    """

    accept: float
    reject: float

    @property
    def quality(self) -> float:
        """The expected verdict: acceptance counts 1, a small flaw 0.5 and rejection 0."""
        return (self.accept + 1.0 - self.reject) / 2.0


class Spelling:
    """Writes the text of a candidate when it is first needed; copies of the candidate share it."""

    def __init__(self, write: Callable[[], str]) -> None:
        self._write = write
        self._text: str | None = None

    def __call__(self) -> str:
        """Return the text."""
        if self._text is None:
            self._text = self._write()
        return self._text


@dataclass(frozen=True)
class Candidate:
    """An answer that a search found, before it is written as text.

    Attributes:
        scored: the sentence and the scores with which it was found.
        found: what the search returned, for the method to write.
        tokens: the tokens of the answer.
        kept: the positions of the source's tokens that stayed; None if words were rewritten.
        score: the method's score.
        spell: returns the text.
        verdict: an editor's expected verdict, if a verifier has read it.
        charge: the cost of the dependences between words that it breaks.
    """

    scored: Scored
    found: Any
    tokens: tuple[str, ...]
    kept: tuple[int, ...] | None
    score: float
    spell: Callable[[], str] = field(repr=False)
    verdict: Verdict | None = None
    charge: float = 0.0

    def changed(self, **values: Any) -> Self:
        """Return a copy with other values of attributes that its text does not depend on.

        Dozens of candidates are made for a sentence, and `dataclasses.replace` takes several times as long.
        """
        copy = object.__new__(type(self))
        vars(copy).update(vars(self), **values)
        return copy

    @property
    def source(self) -> Sentence:
        """The sentence."""
        return self.scored.sentence

    @property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stays: those kept, and those expressed in other words."""
        return self.kept or ()

    @property
    def word_density(self) -> float:
        """How many words of the source each word of the answer stands for."""
        return 1.0

    @property
    def letter_density(self) -> float:
        """How many letters of the source each letter of the answer stands for."""
        return 1.0

    @property
    def gain(self) -> float:
        """What counts in its favour besides its verdict."""
        return 0.0

    @cached_property
    def text(self) -> str:
        """The text, written when it is first needed."""
        return self.spell()


class Method(ABC):
    """Compresses parsed sentences; `laconic.testing.check_method` checks that an object keeps this contract.

    Attributes:
        name: the name of the method.
        rewrites: whether answers may have words that the source does not have.
    """

    name: str
    rewrites: bool = False

    @abstractmethod
    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the scores for the search; they may depend on the requested rate and masks.

        Raises:
            UsageError: the sentence lacks what the method needs.
        """

    @abstractmethod
    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, best first, at least one.

        Raises:
            UsageError: there is none.
        """

    @abstractmethod
    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length.

        Args:
            sentence: the sentence, parsed.
            masks: which of its words must stay and go.
            near: a rate near which lengths will be needed; a method whose scores depend on the rate may then use only
                the scores for this one.
        """

    @abstractmethod
    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with its confidence and explanation, if the method has them."""

    def compress(self, sentence: Sentence, constraints: Constraints) -> Compression:
        """Return the best answer that meets the constraints, with the next best as alternatives.

        This runs only the method's own stages; `laconic.pipeline.pipeline.Pipeline` has others between them.
        """
        best, *others = (self.write(each) for each in self.find(self.score(sentence, constraints), constraints))
        return replace(best, alternatives=tuple(others))

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> LengthProfile[Compression]:
        """Return the best answer of every length, each written out when it is needed."""
        return self.profile(sentence, masks).map(self.write)


@runtime_checkable
class Storable(Protocol):
    """A trained method, which can be saved and loaded."""

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
        """The names of the styles, the default first."""

    def in_style(self, style: str) -> Method:
        """Return the method for another style.

        Raises:
            UsageError: there is no such style.
        """


@runtime_checkable
class Judging(Protocol):
    """A method that proposes candidates of many lengths and judges them, so that the best length can be chosen."""

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return candidates near and below a rate, or of all lengths if it is None.

        Args:
            sentence: the sentence, parsed.
            masks: which of its words must stay and go.
            rate: the largest requested share of the sentence.
            fast: whether a few candidates are enough.
        """

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with their verdicts; when `fast`, by their scores alone, without a second reading."""


@runtime_checkable
class Varying(Judging, Protocol):
    """A method that judges, and can vary its best candidate if that is doubtful."""

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return candidates in which a doubtful word of this one is decided the other way.

        Args:
            candidate: one that the method proposed.
            masks: which words must stay and go.
            rate: the largest requested share of the sentence; None if the length is free.
        """


@runtime_checkable
class Screening(Judging, Protocol):
    """A method that judges, and whose scores show which candidates are worth a second reading.

    Attributes:
        most_read: the number of candidates that are read again, the best by their scores, out of those proposed for
            some masks.
        most_variations_read: the same for variations of the best candidate.
        surprise: how much more a candidate may be worth after a second reading than by its scores; one that is further
            behind what was read is not read.
    """

    most_read: int
    most_variations_read: int
    surprise: float


@runtime_checkable
class Preferring(Judging, Protocol):
    """A method that judges, and may know which of the best answers readers prefer, whatever each is worth.

    Attributes:
        has_preference: whether it does; if not, the most valuable answer is the best.
    """

    has_preference: bool

    def preferred(self, ranked: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return candidates, the best first.

        Args:
            ranked: the candidates, with their verdicts, in the order of their worth.
            limit: how much room there is.
        """


# `isinstance` looks through all members of a protocol each time, and every sentence needs to know several times.


def judges(method: object) -> TypeGuard[Judging]:
    """Return whether a method is `Judging`."""
    return hasattr(method, "propose") and hasattr(method, "judge")


def varies(method: object) -> TypeGuard[Varying]:
    """Return whether a method is `Varying`."""
    return judges(method) and hasattr(method, "vary")


def screens(method: object) -> TypeGuard[Screening]:
    """Return whether a method is `Screening`."""
    needed = ("most_read", "most_variations_read", "surprise")
    return judges(method) and all(hasattr(method, name) for name in needed)


def prefers(method: object) -> TypeGuard[Preferring]:
    """Return whether a method is `Preferring`, and knows what readers prefer."""
    return judges(method) and getattr(method, "has_preference", False)
