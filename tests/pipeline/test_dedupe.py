"""Alternatives read differently: against the deduplicated list of many more answers."""

import pytest

import laconic
from laconic.model import Model
from laconic.pipeline.dedupe import compress_distinctly
from laconic.search.base import Wish
from laconic.text import Sentence

TEXT = "The old lighthouse, which had guided ships past the rocks for a hundred years, was closed last week."


@pytest.fixture(scope="module")
def model() -> Model:
    return laconic.load("joint")


@pytest.fixture(scope="module")
def sentence(model: Model) -> Sentence:
    return next(model.parse([TEXT]))


@pytest.mark.parametrize("words", [5, 8, 13])
def test_no_two_answers_have_the_same_text(model: Model, sentence: Sentence, words: int) -> None:
    many = model.method.compress(sentence, Wish(words=words, best=40))
    expected = list(dict.fromkeys(each.text for each in (many, *many.alternatives)))[:6]
    found = compress_distinctly(model.method, sentence, Wish(words=words, best=6))
    assert [found.text, *(each.text for each in found.alternatives)] == expected
    asked = model.compress(TEXT, words=words, nbest=6)
    assert [asked.text, *(each.text for each in asked.alternatives)] == expected


def test_the_methods_own_list_has_such_answers(model: Model, sentence: Sentence) -> None:
    found = model.method.compress(sentence, Wish(words=8, best=6))
    texts = [found.text, *(each.text for each in found.alternatives)]
    assert len(set(texts)) < len(texts)


def test_all_there_are_is_enough(model: Model) -> None:
    found = model.compress("Rain fell.", words=2, nbest=50)
    texts = [found.text, *(each.text for each in found.alternatives)]
    assert len(texts) == len(set(texts)) <= 3
