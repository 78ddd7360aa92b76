"""The words of a text, and which of them a compression by deletion keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

SplitWords = Callable[[str], list[str]]


def word_splitter(tokenized: bool) -> SplitWords:
    """Return a function that splits a text into words: at spaces if it is tokenised, otherwise by Penn conventions."""
    if tokenized:
        return _at_spaces
    from laconic.parse.tokenize import split_words

    return split_words


def kept_positions(source: Sequence[str], target: Sequence[str]) -> tuple[int, ...] | None:
    """Return which source words make up the target, or None if deleting words alone does not give it.

    Capitals do not matter, since a sentence may begin with another word after a deletion. If a word occurs
    several times, the last possible occurrence is used, as in Yao et al. (2014).

    >>> kept_positions("the cat saw the very old dog".split(), "The dog".split())
    (3, 6)
    """
    kept = []
    position = len(source)
    for word in reversed([word.casefold() for word in target]):
        position -= 1
        while position >= 0 and source[position].casefold() != word:
            position -= 1
        if position < 0:
            return None
        kept.append(position)
    return tuple(reversed(kept))


def _at_spaces(text: str) -> list[str]:
    # Other white space, such as the no-break space in a number, may be part of a token.
    return [word for word in text.split(" ") if word]
