"""Preferences are counted whichever version was shown first, and tested as scipy and statsmodels would."""

import csv
import json
from collections import Counter

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from studies import rating_study

from laconic.metrics.ratings import TukeyPair
from laconic.study.questions import FIRST, NEITHER, SECOND
from laconic.study.report import analysis
from laconic.study.report.files import report, write_report
from laconic.study.report.preferences import analyse_preferences
from laconic.study.store import encode

QUALITY = {"good": 1.0, "fair": 0.4, "poor": 0.0}


@pytest.fixture
def answered(tmp_path):
    """A study in which the better system tends to be preferred, and who preferred what."""
    study, _ = rating_study(tmp_path / "s.db", tuple(QUALITY), sentences=18, questions="preference", comments=True)
    random = np.random.default_rng(5)
    given = []
    with study:
        for number in range(9):
            study.invite(f"rater {number}")
        for person in study.store.people():
            for place, task in enumerate(study.store.tasks(person.id)):
                answer = NEITHER
                if task.item in study.sentences:
                    systems = json.loads(task.version)
                    lead = QUALITY[systems[0]] - QUALITY[systems[1]] + random.normal(0, 0.5)
                    answer = FIRST if lead > 0.15 else SECOND if lead < -0.15 else NEITHER
                    preferred = {FIRST: systems[0], SECOND: systems[1], NEITHER: None}[answer]
                    given.append((person.name, task.item, frozenset(systems), preferred))
                value = {"ratings": {"preference": answer}, "comment": "=1+1", "seconds": 1.0}
                study.store.add_answers([(person.id, place, encode(value))])
        yield study, given


def test_preferences_agree_with_scipy(answered) -> None:
    study, given = answered
    found = analyse_preferences(study)
    assert [(pair.first, pair.second) for pair in found.pairs] == [("good", "fair"), ("good", "poor"), ("fair", "poor")]
    expected: dict[str, list[float]] = {"subject": [], "item": []}
    for pair in found.pairs:
        own = [each for each in given if each[2] == {pair.first, pair.second}]
        counts = Counter(each[3] for each in own)
        assert (pair.for_first, pair.for_neither, pair.for_second) == (
            counts[pair.first],
            counts[None],
            counts[pair.second],
        )
        for column, unit in enumerate(("subject", "item")):
            leads = Counter()
            for each in own:
                leads[each[column]] += (each[3] == pair.first) - (each[3] == pair.second)
            first, second = sum(lead > 0 for lead in leads.values()), sum(lead < 0 for lead in leads.values())
            assert (pair.by[unit].first, pair.by[unit].second) == (first, second)
            p = stats.binomtest(first, first + second).pvalue
            assert pair.by[unit].p == pytest.approx(p)
            expected[unit].append(p)
    for unit, values in expected.items():
        corrected = multipletests(values, method="holm")[1]
        assert [pair.by[unit].corrected for pair in found.pairs] == pytest.approx(list(corrected))
    assert found.pairs[1].by["item"].corrected < 0.01


def test_the_report_of_preferences(answered, tmp_path) -> None:
    study, given = answered
    write_report(report(study), tmp_path / "report")
    rows = list(csv.DictReader((tmp_path / "report" / "ratings.csv").read_text("utf-8").splitlines()))
    assert len(rows) == len(given)
    assert list(rows[0])[:5] == ["rater", "sentence", "system", "other", "preference"]
    assert rows[0]["comment"] == "'=1+1"
    assert rows[0]["other_compression"].endswith(f"[{rows[0]['other']}]")
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "162 comparisons by 9 raters: 18 sentences, 3 systems." in page
    assert "<sup>**</sup>" in page
    first = rows[0]
    assert f"<strong>{first['rater']}</strong> on {first['system']} (A) and {first['other']} (B): =1+1" in page
    figures = json.loads((tmp_path / "report" / "analysis.json").read_text("utf-8"))
    assert figures["pairs"][1]["by"]["item"]["corrected"] < 0.01


@pytest.mark.parametrize(
    ("over_raters", "over_sentences", "marks"),
    [
        (0.001, 0.009, "††"),
        (0.001, 0.01, "†"),
        (0.04, 0.001, "†"),
        (0.05, 0.001, ""),
        (0.001, float("nan"), ""),
        (float("nan"), 0.001, ""),
    ],
)
def test_marks_at_two_levels_must_hold_over_raters_and_sentences(tmp_path, over_raters, over_sentences, marks) -> None:
    study, _ = rating_study(tmp_path / "s.db", ("base", "other"), sentences=2)

    def tests(p: float) -> analysis.Tests:
        return analysis.Tests(None, [TukeyPair("base", "other", 1.0, 0.5, 1.5, p)], [], "")

    with study:
        scale = analysis.Scale({"subject": tests(over_raters), "item": tests(over_sentences)}, None)
        assert analysis._marks(study, "other", scale) == marks
