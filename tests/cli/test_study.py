"""``laconic study`` on the command line: beginning, inviting, watching, exporting, reporting."""

import json
import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from laconic.cli import main
from laconic.study.opening import open_study
from laconic.study.store import Store, encode

SOURCES = [f"The old harbour number {number} will finally close next spring." for number in range(6)]


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("source.txt").write_text("\n".join(SOURCES) + "\n", "utf-8")
    Path("first.txt").write_text("The harbour will close.\n" * 6, "utf-8")
    Path("gold.txt").write_text("The old harbour will close.\n" * 6, "utf-8")
    lines = [json.dumps({"text": "Harbour close .", "tokens": ["Harbour", "close", "."]}) for _ in SOURCES]
    Path("second.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path


RATE = [
    "study",
    "rate",
    "--source",
    "source.txt",
    "--output",
    "first.txt",
    "second.jsonl",
    "--store",
    "r.db",
    "--only-create",
]
ANNOTATE = ["study", "annotate", "source.txt", "--lines", "--store", "a.db", "--only-create"]


def links(printed: str) -> dict[str, str]:
    return dict(re.findall(r"^ +(\S+) +http://127\.0\.0\.1:8472/(?:run)?#([\w-]{32})$", printed, re.MULTILINE))


def test_a_rating_study_from_beginning_to_end(files, capsys) -> None:
    assert main([*RATE, "--reference", "gold.txt", "--raters", "3", "--items", "4", "--seed", "5"]) == 0
    secrets = links(capsys.readouterr().out)
    assert list(secrets) == ["(you)", "rater-1", "rater-2", "rater-3"]
    assert main(["study", "invite", "r.db", "anna", "rater-2", "--count", "1"]) == 0
    more = links(capsys.readouterr().out)
    assert list(more) == ["anna", "rater-2", "rater-4"]
    study = open_study("r.db")
    assert study.settings.systems == ["first", "second", "Reference"]
    assert (study.settings.reference, study.settings.baseline) == ("Reference", "first")
    assert len(study.sentences) == 4
    assert study.store.person(secrets["rater-2"]) is None  # the old link has ended
    assert [person.part for person in study.store.people()] == [0, 1, 2, 0, 1]
    for person in study.store.people():
        for place, task in enumerate(study.store.tasks(person.id)):
            value = {"first": 3, "second": 1, "Reference": 5}.get(task.version, 3)
            study.store.add_answers([(person.id, place, encode({"grammaticality": value, "importance": 6 - value}))])
    study.store.close()
    assert main(["study", "status", "r.db", "--json"]) == 0
    people = json.loads(capsys.readouterr().out)["people"]
    assert [(each["name"], each["done"], each["asked"]) for each in people][-1] == ("rater-4", 4, 4)
    assert main(["study", "status", "r.db"]) == 0
    assert "4 of 4" in capsys.readouterr().out
    assert main(["study", "report", "r.db", "--out", "report", "--without", "anna"]) == 0
    assert capsys.readouterr().out.split() == [
        f"report/{name}" for name in ("report.html", "analysis.json", "ratings.csv", "ratings.json")
    ]
    analysis = json.loads(Path("report/analysis.json").read_text("utf-8"))
    assert [system["means"]["grammaticality"] for system in analysis["systems"]] == [3, 1, 5]


def test_an_annotation_study_from_beginning_to_end(files, capsys) -> None:
    assert main([*ANNOTATE, "--annotators", "anna, ben", "--mode", "delete", "--links", "links.csv"]) == 0
    assert "links.csv" in capsys.readouterr().out
    assert stat.S_IMODE(Path("links.csv").stat().st_mode) == 0o600
    rows = Path("links.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[0] for row in rows] == ["name", "(you)", "anna", "ben"]
    study = open_study("a.db")
    assert study.settings.mode == "delete"
    assert len(study.sentences) == 6
    study.store.add_answers([(1, 0, encode({"text": "The harbour.", "kept": [0, 2], "done": True}))])
    study.store.close()
    assert main(["study", "export", "a.db", "out.jsonl", "--annotator", "anna"]) == 0
    assert "Wrote 1 of 6 sentences" in capsys.readouterr().err
    assert json.loads(Path("out.jsonl").read_text("utf-8"))["references"] == ["The harbour."]
    assert main(["study", "report", "a.db", "--out", "report"]) == 0
    assert Path("report/compressions.jsonl").exists()
    assert main(["study", "report", "a.db", "--out", "report", "--attentive"]) == 2


def test_systems_and_texts_can_be_named(files, capsys) -> None:
    Path("told.txt").write_text("First\nparagraph.\n\nSecond.\n", "utf-8")
    Path("practice.jsonl").write_text('{"source": "a b", "text": "a"}\n', "utf-8")
    options = ["--instructions", "told.txt", "--practice", "practice.jsonl", "--title", "Mine", "--raters", "1"]
    command = [*RATE[:5], "Ours=first.txt", "Theirs=second.jsonl", *RATE[7:], *options]
    assert main(command) == 0
    study = open_study("r.db")
    assert study.settings.systems == ["Ours", "Theirs"]
    assert study.settings.instructions == ["First paragraph.", "Second."]
    assert study.settings.title == "Mine"
    assert len(study.practice) == 1
    study.store.close()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([*RATE, "--checks", "9"], 2, "--checks must be between 0 and 5"),
        ([*RATE, "--items", "7"], 2, "7 sentences cannot be drawn from 6"),
        ([*RATE, "--raters", "anna,anna"], 2, "given twice"),
        ([*RATE, "--raters", "-3"], 2, "there cannot be -3 participants"),
        ([*RATE, "--practice", "source.txt"], 1, "source.txt:1: a practice pair must be a JSON object"),
        ([*RATE, "--reference", "nothing.txt"], 1, "nothing.txt: cannot be read"),
        ([*RATE[:6], "first.txt", *RATE[7:]], 2, "two systems are called first"),
        ([*RATE[:6], *RATE[7:]], 2, "compares at least two systems"),
        ([*RATE, "--url", "example.org"], 2, "--url must begin with http"),
        ([*RATE, "--links", "gold.txt"], 2, "gold.txt already exists"),
        ([*ANNOTATE[:2], *ANNOTATE[3:]], 2, "name the documents"),
        (["study", "serve", "no.db"], 1, "no.db: there is no such study"),
        (["study", "status", "gold.txt"], 1, "gold.txt: cannot be opened as a study"),
        (["study", "invite", "no.db"], 2, "say whom to invite"),
    ],
)
def test_mistakes_are_told_and_leave_nothing_behind(files, capsys, arguments, code, message) -> None:
    before = sorted(path.name for path in files.iterdir())
    assert main(arguments) == code
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in files.iterdir()) == before


