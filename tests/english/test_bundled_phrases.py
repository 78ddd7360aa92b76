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
        ("We must take account of the weather.", "We must consider the weather."),
        ("The costs must be taken into account.", "The costs must be considered."),
        ("They need additional rooms.", "They need more rooms."),
        ("They left ahead of her birthday.", "They left before her birthday."),
        ("This is important.", "This matters."),
        ("An increasing number of farmers left.", "More farmers left."),
        ("They live here at the moment.", "They live here now."),
        ("This means that they will win.", "So they will win."),
        ("The reason for this is that they won.", "This is because they won."),
        ("They know the extent to which it rains.", "They know how far it rains."),
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
        ("The clerk is concerned with the roof.", "concerns"),
        ("They want a plan that is simple, cheap and safe.", "a simple plan,"),
        ("The trouble is that the speed at which they work is low.", "that how"),
        ("They saw the rest of the cake.", "cake's rest"),
        ("They want a tax to take account of the noise.", "consider"),
        ("They want a tax to take into account the noise.", "consider"),
        ("The village had emerged from a hard winter stronger.", "left"),
        ("This means, the mayor says, that they will win.", "So"),
        ("They want equal pay for women and men.", "people"),
        ("They have additional needs of two million.", "more"),
        ("They have additional staff.", "more"),
        ("They spoke of the problem of an increasing number of cats.", "of more"),
        ("The card enables them to enter.", "lets"),
        ("The card enables visitors to enter.", "lets"),
        ("The rule requires them to leave.", "makes"),
        ("The rule forces visitors to leave.", "makes"),
        ("The report indicated that prices fell.", "showed"),
        ("The report indicated the loss.", "showed"),
        ("They left ahead of the actual start.", "before"),
        ("They discussed the implications for trade.", "effects"),
        ("They sold cars across Norwick.", "in Norwick"),
        ("The van showed up at noon.", "appeared"),
        ("They requested a change.", "sought"),
        ("The safety of the new roof is important.", "matters"),
        ("They get asked this all the time.", "constantly"),
        ("In the past, they got a cake here.", "Before"),
        ("At this stage, they have no plan.", "Now"),
        ("At the moment, they have no plan.", "Now"),
        ("They will not be able to leave.", "cannot"),
        ("They won't be able to leave.", "can't"),
        ("Let us vote on the resolution.", "Let's"),
        ("She has said that prices fell.", "says"),
    ],
)
def test_no_phrase_says_something_else(text: str, wrong: str) -> None:
    assert not [after for after in rewritten(text) if wrong in after]
