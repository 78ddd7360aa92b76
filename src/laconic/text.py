"""Tokens and sentences: what every other part of laconic reads and returns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from laconic.errors import DataError

if TYPE_CHECKING:
    from laconic.tree import Tree

_SURROGATE = re.compile("[\ud800-\udfff]")

UNLOCATED = -1
"""The start and end of a token whose place in the original text is not known."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or punctuation mark, with its position in the text of its sentence.

    If the position is known, ``sentence.text[token.start:token.end] == token.text``.
    """

    text: str
    tag: str = ""
    lemma: str = ""
    start: int = UNLOCATED
    end: int = UNLOCATED

    def __reduce__(self) -> tuple[type[Token], tuple[str, str, str, int, int]]:
        # What a dataclass with slots does instead takes twice as long, and processes send each other many tokens.
        return Token, (self.text, self.tag, self.lemma, self.start, self.end)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Sentence:
    """A sentence with its original text, its tokens, and its parses if it has been parsed.

    Attributes:
        text: the original text of the sentence, including spaces.
        tokens: its tokens from left to right.
        tree: the constituency tree over exactly these tokens, or None.
        heads: the number of each token's head, counted from 1, or 0 for the root; or None.
        relations: the name of each token's dependency relation; or None.
        start: the position of the sentence in the document it was split from.
        pretokenized: whether the tokens were given separated by spaces, and should be written in the same way.

    Examples:
        >>> sentence = Sentence.from_words(["It", "works", "."])
        >>> str(sentence), len(sentence)
        ('It works .', 3)
    """

    text: str
    tokens: tuple[Token, ...]
    tree: Tree | None = None
    heads: tuple[int, ...] | None = None
    relations: tuple[str, ...] | None = None
    start: int = 0
    pretokenized: bool = False

    def __post_init__(self) -> None:
        count = len(self.tokens)
        for name, column in (("heads", self.heads), ("relations", self.relations)):
            if column is not None and len(column) != count:
                raise DataError(f"a sentence of {count} tokens was given {len(column)} {name}.")
        if self.tree is not None and len(self.tree.leaves) != count:
            raise DataError(f"a sentence of {count} tokens was given a tree of {len(self.tree.leaves)} words.")

    @classmethod
    def from_words(cls, words: Iterable[str]) -> Sentence:
        """Return a sentence with these words as its tokens, separated by single spaces."""
        return replace(cls.from_tokens([Token(word) for word in words]), pretokenized=True)

    @classmethod
    def from_tokens(
        cls,
        tokens: Sequence[Token],
        *,
        text: str | None = None,
        tree: Tree | None = None,
        heads: tuple[int, ...] | None = None,
        relations: tuple[str, ...] | None = None,
    ) -> Sentence:
        """Return a sentence with these tokens, each located in ``text`` if the text contains them all in order.

        Without a text, the tokens are joined by single spaces. If the text has other letters between
        or instead of the tokens (as for the parts of ``du`` in French), no token is located.
        """
        if text is None:
            text = " ".join(token.text for token in tokens)
        return cls(text, locate(tokens, text), tree=tree, heads=heads, relations=relations)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens' texts."""
        return tuple([token.text for token in self.tokens])

    @cached_property
    def is_located(self) -> bool:
        """Whether the position of every token in the text is known."""
        return all(token.start != UNLOCATED for token in self.tokens)

    @cached_property
    def between(self) -> tuple[str, ...]:
        """What stands between each token and the next, if the position of every token is known."""
        return tuple([self.text[token.end : following.start] for token, following in pairwise(self.tokens)])

    def __len__(self) -> int:
        return len(self.tokens)

    def __str__(self) -> str:
        return self.text


def has_word(tokens: Iterable[str]) -> bool:
    """Return whether any token has a letter or a digit."""
    return any(any(map(str.isalnum, token)) for token in tokens)


def encodable(word: str) -> str:
    r"""Return a word with halves of surrogate pairs, which have no form in UTF-8, replaced; the core needs UTF-8.

    Examples:
        >>> encodable("a\ud83d")
        'a�'
    """
    return word if word.isascii() else _SURROGATE.sub("\ufffd", word)


def locate(tokens: Sequence[Token], text: str) -> tuple[Token, ...]:
    """Return the tokens with their positions in a text that contains them in order.

    Only white space may be between them. Otherwise the tokens are returned without positions.
    """
    located = []
    cursor = 0
    length = len(text)
    for token in tokens:
        while cursor < length and text[cursor].isspace() and not token.text[:1].isspace():
            cursor += 1
        if not token.text or not text.startswith(token.text, cursor):
            return _unlocated(tokens)
        end = cursor + len(token.text)
        located.append(Token(token.text, token.tag, token.lemma, cursor, end))
        cursor = end
    if text[cursor:].strip():
        return _unlocated(tokens)
    return tuple(located)


def _unlocated(tokens: Iterable[Token]) -> tuple[Token, ...]:
    return tuple(Token(token.text, token.tag, token.lemma) for token in tokens)
