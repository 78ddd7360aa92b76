"""Wishes that contradict what is protected, told before any method is asked."""

from __future__ import annotations

from laconic.errors import UsageError
from laconic.search.base import Wish
from laconic.search.plan import words_at_rate
from laconic.text import Sentence

_SHOWN = 60


def check_protected(sentence: Sentence, wish: Wish, protected: int) -> None:
    """Check that the words asked for have room for those that must stay.

    Args:
        sentence: what is to be compressed.
        wish: how long it is to be.
        protected: how many of its words must stay.

    Raises:
        UsageError: they have not; the message tells how many words are needed.
    """
    words = wish.words if wish.rate is None else words_at_rate(len(sentence), wish.rate)
    if words is not None and protected > words:
        shown = sentence.text if len(sentence.text) <= _SHOWN else sentence.text[: _SHOWN - 1] + "…"
        raise UsageError(
            f"{protected} words of {shown!r} must stay, so the answer cannot have only {words}: ask for at least "
            f"{protected}, or protect less (negations are protected unless you allow them to go)."
        )
