"""Answers of signs alone: a full stop answers nothing, so at least one word stays where there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from laconic.compression import Compression, EveryLength
from laconic.errors import UsageError
from laconic.pipeline.dedupe import compress_distinctly
from laconic.pipeline.method import Method
from laconic.search.base import Masks, Wish
from laconic.text import Sentence


def compress_to_words(method: Method, sentence: Sentence, wish: Wish) -> Compression:
    """Return a method's best answer that has a word in it, with those alternatives that have one.

    Where the method has no such answer of this length, it is as the method gives it.

    Raises:
        UsageError: the wish cannot be met: above all, no word is as narrow as asked for.
    """
    answer = compress_distinctly(method, sentence, wish)
    if has_word(answer.tokens):
        worded = tuple(each for each in answer.alternatives if has_word(each.tokens))
        return answer if len(worded) == len(answer.alternatives) else replace(answer, alternatives=worded)
    without_signs = _without_signs(sentence, wish.masks)
    if without_signs is None:
        return answer
    try:
        return compress_distinctly(method, sentence, replace(wish, masks=without_signs))
    except UsageError:
        if wish.characters is None:
            return answer
        raise


def lengths_with_words(
    find: Callable[[Masks | None], Sequence[Compression]], sentence: Sentence, masks: Masks | None
) -> Sequence[Compression]:
    """Return the best answer of every length, the shortest first, in which those of signs alone give way to others.

    Args:
        find: returns the best answers that obey the masks.
        sentence: the sentence.
        masks: what must stay and go.
    """
    ladder = find(masks)
    lone = sum(1 for _ in takewhile(lambda answer: not has_word(answer.tokens), ladder))
    without_signs = _without_signs(sentence, masks) if lone else None
    if without_signs is None:
        return ladder
    try:
        found = find(without_signs)
    except UsageError:
        return ladder
    longest = len(ladder[lone - 1].tokens)
    others = takewhile(lambda answer: len(answer.tokens) <= longest, found)
    return _replaced(ladder, {len(answer.tokens): answer for answer in others})


def has_word(tokens: Iterable[str]) -> bool:
    """Tell whether any token has a letter or a digit."""
    return any(any(map(str.isalnum, token)) for token in tokens)


def _without_signs(sentence: Sentence, masks: Masks | None) -> Masks | None:
    """Return the masks with all signs forbidden that need not stay; None where that would leave nothing."""
    masks = masks or Masks.of(len(sentence))
    signs = [place for place, word in enumerate(sentence.words) if not has_word([word]) and not masks.keep[place]]
    forbidden = masks.also(drop=signs)
    return None if forbidden.drop.all() else forbidden


def _replaced(ladder: Sequence[Compression], others: dict[int, Compression]) -> Sequence[Compression]:
    if not isinstance(ladder, EveryLength):
        return [others.get(len(answer.tokens), answer) for answer in ladder]
    places = {words: place for place, words in enumerate(ladder.lengths)}
    scores = [
        others[words].score if words in others else score
        for words, score in zip(ladder.lengths, ladder.scores, strict=True)
    ]
    return EveryLength(ladder.lengths, scores, lambda words: others.get(words) or ladder[places[words]], ladder.nothing)
