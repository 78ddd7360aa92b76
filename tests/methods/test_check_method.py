"""The check for methods passes those that keep their promises, and no others."""

from dataclasses import replace

import pytest

from laconic.compression import Compression
from laconic.model import load
from laconic.testing import check_method
from test_model import PARSED, random_model

SENTENCES = PARSED[:3]


@pytest.mark.parametrize("name", ["random", "clarke-lapata"])
def test_methods_without_training_pass(name: str) -> None:
    few = [min(PARSED, key=len)] if name == "clarke-lapata" else SENTENCES  # a solver takes its time
    check_method(load(name).method, few)


def test_a_learnt_method_passes() -> None:
    check_method(random_model().method, SENTENCES)


def too_long(answer: Compression) -> Compression:
    return replace(answer, tokens=(*answer.tokens, "extra"), kept=None)


def wrong_words(answer: Compression) -> Compression:
    return replace(answer, tokens=("other",) * len(answer.tokens))


def silent(answer: Compression) -> Compression:
    return replace(answer, text="")


@pytest.mark.parametrize(
    ("break_", "problem"), [(too_long, "asked for"), (wrong_words, "kept words"), (silent, "text")]
)
def test_broken_methods_fail(break_, problem: str, monkeypatch) -> None:
    method = random_model().method
    compress = method.compress
    monkeypatch.setattr(method, "compress", lambda *asked: break_(compress(*asked)))
    with pytest.raises(AssertionError, match=problem):
        check_method(method, SENTENCES)
