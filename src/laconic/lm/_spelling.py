"""How words are spelled for models of lower-case text."""

from __future__ import annotations

_DOUBLE = ("``", "''")
_MARKS = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'", "´": "'"})


def lowercase(text: str) -> str:
    """Return a word, or words separated by spaces, in lower case and with straight quotes.

    Texts differ in their quotes more than in anything else, so every form of double quotes, two backticks and two
    apostrophes included, becomes one, and so does every form of single quotes.

    >>> lowercase("“ It ’s The End ``")
    '" it \\'s the end "'
    """
    for mark in _DOUBLE:
        text = text.replace(mark, '"')
    return text.lower().translate(_MARKS)
