"""Verdicts in documents: versions that an editor would print take the place of likelier ones, or the sentence goes."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from document_tools import FlatParser

from laconic.compression import Compression
from laconic.model import Model, load
from laconic.pipeline.limit import quality_of
from laconic.pipeline.method import Candidate, Method, Scored, Verdict
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.verdicts import GOOD
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints
from laconic.text import Sentence

FREE = Protection(negation=False)
STORY = (
    "The ferry, which was built in 1987 and is due to be replaced next year, lost power in one of its two engines. "
    "You asked whether lunch could be served in the long corridor behind the hall. "
    "The canteen across the yard is a good alternative, and it would probably give you a discount. "
    "A spokesman denied that the ship, which is inspected every spring, had been poorly maintained."
)


class Editor(Method):
    """Likes the first words of a sentence best, but prints only versions without the word *bad*."""

    name = "editor"

    def __init__(self) -> None:
        self.calls: list[int] = []

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        return Scored(sentence, None, constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        raise AssertionError("documents ask for all lengths")

    def profile(self, sentence: Sentence, masks=None, near=None) -> LengthProfile[Candidate]:
        found = {size: self._keep(sentence, range(size)) for size in range(1, len(sentence) + 1)}
        return LengthProfile.of(found, len(sentence))

    def propose(self, sentence: Sentence, masks, rate, *, fast=False) -> list[Candidate]:
        size = len(sentence)
        return [self._keep(sentence, range(size - kept, size)) for kept in range(1, size)]

    def judge(self, candidates: Sequence[Candidate], *, fast=False) -> list[Candidate]:
        self.calls.append(len(candidates))
        return [
            replace(each, verdict=Verdict(0.0, 1.0) if "bad" in each.tokens else Verdict(1.0, 0.0))
            for each in candidates
        ]

    def write(self, candidate: Candidate) -> Compression:
        return Compression(
            candidate.source, candidate.text, candidate.tokens, candidate.kept, candidate.score, self.name
        )

    def _keep(self, sentence: Sentence, kept: Sequence[int]) -> Candidate:
        words = tuple(sentence.words[place] for place in kept)
        return Candidate(Scored(sentence, None), None, words, tuple(kept), 0.0, lambda: " ".join(words))


def test_the_best_version_of_a_length_takes_the_place_of_the_likeliest() -> None:
    editor = Editor()
    answer = Model(editor, FlatParser()).compress_document("bad ant bee cat", rate=0.75, protect=FREE)
    assert answer.text == "ant bee cat"
    assert len(editor.calls) == 1


def test_a_sentence_goes_whole_where_nothing_short_enough_is_good() -> None:
    model = Model(Editor(), FlatParser())
    text = "ant bee cat dog\n\nbad cow bad eel"
    dropped = model.compress_document(text, words=5, protect=FREE, drop_sentences=True).sentences
    assert [bool(each.tokens) for each in dropped] == [True, False]
    assert all(each.tokens for each in model.compress_document(text, words=5, protect=FREE).sentences)


@pytest.mark.parametrize("wish", [{"fast": True, "rate": 0.5}, {"exact": True, "words": 2}])
def test_scores_alone_decide_where_that_is_asked_for(wish) -> None:
    editor = Editor()
    assert Model(editor, FlatParser()).compress_document("bad ant bee cat", **wish, protect=FREE).text == "bad ant"
    assert not editor.calls


def qualities(answers: Sequence[Compression]) -> list[float]:
    """What the bundled verifier sees in each answer that is left."""
    model = load()
    pipeline = Pipeline(model.method, model.parser)
    found = []
    for answer in answers:
        if answer.tokens and len(answer.tokens) < len(answer.source):
            rate = len(answer.tokens) / len(answer.source)
            profile = pipeline.candidates(answer.source, None, rate)
            candidate = replace(profile.at(len(answer.tokens)), tokens=answer.tokens, kept=answer.kept)
            found += [quality_of(each) for each in pipeline.judged(answer.source, [candidate])]
    return found


@pytest.mark.parametrize("rate", [0.35, 0.6])
def test_documents_read_better_than_by_scores_alone(rate: float) -> None:
    judged = load().compress_document(STORY, rate=rate, drop_sentences=True)
    by_scores = load().compress_document(STORY, rate=rate, drop_sentences=True, fast=True)
    assert len(judged.tokens) <= rate * sum(len(each.source) for each in judged.sentences)
    assert min(qualities(judged.sentences)) > GOOD - 0.1  # likelihoods under the scores of another rate count too
    assert np.mean(qualities(judged.sentences)) > np.mean(qualities(by_scores.sentences)) - 1e-9
