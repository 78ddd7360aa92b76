"""The second reading: a verifier chooses among candidates of all lengths that a request allows."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from laconic.parse.english import EnglishParser
from laconic.pipeline.method import Candidate
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from test_model import PARSED, random_model

SENTENCE = min((each for each in PARSED if len(each) > 9), key=len)
FREE = Protection(negation=False)


class Liking:
    """Prefers answers with a word, then short ones; it remembers what it was shown."""

    per_length = 3

    def __init__(self, word: str) -> None:
        self.word = word
        self.seen: list[Candidate] = []

    def verify(self, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        self.seen = list(candidates)
        judged = [replace(each, probability=self._probability(each)) for each in candidates]
        return sorted(judged, key=lambda each: -each.probability)

    def _probability(self, candidate: Candidate) -> float:
        return (0.9 if self.word in candidate.tokens else 0.4) - 0.01 * len(candidate.tokens)


@pytest.fixture
def pipeline() -> Pipeline:
    return Pipeline(random_model().method, EnglishParser())


def test_without_a_verifier_the_search_decides(pipeline: Pipeline) -> None:
    answer = pipeline.compress(SENTENCE, Request(Length(words=5), FREE))
    assert answer.kept == pipeline.method.compress(SENTENCE, Request(Length(words=5)).resolve(*masked())).kept
    assert answer.confidence is None


def masked() -> tuple:
    return SENTENCE, FREE.masks(SENTENCE)


def test_several_candidates_of_the_length_are_read(pipeline: Pipeline) -> None:
    rarest = min(SENTENCE.words, key=lambda word: sum(word in each.tokens for each in several(pipeline)))
    pipeline.method.verifier = verifier = Liking(rarest)
    answer = pipeline.compress(SENTENCE, Request(Length(words=5), FREE))
    assert 1 < len(verifier.seen) <= 3
    assert {len(each.tokens) for each in verifier.seen} == {5}
    assert answer.confidence == pytest.approx(max(map(verifier._probability, verifier.seen)))


def several(pipeline: Pipeline) -> list:
    best = pipeline.compress(SENTENCE, Request(Length(words=5), FREE, nbest=3))
    return [best, *best.alternatives]


def test_a_limit_shows_it_every_length(pipeline: Pipeline) -> None:
    word = pipeline.compress(SENTENCE, Request(Length(words=6), FREE)).tokens[-1]
    pipeline.method.verifier = verifier = Liking(word)
    answer = pipeline.compress(SENTENCE, Request(Length(words=6, exact=False), FREE, nbest=2))
    assert {len(each.tokens) for each in verifier.seen} == set(range(1, 7))
    assert len(answer.alternatives) == 1
    assert answer.confidence >= answer.alternatives[0].confidence
    assert word in answer.tokens


def test_a_limit_without_a_verifier_takes_the_best_score_within_it(pipeline: Pipeline) -> None:
    answer = pipeline.compress(SENTENCE, Request(Length(words=6, exact=False), FREE))
    scores = [each.score for each in pipeline.all_lengths(SENTENCE, FREE) if len(each.tokens) <= 6]
    assert answer.score == pytest.approx(max(scores))
