"""What a method is: it scores a sentence, finds the best candidates under constraints, and writes them out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from laconic.compression import Compression
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence


@dataclass(frozen=True)
class Scored:
    """A sentence with what a method's search reads.

    Attributes:
        sentence: the sentence, parsed.
        scores: the scores, of a kind that the method's own search reads: a method that looks at them narrows the type.
        rate: the share of the sentence that they were made for; None if the length is free.
    """

    sentence: Sentence
    scores: object
    rate: float | None = None


@dataclass(frozen=True)
class Verdict:
    """What an editor would say of a candidate.

    Attributes:
        accept: the probability that it can be printed as it stands.
        reject: the probability that it is broken, misleading or pointless.
    """

    accept: float
    reject: float

    @property
    def quality(self) -> float:
        """The expected verdict, where acceptance counts 1, a small flaw a half and rejection nothing."""
        return (self.accept + 1.0 - self.reject) / 2.0


class Spelling:
    """Writes a text when it is first needed; the copies of a candidate that are judged and charged share it."""

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
    """An answer that a search found, before it is written out.

    Attributes:
        scored: the sentence and the scores that it was found under.
        found: what the search returned, for the method to write.
        tokens: the tokens of the answer.
        kept: the positions of the source's tokens that stayed; None if words were rewritten.
        score: the method's score.
        spell: returns the text.
        verdict: what an editor would say of it, where a verifier has read it.
        charge: what the dependences between words that it breaks cost.
    """

    scored: Scored
    found: Any
    tokens: tuple[str, ...]
    kept: tuple[int, ...] | None
    score: float
    spell: Callable[[], str] = field(repr=False)
    verdict: Verdict | None = None
    charge: float = 0.0

    @property
    def source(self) -> Sentence:
        """The sentence."""
        return self.scored.sentence

    @property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stayed: those kept, and those said in other words."""
        return self.kept or ()

    @property
    def density(self) -> float:
        """How much of the source a letter of the answer stands for: more than 1 where it says more in fewer."""
        return 1.0

    @property
    def gain(self) -> float:
        """What speaks for it besides its verdict."""
        return 0.0

    @cached_property
    def text(self) -> str:
        """The text, written when it is first needed."""
        return self.spell()


class Method(ABC):
    """Compresses parsed sentences; `laconic.testing.check_method` checks that an object keeps this contract.

    Attributes:
        name: what the method is called.
        rewrites: whether answers may have words that the source has not.
    """

    name: str
    rewrites: bool = False

    @abstractmethod
    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the scores to search under; they may depend on the rate and the masks that are asked for.

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
            near: a rate near which lengths will be wanted: a method whose scores depend on the rate may then use those
                for this one alone.
        """

    @abstractmethod
    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with all that the method can say about it."""

    def compress(self, sentence: Sentence, constraints: Constraints) -> Compression:
        """Return the best answer that meets the constraints, with the next best as alternatives.

        These are the method's own stages in a row; `laconic.pipeline.pipeline.Pipeline` does more between them.
        """
        best, *others = (self.write(each) for each in self.find(self.score(sentence, constraints), constraints))
        return replace(best, alternatives=tuple(others))

    def all_lengths(self, sentence: Sentence, masks: Masks | None = None) -> LengthProfile[Compression]:
        """Return the best answer of every length, each written out when it is needed."""
        return self.profile(sentence, masks).map(self.write)


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
class Judging(Protocol):
    """A method that proposes candidates of many lengths and judges them, so that the best length can be chosen."""

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return candidates near and below a rate, or of all lengths where it is None.

        Args:
            sentence: the sentence, parsed.
            masks: which of its words must stay and go.
            rate: the largest share of the sentence that is asked for.
            fast: whether a few candidates will do.
        """

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with their verdicts; when `fast`, by their scores alone, without a second reading."""


@runtime_checkable
class Varying(Judging, Protocol):
    """A method that judges, and that can look further where its best candidate is doubtful."""

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return candidates in which a doubtful word of this one is decided the other way.

        Args:
            candidate: one that the method proposed.
            masks: which words must stay and go.
            rate: the largest share of the sentence that is asked for; None if the length is free.
        """


@runtime_checkable
class Screening(Judging, Protocol):
    """A method that judges, and whose scores alone tell which candidates are worth a second reading.

    Attributes:
        most_read: how many of the candidates that it proposes for some masks are read again: the best by their scores.
        most_variations_read: how many variations of the best one.
    """

    most_read: int
    most_variations_read: int
