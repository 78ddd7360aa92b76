"""Sentences too long to be searched whole: cut at their marks, and their length shared by the parts.

The exact joint search takes a time of the fifth power in the number of words. Beyond a hundred words there is no
sentence that anyone reads as one, so such a text is parsed and compressed part by part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from laconic.compression import Compression, EveryLength
from laconic.english.detokenize import cut
from laconic.errors import UsageError
from laconic.parse.long import cut_at_marks
from laconic.pipeline.method import Method
from laconic.pipeline.sharing import Answers, share_characters, share_words
from laconic.search.base import Masks, Wish
from laconic.search.plan import words_at_rate
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


def compress_parts(
    method: Method, sentence: Sentence, parts: Sequence[Sentence], masks: Sequence[Masks], wish: Wish
) -> Compression:
    """Return a compression of a long sentence that meets the wish; it has no alternatives.

    Args:
        method: compresses each part.
        sentence: the sentence.
        parts: its parts, parsed.
        masks: what must stay and go of each part; the wish's own are not looked at.
        wish: how long the answer is to be.

    Raises:
        UsageError: the wish cannot be met.
    """
    if wish.words is None and wish.rate is None and wish.characters is None:
        free = [method.compress(part, Wish(masks=mask)) for part, mask in zip(parts, masks, strict=True)]
        return _joined(sentence, free)
    answers = [all_answers(method, part, mask, may_vanish=True) for part, mask in zip(parts, masks, strict=True)]
    if wish.characters is not None:
        return _within_characters(sentence, answers, wish.characters)
    words = wish.words if wish.rate is None else words_at_rate(len(sentence), wish.rate)
    assert words is not None
    return _joined(sentence, share_words(answers, words))


def lengths_of_parts(
    method: Method, sentence: Sentence, parts: Sequence[Sentence], masks: Sequence[Masks]
) -> Iterator[Compression]:
    """Yield a compression of a long sentence for every possible length, the shortest first.

    Raises:
        UsageError: the sentence has too many lengths.
    """
    if len(sentence) > _MOST_LENGTHS:
        raise UsageError(f"a sentence of {len(sentence)} words has too many lengths: ask for one of them.")
    answers = [all_answers(method, part, mask, may_vanish=True) for part, mask in zip(parts, masks, strict=True)]
    for words in range(1, len(sentence) + 1):
        try:
            yield _joined(sentence, share_words(answers, words))
        except UsageError:
            continue  # too few for the words that must stay, or a length that the method cannot give


def all_answers(method: Method, sentence: Sentence, masks: Masks, *, may_vanish: bool) -> Answers:
    """Return all that a sentence can become: of every length, and nothing at all if no word of it must stay.

    Keeping nothing scores 0 unless the method knows better.
    """
    ladder = method.all_lengths(sentence, masks)
    nothing = ladder.nothing if isinstance(ladder, EveryLength) else None
    can_vanish = may_vanish and not masks.keep.any()
    return Answers(sentence, ladder, (nothing or 0.0) if can_vanish else None)


def _within_characters(sentence: Sentence, answers: Sequence[Answers], limit: int) -> Compression:
    """Share characters, then measure the text itself: the spaces between parts count too."""
    room = limit
    while True:
        found = _joined(sentence, share_characters(answers, room))
        if not found.tokens:
            raise UsageError(f"no word that may stay fits within {limit} characters.")
        excess = len(found.text) - limit
        if excess <= 0:
            return found
        room -= excess


def _joined(sentence: Sentence, answers: Sequence[Compression]) -> Compression:
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
        text=" ".join(answer.text for answer in answers if answer.text) if kept is None else cut(sentence, kept),
        tokens=tuple(token for answer in answers for token in answer.tokens),
        kept=None if kept is None else tuple(kept),
        score=sum(answer.score for answer in answers),
        method=answers[0].method,
        details={"parts": len(answers)},
    )
