"""Paraphrasing what a deletion model leaves, chosen by its verifier."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from laconic.errors import UsageError
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.methods.judged_paraphrase import DOUBT, HARM, MOST_GAIN, JudgedParaphrase, WordedCandidate
from laconic.methods.paraphrase import ParaphraseSettings
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.method import Judging, Varying, Verdict
from laconic.testing import check_method

SENTENCE = (
    "Owing to the fact that it had rained for many days, the old bridge near the mill was closed to heavy lorries by "
    "the council on Friday."
)


def made(doubt: float = 0.03) -> JudgedParaphrase:
    rule = parse_rule(f"[X] ||| owing to the fact that ||| because ||| {DOUBT}={doubt}")
    weights = {"lm": 0.5, "unigram": -0.35, "rule": 2.0, "words": -1.0}
    return JudgedParaphrase(
        Scfg.of([rule]), weights, ParaphraseSettings(grammar="own", importance="none", editor="encoder")
    )


@pytest.fixture(scope="module")
def method() -> JudgedParaphrase:
    return made()


def test_it_keeps_the_contract(method: JudgedParaphrase) -> None:
    assert isinstance(method, Judging)
    assert isinstance(method, Varying)
    check_method(method, EnglishParser().parse([SENTENCE]))


def test_candidates_keep_or_reword_what_the_network_keeps(method: JudgedParaphrase) -> None:
    (sentence,) = EnglishParser().parse([SENTENCE])
    proposed = method.propose(sentence, None, 0.75)
    worded = [each for each in proposed if each.kept is None]
    assert worded
    assert any(each.kept is not None for each in proposed)
    for each in worded:
        assert isinstance(each, WordedCandidate)
        assert each.tokens[0] == "because"
        assert {0, 1, 3} <= set(each.meant)  # the words that the rule says otherwise; small ones may be left out
        rest = [sentence.words[place] for place in each.meant if place >= 5]
        assert list(each.tokens[1:]) == rest
        assert each.doubt == pytest.approx(0.03)
        assert each.word_density > 1  # one word for five
    for each in proposed:
        if each.kept is not None:
            assert each.meant == each.kept


def test_doubts_lower_the_verdict(method: JudgedParaphrase) -> None:
    (sentence,) = EnglishParser().parse([SENTENCE])
    judged = {each.tokens: each for each in method.judge(method.propose(sentence, None, 0.75))}
    for each in judged.values():
        assert each.verdict is not None
        if each.kept is None:
            plain = judged[tuple(sentence.words[place] for place in each.meant)].verdict
            assert plain is not None
            assert each.verdict.accept == pytest.approx(plain.accept * math.exp(-0.03 * HARM))
            assert each.verdict.reject > plain.reject


def test_what_is_sure_is_said_in_fewer_words(method: JudgedParaphrase) -> None:
    assert Model(method, EnglishParser()).compress(SENTENCE, rate=0.9).text.startswith("Because it had rained")
    doubtful = Model(made(doubt=3.0), EnglishParser()).compress(SENTENCE, rate=0.9)
    assert doubtful.kept is not None


def test_it_is_stored_and_loaded(method: JudgedParaphrase, tmp_path) -> None:
    Model(method, EnglishParser()).save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert isinstance(again.method, JudgedParaphrase)
    assert again.compress(SENTENCE, rate=0.8).text == Model(method, EnglishParser()).compress(SENTENCE, rate=0.8).text


def test_only_a_model_that_judges_is_an_editor() -> None:
    with pytest.raises(UsageError, match="does not judge"):
        JudgedParaphrase(Scfg.of([]), {}, ParaphraseSettings(editor="joint"))


def test_doubtful_words_are_decided_the_other_way_and_worded(method: JudgedParaphrase) -> None:
    (sentence,) = EnglishParser().parse([SENTENCE])
    judged = method.judge([each for each in method.propose(sentence, None, 0.75) if each.kept is None][:1])
    assert judged[0].verdict is not None
    varied = method.vary(replace(judged[0], verdict=Verdict(0.1, 0.5)), None, 0.75)
    assert any(each.kept is None for each in varied)
    assert any(each.meant != judged[0].meant for each in varied)
    assert all(isinstance(each, WordedCandidate) and each.deletion is not None for each in varied)


def test_a_wording_is_worth_no_more_than_a_little(method: JudgedParaphrase) -> None:
    (sentence,) = EnglishParser().parse([SENTENCE])
    worded = [each for each in method.propose(sentence, None, 0.75) if each.kept is None]
    assert {each.gain for each in worded} == {MOST_GAIN}  # a clause in place of six words


def test_a_headline_in_its_own_words_gains_what_the_network_says_for_it(method: JudgedParaphrase) -> None:
    text = "Striker Tom Hale has said that he never doubted his ability to bounce back, according to reports."
    (sentence,) = EnglishParser().parse([text])
    headlines = {each.kept: each for each in method.editor.judge(method.editor.propose(sentence, None, None))}
    assert len(headlines) > 1
    judged = method.judge(method.propose(sentence, None, None))
    assert {each.kept for each in judged} == set(headlines)
    for each in judged:
        assert each.gain == pytest.approx(headlines[each.kept].gain)
        assert each.gain > 0.0
