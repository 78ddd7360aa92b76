"""Words as they can be shown: nothing that moves a terminal's cursor or breaks a file of XML."""

from __future__ import annotations

_STAND_IN = "\ufffd"


def visible(word: str) -> str:
    """Return the word with unprintable characters replaced, and never nothing.

    >>> visible("bell\\x07"), visible("")
    ('bell\ufffd', '\ufffd')
    """
    if word.isprintable() and word:
        return word
    return "".join(letter if letter.isprintable() else _STAND_IN for letter in word) or _STAND_IN
