"""An answer shows itself, and a model travels to other processes by its path."""

import json
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import laconic
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.text import Sentence
from test_model import random_model

TEXT = "Tom & Ann <slowly> opened the door of the house."


def test_a_short_repr() -> None:
    answer = laconic.load("joint").compress("The old man slowly opened the door.", words=5, exact=True)
    assert repr(answer) == f"<Compression {answer.text!r}, 5 of 8 words>"


def test_html_strikes_what_went_and_escapes_what_is_text() -> None:
    answer = random_model().compress(TEXT, words=6, exact=True)
    html = answer._repr_html_()
    gone = re.findall(r"<del>(.*?)</del>", html)
    words = answer.source.words
    assert len(gone) == len(words) - 6
    assert re.sub(r"</?(del|p)>", "", html) == "Tom &amp; Ann &lt;slowly&gt; opened the door of the house."
    rewritten = Compression(Sentence.from_words(["a", "b"]), "c < d", ("c", "<", "d"), None, 0.0)
    assert rewritten._repr_html_() == "<p>c &lt; d</p>"


def test_confidence_and_explanation_are_typed() -> None:
    sure = laconic.load().compress("The old man slowly opened the door.", words=5)
    assert 0 < sure.confidence <= 1
    assert len(sure.word_confidence) == len(sure.source)
    record = sure.to_dict()
    assert record["confidence"] == sure.confidence
    assert record["word_confidence"] == list(sure.word_confidence)
    assert "confidence" not in record["details"]
    assert json.loads(json.dumps(record)) == record
    assert laconic.load("t3").compress("The old man slowly opened the door.", words=5).confidence is None
    rewritten = laconic.load("paraphrase").compress("The old man slowly opened the door.", words=5)
    assert 0 <= rewritten.confidence <= 1
    assert rewritten.explanation.explain()
    assert rewritten.to_dict()["rules"] == rewritten.explanation.rules()


@pytest.mark.parametrize("name", ["joint", "random"])
def test_a_model_is_pickled_by_its_name(name: str) -> None:
    packed = pickle.dumps(laconic.load(name))
    assert len(packed) < 500
    assert pickle.loads(packed).compress(TEXT, words=5).tokens == laconic.load(name).compress(TEXT, words=5).tokens


def test_a_model_is_pickled_by_its_folder_and_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random_model().save(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    model = laconic.load("mine")
    monkeypatch.chdir("/")
    assert pickle.loads(pickle.dumps(model)).compress(TEXT, words=5).kept == model.compress(TEXT, words=5).kept
    styled = pickle.loads(pickle.dumps(laconic.load(style="news")))
    assert styled.method.network.style == "news"
    with pytest.raises(UsageError, match="save it and load it first"):
        pickle.dumps(random_model())


def test_worker_processes_load_it_for_themselves() -> None:
    model = laconic.load("random")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(model.compress, TEXT, words=4).result().tokens == model.compress(TEXT, words=4).tokens
