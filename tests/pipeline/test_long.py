"""Sentences too long to be searched whole: their parts share one length, and each obeys what is protected."""

from __future__ import annotations

import pytest

from laconic.cli import main
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.model import Model, load
from laconic.parse.tokenize import tokenize
from laconic.pipeline.protection import PinnedWords
from laconic.text import Sentence

VARIED = (
    "The ferry that the island bought from a yard in the north was late again on every day of the week; the council, "
    "which had promised a new pier by the end of the year, could say only that the work would begin soon; visitors who "
    "had booked a room in one of the small hotels near the harbour were told to wait until the evening; a spokesman "
    "for the company said that the engine, which had been repaired twice in the spring, was too old to be trusted; "
    "most of the people who live on the island think that a bridge would be cheaper, and prefer it to a tunnel."
)
CLAUSE = "the ferry that the island bought from a yard in the north was late again on every day of the week"
TEXT = " ; ".join([CLAUSE] * 8) + " ."
SENTENCE = Sentence(TEXT, tokenize(TEXT))
LENGTHS = pytest.mark.parametrize("length", [{}, {"words": 20}, {"rate": 0.4}, {"chars": 150}])


@pytest.mark.parametrize("name", ["encoder", "random", "t3"])
@LENGTHS
def test_a_part_may_have_to_go_whole(name: str, length: dict[str, float]) -> None:
    model = load(name)
    first, *_ = model.pipeline.split_long(SENTENCE)
    gone = PinnedWords(drop=frozenset(range(len(first))))
    answer = model.compress(SENTENCE, **length, protect=gone)
    assert answer.tokens
    assert answer.kept is None or min(answer.kept) >= len(first)
    assert len(model.all_lengths(SENTENCE, protect=gone)) > 20


@LENGTHS
def test_something_must_be_left(length: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="every word is forbidden"):
        load("t3").compress(SENTENCE, **length, protect=PinnedWords(drop=frozenset(range(len(SENTENCE)))))


def answers_to_parts(model: Model, text: str, **length: float) -> list[Compression]:
    return [model.compress(part, **length) for part in model.pipeline.split_long(Sentence(text, tokenize(text)))]


@pytest.mark.parametrize("name", ["encoder", "rewrite"])
@pytest.mark.parametrize("confidence", [0.3, 0.6])
def test_the_shortest_safe_answer_is_as_safe_as_its_worst_part(name: str, confidence: float) -> None:
    model = load(name)
    answer = model.compress(VARIED, confidence=confidence)
    alone = answers_to_parts(model, VARIED, confidence=confidence)
    assert len(alone) > 1
    assert answer.tokens == tuple(token for each in alone for token in each.tokens)
    assert len(answer.tokens) < len(answer.source)
    assert answer.confidence == min(each.confidence for each in alone if each.confidence is not None) >= confidence


def test_where_no_part_has_a_safe_answer_the_sentence_stays() -> None:
    assert load().compress(VARIED, confidence=0.999).text == VARIED


def test_where_the_length_is_free_parts_are_read_a_second_time() -> None:
    model = load()
    answer = model.compress(VARIED)
    alone = answers_to_parts(model, VARIED)
    assert answer.tokens == tuple(token for each in alone for token in each.tokens)
    assert answer.confidence == min(each.confidence for each in alone if each.confidence is not None)


@pytest.mark.parametrize("length", [{"words": 50}, {"rate": 0.5}, {"chars": 280}])
def test_within_a_limit_parts_are_read_a_second_time(length: dict[str, float]) -> None:
    model = load()
    judged, fast = (model.compress(VARIED, **length, fast=fast) for fast in (False, True))
    assert judged.confidence is not None
    assert fast.confidence is None
    for answer in (judged, fast):
        assert len(answer.text.split()) <= length.get("words", 1000)
        assert len(answer.text) <= length.get("chars", 10_000)
        assert len(answer.tokens) <= length.get("rate", 1) * len(answer.source)


def test_signs_do_not_count_as_words_and_exact_lengths_are_met() -> None:
    text = ", ".join(["red", "green", "blue", "white"] * 40) + "."
    within = load("random").compress(text, words=40)
    assert len(within.text.split()) <= 40 < len(within.tokens)
    assert len(load("random").compress(text, words=40, exact=True).tokens) == 40


@pytest.mark.parametrize("length", [{"words": 1}, {"words": 3}, {"rate": 0.01}, {"chars": 20}])
@pytest.mark.parametrize("name", ["encoder", "rewrite", "random"])
def test_some_words_are_left_of_a_long_sentence(name: str, length: dict[str, float]) -> None:
    assert load(name).compress(SENTENCE, **length).tokens


def test_parts_have_no_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    model = load()
    with pytest.raises(UsageError, match="has only one answer"):
        model.compress(VARIED, words=40, nbest=2)
    assert main(["compress", VARIED, "--nbest", "2", "--as", "sentences"]) == 2
    assert "split the sentence" in capsys.readouterr().err
    nearest, _ = model.pipe([VARIED, "It rained."], words=40, nbest=2, if_impossible="nearest")
    assert nearest.text == model.compress(VARIED, words=40).text
    assert "has only one answer" in nearest.details["problem"]
