"""Reports find the effects that were put into simulated ratings, and agree with statsmodels and scipy."""

import csv
import json
import math
import sqlite3
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.multitest import multipletests
from studies import EFFECTS, annotation_study, answer_all, rating_study

from laconic.errors import DataError, UsageError
from laconic.study.annotation import Compressing
from laconic.study.rating import RatingStudy
from laconic.study.report.analysis import analyse
from laconic.study.report.files import export, ratings_csv, report, write_report
from laconic.study.store import encode

TWO = {"extract": 0.0, "abstract": -1.5}


def invited(path, systems, raters: int, sentences: int):
    made, _ = rating_study(path, systems=tuple(systems), sentences=sentences)
    for number in range(raters):
        made.invite(f"rater {number}")
    return made


@pytest.fixture
def study(tmp_path):
    """Two systems only: the distribution behind Tukey's test is slow to compute."""
    with invited(tmp_path / "study.db", TWO, raters=8, sentences=12).store as store:
        yield RatingStudy(store)


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Four systems, all answered: the ratings given, and their analysis."""
    made = invited(tmp_path_factory.mktemp("study") / "study.db", EFFECTS, raters=16, sentences=24)
    given = answer_all(made, EFFECTS)
    with made.store:
        return given, analyse(made)


def frame(given, scale: int) -> pd.DataFrame:
    rows = [(*key, value[scale]) for key, value in given.items()]
    return pd.DataFrame(rows, columns=["subject", "item", "system", "value"])


def test_systems_are_compared_at_tied_rates(answered) -> None:
    given, analysis = answered
    assert analysis.tied
    for pair in analysis.tied:
        assert abs(pair.rates[0] - pair.rates[1]) < 0.05
        assert pair.higher + pair.lower <= pair.sentences
        assert pair.p == pytest.approx(stats.binomtest(pair.higher, pair.higher + pair.lower).pvalue)
        if pair.sentences == 24:  # all of them: the plain means over sentences
            scale = ("grammaticality", "importance").index(pair.scale)
            ratings = frame(given, scale)
            for system, mean in zip((pair.first, pair.second), pair.means, strict=True):
                own = ratings[ratings.system == system]
                assert mean == pytest.approx(own.groupby("item").value.mean().mean())
    for scale in ("grammaticality", "importance"):
        pairs = [pair for pair in analysis.tied if pair.scale == scale]
        assert len(pairs) > 1
        corrected = multipletests([pair.p for pair in pairs], method="holm")[1]
        assert [pair.corrected for pair in pairs] == pytest.approx(corrected)


def test_the_effects_put_in_are_found(answered) -> None:
    _, analysis = answered
    by_name = {system.name: system for system in analysis.systems}
    for scale in ("grammaticality", "importance"):
        for unit in ("subject", "item"):
            assert analysis.scales[scale].tests[unit].anova.p < 0.001
        means = {name: system.means[scale] for name, system in by_name.items()}
        assert means["abstract"] < means["extract"] < means["reference"]
        # Extract and pivot differ by 0.05 only; abstract lies 0.9 below extract, the reference 1.2 above.
        assert {name: system.marks[scale] for name, system in by_name.items()} == {
            "extract": "**",
            "abstract": "**††",
            "pivot": "**",
            "reference": "††",
        }
        assert analysis.scales[scale].agreement.mean > 0.5


@pytest.mark.parametrize(("number", "scale"), [(0, "grammaticality"), (1, "importance")])
def test_figures_are_those_of_statsmodels_and_scipy(answered, number, scale) -> None:
    given, analysis = answered
    ratings = frame(given, number)
    for unit in ("subject", "item"):
        tests = analysis.scales[scale].tests[unit]
        table = AnovaRM(ratings, "value", unit, within=["system"], aggregate_func="mean").fit().anova_table.iloc[0]
        assert tests.anova.statistic == pytest.approx(table["F Value"], rel=1e-9)
        assert tests.anova.p == pytest.approx(stats.f.sf(table["F Value"], *tests.anova.degrees), rel=1e-9)
        means = ratings.groupby([unit, "system"])["value"].mean().unstack()
        residuals = means.sub(means.mean(axis=1), axis=0).sub(means.mean(axis=0) - means.to_numpy().mean(), axis=1)
        freedom = (means.shape[0] - 1) * (means.shape[1] - 1)
        error = math.sqrt((residuals.to_numpy() ** 2).sum() / freedom / means.shape[0])
        pairs = {(pair.first, pair.second): pair for pair in tests.pairs}
        for first, second in combinations(sorted(EFFECTS), 2):
            difference = means[first].mean() - means[second].mean()
            p = stats.studentized_range.sf(abs(difference) / error, means.shape[1], freedom)
            assert pairs[first, second].difference == pytest.approx(difference, abs=1e-9)
            assert pairs[first, second].p == pytest.approx(p, abs=1e-9)
    for system in analysis.systems:
        own = ratings[ratings.system == system.name]
        assert system.means[scale] == pytest.approx(own.value.mean(), abs=1e-12)
        assert system.counts[scale] == [int((own.value == rating).sum()) for rating in range(1, 6)]
        by_rater = own.groupby("subject").value.mean()
        low, high = stats.t.interval(0.95, len(by_rater) - 1, by_rater.mean(), stats.sem(by_rater))
        assert system.intervals[scale] == pytest.approx((low, high), abs=1e-9)
    others = []
    for rater in ratings.subject.unique():
        own = ratings[ratings.subject == rater].set_index(["item", "system"]).value
        rest = ratings[ratings.subject != rater].groupby(["item", "system"]).value.mean()
        others.append(stats.spearmanr(own, rest.loc[own.index]).statistic)
    assert analysis.scales[scale].agreement.mean == pytest.approx(np.mean(others), abs=1e-9)


def test_missing_ratings_are_borne(study) -> None:
    random = np.random.default_rng(1)
    answer_all(study, TWO, keep=lambda: random.random() < 0.6)
    analysis = analyse(study)
    for scale in analysis.scales.values():
        assert all(tests.anova.p < 0.001 for tests in scale.tests.values())
    assert {system.name: system.marks["importance"] for system in analysis.systems} == {"extract": "", "abstract": "††"}


def test_missing_cells_are_left_to_the_mixed_model_of_statsmodels(tmp_path) -> None:
    made = invited(tmp_path / "study.db", TWO, raters=8, sentences=12)
    given = answer_all(made, TWO)
    unseen = {"rater 1", "rater 4"}  # two who have rated one of the systems only
    for person in made.store.people():
        for place, task in enumerate(made.store.tasks(person.id)):
            if person.name in unseen and task.version == "abstract":
                del given[person.name, made.sentences[task.item].id, task.version]
                remove_answer(made.store.path, person.id, place)
    anova = analyse(made).scales["importance"].tests["subject"].anova
    means = frame(given, 1).groupby(["subject", "system"], as_index=False)["value"].mean()
    systems = pd.get_dummies(means["system"], dtype=float)
    fit = sm.MixedLM(means["value"], systems, means["subject"]).fit()
    test = fit.wald_test(np.array([[-1.0, 1.0, 0.0]]), use_f=False, scalar=True)
    assert anova.method == "mixed model"
    assert anova.statistic == pytest.approx(float(test.statistic), rel=1e-9)
    assert anova.p == pytest.approx(float(test.pvalue), rel=1e-9)
    made.store.close()


def remove_answer(path, person: int, place: int) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM answer WHERE person = ? AND place = ?", (person, place))
    raw.close()


def test_very_few_ratings_give_reasons_instead_of_tests(study) -> None:
    person = study.store.people()[0]
    first = next(place for place, task in enumerate(study.store.tasks(person.id)) if task.item in study.sentences)
    study.store.add_answers([(person.id, first, encode({"grammaticality": 4, "importance": 2}))])
    analysis = analyse(study)
    tests = analysis.scales["grammaticality"].tests["subject"]
    assert (tests.anova, list(tests.pairs)) == (None, [])
    assert "needs at least two systems" in tests.problem
    assert analysis.scales["grammaticality"].agreement is None


def test_raters_can_be_left_out(study) -> None:
    answer_all(study, TWO)
    person = study.store.people()[2]
    for place in range(len(study.store.tasks(person.id))):
        study.store.add_answers([(person.id, place, encode({"grammaticality": 3, "importance": 3}))])
    assert all(rater.counts for rater in analyse(study).raters)
    attentive = analyse(study, attentive=True)
    assert [rater.name for rater in attentive.raters if not rater.counts] == ["rater 2"]
    assert sum(system.ratings for system in attentive.systems) == 7 * 12
    assert analyse(study, without=["rater 2"]).systems == attentive.systems
    with pytest.raises(UsageError, match="nobody does not take part"):
        analyse(study, without=["nobody"])


def test_files_of_a_rating_report(study, tmp_path) -> None:
    with pytest.raises(DataError, match="there are no ratings yet"):
        write_report(report(study), tmp_path / "report")
    given = answer_all(study, TWO)
    written = write_report(report(study), tmp_path / "report")
    assert [path.name for path in written] == ["report.html", "analysis.json", "ratings.csv", "ratings.json"]
    rows = list(csv.DictReader((tmp_path / "report" / "ratings.csv").read_text("utf-8").splitlines()))
    assert {
        (row["rater"], row["sentence"], row["system"]): (int(row["grammaticality"]), int(row["importance"]))
        for row in rows
    } == given
    assert rows[0]["compression"].endswith(f"[{rows[0]['system']}]")
    raw = json.loads((tmp_path / "report" / "ratings.json").read_text("utf-8"))
    assert len(raw["ratings"]) == len(given)
    figures = json.loads((tmp_path / "report" / "analysis.json").read_text("utf-8"))
    assert figures["scales"]["importance"]["tests"]["item"]["anova"]["p"] < 0.001


def test_no_cell_of_a_table_is_a_formula(tmp_path) -> None:
    made, _ = rating_study(tmp_path / "study.db", systems=("=cmd|x", "b"), sentences=4, practice=0, checks=0)
    for name in ("@anna", "+ben"):
        made.invite(name)
    answer_all(made, {"=cmd|x": 0.0, "b": 0.0})
    rows = list(csv.DictReader(ratings_csv(made).splitlines()))
    assert {row["rater"] for row in rows} == {"'@anna", "'+ben"}
    assert {row["system"] for row in rows} == {"'=cmd|x", "b"}
    assert all(row["place"].isdecimal() for row in rows)
    made.store.close()


def test_the_page_needs_nothing_else_and_escapes_what_it_shows(tmp_path) -> None:
    wicked = "<script>alert(1)</script>"
    made, _ = rating_study(tmp_path / "study.db", systems=("a", wicked), sentences=4)
    for number in range(4):
        made.invite(f"{wicked}{number}")
    answer_all(made, {"a": 1})
    page = write_report(report(made), tmp_path / "report")[0].read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "prefers-color-scheme: dark" in page
    body = page[page.index("<body") : page.index("</html>")]
    root = ElementTree.fromstring(body)
    assert len(root.findall(".//svg")) == 4
    made.store.close()


def test_comments_stand_below_their_sentences(tmp_path) -> None:
    made, _ = rating_study(tmp_path / "study.db", systems=("a", "b"), sentences=2, practice=0, checks=0, comments=True)
    made.invite("anna")
    made.invite("ben")
    with made.store.transaction():
        for person in made.store.people():
            for place, _ in enumerate(made.store.tasks(person.id)):
                about = {"comment": f"{person.name} < {place}" if place == 0 else "", "seconds": 1.0}
                value = {"ratings": {"grammaticality": 4, "importance": 3}, **about}
                made.store.add_answers([(person.id, place, encode(value))])
    said = next(each for each in made.judgements() if each.comment)
    page = write_report(report(made, without=["ben"]), tmp_path / "report")[0].read_text("utf-8")
    (unfolded,) = (part for part in page.split("<details>")[1:] if "<li>" in part)
    assert next(each.source for each in made.sentences.values() if each.id == said.sentence) in unfolded
    assert f"<li><strong>anna</strong> on {said.system}: anna &lt; 0</li>" in unfolded
    assert page.count("<li>") == 1
    made.store.close()


def test_files_of_an_annotation_report(tmp_path) -> None:
    made, _ = annotation_study(tmp_path / "study.db")
    with pytest.raises(DataError, match="nobody has finished"):
        write_report(report(made), tmp_path / "report")
    for name, text in [("anna", "The harbour will close."), ("ben", "The harbour closes <b>soon</b>.")]:
        made.invite(name)
        person = made.store.people()[-1]
        made.store.add_answers([(person.id, 0, encode(made.accept(person, 0, Compressing(text))))])
    written = write_report(report(made), tmp_path / "report")
    assert [path.name for path in written] == ["report.html", "agreement.json", "compressions.jsonl"]
    page = written[0].read_text("utf-8")
    assert "&lt;b&gt;soon" in page
    assert "anna and ben" in page
    assert json.loads(written[1].read_text("utf-8"))["pairs"][0]["sentences"] == 1
    assert export(made, tmp_path / "one.csv", annotators=["ben"]) == 1
    made.store.close()
