"""Tidy tables have every answer once, and the script beside them loads them, with pandas and without."""

import csv
import json
import subprocess
import sys

import pandas as pd
import pytest
from studies import EFFECTS, annotation_study, answer_all, rating_study

from laconic.cli import main
from laconic.corpus.words import word_splitter
from laconic.study.store import encode


@pytest.fixture
def rated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    study, _ = rating_study(tmp_path / "r.db", sentences=6, comments=True)
    for name in ("anna", "=ben"):
        study.invite(name)
    with study:
        return answer_all(study, EFFECTS)


def test_one_row_for_each_rating(rated, capsys) -> None:
    assert main(["study", "export", "r.db", "tidy.csv"]) == 0
    with open("tidy.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    found = {(row["rater"].lstrip("'"), row["sentence"], row["system"], row["question"]): row["rating"] for row in rows}
    expected = {
        (*key, scale): str(value)
        for key, both in rated.items()
        for scale, value in zip(("grammaticality", "importance"), both, strict=True)
    }
    assert found == expected
    assert len(rows) == len(expected)


WITHOUT_PANDAS = """
import json, sys
sys.modules["pandas"] = None
sys.path.insert(0, "out")
from load import load
print(json.dumps(load()))
"""


def test_the_folder_is_loaded_with_pandas_and_without(rated, tmp_path, monkeypatch, capsys) -> None:
    assert main(["study", "export", "r.db", "out"]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"ratings.csv", "people.csv", "texts.csv", "load.py"}
    done = subprocess.run([sys.executable, "-c", WITHOUT_PANDAS], capture_output=True, text=True, check=True)
    plain = json.loads(done.stdout)
    monkeypatch.syspath_prepend(tmp_path / "out")
    import load

    frames = load.load()
    assert {name: frame.to_dict("records") for name, frame in frames.items()} == plain
    means = frames["ratings"].groupby(["question", "system"]).rating.mean()
    for number, scale in enumerate(("grammaticality", "importance")):
        for system in EFFECTS:
            own = [both[number] for key, both in rated.items() if key[2] == system]
            assert means[scale, system] == pytest.approx(sum(own) / len(own))
    assert list(frames["people"].name) == ["anna", "=ben"]
    split = word_splitter(False)
    assert all(row.words == len(split(row.compression)) for row in frames["texts"].itertuples())
    assert isinstance(frames["texts"], pd.DataFrame)
    ran = subprocess.run([sys.executable, "out/load.py"], capture_output=True, text=True, check=True)
    assert f"ratings {2 * len(rated)}" in ran.stdout


def test_compressions_are_tables_too(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    study, _ = annotation_study(tmp_path / "a.db")
    study.invite("anna")
    study.store.add_answers([(1, 0, encode({"text": "The harbour will close.", "seconds": 2.0}))])
    study.store.close()
    assert main(["study", "export", "a.db", "a.csv", "--tidy"]) == 0
    (row,) = csv.DictReader((tmp_path / "a.csv").read_text("utf-8").splitlines())
    assert (row["annotator"], row["document"], row["compression"]) == ("anna", "harbour", "The harbour will close.")
    assert row["words"] == "5"
    assert main(["study", "export", "a.db", "out", "--tidy"]) == 0
    assert (tmp_path / "out" / "compressions.csv").exists()


@pytest.mark.parametrize("wrong", [["out.jsonl"], ["out.csv", "--complete"], ["r.db"]])
def test_tables_that_cannot_be_written(rated, wrong, capsys) -> None:
    assert main(["study", "export", "r.db", *wrong]) == 2
    assert capsys.readouterr().err.startswith("laconic: ")
