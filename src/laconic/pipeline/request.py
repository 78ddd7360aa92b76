"""Requests: a length, what must stay, and the number of answers. They are checked only here."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Literal

import numpy as np

from laconic.errors import UsageError
from laconic.pipeline.limit import Limit
from laconic.pipeline.protection import Protection
from laconic.search.constraints import Constraints, Masks, Widths, words_at_rate
from laconic.text import Sentence

_SHOWN = 60

_ALMOST = 1e-9
"""What a product may lack of a whole number: .29 of 100 is 28.999999999999996 in floating-point arithmetic."""


@dataclass(frozen=True)
class Length:
    """The length of an answer; without a limit, the model chooses it.

    Limits mean *at most*: you get the best answer within the limit, and a longer one if two are equally good
    (`laconic.pipeline.limit`).

    Attributes:
        words: at most this number of words, separated by spaces; with `exact`, this number of tokens.
        rate: at most this share of the source's tokens, or more if more must stay; at least one token.
        chars: at most this number of characters.
        confidence: instead of a length, ask for the shortest answer that an editor would accept with at least this
            probability.
        exact: whether to meet `words` or `rate` exactly, counted in tokens, including punctuation; the number of tokens
            is then the nearest to the rate.

    Raises:
        UsageError: two limits are given, or a limit is out of range.
    """

    words: int | None = None
    rate: float | None = None
    chars: int | None = None
    confidence: float | None = None
    exact: bool = False

    def __post_init__(self) -> None:
        for name in ("words", "chars"):
            _check_number(name, getattr(self, name), Integral)
        for name in ("rate", "confidence"):
            _check_number(name, getattr(self, name), Real)
        if sum(limit is not None for limit in (self.words, self.rate, self.chars, self.confidence)) > 1:
            raise UsageError(
                "give only one of words, rate, chars and confidence.", options=("words", "rate", "chars", "confidence")
            )
        if self.confidence is not None and not 0.0 <= self.confidence <= 1.0:
            raise UsageError(
                f"confidence is a probability between 0 and 1, not {self.confidence}.", options=("confidence",)
            )
        if self.words is not None and self.words < 1:
            raise UsageError(f"a compression has at least one word, so you cannot ask for {self.words}.")
        if self.chars is not None and self.chars < 1:
            raise UsageError(f"a compression has at least one character, so you cannot ask for {self.chars}.")
        if self.rate is not None:
            words_at_rate(1, self.rate)  # refuses what is not a rate
        if self.exact and self.words is None and self.rate is None:
            raise UsageError("exact needs words or rate.", options=("exact", "words", "rate"))

    def words_of(self, size: int) -> int | None:
        """Return the requested number out of ``size`` words, or None if the length is not given in words.

        >>> Length(rate=0.5).words_of(11), Length(rate=0.5, exact=True).words_of(11)
        (5, 6)
        """
        if self.rate is None:
            return None if self.words is None else min(self.words, size)
        at_most = math.floor(self.rate * size + _ALMOST)
        return words_at_rate(size, self.rate) if size and self.exact else min(size, max(1, at_most))


@dataclass(frozen=True)
class Request:
    """A length, what must stay, and the number of answers.

    Attributes:
        length: the length of the answer.
        protection: what must stay; by default negations.
        nbest: the number of different answers to find.
        if_impossible: whether an impossible length is an error, or the nearest possible answer is returned.
        fast: whether to choose answers by their scores alone, without a second reading.

    Raises:
        UsageError: the number of answers is less than 1.
    """

    length: Length = field(default_factory=Length)
    protection: Protection = field(default_factory=Protection)
    nbest: int = 1
    if_impossible: Literal["raise", "nearest"] = "raise"
    fast: bool = False

    def __post_init__(self) -> None:
        _check_number("nbest", self.nbest, Integral)
        if self.nbest < 1:
            raise UsageError(f"at least one answer must be requested, not {self.nbest}.")

    def resolve(self, sentence: Sentence, masks: Masks) -> Constraints:
        """Return the constraints on answers to a sentence.

        Args:
            sentence: the sentence.
            masks: which of its words must stay and go.

        Raises:
            UsageError: no answer can meet it.
        """
        size = len(sentence)
        limit = self.length.chars
        if limit is not None:
            rate = limit / max(1, len(sentence.text))
            widths = widths_of(sentence)
            self._check_width(sentence, widths.of(np.flatnonzero(masks.keep)), limit)
            return Constraints.within_characters(widths, limit, masks, nbest=self.nbest, rate=rate)
        allowed = self.words_allowed(sentence, int(masks.keep.sum()))
        if allowed is None:
            return Constraints.any_length(size, masks, nbest=self.nbest)
        return Constraints.between(size, *allowed, masks, nbest=self.nbest)

    def limit(self, sentence: Sentence, protected: int) -> Limit:
        """Return how much room an answer to a sentence has if this number of its words must stay."""
        length = self.length
        if length.chars is not None:
            return Limit.of(sentence, "characters", length.chars)
        if length.rate is not None:
            return Limit.of(sentence, "tokens", max(length.words_of(len(sentence)) or 0, protected))
        return Limit.of(sentence, "words", length.words)

    def words_allowed(self, sentence: Sentence, protected: int) -> tuple[int, int] | None:
        """Return the fewest and the most words that an answer may have, or None if no number is requested.

        A rate applies to many sentences at once, so it gives way to words that must stay: the answer is then as short
        as possible. A number of words does not give way.

        Args:
            sentence: the sentence to compress.
            protected: the number of its words that must stay.

        Raises:
            UsageError: there is no room for them; the message says how many words are needed.
        """
        words = self.length.words_of(len(sentence))
        if words is None:
            return None
        if self.length.rate is not None:
            words = max(words, protected)
        elif protected > words:
            stay = f"{protected} words of {_shown(sentence)!r} must stay"
            remedy = self.protection.remedy([sentence])
            raise UsageError(
                f"{stay}, so the answer cannot have only {words}: ask for at least {protected}, or {remedy}."
            )
        return (words if self.length.exact else min(1, words)), words

    def _check_width(self, sentence: Sentence, protected: int, limit: int) -> None:
        """Raise `UsageError` if the words of a sentence that must stay take more characters than there may be."""
        if protected > limit:
            remedy = self.protection.remedy([sentence])
            raise UsageError(
                f"the words of {_shown(sentence)!r} that must stay take {protected} characters, more than the limit of "
                f"{limit}: ask for at least {protected}, or {remedy}."
            )


def _shown(sentence: Sentence) -> str:
    """Return a sentence as a message shows it."""
    return sentence.text if len(sentence.text) <= _SHOWN else sentence.text[: _SHOWN - 1] + "…"


def one_confidence(confidence: float | None, sure: float | None) -> float | None:
    """Return the requested probability, given as ``confidence`` or ``sure``; raise `UsageError` if both are given."""
    if confidence is not None and sure is not None:
        raise UsageError("sure is the former name of confidence: give only one of them.")
    return sure if confidence is None else confidence


def widths_of(sentence: Sentence) -> Widths:
    """Return the characters of each word and the space before it, as the original text has them."""
    if not sentence.tokens:
        raise UsageError("an empty sentence cannot be compressed.")
    space = [1] * len(sentence)
    if sentence.is_located:
        for place in range(1, len(sentence)):
            space[place] = int(sentence.tokens[place].start > sentence.tokens[place - 1].end)
    return Widths(np.array([len(word) for word in sentence.words], np.int32), np.array(space, np.int32))


def _check_number(name: str, value: object, kind: type[Integral] | type[Real]) -> None:
    """Raise `UsageError` unless a value is a number of its kind, or not given; True and False are none."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
        wanted = "a whole number" if kind is Integral else "a number"
        raise UsageError(f"{name} must be {wanted}, not {value!r}.")
