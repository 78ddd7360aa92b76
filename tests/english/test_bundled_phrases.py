"""The phrases of the model `rewrite`: what some of them do, and where they must not apply."""

from __future__ import annotations

from importlib.resources import files

import pytest

from laconic.english.rewriting import edits_of, read_phrases
from laconic.forest.revision import revise
from laconic.parse.english import EnglishParser

PARSER = EnglishParser()
TABLE = files("laconic") / "data" / "models" / "rewrite" / "phrases.txt"
PHRASES = read_phrases(TABLE.read_text("utf-8").splitlines())


def rewritten(text: str) -> list[str]:
    """Return the sentence after each edit that a phrase makes."""
    (sentence,) = PARSER.parse([text])
    return [revise(sentence, [edit]).sentence.text for edit in edits_of(sentence, PHRASES) if " = " in edit.rule]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She is hoping to win the cup.", "She hopes to win the cup."),
    ],
)
def test_phrases_say_the_same(before: str, after: str) -> None:
    assert after in rewritten(before)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The mill was trying to sell its wheel.", "tried to"),
        ("The mill was looking for a buyer.", "sought"),
        ("The mill is preparing to sell its wheel.", "will soon"),
        ("The judge spoke of it after she had stopped working.", "after stopping"),
        ("The judge spoke of it when he was a child.", "as a child"),
        ("They saw the city of Leeds.", "Leeds's city"),
        ("They saw the rest of the cake.", "cake's rest"),
    ],
)
def test_no_phrase_says_something_else(text: str, wrong: str) -> None:
    assert not [after for after in rewritten(text) if wrong in after]
