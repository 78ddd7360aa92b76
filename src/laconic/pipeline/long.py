"""Sentences too long to be searched whole: split at their punctuation into parts that share their length.

The time of the exact joint search grows with the fifth power of the number of words. No one reads more than a hundred
words as one sentence, so such a text is parsed and compressed part by part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from laconic.cancellation import check_cancelled
from laconic.compression import Compression
from laconic.errors import UsageError, counted
from laconic.language import LANGUAGE
from laconic.parse.reader import cut_at_marks
from laconic.pipeline.sharing import Choices, share_characters, share_words
from laconic.text import Sentence

MOST_WORDS = 100
"""The longest sentence that is searched whole."""

_MOST_LENGTHS = 1000
"""The longest sentence whose answers of every length are found."""


def long_parts(sentence: Sentence) -> Iterator[Sentence]:
    """Yield the parts of a sentence, none longer than `MOST_WORDS` and not parsed; a short one is its only part."""
    words = sentence.words
    is_located = sentence.is_located
    for start, end in cut_at_marks(words, [1] * len(words), MOST_WORDS):
        tokens = sentence.tokens[start:end]
        if not is_located:
            yield replace(Sentence.from_tokens(tokens), pretokenized=sentence.pretokenized)
            continue
        first, last = tokens[0].start, tokens[-1].end
        yield Sentence(
            sentence.text[first:last],
            tuple(replace(token, start=token.start - first, end=token.end - first) for token in tokens),
            start=sentence.start + first,
            pretokenized=sentence.pretokenized,
        )


def share(
    sentence: Sentence, parts: Sequence[Choices], words: tuple[int, int] | None, characters: int | None
) -> Compression:
    """Return the best answer to a long sentence whose length its parts share; it has no alternatives.

    Args:
        sentence: the sentence.
        parts: what each of its parts can become.
        words: the fewest and the most words; or else
        characters: the most characters.

    Raises:
        UsageError: no choice of the parts has such a length.
    """
    if words is None:
        assert characters is not None
        return _within_characters(sentence, parts, characters)
    low, high = words
    return join(sentence, share_words(parts, high, exact=low == high))


def lengths_of_parts(sentence: Sentence, parts: Sequence[Choices]) -> Iterator[Compression]:
    """Yield an answer to a long sentence for every possible length, the shortest first.

    Raises:
        UsageError: the sentence has too many lengths.
    """
    if len(sentence) > _MOST_LENGTHS:
        raise UsageError(f"a sentence of {len(sentence)} words has too many lengths: ask for a single length.")
    for words in range(1, len(sentence) + 1):
        check_cancelled()
        try:
            yield join(sentence, share_words(parts, words))
        except UsageError:
            continue  # too few for the words that must stay, or a length that the method cannot give


def _within_characters(sentence: Sentence, parts: Sequence[Choices], limit: int) -> Compression:
    """Share characters, then measure the text itself: the spaces between parts count too."""
    room = limit
    while True:
        found = join(sentence, share_characters(parts, room))
        if not found.tokens:
            raise UsageError(f"no word that may stay fits within {counted(limit, 'character')}.")
        excess = len(found.text) - limit
        if excess <= 0:
            return found
        room -= excess


def join(sentence: Sentence, answers: Sequence[Compression]) -> Compression:
    """Return one answer made of those of the parts."""
    kept: list[int] | None = []
    before = 0
    for answer in answers:
        if kept is not None and answer.kept is not None:
            kept.extend(before + place for place in answer.kept)
        else:
            kept = None
        before += len(answer.source)
    return Compression(
        source=sentence,
        text=" ".join(answer.text for answer in answers if answer.text)
        if kept is None
        else LANGUAGE.cut(sentence, kept),
        tokens=tuple(token for answer in answers for token in answer.tokens),
        kept=None if kept is None else tuple(kept),
        score=sum(answer.score for answer in answers),
        method=answers[0].method,
        details={"parts": len(answers)},
    )
