"""Negations hold what they negate."""

import pytest

import laconic
from laconic.english.negation import negated_positions

MODEL = laconic.load("encoder")


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("The comet was seen without a lens.", {"comet", "was", "seen", "without", "lens"}),
        ("He did not sell the farm.", {"He", "did", "not", "sell"}),
        ("No money came.", {"No", "money", "came"}),
    ],
)
def test_what_is_held(text: str, held: set[str]) -> None:
    (sentence,) = MODEL.parse([text])
    assert {sentence.words[place] for place in negated_positions(sentence)} == held
