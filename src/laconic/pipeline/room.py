"""Wishes that contradict what is protected, told before any method is asked."""

from __future__ import annotations

from dataclasses import replace

from laconic.errors import UsageError
from laconic.search.base import Wish
from laconic.search.plan import words_at_rate
from laconic.text import Sentence

_SHOWN = 60


def with_room(sentence: Sentence, wish: Wish, protected: int) -> Wish:
    """Return the wish with room for the words that must stay.

    A rate gives way, for it is asked of many sentences at once: the answer is as short as may be. A number of words
    does not.

    Args:
        sentence: what is to be compressed.
        wish: how long it is to be.
        protected: how many of its words must stay.

    Raises:
        UsageError: they have not; the message tells how many words are needed.
    """
    if wish.rate is not None:
        is_tight = protected > words_at_rate(len(sentence), wish.rate)
        return replace(wish, rate=None, words=protected) if is_tight else wish
    words = wish.words
    if words is not None and protected > words:
        shown = sentence.text if len(sentence.text) <= _SHOWN else sentence.text[: _SHOWN - 1] + "…"
        raise UsageError(
            f"{protected} words of {shown!r} must stay, so the answer cannot have only {words}: ask for at least "
            f"{protected}, or protect less (negations are protected unless you allow them to go)."
        )
    return wish
