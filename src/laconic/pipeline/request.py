"""What is asked for: a length, what must stay, and how many answers. Checked here and nowhere else."""

from __future__ import annotations

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


@dataclass(frozen=True)
class Length:
    """How long an answer may be; without any limit, the length is chosen by the model.

    Limits mean *at most*: the best answer within the limit, near it where that is as good
    (`laconic.pipeline.limit`).

    Attributes:
        words: this number of words as people count them, separated by spaces; with `exact`, of tokens.
        rate: this number of tokens for each token of the source; more where more must stay.
        chars: this number of characters.
        confidence: in place of a length, the shortest answer that an editor would print with this probability.
        exact: whether `words` and `rate` are met exactly, counted in tokens, punctuation included.

    Raises:
        UsageError: two limits are given, or one that makes no sense.
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
        """Return how many of ``size`` words are asked for; None where the length is not given in words."""
        if self.rate is not None:
            return words_at_rate(size, self.rate) if size else 0
        return None if self.words is None else min(self.words, size)


@dataclass(frozen=True)
class Request:
    """A length, what must stay, and how many answers: all that can be asked about a sentence.

    Attributes:
        length: how long the answer is to be.
        protection: what must stay; by default negations.
        nbest: how many different answers to find.
        if_impossible: whether a length that no answer has is an error, or the nearest possible answer is returned.
        fast: whether answers are chosen by their scores alone, without a second reading.

    Raises:
        UsageError: no number of answers is asked for.
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
        """Return what an answer to a sentence must meet.

        Args:
            sentence: the sentence.
            masks: which of its words must stay and go, by its protection and more.

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
        """Return how much room an answer to a sentence has, of whose words this many must stay."""
        length = self.length
        if length.chars is not None:
            return Limit.of(sentence, "characters", length.chars)
        if length.rate is not None:
            return Limit.of(sentence, "tokens", max(words_at_rate(len(sentence), length.rate), protected))
        return Limit.of(sentence, "words", length.words)

    def words_allowed(self, sentence: Sentence, protected: int) -> tuple[int, int] | None:
        """Return the fewest and the most words that an answer may have; None where they are not asked for.

        A rate gives way to words that must stay, for it is asked of many sentences at once: the answer is then as
        short as may be. A number of words does not.

        Args:
            sentence: what is to be compressed.
            protected: how many of its words must stay.

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
    """Return the probability asked for, under its name or its former one; raise `UsageError` if both are given."""
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
