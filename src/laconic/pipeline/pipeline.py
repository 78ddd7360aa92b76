"""From a text and a request to an answer, for every method: one list of stages.

    parse        tokens, tags, arcs and a tree
    split_long   a sentence too long to be searched whole becomes parts
    protect      what must stay becomes masks; with them the request becomes constraints
    score        the method scores words, neighbours, arcs or rules
    search       the best candidates that meet the constraints, with a word in them and no text twice
    verify       a verifier, if the method has one, reads them again and ranks them
    write        text, confidence and explanation of the answers that are returned

The command line, the server, documents, evaluations and experiments all come through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from laconic.compression import Compression, unchanged
from laconic.errors import UsageError
from laconic.parse.base import Parser
from laconic.pipeline.dedupe import find_distinct
from laconic.pipeline.long import MOST_WORDS, join, lengths_of_parts, long_parts, share
from laconic.pipeline.method import Calibrated, Candidate, Method, Scored
from laconic.pipeline.nonempty import find_with_words, profile_with_words
from laconic.pipeline.parsing import parsed
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.pipeline.sharing import Choices
from laconic.pipeline.verify import find_to_verify, verify
from laconic.search.constraints import Constraints, Masks
from laconic.search.profile import LengthProfile
from laconic.text import Sentence


class Pipeline:
    """Takes sentences through the stages.

    Args:
        method: scores, searches and writes.
        parser: parses what has no parse yet.
    """

    def __init__(self, method: Method, parser: Parser) -> None:
        self.method = method
        self.parser = parser

    def check(self, request: Request) -> None:
        """Raise `UsageError` if the method can answer no sentence to this request."""
        if request.length.confidence is not None and not isinstance(self.method, Calibrated):
            raise UsageError(f"the method {self.method.name} has no calibrated confidence; encoder has.")

    def compress(self, text: str | Sentence, request: Request) -> Compression:
        """Return the best answer to a request, with its alternatives.

        Args:
            text: the sentence; it may have its tokens and its parse.
            request: what is asked for.

        Raises:
            UsageError: no answer meets the request, and the nearest one is not asked for.
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
            parts = self.split_long(sentence)
            masks = self.protect(sentence, parts, protection)
            return list(lengths_of_parts(sentence, self._choices(parts, masks)))
        return list(self.profile(sentence, protection.masks(sentence)))

    def split_long(self, sentence: Sentence) -> list[Sentence]:
        """Return the parsed parts of a sentence too long to be searched whole, or the sentence itself."""
        return self.parser.parse(long_parts(sentence)) if len(sentence) > MOST_WORDS else [sentence]

    def protect(
        self, sentence: Sentence, parts: Sequence[Sentence], protection: Protection, confidence: float | None = None
    ) -> list[Masks]:
        """Return which words of each part must stay: what is protected, and what the method is not sure enough of."""
        masks = protection.part_masks(sentence, parts) if len(parts) > 1 else [protection.masks(sentence)]
        if confidence is None or not isinstance(self.method, Calibrated):
            return masks
        uncertain = [self.method.uncertain_positions(part, confidence) for part in parts]
        return [
            mask.also(keep=(place for place in places if not mask.drop[place]))
            for mask, places in zip(masks, uncertain, strict=True)
        ]

    def answer(self, sentence: Sentence, constraints: Constraints) -> Compression:
        """Return the best answer that meets constraints: the stages from scores to text."""
        scored = self.method.score(sentence, constraints)
        candidates = verify(self.search(scored, constraints), self.method.verifier)
        return self.write(candidates, constraints.nbest)

    def search(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates, with a word in them and no text twice."""

        def find(wanted: Constraints) -> list[Candidate]:
            is_same = wanted.masks is constraints.masks and wanted.rate == constraints.rate
            under = scored if is_same else self.method.score(scored.sentence, wanted)
            if wanted.nbest == 1:
                return self.method.find(under, wanted)
            return find_distinct(partial(self.method.find, under), wanted)

        find_worded = partial(find_with_words, find, scored.sentence)
        verifier = self.method.verifier
        return find_worded(constraints) if verifier is None else find_to_verify(find_worded, constraints, verifier)

    def write(self, candidates: Sequence[Candidate], nbest: int) -> Compression:
        """Return the first candidate as an answer and the next as its alternatives."""
        best, *others = (self._written(each) for each in candidates[:nbest])
        return replace(best, alternatives=tuple(others))

    def profile(self, sentence: Sentence, masks: Masks | None, near: float | None = None) -> LengthProfile[Compression]:
        """Return the best answer of every length under masks, each written when it is asked for."""
        find = partial(self.method.profile, sentence, near=near)
        return profile_with_words(find, sentence, masks).map(self._written)

    def _compress(self, sentence: Sentence, request: Request) -> Compression:
        length = request.length
        if not sentence.tokens:
            return Compression(sentence, "", (), (), 0.0, self.method.name)
        if length.chars is not None and len(sentence.text) <= length.chars:
            answer = self._compress(sentence, replace(request, length=Length(words=len(sentence))))
            # A method that rewrites may find as many words, but longer ones.
            return answer if answer.kept is not None else unchanged(sentence, self.method.name)
        parts = self.split_long(sentence)
        masks = self.protect(sentence, parts, request.protection, length.confidence)
        if len(parts) == 1:
            return self.answer(sentence, request.resolve(sentence, masks[0]))
        allowed = request.words_allowed(sentence, sum(int(each.keep.sum()) for each in masks))
        if allowed is None and length.chars is None:
            free = [Constraints.any_length(len(part), mask) for part, mask in zip(parts, masks, strict=True)]
            return join(sentence, [self._freely(*each) for each in zip(parts, free, strict=True)])
        return share(sentence, self._choices(parts, masks), allowed, length.chars)

    def _freely(self, part: Sentence, constraints: Constraints) -> Compression:
        """Return the best answer to a part of a sentence, which may be a sign alone."""
        candidates = self.method.find(self.method.score(part, constraints), constraints)
        return self.write(verify(candidates, self.method.verifier), 1)

    def _choices(self, parts: Iterable[Sentence], masks: Iterable[Masks]) -> list[Choices]:
        """Return all that parts can become: of every length, and nothing at all if no word of them must stay."""
        return [
            Choices(part, self.method.profile(part, mask).map(self._written), may_vanish=not mask.keep.any())
            for part, mask in zip(parts, masks, strict=True)
        ]

    def _written(self, candidate: Candidate) -> Compression:
        answer = self.method.write(candidate)
        return answer if candidate.probability is None else replace(answer, confidence=candidate.probability)

    def _any(self, sentence: Sentence, request: Request) -> Compression:
        """Return the best answer, or the nearest possible one if that is asked for."""
        try:
            return self._compress(sentence, request)
        except UsageError as error:
            if request.if_impossible == "raise":
                raise
            return self._nearest(sentence, request, str(error))

    def _nearest(self, sentence: Sentence, request: Request, problem: str) -> Compression:
        """Return the answer nearest to a length that is impossible, the shorter of two; in characters the narrowest."""
        try:
            answers = self.all_lengths(sentence, request.protection)
        except UsageError:
            answers = []
        answers = answers or [unchanged(sentence, self.method.name)]
        words = request.length.words_of(len(sentence))
        if words is None:
            found = min(answers, key=lambda answer: len(answer.text))
        else:
            found = min(answers, key=lambda answer: (abs(len(answer.tokens) - words), len(answer.tokens)))
        return replace(found, details={**found.details, "problem": problem})
