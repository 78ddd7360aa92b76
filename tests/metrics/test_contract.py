"""Every metric keeps the promises that users and significance tests rely on."""

import numpy as np
import pytest

from laconic.catalog import METRICS, resolve
from laconic.errors import DataError, MissingDependency
from laconic.metrics import Batch, MeanMetric, evaluate, standard_metrics
from laconic.metrics.rouge import RougeL
from laconic.testing import check_metric


@pytest.mark.parametrize("name", METRICS)
def test_catalogued_metrics_keep_their_promises(name) -> None:
    metric = resolve(name, METRICS, "metric")()
    assert metric.name == name
    check_metric(metric)


def test_the_standard_metrics_are_the_catalogued_ones() -> None:
    assert [metric.name for metric in standard_metrics()] == list(METRICS)


def test_a_metric_whose_library_is_missing_is_left_out_unless_it_is_named(monkeypatch) -> None:
    monkeypatch.setattr("laconic.metrics.rouge.find_spec", lambda name: None)
    assert "rouge_l" not in [metric.name for metric in standard_metrics()]
    with pytest.raises(MissingDependency, match=r"'\.\[rouge\]' in a clone"):
        evaluate(["a b"], ["a"], [["a"]], [RougeL()])


def test_rouge_is_worked_out_by_hand() -> None:
    sources, outputs = ["the old cat sat on the red mat"], ["The cat sat on the mat."]
    scores = evaluate(sources, outputs, [["the cat lay on a mat", "a dog sat"]]).scores
    # the, cat, on, mat are shared by six and six words; no pair of neighbours but the cat, of five and five
    assert scores["rouge_1"] == pytest.approx(4 / 6)
    assert scores["rouge_2"] == pytest.approx(1 / 5)
    assert scores["rouge_l"] == pytest.approx(4 / 6)


class Company(MeanMetric):
    """A metric that breaks the rules: a sentence's value depends on the others."""

    name = "company"
    signature = "company"

    def sentence_values(self, batch):
        return np.full(len(batch), float(len(batch)))


class Nameless(Company):
    name = "nameless"

    def sentence_values(self, batch):
        return np.zeros(len(batch))


@pytest.mark.parametrize(("metric", "problem"), [(Company(), "depend on other"), (Nameless(), "begin with")])
def test_the_check_notices_broken_promises(metric, problem) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_metric(metric)


@pytest.mark.parametrize(
    ("sources", "outputs", "references", "problem"),
    [
        (["a b"], ["a", "b"], [["a"]], "1 sources, 2 outputs"),
        ([], [], [], "nothing to score"),
        (["a b", " "], ["a", "b"], [["a"], ["b"]], "sentence 2: the source has no words"),
        (["a b", "c"], ["a", "b"], [["a"], []], "sentence 2: there is no reference"),
        (["a b"], ["a"], ["a"], "a list of references"),
    ],
)
def test_columns_that_do_not_fit_are_refused(sources, outputs, references, problem) -> None:
    with pytest.raises(DataError, match=problem):
        Batch(sources, outputs, references)


def test_json_has_the_promised_keys() -> None:
    record = evaluate(["a b c"], ["a b"], [["a c"]]).to_json(seconds_per_sentence=0.01)
    promised = (
        "sentences compression_rate compression_rate_micro unigram_f1 relation_f1 exact_match bleu ter "
        "seconds_per_sentence precis sari details signatures"
    )
    assert set(promised.split()) <= set(record)
    assert record["sentences"] == 1
    assert record["relation_f1"] is None
    assert record["seconds_per_sentence"] == 0.01
    assert record["signatures"]["ter"].endswith("|nrefs:1")
