"""What a sentence of a document can become, when links and code in it stay or go as a whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from laconic.compression import Compression, unchanged
from laconic.document.sentences import Placed
from laconic.document.verdicts import judged_profile
from laconic.errors import LaconicError
from laconic.pipeline.limit import Limit
from laconic.pipeline.method import Judging
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.request import Request
from laconic.pipeline.sharing import Choices
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks

Profile = LengthProfile[Compression]
FindProfile = Callable[[Masks], Profile]

_MOST_FREE = 3
"""The number of units of a sentence that may go; further units stay, for every one doubles the searches."""

STUMP = 0.4
"""Less than this share of a sentence says so little that the whole is better dropped, where that is allowed."""


def sentence_choices(
    pipeline: Pipeline,
    placed: Placed,
    keep: set[int],
    *,
    may_vanish: bool,
    may_be_stump: bool = True,
    near: float | None = None,
    is_judged: bool = False,
    units_go: bool = False,
) -> Choices:
    """Return the best answer of every length, exact over all ways to keep and drop units whole.

    Args:
        pipeline: compresses the sentence.
        placed: the sentence, parsed.
        keep: the positions of words that must stay.
        may_vanish: whether the sentence may be dropped whole if no word of it must stay.
        may_be_stump: whether a sentence that may be dropped may instead be left with less than `STUMP` of it.
        near: the rate of the document, near which lengths will be wanted.
        is_judged: whether verdicts count, for which the rate must be known; a bad version is a stump, too.
        units_go: whether all units go that can, for the fewest characters, in place of the best choice.

    Raises:
        UsageError: the method has no answer at all.
    """
    may_vanish = may_vanish and not keep
    find: FindProfile = partial(pipeline.profile, placed.sentence, near=near)
    if is_judged and near is not None:
        only_good = may_vanish and not may_be_stump
        find = partial(
            judged_profile, pipeline, placed.sentence, rate=near, is_line=placed.is_line, only_good=only_good
        )
    profiles = list(_profiles(find, placed, keep))
    profile = profiles[-1] if units_go or len(profiles) == 1 else _best_of_each_length(profiles)
    if not placed.is_bare and pipeline.method.rewrites:
        profile = _unwritten(profile)
    if not profile:
        whole = unchanged(placed.sentence, pipeline.method.name)
        profile = LengthProfile.of({len(placed.sentence): whole}, len(placed.sentence))
    scores = profile.scores.copy()
    scores[0] = profiles[0].scores[0]  # what it scores to keep nothing, where the units might stay
    if may_vanish and not may_be_stump:
        scores[1 : math.ceil(STUMP * len(placed.sentence))] = -math.inf
    return Choices(placed.sentence, LengthProfile(scores, profile.at), may_vanish=may_vanish)


def free_answer(pipeline: Pipeline, placed: Placed, keep: set[int], *, fast: bool = False) -> Compression:
    """Return the best answer of any length, over all ways to keep and drop units whole."""
    sentence = placed.sentence
    if isinstance(pipeline.method, Judging):
        free = Limit.of(sentence, "words", None)
        if found := pipeline.verify(sentence, list(_masks(placed, keep)), free, Request(fast=fast)):
            return pipeline.write(found, 1)
    answers = [
        pipeline.answer(sentence, Constraints.any_length(len(sentence), masks)) for masks in _masks(placed, keep)
    ]
    fitting = [answer for answer in answers if placed.is_bare or answer.kept is not None]
    return max(fitting, key=lambda answer: answer.score) if fitting else unchanged(sentence, pipeline.method.name)


def _profiles(find: FindProfile, placed: Placed, keep: set[int]) -> Iterator[Profile]:
    for number, masks in enumerate(_masks(placed, keep)):
        try:
            yield find(masks)
        except LaconicError:
            if not number:  # with all units kept there is always an answer
                raise


def _masks(placed: Placed, keep: set[int]) -> Iterator[Masks]:
    """Yield the masks of every way to keep and drop units; the first keeps all, the last drops all it can."""
    size = len(placed.sentence)
    free = [unit for unit in placed.units if keep.isdisjoint(unit)][:_MOST_FREE]
    held = keep.union(*(unit for unit in placed.units if unit not in free))
    for stays in product((True, False), repeat=len(free)):
        kept = held.union(*(unit for unit, stay in zip(free, stays, strict=True) if stay))
        dropped = {place for unit, stay in zip(free, stays, strict=True) if not stay for place in unit} - kept
        if len(dropped) < size:
            yield Masks.of(size, keep=kept, drop=dropped)


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