def test_a_study_that_cannot_be_served_is_not_left_behind(files, capsys) -> None:
    command = [argument for argument in RATE if argument != "--only-create"]
    assert main([*command, "--host", "192.0.2.1"]) == 2
    assert not list(files.glob("r.db*"))


def test_what_does_not_fit_the_kind_of_study_is_refused(files, capsys) -> None:
    assert main([*RATE, "--raters", "1"]) == 0
    assert main(["study", "export", "r.db", "out.jsonl"]) == 2
    assert "Ratings are written to a .csv file or to a folder" in capsys.readouterr().err
    assert main(RATE) == 2
    assert "r.db already exists: continue it with laconic study serve r.db" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a.db", "./a.db", "a.db-wal"])
def test_a_study_is_not_exported_onto_itself(files, capsys, name) -> None:
    assert main(ANNOTATE) == 0
    with open_study("a.db"):  # a store in use has a log beside it
        before = Path(name).read_bytes()
        assert main(["study", "export", "a.db", name, "--to", "jsonl"]) == 2
        assert "is an input, so it cannot be the output" in capsys.readouterr().err
        assert Path(name).read_bytes() == before


def test_a_report_does_not_replace_its_study(files, capsys) -> None:
    Path("report").mkdir()
    assert main(["report/report.html" if part == "r.db" else part for part in RATE]) == 0
    assert main(["study", "report", "report/report.html", "--out", "report"]) == 2
    assert "is an input, so it cannot be the output" in capsys.readouterr().err
    with open_study("report/report.html") as study:
        assert len(study.sentences) == 6


def test_a_backup_is_a_study(files, capsys) -> None:
    assert main(RATE) == 0
    assert main(["study", "backup", "r.db", "copy.db"]) == 0
    assert main(["study", "status", "copy.db", "--json"]) == 0
    assert main(["study", "backup", "r.db", "copy.db"]) == 2
    assert "already exists" in capsys.readouterr().err


