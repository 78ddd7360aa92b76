"""`rewrite`: rules propose what an editor would write otherwise, and the bundled network chooses what to say.

Every answer is a cut of the sentence, or of the sentence after the best edits that go together. The network reads the
edited sentence anew, so that its scores and its verifier see each edit in its context. What is said in fewer words
leaves room for more; where no edit is safe enough, the answer is a deletion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from laconic.compression import Compression
from laconic.english.rewriting import Edit, New, PhraseTable, edits_of, read_phrases
from laconic.errors import DataError, UsageError
from laconic.features.edit_context import EditContext
from laconic.features.network import nearest_rate
from laconic.files import read_text, write_whole
from laconic.forest.edits import best_edits
from laconic.forest.revision import Revised, respects, revise
from laconic.language import LANGUAGE
from laconic.lm import bundled
from laconic.methods.encoder import MOST_LENGTHS, EncoderDeletion, lengths_near
from laconic.parse.base import Parser
from laconic.parse.english import EnglishParser
from laconic.pipeline.explanation.edits import Revision
from laconic.pipeline.importance import bundled_deletion
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.method import Candidate, Method, Scored, Verdict
from laconic.pipeline.request import widths_of
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence

PHRASES = "phrases.txt"
EDITOR = "encoder"

CONCISION = 0.2
"""What an edit that shows adds to an answer's quality: to say the same in fewer words is what is asked for."""

EDITED = 0.25
"""What an edit is worth by itself, in units of a log-probability: one that saves nothing may still read better."""

REWRITTEN = 2.5
"""What a new word gains in cuts that prefer what was rewritten, in units of a log-probability."""


@dataclass(frozen=True)
class RewriteSettings:
    """How edits are chosen.

    Attributes:
        least_sure: edits that are less probably harmless than this, in their context, are not made.
        least_proposed: edits whose rule is less sure than this are not tried.
        context: the weights by which the network's vectors tell whether an edit fits; without them, the rule alone says
            how sure it is.
        letter: what a letter saved is worth, in units of a log-probability.
        word: what a word saved is worth.
        doubt: what the log-probability of doing no harm counts for.
    """

    least_sure: float = 0.8
    least_proposed: float = 0.72
    context: tuple[float, ...] = ()
    letter: float = 0.02
    word: float = 0.3
    doubt: float = 1.0


