"""Speakers' labels, fillers and false starts go first; what looks like them stays."""

import pytest

import laconic
from laconic.english.transcripts import passing_positions

MODEL = laconic.load("encoder")


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ("THE CHAIR : Please sit down .", "THE CHAIR :"),
        ("DR. LEE : It hurts , uh , a lot .", "DR. LEE : uh"),
        ("We went to th- the station .", "th-"),
        ("Ingredients : two eggs and a cup of milk .", ""),
        ("The rule is this : Never run .", ""),
        ("Um", "Um"),
        ("It costs more : pre- and post-war prices differ .", "pre-"),
    ],
)
def test_what_is_passing(text: str, passing: str) -> None:
    words = text.split()
    assert " ".join(words[place] for place in sorted(passing_positions(words))) == passing


def test_heads_that_run_in_a_circle_end() -> None:
    assert passing_positions(["a", "b"], heads=(2, 1), relations=("reparandum", "dep")) == {0, 1}


@pytest.mark.parametrize("rate", [0.65, 0.5])
def test_labels_and_fillers_go_before_what_is_said(rate: float) -> None:
    answer = MODEL.compress("MS. HOLM: We, um, found the old map in the cellar of the town hall.", rate=rate)
    assert "um" not in answer.tokens
    assert "HOLM" not in answer.tokens
    assert "found" in answer.tokens