def test_invitations_whose_links_cannot_be_written_do_not_hold(files, capsys) -> None:
    assert main(RATE) == 0
    assert main(["study", "invite", "r.db", "anna", "--links", "nowhere/links.csv"]) == 1
    assert "nowhere/links.csv: cannot be written" in capsys.readouterr().err
    with open_study("r.db") as study:
        assert "anna" not in [person.name for person in study.store.people()]
    assert main(["study", "invite", "r.db", "anna", "--links", "links.csv"]) == 0
    assert Path("links.csv").exists()


def test_links_of_invitations_that_cannot_be_stored_are_not_left(files, capsys, monkeypatch) -> None:
    assert main(RATE) == 0
    execute = Store.transaction

    @contextmanager
    def failing(store: Store) -> Iterator[None]:
        with execute(store):
            yield
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "transaction", failing)
    monkeypatch.setattr("laconic.cli.study.invite", lambda study, names: dict.fromkeys(names, "secret"))
    assert main(["study", "invite", "r.db", "anna", "--links", "links.csv"]) == 1
    assert "no one was invited: database or disk is full" in capsys.readouterr().err
    assert not Path("links.csv").exists()


ODD = b"caf\xe9".decode("utf-8", "surrogateescape")


def test_a_title_that_is_not_text_is_refused(files, capsys) -> None:
    assert main([*ANNOTATE, "--title", ODD]) == 1
    assert "is not text in UTF-8" in capsys.readouterr().err
    assert not Path("a.db").exists()


def test_names_of_files_need_not_be_text(files, capsys) -> None:
    Path("source.txt").rename(f"{ODD}.txt")
    assert main([f"{ODD}.txt" if part == "source.txt" else part for part in ANNOTATE]) == 0
    Path("first.txt").rename(f"{ODD}2.txt")
    arguments = [{"source.txt": f"{ODD}.txt", "first.txt": f"{ODD}2.txt"}.get(part, part) for part in RATE]
    assert main(arguments) == 0
    with open_study("r.db") as study:
        assert study.settings.systems == ["caf\ufffd2", "second"]


def test_links_stay_alive_where_a_study_was_served(files, capsys) -> None:
    assert main([*RATE, "--port", "9001", "--url", "https://study.example.org/", "--raters", "2"]) == 0
    assert "https://study.example.org/#" in capsys.readouterr().out
    assert main(["study", "invite", "r.db", "anna"]) == 0
    assert "https://study.example.org/#" in capsys.readouterr().out
    assert main(["study", "invite", "r.db", "anna", "--port", "9002"]) == 0
    assert "http://127.0.0.1:9002/#" in capsys.readouterr().out
    assert main([*ANNOTATE, "--port", "9001", "--annotators", "ben"]) == 0
    capsys.readouterr()
    assert main(["study", "invite", "a.db", "ben"]) == 0
    assert "http://127.0.0.1:9001/#" in capsys.readouterr().out


def test_a_report_says_who_was_inattentive(files, capsys) -> None:
    assert main([*RATE, "--raters", "anna,ben"]) == 0
    with open_study("r.db") as study:
        for person in study.store.people():
            answers = []
            for place, task in enumerate(study.store.tasks(person.id)):
                check = study.checks.get(task.item)
                good = check is not None and person.name == "anna"
                value = {
                    "grammaticality": check.ratings["grammaticality"] if good else 1 + place % 2,
                    "importance": check.ratings["importance"] if good else 1 + place % 3,
                }
                answers.append((person.id, place, encode(value)))
            study.store.add_answers(answers)
        passed, answered = study.attention(study.store.people()[1])
    assert passed * 2 < answered
    capsys.readouterr()
    assert main(["study", "report", "r.db", "--out", "report", "--attentive"]) == 0
    told = f"laconic: left out for their attention checks: ben ({passed} of {answered} passed).\n"
    assert capsys.readouterr().err == told
    for left_out in (["--attentive", "--without", "anna"], ["--without", "anna", "--without", "ben"]):
        assert main(["study", "report", "r.db", "--out", "nobody", *left_out]) == 1
        assert "r.db: all raters are left out, so there is nothing to report" in capsys.readouterr().err
    assert not Path("nobody").exists()
