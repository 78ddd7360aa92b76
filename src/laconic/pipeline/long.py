"""Sentences too long to be searched whole: split at their punctuation into parts that share their length.

The time of the exact joint search grows with the fifth power of the number of words. No one reads more than a hundred
words as one sentence, so such a text is parsed and compressed part by part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from laconic.compression import Compression
from laconic.language import LANGUAGE
from laconic.parse.reader import cut_at_marks
from laconic.text import Sentence

MOST_WORDS = 100
"""The longest sentence that is searched whole."""


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


def join(sentence: Sentence, answers: Sequence[Compression]) -> Compression:
    """Return one answer made of those of the parts; it has no alternatives."""
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
