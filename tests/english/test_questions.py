"""A question mark stays only where something asks."""

from __future__ import annotations

import pytest

import laconic
from laconic.english.detokenize import cut


@pytest.mark.parametrize(
    ("text", "kept", "expected"),
    [
        (
            "My uncle never writes to us, what can I say?",
            "My uncle never writes to us ?",
            "My uncle never writes to us.",
        ),
        ("The lift is broken again, do you know who mends it?", "The lift is broken ?", "The lift is broken."),
        ("When does the last train from Leeds leave?", "When does the train leave ?", "When does the train leave?"),
        ("Did your old neighbours really move to Spain?", "Did your neighbours move ?", "Did your neighbours move?"),
        ("You are coming to the party on Sunday?", "You are coming ?", "You are coming?"),
    ],
)
def test_a_question_mark_goes_with_what_asks(text: str, kept: str, expected: str) -> None:
    (sentence,) = laconic.load().parse([text])
    places, position = [], 0
    for word in kept.split():
        position = sentence.words.index(word, position)
        places.append(position)
    assert cut(sentence, places) == expected
