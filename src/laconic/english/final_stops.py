"""A stop that ends both a sentence and an abbreviation: if the abbreviation is deleted, the sentence still ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from laconic.english.abbreviations import brings_stop
from laconic.english.marks import DOUBLE_QUOTES, SEPARATORS
from laconic.text import Sentence, Token, has_word

_CLOSING_QUOTES = DOUBLE_QUOTES | {"'", "’", "’’", "»"}
_GENITIVE = "POS"
_ENDS = (".", "!", "?", "…")
_REPLACED = SEPARATORS | {"-", "--", "–", "—"}
"""Marks in whose place the stop stands."""


def with_final_stop(sentence: Sentence, kept: Collection[int], words: Sequence[str]) -> list[str]:
    """Return the words that stay, with the full stop of an abbreviation that ended the sentence and went.

    *They met at 9 p.m.* becomes *They met.*: the stop follows the last word, inside closing quotation marks as it did
    before, and in place of a comma or a dash. What is no sentence, for it has no verb, needs no stop.

    Args:
        sentence: the sentence; words without tags may be a sentence.
        kept: the positions of the words that stay.
        words: these words as they are written.
    """
    last = _before_quotes(sentence.words, sentence.tokens)
    if last is None or last in kept or not brings_stop(sentence.words[last]) or not _may_be_sentence(sentence.tokens):
        return [*words]
    written = [*words]
    end = _before_quotes(words, [sentence.tokens[place] for place in sorted(kept)])
    if end is not None and has_word(words) and not written[end].endswith(_ENDS):
        written[end] = "." if written[end] in _REPLACED else written[end] + "."
    return written


def _before_quotes(words: Sequence[str], tokens: Sequence[Token]) -> int | None:
    """Return the place of the last word that is not a quotation mark; the genitive of *the boys’* is none."""
    for place in reversed(range(len(words))):
        if words[place] not in _CLOSING_QUOTES or tokens[place].tag == _GENITIVE:
            return place
    return None


def _may_be_sentence(tokens: Sequence[Token]) -> bool:
    tags = [token.tag for token in tokens]
    return not any(tags) or any(tag.startswith(("VB", "MD")) for tag in tags)
