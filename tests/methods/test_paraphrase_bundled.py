"""The bundled models paraphrase and simplify."""

from __future__ import annotations

import pytest

from laconic.corpus import sample
from laconic.model import load
from laconic.testing import check_method

NAMES = ("paraphrase", "simplify")


@pytest.mark.parametrize("name", NAMES)
def test_bundled_models_keep_the_contract(name: str) -> None:
    model = load(name)
    sentences = list(model.parse(["The old plan of the council was largely forgotten.", "She bought many new books."]))
    check_method(model.method, sentences)


def test_paraphrase_rewrites_and_does_not_only_delete() -> None:
    model = load("paraphrase")
    answers = list(model.pipe([pair.source for pair in list(sample("rewrite"))[::3]], rate=0.75))
    for answer in answers:
        assert len(answer.tokens) <= max(1, int(0.75 * len(answer.source) + 0.5))
    assert sum(answer.kept is None for answer in answers) >= 0.2 * len(answers)


@pytest.mark.parametrize(
    ("sentence", "wording"),
    [
        ("Due to the fact that it rained, the match in the park was postponed until Monday.", "Because it rained"),
        ("Farmers who live in the old town were asked to leave their homes at once.", "living in"),
        ("A large number of visitors came to the island in order to see the famous birds.", "to see the"),
        ("The council made a decision to close the old bridge near the mill on Friday.", "decided to close"),
        (
            "The sudden death of the captain shocked everyone on the small ship last night.",
            "The captain's sudden death",
        ),
    ],
)
def test_wordy_phrases_are_said_in_fewer_words(sentence: str, wording: str) -> None:
    assert wording in load("paraphrase").compress(sentence, rate=0.9).text


def test_verbs_are_contracted_where_people_speak() -> None:
    model = load("paraphrase")
    assert "I'll send" in model.compress("I will send it to you and your mother on Friday, ok?", rate=0.8).text
    assert "it will" in model.compress("The small firm said on Monday that it will send the old goods.", rate=0.8).text


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("His urgent calls for cheap bread were heard by the whole town on that day.", "calls for"),
        ("The union has signed a deal with the owners of the old steel mill in Leeds.", "deal with"),
        ("On Sunday my aunt and I are going to Del Mar for a long and quiet dinner.", "going to Del Mar"),
        (
            'He told the old farmers on Sunday that the council "made a decision to close the bridge".',
            "made a decision",
        ),
        ("A long period of limited rain in the hills has now begun to harm the farms.", "period of limited rain"),
    ],
)
def test_nouns_names_and_quotations_are_left_alone(sentence: str, kept: str) -> None:
    assert kept in load("paraphrase").compress(sentence, rate=0.9).text


def test_what_is_negated_stays_so() -> None:
    answer = load("paraphrase").compress("The committee did not approve the very expensive plan.", rate=0.7)
    assert "not" in answer.tokens
