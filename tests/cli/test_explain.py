"""Explanations on the command line: rules and trees, or how sure the model is of each word."""

import json

import pytest

from laconic.cli import main

SENTENCE = "The old man slowly opened the heavy door of the house."


def test_the_rules_and_both_trees_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", SENTENCE, "--method", "t3", "--words", "7", "--exact", "--explain", "--show", "text"]) == 0
    text, *rest = capsys.readouterr().out.splitlines()
    assert len(text.rstrip(".").split()) == 6
    assert "score   rule" in rest[0]
    assert any(line.endswith("(TOP S@1) ||| (TOP S@1)") for line in rest)
    assert any(line.endswith("in all") for line in rest)
    assert sum("TOP" in line for line in rest[-30:]) >= 1


def test_every_word_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", SENTENCE, "--words", "7", "--exact", "--explain", "--show", "text"]) == 0
    _, *lines = capsys.readouterr().out.rstrip().splitlines()
    assert [line.split()[0] for line in lines[:-3]] == [*SENTENCE.rstrip(".").split(), "."]
    assert sum(" kept " in line for line in lines[:-3]) == 7
    assert all("%" in line for line in lines[:-1])
    assert lines[-1].startswith("log-probability")


@pytest.mark.parametrize("length", [[], ["--words", "7"], ["--words", "7", "--exact"], ["--rate", "0.6", "--fast"]])
def test_what_is_told_of_an_answer_is_what_json_has(length: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", SENTENCE, *length, "--explain", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    *_, words, answer, log_probability = record["explanation"].splitlines()
    share = sum(record["word_confidence"]) / len(record["word_confidence"])
    assert words == f"words rightly kept or deleted, expected: {share:.0%}"
    assert answer == f"confidence in the answer: {record['confidence']:.0%}"
    if "--exact" in length:
        assert record["confidence"] == pytest.approx(share, abs=1e-4)
    assert log_probability == f"log-probability of the answer: {record['score']:.2f}"
    assert record["score"] <= 0


@pytest.mark.parametrize("method", ["encoder", "t3"])
def test_articles_that_agree_are_told(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = "She bought an old car."
    wish = ["--method", method, "--keep", "an", "--keep", "car", "--words", "4", "--show", "text"]
    assert main(["compress", text, *wish, "--explain"]) == 0
    answer, *lines = capsys.readouterr().out.splitlines()
    assert "a car" in answer
    assert "'an' is written 'a', as it stands before another word now" in lines
    assert main(["compress", text, *wish, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["articles"] == {str(record["tokens"].index("an")): "a"}


@pytest.mark.parametrize("method", ["encoder", "t3"])
def test_json_has_the_explanation_and_stays_json(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["compress", SENTENCE, "--words", "7", "--method", method, "--explain"]
    assert main([*wish, "--show", "text"]) == 0
    shown = capsys.readouterr().out
    assert main([*wish, "--json"]) == 0
    (record,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert shown == f"{record['text']}\n{record['explanation']}\n\n"


def test_a_method_that_cannot_explain_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compress", SENTENCE, "--words", "7", "--explain", "--method", "joint"]) == 2
    assert "use --method encoder, t3" in capsys.readouterr().err


def test_styles_change_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    text = "My sister, who hardly ever cooks, made a rather good soup for all of us when the power came back."
    answers = {}
    for style in ("auto", "editor", "careful", "spoken", "news", "law", "any"):
        assert main(["compress", text, "--style", style, "--show", "text"]) == 0
        answers[style] = capsys.readouterr().out
    assert answers["auto"] == answers["editor"] == answers["careful"] == answers["spoken"]  # two of them former names
    assert len(answers["news"]) < len(answers["editor"])
    assert main(["compress", text, "--style", "magic"]) == 2
    assert "there is no style 'magic'; choose from auto, any, news, editor, law." in capsys.readouterr().err
    assert main(["compress", text, "--style", "news", "--method", "joint"]) == 2
    assert "has no styles" in capsys.readouterr().err
