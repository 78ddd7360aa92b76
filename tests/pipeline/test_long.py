"""Sentences too long to be searched whole: their parts share one length, and each obeys what is protected."""

from __future__ import annotations

import pytest

from laconic.errors import UsageError
from laconic.model import load
from laconic.parse.tokenize import tokenize
from laconic.pipeline.protection import PinnedWords
from laconic.text import Sentence

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
