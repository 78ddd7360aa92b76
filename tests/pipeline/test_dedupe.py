"""Alternatives read differently: against the deduplicated list of many more answers."""

from functools import partial

import pytest

import laconic
from laconic.model import Model
from laconic.pipeline.dedupe import find_distinct
from laconic.search.constraints import Constraints
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
    many = model.method.compress(sentence, Constraints.exactly(len(sentence), words, nbest=40))
    expected = list(dict.fromkeys(each.text for each in (many, *many.alternatives)))[:6]
    six = Constraints.exactly(len(sentence), words, nbest=6)
    found = find_distinct(partial(model.method.find, model.method.score(sentence, six)), six)
    assert [each.text for each in found] == expected
    asked = model.compress(TEXT, words=words, exact=True, nbest=6)
    assert [asked.text, *(each.text for each in asked.alternatives)] == expected


def test_the_methods_own_list_has_such_answers(model: Model, sentence: Sentence) -> None:
    found = model.method.compress(sentence, Constraints.exactly(len(sentence), 8, nbest=40))
    texts = [found.text, *(each.text for each in found.alternatives)]
    assert len(set(texts)) < len(texts)


def test_all_there_are_is_enough(model: Model) -> None:
    found = model.compress("Rain fell.", words=2, nbest=50)
    texts = [found.text, *(each.text for each in found.alternatives)]
    assert len(texts) == len(set(texts)) <= 3
