"""Training of joint decoding on sentences of one pattern."""

from pathlib import Path

import pytest

from laconic.errors import UsageError
from laconic.learn.joint_t3 import train_joint_t3
from laconic.lm import estimate
from laconic.search.base import Wish
from learn.test_t3_training import PatternParser, corpus

QUICK = {"t3.C": "1", "t3.min_count": "1", "bigram.epochs": "2", "bigram.buckets": "4096", "bigram.step": "0.1"}


def test_both_parts_are_trained_and_weighed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    method = train_joint_t3("joint-t3", corpus(0, 15), corpus(15, 20), PatternParser(), tmp_path, QUICK, tokenized=True)
    told = capsys.readouterr().out
    assert "bigram model: weight" in told
    assert method.bigram is not None
    assert method.t3.lm is None
    for pair in corpus(20, 25):
        (sentence,) = PatternParser().parse([pair.source])
        answer = method.compress(sentence, Wish(words=len(pair.reference.split())))
        assert " ".join(answer.tokens) == pair.reference
        free = method.compress(sentence, Wish())
        assert free.rate == pytest.approx(len(pair.reference.split()) / len(sentence), abs=0.2)


def test_a_language_model_that_helps_nowhere_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "references.lm"
    estimate([pair.reference for pair in corpus(0, 25)], order=3, tokenized=True).save(path)
    settings = {"partner": "lm", "t3.C": "1", "t3.min_count": "1", "t3.lm": str(path), "t3.lm_weights": "1"}
    method = train_joint_t3(
        "joint-t3", corpus(0, 10), corpus(10, 14), PatternParser(), tmp_path, settings, tokenized=True
    )
    assert "helps nowhere" in capsys.readouterr().out  # rules alone get all of this pattern right
    for pair in corpus(14, 18):
        (sentence,) = PatternParser().parse([pair.source])
        assert " ".join(method.compress(sentence, Wish(words=len(pair.reference.split()))).tokens) == pair.reference


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"partner": "friend"}, "partner must be bigram, lm or both"),
        ({"weights": "0"}, "positive numbers"),
        ({"joint.C": "1"}, "begin with t3. or bigram."),
        ({"epochs": "1"}, "There is no setting 'epochs'"),
        ({"t3.epochs": "1"}, "There is no setting 'epochs'"),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        train_joint_t3("joint-t3", corpus(0, 3), corpus(3, 5), PatternParser(), tmp_path, settings)
