"""Answers to a sentence too long to be searched whole, from the answers to its parts.

Where the length is free, or the shortest safe answer is wanted, each part is answered as a sentence of its own. Where
it is limited, the parts share it as the sentences of a document do: of several versions of a part with the same length,
the one that reads best is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from laconic.cancellation import check_cancelled
from laconic.compression import Compression, unchanged
from laconic.errors import UsageError, counted
from laconic.pipeline.long import MOST_WORDS, join
from laconic.pipeline.method import judges
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Request
from laconic.pipeline.sharing import Choices, fullest, share_characters, share_most_words, share_words
from laconic.pipeline.verdicts import judged_profile, true_profile
from laconic.search.base import LengthProfile
from laconic.search.constraints import Masks
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.pipeline.pipeline import Pipeline

_MOST_LENGTHS = 1000
"""The longest sentence whose answers of every length are found."""


def in_parts(pipeline: Pipeline, sentence: Sentence, request: Request) -> Compression:
    """Return the best answer to a long sentence, put together from those to its parts.

    Args:
        pipeline: compresses the parts.
        sentence: the sentence, which need not be parsed.
        request: the request.

    Raises:
        UsageError: no answer meets the request, or several are requested.
    """
    if request.nbest > 1:
        raise UsageError(
            f"a sentence of more than {MOST_WORDS} words is compressed in parts and has only one answer: ask for one, "
            "or split the sentence."
        )
    return _LongSentence(pipeline, sentence, request).answer()


def every_length_in_parts(pipeline: Pipeline, sentence: Sentence, protection: Protection) -> list[Compression]:
    """Return an answer to a long sentence for every possible length, the shortest first.

    Raises:
        UsageError: the sentence has too many lengths.
    """
    if len(sentence) > _MOST_LENGTHS:
        raise UsageError(f"a sentence of {len(sentence)} words has too many lengths: ask for a single length.")
    return _LongSentence(pipeline, sentence, Request(protection=protection, fast=True)).of_every_length()


class _LongSentence:
    """A long sentence with its parts.

    Args:
        pipeline: compresses the parts.
        sentence: the sentence.
        request: the request.
    """

    def __init__(self, pipeline: Pipeline, sentence: Sentence, request: Request) -> None:
        self.pipeline = pipeline
        self.sentence = sentence
        self.request = request
        self.parts = pipeline.split_long(sentence)
        self.masks = request.protection.part_masks(sentence, self.parts)
        self.is_judged = judges(pipeline.method) and not (request.length.exact or request.fast)

    def answer(self) -> Compression:
        """Return the best answer; raise `UsageError` if none meets the request."""
        if all(masks.drop.all() for masks in self.masks):
            raise UsageError("every word is forbidden, so nothing can be kept.")
        length = self.request.length
        fits = not length.exact and self.request.limit(self.sentence, 0).has_room_for_all
        if fits and not any(masks.drop.any() for masks in self.masks):
            return unchanged(self.sentence, self.pipeline.method.name)
        if length.words is None and length.rate is None and length.chars is None:
            return self._joined(list(map(self._alone, self.parts, self.masks)))
        return self._within_words() if length.chars is None else self._within_characters(length.chars)

    def of_every_length(self) -> list[Compression]:
        """Return an answer of every possible length, the shortest first."""
        choices, found = self._choices(None), []
        for words in range(1, len(self.sentence) + 1):
            check_cancelled()
            try:
                found.append(join(self.sentence, share_words(choices, words)))
            except UsageError:
                continue  # too few for the words that must stay, or a length that the method cannot give
        return found

    def _alone(self, part: Sentence, masks: Masks) -> Compression:
        """Return the best answer to a part as if it were a sentence: nothing, if every word of it must go."""
        if masks.drop.all():
            return Compression(part, "", (), (), 0.0, self.pipeline.method.name)
        return self.pipeline.whole(part, [masks], self.request)

    def _within_words(self) -> Compression:
        """Return the best answer of at most the tokens or the words that are asked for."""
        length, protected = self.request.length, sum(int(masks.keep.sum()) for masks in self.masks)
        allowed = self.request.words_allowed(self.sentence, protected)
        assert allowed is not None
        tokens = allowed[1]
        choices = self._choices(tokens / len(self.sentence))
        if length.words is None or length.exact:
            return self._something(choices, partial(self._share, words=tokens))
        found = self._something(choices, partial(self._fill, words=length.words))
        if (needed := len(found.text.split())) > length.words:
            remedy = self.request.protection.remedy([self.sentence])
            raise UsageError(
                f"the answer cannot have only {counted(length.words, 'word')}: ask for at least {needed}, or {remedy}."
            )
        return found

    def _share(self, choices: Sequence[Choices], words: int) -> list[Compression]:
        """Return the best answers to the parts that have this many tokens together, or at most as many."""
        if self.request.length.exact:
            return share_words(choices, words)
        return share_words(choices, words, exact=False) if self.is_judged else share_most_words(choices, words)

    def _fill(self, choices: Sequence[Choices], words: int) -> list[Compression]:
        """Return the best answers to the parts that have at most this many words between spaces together."""
        return fullest(
            partial(self._share, choices),
            lambda answers: len(join(self.sentence, answers).text.split()),
            words,
            fewest=sum(each.fewest_words for each in choices),
            size=len(self.sentence),
        )

    def _within_characters(self, limit: int) -> Compression:
        """Share characters, then measure the text itself: the spaces between parts count too."""

        def share(choices: Sequence[Choices]) -> list[Compression]:
            room = limit
            while room > 0:
                answers = share_characters(choices, room)
                excess = len(join(self.sentence, answers).text) - limit
                if excess <= 0:
                    return answers
                room -= excess
            raise UsageError(f"no word that may stay fits within {counted(limit, 'character')}.")

        return self._something(self._choices(limit / len(self.sentence.text)), share)

    def _something(
        self, choices: list[Choices], share: Callable[[Sequence[Choices]], list[Compression]]
    ) -> Compression:
        """Return the best answer that is not empty: some part must stay, the one that can be narrowest."""
        answers = share(choices)
        if not any(answer.tokens for answer in answers):
            staying = {place: each.staying() for place, each in enumerate(choices) if each.profile}
            narrowest = min(staying, key=lambda place: min(staying[place].widths.values()))
            answers = share([*choices[:narrowest], staying[narrowest], *choices[narrowest + 1 :]])
        return self._joined(answers)

    def _choices(self, near: float | None) -> list[Choices]:
        """Return everything that the parts can become: of every length, or nothing if no word of them must stay.

        Args:
            near: the rate that is asked for, if there is one.
        """
        return [
            Choices(part, self._profile(part, masks, near), self.pipeline.method.name, may_vanish=not masks.keep.any())
            for part, masks in zip(self.parts, self.masks, strict=True)
        ]

    def _profile(self, part: Sentence, masks: Masks, near: float | None) -> LengthProfile[Compression]:
        """Return the best answer to a part of every length; of none, if every word of it must go."""
        if masks.drop.all():
            return LengthProfile.of({}, len(part))
        if self.is_judged and near is not None:
            return judged_profile(self.pipeline, part, masks, min(1.0, near), only_good=False)
        # As in short sentences, methods that do not judge are not asked whether their answers are true.
        find = partial(true_profile, self.pipeline) if judges(self.pipeline.method) else self.pipeline.profile
        return find(part, masks, near)

    def _joined(self, answers: Sequence[Compression]) -> Compression:
        """Return one answer made of those to the parts; if they were judged, it is as good as the worst of them."""
        found = join(self.sentence, answers)
        judged = [answer for answer in answers if answer.confidence is not None]
        if not (self.is_judged and judged):
            return found
        worst = min(judged, key=lambda answer: answer.confidence or 0.0)
        warning = {name: told for name, told in worst.details.items() if name == "warning"}
        return replace(found, confidence=worst.confidence, details={**found.details, **warning})
