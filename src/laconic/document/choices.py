"""What a sentence of a document can become, when its negations, links and code stay or go as a whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from laconic.compression import Compression, unchanged
from laconic.document.sentences import Placed
from laconic.document.ways import Ways, masks_of
from laconic.errors import LaconicError
from laconic.pipeline.limit import Limit
from laconic.pipeline.method import judges
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.request import Request
from laconic.pipeline.sharing import Choices
from laconic.pipeline.verdicts import judged_profile, line_profile, true_profile
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks

Profile = LengthProfile[Compression]
FindProfile = Callable[[Masks], Profile]

STUMP = 0.4
"""Less than this share of a sentence says so little that the whole is better dropped, where that is allowed."""


def sentence_choices(
    pipeline: Pipeline,
    placed: Placed,
    ways: Ways,
    *,
    may_vanish: bool,
    may_be_stump: bool = True,
    near: float | None = None,
    is_judged: bool = False,
    units_go: bool = False,
) -> Choices:
    """Return the best answer of every length, exact over all ways to treat negations and to keep and drop units.

    A length at which every answer is untrue, for it breaks a dependence that must never be broken, is the last resort.
    So is any cut of a line that is no sentence, such as a heading.

    Args:
        pipeline: compresses the sentence.
        placed: the sentence, parsed.
        ways: which of its words must stay and go.
        may_vanish: whether the sentence may be dropped whole if no word of it must stay; a negation that may go with
            what it negates goes with the sentence.
        may_be_stump: whether a sentence that may be dropped may instead be left with less than `STUMP` of it.
        near: the rate of the document, near which lengths will be needed.
        is_judged: whether verdicts count, for which the rate must be known; a bad version is a stump, too.
        units_go: whether all units go that can, for the fewest characters, in place of the best choice.

    Raises:
        UsageError: the method has no answer at all.
    """
    may_vanish = may_vanish and not ways.fewest
    find: FindProfile = partial(true_profile, pipeline, placed.sentence, near=near)
    if placed.is_line:
        find = partial(line_profile, pipeline, placed.sentence, near=near, fills=is_judged and near is not None)
    elif is_judged and near is not None:
        only_good = may_vanish and not may_be_stump
        find = partial(judged_profile, pipeline, placed.sentence, rate=near, only_good=only_good)
    choices = masks_of(placed, ways)
    if units_go:
        choices = chain([next(choices)], masks_of(placed, ways, units_go=True))
    profiles = list(_profiles(find, choices))
    wanted = profiles[1:] if units_go and len(profiles) > 1 else profiles
    profile = wanted[0] if len(wanted) == 1 else _best_of_each_length(wanted)
    if not placed.is_bare and pipeline.method.rewrites:
        profile = _unwritten(profile)
    if not profile:
        whole = unchanged(placed.sentence, pipeline.method.name)
        profile = LengthProfile.of({len(placed.sentence): whole}, len(placed.sentence))
    scores = profile.scores.copy()
    scores[0] = max(each.scores[0] for each in profiles)  # known only where no negation and no unit must stay
    if may_vanish and not may_be_stump:
        scores[1 : math.ceil(STUMP * len(placed.sentence))] = -math.inf
    return Choices(placed.sentence, LengthProfile(scores, profile.at), pipeline.method.name, may_vanish=may_vanish)


def free_answer(pipeline: Pipeline, placed: Placed, ways: Ways, *, fast: bool = False) -> Compression:
    """Return the best answer of any length, over all ways to treat negations and to keep and drop units.

    A line that is no sentence stays as it is.
    """
    sentence = placed.sentence
    if placed.is_line:
        return unchanged(sentence, pipeline.method.name)
    if judges(pipeline.method):
        free = Limit.of(sentence, "words", None)
        if found := pipeline.verify(sentence, list(masks_of(placed, ways)), free, Request(fast=fast)):
            return pipeline.write(found, 1)
    answers = [
        pipeline.answer(sentence, Constraints.any_length(len(sentence), masks)) for masks in masks_of(placed, ways)
    ]
    fitting = [answer for answer in answers if placed.is_bare or answer.kept is not None]
    return max(fitting, key=lambda answer: answer.score) if fitting else unchanged(sentence, pipeline.method.name)


def _profiles(find: FindProfile, choices: Iterable[Masks]) -> Iterator[Profile]:
    for number, masks in enumerate(choices):
        try:
            yield find(masks)
        except LaconicError:
            if not number:  # with all units kept there is always an answer
                raise


def _best_of_each_length(profiles: Sequence[Profile]) -> Profile:
    best: dict[int, Profile] = {}
    for profile in profiles:
        for words in profile.lengths:
            if words not in best or best[words].scores[words] < profile.scores[words]:
                best[words] = profile
    scores = [best[words].scores[words] if words in best else -math.inf for words in range(max(best, default=0) + 1)]
    return LengthProfile(scores, lambda words: best[words].at(words))


def _unwritten(profile: Profile) -> Profile:
    """Return the answers that only delete: where there is markup, new words have no place."""
    scores = profile.scores.copy()
    for words, answer in zip(profile.lengths, profile, strict=True):
        if answer.kept is None:
            scores[words] = -math.inf
    return LengthProfile(scores, profile.at)