@dataclass(frozen=True)
class RewriteCandidate(Candidate):
    """A cut of an edited sentence.

    Attributes:
        revised: the edited sentence.
        cut: the network's candidate for it.
        edits: the edits that show.
    """

    revised: Revised | None = None
    cut: Candidate | None = None
    edits: tuple[Edit, ...] = ()

    @property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stayed."""
        return () if self.revised is None or self.cut is None else self.revised.said(self.cut.kept or ())

    @property
    def density(self) -> float:
        """How many letters of the source a letter of the answer stands for."""
        words = self.source.words
        return max(1.0, _letters([words[place] for place in self.meant]) / max(1, _letters(self.tokens)))

    @property
    def gain(self) -> float:
        """What speaks for it besides its verdict."""
        return CONCISION * (min(1, len(self.edits)) + 0.5 * min(2, max(0, len(self.edits) - 1)))

    @property
    def sure(self) -> float:
        """The probability that none of its edits does harm."""
        return math.prod(edit.sure for edit in self.edits)


class Rewrite(Method):
    """Edits a sentence by rules and deletes words under the scores of the bundled network.

    Args:
        phrases: the phrases that may be replaced, besides the rules over the parse.
        settings: how edits are chosen.
    """

    name = "rewrite"
    rewrites = True

    def __init__(self, phrases: PhraseTable, settings: RewriteSettings | None = None) -> None:
        self.phrases = phrases
        self.settings = settings or RewriteSettings()
        editor = bundled_deletion(EDITOR)
        assert isinstance(editor, EncoderDeletion)
        self.editor = editor
        parser = EnglishParser()
        self.parser: Parser = parser
        weights = self.settings.context
        self.context = EditContext(parser.reader, bundled(), weights) if weights else None
        self._last: tuple[Sentence | None, dict[tuple[Edit, ...], Revised]] = (None, {})

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the sentence before and after the best edits."""
        return Scored(sentence, self.versions(sentence, constraints.masks), constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, best first.

        Raises:
            UsageError: there is none.
        """
        versions = cast("list[Revised]", scored.scores)
        found: list[Candidate] = []
        problem: UsageError | None = None
        for revised in versions:
            try:
                inner = _constraints_for(revised, constraints)
                cuts = self.editor.find(self.editor.score(revised.sentence, inner), inner)
                found += [self._candidate(scored, revised, cut) for cut in cuts]
            except UsageError as error:
                problem = problem or error
        if not found:
            raise problem or UsageError("no rewriting is possible.")
        return sorted(found, key=lambda each: -each.score)[: constraints.nbest]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length."""
        scores = [-math.inf] * (len(sentence) + 1)
        found: dict[int, Candidate] = {}
        versions = self.versions(sentence, masks)
        scored = Scored(sentence, versions, near)
        for revised in versions:
            profile = self.editor.profile(revised.sentence, revised.masks(masks), near)
            for words in profile.lengths:
                if not words:
                    scores[0] = max(scores[0], float(profile.scores[0]))
                    continue
                each = self._candidate(scored, revised, profile.at(words))
                if words < len(scores) and each.score > scores[words]:
                    scores[words], found[words] = each.score, each
        return LengthProfile(scores, found.__getitem__)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return cuts of the sentence before and after its edits, near and below a rate."""
        versions = self.versions(sentence, masks)
        scored = Scored(sentence, versions, rate)
        found: list[Candidate] = []
        for revised in versions:
            share = None if rate is None else min(1.0, rate * len(sentence) / max(1, len(revised.words)))
            # Of two versions, each is asked for one rate: together they offer as many candidates.
            cuts = self.editor.propose(revised.sentence, revised.masks(masks), share, fast=fast or len(versions) > 1)
            if share is not None and revised.edits:
                cuts += self._with_edits(revised, masks, nearest_rate(share))
            found += [self._candidate(scored, revised, cut) for cut in cuts]
        return found

    def _with_edits(self, revised: Revised, masks: Masks | None, rate: float) -> list[Candidate]:
        """Return cuts that prefer to keep what was rewritten: the network knows only how much each word matters."""
        bonus = np.array([REWRITTEN if word.origin is None else 0.0 for word in revised.words])
        lengths = lengths_near(len(revised.words), rate, MOST_LENGTHS)
        return self.editor.of_lengths(revised.sentence, revised.masks(masks), rate, lengths, bonus)

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with the verifier's verdict on each cut, less the doubts about its edits."""
        judged: dict[int, Verdict | None] = {}
        groups: dict[int, list[RewriteCandidate]] = {}
        every = [each for each in candidates if isinstance(each, RewriteCandidate) and each.cut is not None]
        for each in every:
            groups.setdefault(id(each.revised), []).append(each)
        for group in groups.values():
            cuts = [each.cut for each in group if each.cut is not None]
            for each, verdict in zip(group, self.editor.judge(cuts, fast=fast), strict=True):
                judged[id(each)] = verdict.verdict
        return [_with_verdict(each, judged[id(each)]) for each in every]

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with the edits and deletions behind it."""
        assert isinstance(candidate, RewriteCandidate)
        assert candidate.revised is not None
        assert candidate.cut is not None
        words = [candidate.revised.words[place] for place in candidate.cut.kept or ()]
        told = {word.origin for word in words}.union(*(edit.replaced for edit in candidate.edits))
        deleted = tuple(place for place in range(len(candidate.source)) if place not in told)
        inner = self.editor.write(candidate.cut)
        return Compression(
            source=candidate.source,
            text=candidate.text,
            tokens=candidate.tokens,
            kept=candidate.kept,
            score=candidate.score,
            method=self.name,
            details={
                "new_words": sum(word.origin is None for word in words),
                **({} if candidate.kept is not None else {"origins": [word.origin for word in words]}),
            },
            confidence=inner.confidence,
            explanation=Revision(candidate.source.words, candidate.edits, deleted),
        )

    def versions(self, sentence: Sentence, masks: Masks | None) -> list[Revised]:
        """Return the sentence as it is, and after the best edits that go together and that the masks allow."""
        last, known = self._last
        if last is not sentence:
            known = {}
            self._last = sentence, known
        allowed = [edit for edit in self._edits(sentence) if respects(edit, masks)]
        found = [()] if not allowed else [(), tuple(best_edits(allowed, len(sentence), self._worth(sentence)))]
        versions = [self._revised(sentence, edits, known) for edits in dict.fromkeys(found)]
        return [revised for place, revised in enumerate(versions) if not place or revised.edits]

    def _revised(self, sentence: Sentence, edits: tuple[Edit, ...], known: dict[tuple[Edit, ...], Revised]) -> Revised:
        if edits not in known:
            known[edits] = self._fitting(revise(sentence, edits, self.parser))
        return known[edits]

    def _fitting(self, revised: Revised) -> Revised:
        """Return an edited sentence with how sure its edits are in their context, without those that do not fit."""
        if self.context is not None and revised.edits:
            revised = revised.weighed(self.context.sure(revised))
        fitting = [edit for edit in revised.edits if edit.sure >= self.settings.least_sure]
        return revised if len(fitting) == len(revised.edits) else revise(revised.source, fitting, self.parser)

    def _edits(self, sentence: Sentence) -> list[Edit]:
        least = self.settings.least_sure if self.context is None else self.settings.least_proposed
        return [edit for edit in edits_of(sentence, self.phrases) if edit.sure >= least]

    def _worth(self, sentence: Sentence) -> Callable[[Edit], float]:
        """Return what an edit is worth: letters and words saved, less the doubt about it."""
        settings = self.settings

        def worth(edit: Edit) -> float:
            if edit.sure <= 0:
                return -math.inf
            before = _letters([sentence.words[place] for place in edit.replaced])
            after = _letters([piece.text for piece in edit.target if isinstance(piece, New)])
            gain = settings.letter * (before - after) + settings.word * edit.saved
            return gain + EDITED + settings.doubt * math.log(edit.sure)

        return worth

    def _candidate(self, scored: Scored, revised: Revised, cut: Candidate) -> RewriteCandidate:
        places = cut.kept or ()
        edits = revised.shown(places)
        kept: tuple[int, ...] | None = None
        tokens, spell = cut.tokens, cut.spell
        origins = [revised.words[place].origin for place in places]
        if not edits and all(origin is not None for origin in origins) and _rises(origins):
            kept = tuple(origin for origin in origins if origin is not None)
            tokens = tuple(scored.sentence.words[place] for place in kept)
            source = scored.sentence
            spell = lambda: LANGUAGE.cut(source, kept or ())  # noqa: E731
        score = cut.score + sum(math.log(edit.sure) for edit in edits)
        return RewriteCandidate(scored, cut.found, tokens, kept, score, spell, None, 0.0, revised, cut, edits)

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the phrases and return the settings."""
        with write_whole(folder / PHRASES) as stream:
            stream.writelines(f"{phrase}\n" for phrase in self.phrases.phrases)
        return {**vars(self.settings), "context": list(self.settings.context)}

    @classmethod
    def load(cls, folder: Path, settings: Mapping[str, Any]) -> Self:
        """Return the method that `save` wrote."""
        path = folder / PHRASES
        try:
            phrases = read_phrases(read_text(path).splitlines())
        except DataError as error:
            raise error.at(path) from None
        given = {name: value for name, value in settings.items() if name != "name"}
        try:
            context = tuple(float(weight) for weight in given.pop("context", ()))
            return cls(phrases, RewriteSettings(**given, context=context))
        except (TypeError, ValueError) as error:
            raise DataError(f"has settings that rewrite does not know: {error}.", path=folder) from None


def _constraints_for(revised: Revised, constraints: Constraints) -> Constraints:
    """Return what a cut of the edited sentence must meet."""
    masks, size = revised.masks(constraints.masks), len(revised.words)
    if revised.sentence is revised.source:
        return constraints
    if not constraints.counts_words:
        widths = widths_of(revised.sentence)
        return Constraints.within_characters(
            widths, constraints.limit, masks, nbest=constraints.nbest, rate=constraints.rate
        )
    if constraints.rate is None:
        return Constraints.any_length(size, masks, nbest=constraints.nbest, allow_empty=constraints.low == 0)
    return Constraints.between(size, constraints.low, constraints.high, masks, nbest=constraints.nbest)


def _with_verdict(candidate: RewriteCandidate, verdict: Verdict | None) -> Candidate:
    if verdict is None:
        return candidate
    sure = candidate.sure
    return replace(candidate, verdict=Verdict(verdict.accept * sure, 1 - (1 - verdict.reject) * sure))


def _rises(origins: Sequence[int | None]) -> bool:
    places = [origin for origin in origins if origin is not None]
    return places == sorted(set(places))


def _letters(words: Sequence[str]) -> int:
    return sum(map(len, words)) + len(words)


INFO = MethodInfo(
    name="rewrite",
    description="Says what the network keeps in fewer words, by an editor's rules over the parse.",
    load=Rewrite.load,
    explains=True,
)
