"""Answers with at least one word: a full stop alone is not an answer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

import numpy as np

from laconic.errors import UsageError
from laconic.pipeline.method import Candidate
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence, has_word


def find_with_words(
    find: Callable[[Constraints], list[Candidate]], sentence: Sentence, constraints: Constraints
) -> list[Candidate]:
    """Return the best candidates that have a word in them.

    If no such candidate has this length, the candidates are returned as they were found.

    Args:
        find: returns the best candidates that meet constraints.
        sentence: the sentence.
        constraints: what they must meet.

    Raises:
        UsageError: nothing meets them: above all, no word is as narrow as requested.
    """
    found = find(constraints)
    if has_word(found[0].tokens):
        return [each for each in found if has_word(each.tokens)]
    without_signs = _without_signs(sentence, constraints.masks)
    if without_signs is None:
        return found
    try:
        return find(constraints.with_masks(without_signs))
    except UsageError:
        if constraints.counts_words:
            return found
        raise


def profile_with_words(
    find: Callable[[Masks | None], LengthProfile[Candidate]], sentence: Sentence, masks: Masks | None
) -> LengthProfile[Candidate]:
    """Return the best candidate of every length, in which those of signs alone give way to others.

    Args:
        find: returns the best candidates that obey the masks.
        sentence: the sentence.
        masks: what must stay and go.
    """
    profile = find(masks)
    lone = [len(each.tokens) for each in takewhile(lambda each: not has_word(each.tokens), profile)]
    without_signs = _without_signs(sentence, masks) if lone else None
    if without_signs is None:
        return profile
    try:
        worded = find(without_signs)
    except UsageError:
        return profile
    others = [words for words in worded.lengths if words <= lone[-1]]
    scores = profile.scores.copy()
    for words in set(others).intersection(profile.lengths):
        scores[words] = worded.scores[words]
    replaced = frozenset(others)
    return LengthProfile(scores, lambda words: (worded if words in replaced else profile).at(words))


def _without_signs(sentence: Sentence, masks: Masks | None) -> Masks | None:
    """Return the masks with all signs forbidden that need not stay; None if that would leave nothing."""
    masks = masks or Masks.of(len(sentence))
    signs = [place for place, word in enumerate(sentence.words) if not has_word([word]) and not masks.keep[place]]
    forbidden = masks.also(drop=signs)
    return None if np.all(forbidden.drop) else forbidden
