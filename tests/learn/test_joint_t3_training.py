"""Training of joint decoding on sentences of one pattern."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from laconic.forest.dual import DualSearch
from laconic.learn.joint_t3 import train_joint_t3
from laconic.lm import estimate
from laconic.search.constraints import Constraints
from laconic.text import Sentence
from learn.patterns import PatternParser, corpus, training_run

QUICK = {"t3.C": "1", "t3.min_count": "1", "bigram.epochs": "2", "bigram.buckets": "4096", "bigram.step": "0.1"}


def test_both_parts_are_trained_and_weighed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    method = train_joint_t3(training_run("joint-t3", corpus(0, 15), corpus(15, 20), tmp_path, QUICK))
    told = capsys.readouterr().out
    assert "bigram model: weight" in told
    assert method.bigram is not None
    assert method.t3.lm is None
    for pair in corpus(20, 25):
        (sentence,) = PatternParser().parse([pair.source])
        answer = method.compress(sentence, Constraints.exactly(len(sentence), len(pair.reference.split())))
        assert " ".join(answer.tokens) == pair.reference
        free = method.compress(sentence, Constraints.any_length(len(sentence)))
        assert free.rate == pytest.approx(len(pair.reference.split()) / len(sentence), abs=0.2)


def test_a_language_model_that_helps_nowhere_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "references.lm"
    estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True).save(path)
    settings = {"partner": "lm", "t3.C": "1", "t3.min_count": "1", "t3.lm": str(path), "t3.lm_weights": "1,2"}
    method = train_joint_t3(training_run("joint-t3", corpus(0, 10), corpus(10, 14), tmp_path, settings))
    assert "does not help" in capsys.readouterr().out  # rules alone get all of this pattern right
    for pair in corpus(14, 18):
        (sentence,) = PatternParser().parse([pair.source])
        assert (
            " ".join(method.compress(sentence, Constraints.exactly(len(sentence), len(pair.reference.split()))).tokens)
            == pair.reference
        )


def test_each_text_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[str] = Counter()
    parse = PatternParser.parse

    def counted(self: PatternParser, texts: Iterable[str | Sentence]) -> list[Sentence]:
        sentences = parse(self, texts)
        parsed.update(sentence.text for sentence in sentences)
        return sentences

    monkeypatch.setattr(PatternParser, "parse", counted)
    train_joint_t3(training_run("joint-t3", corpus(0, 10), corpus(10, 14), tmp_path, QUICK))
    assert set(parsed.values()) == {1}


def test_the_search_of_the_paper_can_be_set(tmp_path: Path) -> None:
    """Algorithm 1: 50 steps of 2 / (t + 1), since the prices of keeping and of dropping move apart; no branches."""
    settings = {**QUICK, "step": "2", "iterations": "50", "branches": "0", "dependences": "no"}
    method = train_joint_t3(training_run("joint-t3", corpus(0, 10), corpus(10, 14), tmp_path, settings))
    assert method.search == DualSearch(iterations=50, step=2.0, branches=0)
    saved = method.save(tmp_path)
    assert (saved["step"], saved["branches"], saved["dependences"]) == (2.0, 0, False)
