"""The lengths of a sentence as an editor sees them: at each, the version that reads best, and what that is worth."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from laconic.compression import Compression, unchanged
from laconic.pipeline.limit import quality_of
from laconic.pipeline.method import Candidate, judges
from laconic.pipeline.truth import untrue
from laconic.search.base import LengthProfile
from laconic.search.constraints import Masks
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.pipeline.pipeline import Pipeline

WEIGHT = 6.0
"""What a verdict counts beside a score: this number of times the logarithm of the quality."""

WORST = 0.02
"""The quality of what no verifier has read, and the least that any can have."""

GOOD = 0.5
"""Where a sentence may go whole, nothing worse than this takes its place."""

FILL = 0.5
"""What a token adds to a score, so that a budget is left unused only where that reads better."""

_UNTRUE = 1000.0
"""What an untrue version is charged: it is taken only where no other is as short."""

_CUT_LINE = 100.0
"""What a line is charged that is cut: sentences go as far as they can before."""

_RATES = (1.3, 0.85)
"""Versions are proposed for these multiples of the document's rate, and for four fifths of each."""


def true_profile(
    pipeline: Pipeline, sentence: Sentence, masks: Masks, near: float | None = None
) -> LengthProfile[Compression]:
    """Return the method's best version of every length, by its scores alone; untrue ones are charged for it.

    Args:
        pipeline: compresses the sentence.
        sentence: the sentence, parsed.
        masks: which of its words must stay and go.
        near: the rate of the document, near which lengths will be needed.
    """
    return _true_first(sentence, pipeline.candidates(sentence, masks, near)).map(pipeline.written)


def line_profile(
    pipeline: Pipeline, sentence: Sentence, masks: Masks, near: float | None = None, *, fills: bool
) -> LengthProfile[Compression]:
    """Return the versions of a line that is no sentence, such as a heading: it stays as it is, and is cut at a charge.

    Args:
        pipeline: compresses the line if it must be cut.
        sentence: the line, parsed.
        masks: which of its words must stay and go.
        near: the rate of the document.
        fills: whether a token adds to a score, as it does where verdicts count.
    """
    profile, size = true_profile(pipeline, sentence, masks, near), len(sentence)
    scores = profile.scores.copy()
    scores[1:size] -= _CUT_LINE
    if fills:
        scores[1:] += FILL * np.arange(1, len(scores))

    def at(words: int) -> Compression:
        answer = profile.at(words)
        return unchanged(sentence, pipeline.method.name) if words == size and answer.kept is None else answer

    return LengthProfile(scores, at)


def judged_profile(
    pipeline: Pipeline, sentence: Sentence, masks: Masks, rate: float, *, only_good: bool
) -> LengthProfile[Compression]:
    """Return the best version of every length; scores rise and fall with what an editor would say of them.

    The score of a length stays that of the method, so that lengths compare as before. What has that length is the
    version with the best verdict, among the method's own and those proposed near the rate. All are judged at once.
    Where every version of a length is untrue, its score is charged for it.

    Args:
        pipeline: its method judges.
        sentence: the sentence, parsed.
        masks: which of its words must stay and go.
        rate: that of the document.
        only_good: whether lengths at which nothing is good are left out.
    """
    profile = pipeline.candidates(sentence, masks, rate)
    proposed = [*profile]
    if judges(pipeline.method):
        for multiple in _RATES:
            proposed += pipeline.method.propose(sentence, masks, min(1.0, multiple * rate))
    best: dict[int, tuple[float, Candidate]] = {}
    for each in pipeline.judged(sentence, proposed):
        quality, words = _quality(each), len(each.tokens)
        if profile.is_possible(words) and (words not in best or best[words][0] < quality):
            best[words] = quality, each
    scores = profile.scores.copy()
    for words in profile.lengths:
        quality = best[words][0] if words in best else WORST
        scores[words] += WEIGHT * math.log(quality) + FILL * words
        if only_good and quality < GOOD:
            scores[words] = -math.inf
    found = LengthProfile(scores, lambda words: best[words][1] if words in best else profile.at(words))
    return _true_first(sentence, found).map(partial(_written, pipeline))


def _written(pipeline: Pipeline, candidate: Candidate) -> Compression:
    """Return a candidate as an answer; one that is only the last resort is read now, so that users are warned of it."""
    if candidate.verdict is None and candidate.tokens and judges(pipeline.method):
        (candidate,) = pipeline.method.judge([candidate])
    return pipeline.written(candidate)


def _true_first(sentence: Sentence, profile: LengthProfile[Candidate]) -> LengthProfile[Candidate]:
    """Return a profile with lower scores for the lengths at which it has an untrue version."""
    scores = profile.scores.copy()
    for words, is_untrue in zip(profile.lengths, untrue(sentence, list(profile)), strict=True):
        if is_untrue:
            scores[words] -= _UNTRUE
    return LengthProfile(scores, profile.at)


def _quality(candidate: Candidate) -> float:
    """Return how good a candidate is, between `WORST` and 1; the sentence as it was is as good as can be."""
    return 1.0 if candidate.tokens == candidate.source.words else min(1.0, max(WORST, quality_of(candidate)))
