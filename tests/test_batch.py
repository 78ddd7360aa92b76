"""Many texts: the same answers from one process, from several, from a cluster, and after an interruption."""

import pytest
from document_tools import random_model

from laconic import UsageError, load
from laconic.batch import Batch
from laconic.pipeline.request import Length, Request

TEXTS = [
    f"Number {number} of the old ships in the harbour was sold for good last spring. Nobody was very happy about it."
    for number in range(20)
]
REQUEST = Request(Length(words=9))


@pytest.fixture(scope="module")
def answers() -> list[str]:
    return [each.text for each in Batch(load(), REQUEST).answers(TEXTS) if each is not None]


def test_several_processes_answer_alike(answers) -> None:
    found = list(Batch(load(), REQUEST, processes=2).answers([*TEXTS, None]))
    assert [each.text for each in found[:-1] if each is not None] == answers
    assert found[-1] is None


def test_a_batch_goes_on_where_it_stopped(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("laconic.batch.PART", 8)
    texts = TEXTS
    model = load("random")
    whole = list(Batch(model, REQUEST).answers(texts))

    def interrupted():
        yield from texts[:16]
        raise KeyboardInterrupt

    monkeypatch.setattr("laconic.batch._PARTS_AT_A_TIME", 1)
    with pytest.raises(KeyboardInterrupt):
        list(Batch(model, REQUEST, folder=tmp_path).answers(interrupted()))
    assert len(list(tmp_path.iterdir())) == 2
    done = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert list(Batch(model, REQUEST, folder=tmp_path).answers(texts)) == whole
    assert {path: path.stat().st_mtime_ns for path in done} == done
    assert len(list(tmp_path.iterdir())) == 3
    other = Request(Length(words=5))  # answers to another request are not taken for these
    assert list(Batch(model, other, folder=tmp_path).answers(texts)) == list(Batch(model, other).answers(texts))


def test_a_model_that_was_not_loaded_cannot_be_sent(tmp_path) -> None:
    with pytest.raises(UsageError, match="save it and load it"):
        list(Batch(random_model(), REQUEST, folder=tmp_path).answers(TEXTS))
