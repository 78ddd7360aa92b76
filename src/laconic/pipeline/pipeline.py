"""From a text and a request to an answer, for every method: one list of stages.

    parse        tokens, tags, arcs and a tree
    split_long   a sentence too long to be searched whole becomes parts
    protect      what must stay becomes masks, and the request becomes constraints
    score        the method scores words, neighbours, arcs or rules
    search       the best candidates that meet the constraints, without empty ones and duplicates
    verify       a method that judges reads the most promising again and varies the best one; the best within the limit
                 is chosen
    write        text, confidence and explanation of the answers that are returned

The command line, the server, documents, evaluations and experiments all use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter

import numpy as np

from laconic.cancellation import check_cancelled
from laconic.compression import Compression, unchanged
from laconic.errors import UsageError
from laconic.language import LANGUAGE
from laconic.parse.base import Parser
from laconic.pipeline.dedupe import find_distinct
from laconic.pipeline.in_parts import every_length_in_parts, in_parts
from laconic.pipeline.limit import Limit, shortest_safe
from laconic.pipeline.long import MOST_WORDS, long_parts
from laconic.pipeline.method import Candidate, Method, Scored, judges, prefers, screens, varies
from laconic.pipeline.nonempty import find_with_words, profile_with_words
from laconic.pipeline.parsing import parsed
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.pipeline.screen import Screen
from laconic.pipeline.truth import true_candidates
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence, has_word

IMPROBABLE = 0.1
"""Answers that an editor would accept with a lower probability come with a warning.

