"""Questions of one's own, questionnaires by name, and what raters are told."""

import itertools
import re

import pytest
from studies import rating_study

from laconic.cli import main
from laconic.errors import DataError, UsageError
from laconic.study.instructions import QUESTIONNAIRES, attention_checks, find_questionnaire, rating_instructions
from laconic.study.opening import open_study
from laconic.study.questions import CHOICES, FIRST, SECOND, read_questionnaire
from laconic.study.rating import Rated

OWN = """
instructions = ["Please read both sentences.", "Then rate the second."]

[[question]]
name = "fluency"
ask = "Does it read well?"
low = "badly"
high = "very well"
points = 7

[[question]]
name = "meaning_kept"
ask = "Does it mean the same?"

[[example]]
source = "The old harbour will close."
text = "The harbour will close."
ratings = { fluency = 7, meaning_kept = 5 }
comment = "nothing that matters is lost"

[[practice]]
source = "Nobody minds that it rains."
text = "Nobody minds rain."
comment = "Fine."
"""


def test_questions_are_read_from_a_file(tmp_path) -> None:
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    asked = find_questionnaire(str(tmp_path / "own.toml"))
    assert [(question.name, question.title, question.highest) for question in asked.question] == [
        ("fluency", "Fluency", 7),
        ("meaning_kept", "Meaning kept", 5),
    ]
    told = rating_instructions(asked, with_references=True)
    assert told == [
        "Please read both sentences.",
        "Then rate the second.",
        "For example: “The old harbour will close.” → “The harbour will close.” might be given 7 for fluency and 5 for "
        "meaning kept (nothing that matters is lost).",
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"meaning_kept"\nask', '"fluency"\nask', "two questions are called fluency"),
        ('name = "fluency"', 'name = "rater"', "cannot be called rater"),
        ('name = "fluency"', 'name = "Fluent?"', "matching regex"),
        ("points = 7", "points = 1", ">= 2"),
        ("points = 7", "points = 6", "rates fluency 7: it goes from 1 to 6"),
        ("points = 7", 'kind = "preference"', "scales and for preferences"),
        ("points = 7", "colour = 7", "colour"),
        ("fluency = 7, ", "", "must have a rating for each of: fluency, meaning_kept"),
        ("[[question]]", "[[question", "is not a TOML file"),
    ],
)
def test_questions_that_cannot_be_asked_are_refused(tmp_path, old, new, problem) -> None:
    assert old in OWN
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=re.escape(problem)) as refusal:
        read_questionnaire(path)
    assert str(path) in str(refusal.value)


def test_neither_a_name_nor_a_file() -> None:
    with pytest.raises(UsageError, match="two-scales, overall, meaning, preference or a TOML file"):
        find_questionnaire("three-scales")


@pytest.mark.parametrize("name", QUESTIONNAIRES)
def test_instructions_are_true_and_name_every_question(name) -> None:
    asked = QUESTIONNAIRES[name]
    with_people, without = (" ".join(rating_instructions(asked, with_references=each)) for each in (True, False))
    assert "some by people" in with_people
    assert "people;" not in without
    assert "All short versions were made by computers" in without
    for question in asked.question:
        assert f"{question.title}: " in without
    if asked.question[0].kind == "scale":
        assert without.count("might be given") == 3
        grades = [tuple(example.ratings.values()) for example in asked.example]
        assert len(set(grades)) == 3  # graded: good, poor, and in between or on one scale alone
        assert all(1 <= grade <= 5 for each in grades for grade in each)


@pytest.mark.parametrize("name", QUESTIONNAIRES)
def test_checks_ask_for_what_can_be_answered(name) -> None:
    questions = QUESTIONNAIRES[name].question
    for check in attention_checks(questions, 5, 3):
        assert list(check.ratings) == [question.name for question in questions]
        for question in questions:
            rating = check.ratings[question.name]
            assert rating != (1 + question.highest) / 2
            shown = CHOICES[rating] if question.kind == "preference" else rating
            assert f"{shown} for {question.title.lower()}" in check.text


