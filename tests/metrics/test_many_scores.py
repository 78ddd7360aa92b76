"""Scores of many rows of statistics are those of the rows one by one; readability."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.metrics import Batch, Metric
from laconic.metrics.bleu import Bleu
from laconic.metrics.precis import Precis
from laconic.metrics.readability import PlainBleu, ReadingGrade, syllables
from laconic.metrics.sari import Sari
from laconic.testing import check_metric

TEXTS = st.lists(st.sampled_from("a b c d e".split()), min_size=1, max_size=9).map(" ".join)
MANY = [Bleu("none"), Precis("none", rate=0.6), Sari("none"), PlainBleu("none", grade=2.0), ReadingGrade()]


@pytest.mark.parametrize("metric", MANY, ids=lambda metric: metric.name)
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4))
def test_many_rows_score_as_each_alone(metric: Metric, triples: list[tuple[str, str, str]]) -> None:
    sources, outputs, references = zip(*triples, strict=True)
    rows = metric.statistics(Batch(sources, outputs, [[reference] for reference in references]))
    totals = np.vstack([rows, rows.sum(axis=0), np.cumsum(rows, axis=0)])
    assert metric.scores(totals) == pytest.approx([metric.score(row) for row in totals])


def test_nothing_right_scores_nothing() -> None:
    for metric in (Bleu("none"), Precis("none")):
        rows = metric.statistics(Batch(["a b c d e"], ["x y"], [["a b c d"]]))
        assert metric.scores(rows)[0] == metric.score(rows[0]) == 0.0


def test_the_grade_by_hand() -> None:
    # Two sentences, 8 words with letters, 10 syllables.
    batch = Batch(["a", "a"], ["the old man sat .", "he saw yellow butterflies"], [["a"], ["a"]])
    metric = ReadingGrade()
    total = metric.statistics(batch).sum(axis=0)
    assert total.tolist() == [2, 8, 11]
    assert metric.score(total) == pytest.approx(0.39 * 4 + 11.8 * 11 / 8 - 15.59)


def test_harder_texts_are_punished() -> None:
    metric = PlainBleu("none", grade=0.0, penalty=0.1)
    easy = metric.statistics(Batch(["x"], ["we can go to the park now"], [["we can go to the park now"]]))[0]
    hard = metric.statistics(
        Batch(
            ["x"],
            ["institutional considerations predominate generally"],
            [["institutional considerations predominate generally"]],
        )
    )[0]
    assert metric.score(easy) == pytest.approx(100.0)
    assert metric.score(hard) < 20
    check_metric(metric)
    check_metric(ReadingGrade())


@pytest.mark.parametrize(
    ("word", "count"), [("people", 2), ("table", 2), ("made", 1), ("makes", 1), ("boxes", 2), ("wanted", 2), ("I", 1)]
)
def test_syllables(word: str, count: int) -> None:
    assert syllables(word) == count