Of 33 such answers to sentences that the network had not seen, readers accepted none and rejected 26. Of the answers
within .8 of the words none is so improbable, of those within .6 one in twenty, within .4 three in ten.
"""


class Pipeline:
    """Takes sentences through the stages.

    Args:
        method: scores, searches and writes.
        parser: parses sentences that have no parse.
    """

    def __init__(self, method: Method, parser: Parser) -> None:
        self.method = method
        self.parser = parser

    def check(self, request: Request) -> None:
        """Raise `UsageError` if the method cannot answer such a request."""
        if request.length.confidence is not None and not judges(self.method):
            raise UsageError(f"the method {self.method.name} has no calibrated confidence; encoder does.")

    def compress(self, text: str | Sentence, request: Request) -> Compression:
        """Return the best answer to a request, with its alternatives.

        Args:
            text: the sentence; it may have its tokens and its parse.
            request: the request.

        Raises:
            UsageError: no answer meets the request, and the nearest one is not requested.
        """
        self.check(request)
        (sentence,) = parsed(self.parser, [text], split_later=True)
        return self._compress(sentence, request) if request.if_impossible == "raise" else self._any(sentence, request)

    def pipe(self, texts: Iterable[str | Sentence], request: Request) -> Iterator[Compression]:
        """Return the answers to one request about many sentences, which are parsed in batches."""
        self.check(request)
        sentences = parsed(self.parser, texts, split_later=True)
        return map(partial(self._any, request=request), sentences)

    def all_lengths(self, text: str | Sentence, protection: Protection) -> list[Compression]:
        """Return the best answer of every possible length, the shortest first."""
        (sentence,) = parsed(self.parser, [text], split_later=True)
        if len(sentence) > MOST_WORDS:
            return every_length_in_parts(self, sentence, protection)
        return list(self.profile(sentence, protection.masks(sentence)))

    def split_long(self, sentence: Sentence) -> list[Sentence]:
        """Return the parsed parts of a sentence too long to be searched whole, or the sentence itself."""
        return self.parser.parse(long_parts(sentence)) if len(sentence) > MOST_WORDS else [sentence]

    def answer(self, sentence: Sentence, constraints: Constraints) -> Compression:
        """Return the best answer that meets constraints: the stages from scores to text."""
        return self.write(self.search(self.method.score(sentence, constraints), constraints), constraints.nbest)

    def search(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates, without empty ones and duplicates."""
        check_cancelled()

        def find(wanted: Constraints) -> list[Candidate]:
            is_same = wanted.masks is constraints.masks and wanted.rate == constraints.rate
            under = scored if is_same else self.method.score(scored.sentence, wanted)
            if wanted.nbest == 1:
                return self.method.find(under, wanted)
            return find_distinct(partial(self.method.find, under), wanted)

        return find_with_words(find, scored.sentence, constraints)

    def verify(self, sentence: Sentence, choices: Sequence[Masks], limit: Limit, request: Request) -> list[Candidate]:
        """Return the candidates within a limit, the best first; none if nothing fits.

        A method that judges proposes candidates of many lengths and reads the most promising again. For other methods,
        the longest that fit are the best, because their scores are not comparable between lengths.

        Args:
            sentence: the sentence, parsed.
            choices: the alternative masks for candidates.
            limit: how much room there is.
            request: the request.
        """
        method = self.method
        if judges(method):
            proposed = [
                each for masks in choices for each in method.propose(sentence, masks, limit.rate, fast=request.fast)
            ]
            different = self.different(sentence, filter(limit.allows, proposed))
            screen = self._screen(request, len(choices))
            judged = screen.read(different, limit) if screen else method.judge(different, fast=request.fast)
            if not request.fast and varies(method):
                judged += self.variations(judged, choices, limit, screen)
        else:
            profile = profile_with_words(partial(method.profile, sentence), sentence, choices[0])
            judged = _distinct(each for each in profile if limit.allows(each))
        probability = request.length.confidence
        ranked = limit.ranked(judged) if probability is None else shortest_safe(judged, probability)
        return method.preferred(ranked, limit) if prefers(method) and not request.fast else ranked

    def variations(
        self, judged: Sequence[Candidate], choices: Sequence[Masks], limit: Limit, screen: Screen | None = None
    ) -> list[Candidate]:
        """Return variations of the best candidate that fit, with their verdicts.

        Args:
            judged: the candidates so far; none of them is judged again.
            choices: the alternative masks for candidates; variations obey the first that the best candidate obeys.
            limit: how much room there is.
            screen: chooses which of them are judged, if not all.
        """
        if not judged or not varies(self.method):
            return []
        ranked = limit.ranked(judged)
        has_preference = prefers(self.method)
        # What a method prefers is decided by comparing it with the best deletion, so this is varied then.
        best = next((each for each in ranked if each.kept is not None or not has_preference), ranked[0])
        masks = next((each for each in choices if each.allow(best.meant)), None)
        if masks is None:
            return []
        known = {each.tokens for each in judged}
        varied = (each for each in self.method.vary(best, masks, limit.rate) if each.tokens not in known)
        different = self.different(best.source, filter(limit.allows, varied), only_true=True)
        return screen.read_variations(different, limit) if screen else self.method.judge(different)

    def judged(self, sentence: Sentence, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Return different candidates with their verdicts, without those that have no word or are untrue.

        Args:
            sentence: the sentence, parsed.
            candidates: what it can become.

        Raises:
            UsageError: the method does not judge.
        """
        if not judges(self.method):
            raise UsageError(f"the method {self.method.name} does not judge its answers; encoder does.")
        return self.method.judge(self.different(sentence, candidates))

    def different(
        self, sentence: Sentence, candidates: Iterable[Candidate], *, only_true: bool = False
    ) -> list[Candidate]:
        """Return different candidates, without those that have no word or are untrue.

        Args:
            sentence: the sentence, parsed.
            candidates: what it can become; of those with the same tokens, the first is returned.
            only_true: whether to return none if all are untrue.
        """
        different: dict[tuple[str, ...], Candidate] = {}
        for each in candidates:
            if has_word(each.tokens):
                different.setdefault(each.tokens, each)
        return true_candidates(sentence, different.values(), or_all=not only_true)

    def write(self, candidates: Sequence[Candidate], nbest: int) -> Compression:
        """Return the first candidate as an answer, with the others as its alternatives."""
        best, *others = (self.written(each) for each in candidates[:nbest])
        return replace(best, alternatives=tuple(others)) if others else best

    def profile(self, sentence: Sentence, masks: Masks | None, near: float | None = None) -> LengthProfile[Compression]:
        """Return the best answer of every length under masks, each written when it is needed."""
        return self.candidates(sentence, masks, near).map(self.written)

    def candidates(
        self, sentence: Sentence, masks: Masks | None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length under masks; see `Method.profile`."""
        return profile_with_words(partial(self.method.profile, sentence, near=near), sentence, masks)

    def _compress(self, sentence: Sentence, request: Request) -> Compression:
        if not sentence.tokens:
            return Compression(sentence, "", (), (), 0.0, self.method.name)
        if len(sentence) > MOST_WORDS:
            return in_parts(self, sentence, request)
        return self.whole(sentence, request.protection.mask_choices(sentence), request)

    def whole(self, sentence: Sentence, choices: Sequence[Masks], request: Request) -> Compression:
        """Return the best answer to a sentence that is searched whole.

        Args:
            sentence: the sentence, parsed.
            choices: the alternative masks for answers.
            request: the request; what must stay is in the masks.

        Raises:
            UsageError: no answer meets the request.
        """
        length = request.length
        limit = request.limit(sentence, min(int(masks.keep.sum()) for masks in choices))
        is_judged = judges(self.method)
        if not (is_judged or length.exact) and limit.has_room_for_all and not choices[0].drop.any():
            whole = replace(request, length=Length(words=len(sentence), exact=True))
            answer = self._best_of(sentence, choices[:1], whole)
            # A method that rewrites may find as many words, but longer ones.
            return answer if answer.kept is not None else unchanged(sentence, self.method.name)
        if length.exact or not (is_judged or length.words or length.rate):
            return self._best_of(sentence, choices, request)
        found = self.verify(sentence, choices, limit, request)
        if found:
            return self.write(found, request.nbest)
        if length.confidence is not None and choices[0].drop.any():  # none is safe, and it cannot stay as it is
            return self.whole(sentence, choices, replace(request, length=Length()))
        if length.confidence is not None:
            return unchanged(sentence, self.method.name)
        return self._best_of(sentence, choices, request)

    def _best_of(self, sentence: Sentence, choices: Sequence[Masks], request: Request) -> Compression:
        """Return the best answer by score over several choices of masks; if none has any, the least of the problems."""
        found: list[Candidate] = []
        problems: list[tuple[int, UsageError]] = []
        for masks in choices:
            try:
                constraints = request.resolve(sentence, masks)
                found += self.search(self.method.score(sentence, constraints), constraints)
            except UsageError as error:
                problems.append((int(masks.keep.sum()), error))
        if problems and not found:
            raise min(problems, key=itemgetter(0))[1]
        return self.write(_distinct(sorted(found, key=lambda each: -each.score)), request.nbest)

    def _screen(self, request: Request, choices: int) -> Screen | None:
        """Return what chooses the candidates that are read a second time; None if none is left out.

        Where the shortest safe answer is wanted, or the scores alone are to choose, none is left out before.

        Args:
            request: the request.
            choices: for how many choices of masks candidates were proposed.
        """
        if not screens(self.method) or request.fast or request.length.confidence is not None:
            return None
        return Screen(self.method, choices, request.nbest)

    def written(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with its confidence if it was judged."""
        check_cancelled()
        answer = self.method.write(candidate)
        if candidate.verdict is None:
            return answer
        confidence = round(candidate.verdict.accept, 4)
        details = dict(answer.details)
        if confidence < IMPROBABLE and answer.text != answer.source.text:
            details["warning"] = (
                f"an editor is unlikely to accept this answer (estimated probability {confidence:.2g})."
            )
        return replace(answer, confidence=confidence, details=details)

    def _any(self, sentence: Sentence, request: Request) -> Compression:
        """Return the best answer, or the nearest possible one if that is requested."""
        try:
            return self._compress(sentence, request)
        except UsageError as error:
            if request.if_impossible == "raise":
                raise
            return self._nearest(sentence, request, str(error))

    def _nearest(self, sentence: Sentence, request: Request, problem: str) -> Compression:
        """Return the answer nearest to a length that is impossible, the shorter of two; in characters the narrowest.

        Of a sentence that is compressed in parts, there is one answer in place of several.
        """
        if len(sentence) > MOST_WORDS and request.nbest > 1:
            only = self._any(sentence, replace(request, nbest=1))
            return replace(only, details={"problem": problem, **only.details})
        try:
            answers = self._of_any_length(sentence, request.protection)
        except UsageError:
            answers = []
        answers = answers or [self._left(sentence, request.protection)]
        words = request.length.words_of(len(sentence))
        if words is None:
            found = min(answers, key=lambda answer: len(answer.text))
        else:
            found = min(answers, key=lambda each: (abs(len(each.tokens) - words), len(each.tokens), -each.score))
        return replace(found, details={**found.details, "problem": problem})

    def _left(self, sentence: Sentence, protection: Protection) -> Compression:
        """Return the sentence as it is, but for the words that must go, if it can be told which these are."""
        try:
            kept = tuple(np.flatnonzero(~protection.masks(sentence).drop).tolist())
        except UsageError:
            return unchanged(sentence, self.method.name)
        if len(kept) == len(sentence):
            return unchanged(sentence, self.method.name)
        words = tuple(sentence.words[place] for place in kept)
        return Compression(sentence, LANGUAGE.cut(sentence, kept), words, kept, 0.0, self.method.name)

    def _of_any_length(self, sentence: Sentence, protection: Protection) -> list[Compression]:
        """Return the best answers of every length, for each way to treat negations."""
        if len(sentence) > MOST_WORDS:
            return self.all_lengths(sentence, protection)
        choices = protection.mask_choices(sentence)
        return [answer for masks in choices for answer in self.profile(sentence, masks)]


def _distinct(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the first candidate of each text."""
    found: dict[str, Candidate] = {}
    for each in candidates:
        found.setdefault(each.text, each)
    return list(found.values())