def test_answers_must_fit_the_questions(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "s.db", questions="overall", sentences=2, comments=True)
    with study:
        assert study.accept(Rated({"overall": 5}, "  So\n good. ")).comment == "So good."
        for wrong in ({"overall": 6}, {"overall": 0}, {"grammaticality": 3}, {}):
            with pytest.raises(DataError):
                study.accept(Rated(wrong))


def test_comments_are_taken_only_where_asked_for(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "s.db", questions="overall", sentences=2)
    with study:
        assert study.accept(Rated({"overall": 5}, "Unasked.")).comment == ""


def test_everyone_sees_everything_in_a_crossed_design(tmp_path) -> None:
    systems = ("a", "b", "c")
    study, _ = rating_study(tmp_path / "s.db", systems, sentences=6, checks=0, practice=0, design="crossed")
    with study:
        for name in ("anna", "ben"):
            study.invite(name)
        everything = {(number, system) for number in study.sentences for system in systems}
        orders = []
        for person in study.store.people():
            tasks = study.store.tasks(person.id)
            assert len(tasks) == 18
            assert {(task.item, task.version) for task in tasks} == everything
            for start in (0, 6, 12):  # rounds with each sentence once
                assert {task.item for task in tasks[start : start + 6]} == set(study.sentences)
            assert all(one.item != next_.item for one, next_ in itertools.pairwise(tasks))
            orders.append(tasks)
        assert orders[0] != orders[1]


def test_two_versions_are_compared_in_either_order(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "s.db", ("a", "b", "c"), sentences=12, questions="preference")
    with study:
        for number in range(6):
            study.invite(f"rater {number}")
        seen = []
        for person in study.store.people():
            trials = study.trials(person)
            assert all(len(trial.texts) == 2 for trial in trials)
            own = [study._systems(task) for task in study.store.tasks(person.id) if task.item in study.sentences]
            assert len(own) == 12
            assert sorted(tuple(sorted(pair)) for pair in own) == sorted([("a", "b"), ("a", "c"), ("b", "c")] * 4)
            seen += own
        first = sum(pair == sorted(pair) for pair in seen)
        assert 0.3 < first / len(seen) < 0.7


def test_the_command_makes_a_study_of_ones_own_questions(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("source", "one", "two"):
        (tmp_path / f"{name}.txt").write_text("It rains.\nIt snows.\n", "utf-8")
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    (tmp_path / "consent.txt").write_text("I am of age.\n\nI take part freely.\n", "utf-8")
    command = "study rate --source source.txt --output one.txt two.txt --store s.db --raters anna --only-create".split()
    more = "--questions own.toml --design crossed --comments --consent consent.txt --own-codes".split()
    assert main([*command, *more]) == 0
    with open_study("s.db") as study:
        settings = study.settings
        assert [question.name for question in settings.questions] == ["fluency", "meaning_kept"]
        assert (settings.design, settings.comments) == ("crossed", True)
        assert settings.consent == ["I am of age.", "I take part freely."]
        assert settings.instructions[0] == "Please read both sentences."
        (anna,) = study.store.people()
        assert len([trial for trial in study.trials(anna) if not trial.is_practice]) == 4 + 2
        assert study.completion_code(anna) is None
        for place in range(len(study.trials(anna))):
            study.store.add_answers([(anna.id, place, '{"ratings": {"fluency": 7, "meaning_kept": 1}}')])
        own = study.completion_code(anna)
        study.store.agree(anna.id)
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", "140")
    assert main(["study", "status", "s.db"]) == 0
    shown = capsys.readouterr().out
    assert {"agreed", "code", own} <= set(shown.split())


def test_preferences_are_stored_as_first_or_second() -> None:
    assert (CHOICES[FIRST], CHOICES[SECOND]) == ("A", "B")
