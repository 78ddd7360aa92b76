"""Negations hold what they negate."""

import pytest

import laconic
from laconic.english.negation import negated_positions, negations
from laconic.text import Sentence

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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He did not sell the farm.", [("not sell", "He did")]),
        ("They don't know him.", [("do n't know", "They")]),
        ("He is not always late.", [("not late", "He is always")]),
        ("He no longer works here.", [("no longer works", "He")]),
        ("The rules will in no way affect them.", [("no way affect", "rules will in")]),
        ("No money came.", [("No money came", "")]),
        ("She left without a word.", [("left without word", "She")]),
        ("The shop, which has not paid, will close.", [("not paid", "shop which has")]),
        ("He never called, and she did not ask.", [("never called", "He"), ("not ask", "she did")]),
        ("It rained.", []),
    ],
)
def test_what_goes_together_and_what_must_stay_with_it(text: str, found: list[tuple[str, str]]) -> None:
    (sentence,) = MODEL.parse([text])
    told = [
        tuple(" ".join(sentence.words[at] for at in sorted(part)) for part in (each.core, each.around))
        for each in negations(sentence)
    ]
    assert told == found


def test_without_a_parse_the_next_word_is_negated() -> None:
    told = list(negations(Sentence.from_words("They did n't pay or not".split())))
    assert [(sorted(each.core), sorted(each.around)) for each in told] == [([1, 2, 3], []), ([5], [])]


@pytest.mark.parametrize("rate", [None, 0.8, 0.6, 0.5, 0.4])
@pytest.mark.parametrize(
    "text",
    [
        "The firm, which had not paid its debts for years, was sold to a rival on Monday.",
        "The mayor opened the bridge, although the work was not finished, and thanked the builders.",
        "Officials said on Tuesday that the road would not be closed before the end of the month.",
        "She will sing tonight but will not dance, and nobody at the hall knows why.",
        "The council did not explain why no money had been spent on the school.",
    ],
)
def test_a_negation_is_never_parted_from_what_it_negates(text: str, rate: float | None) -> None:
    (sentence,) = MODEL.parse([text])
    for exact in {False, rate is not None}:
        kept = set(MODEL.compress(sentence, rate=rate, exact=exact).kept)
        for each in negations(sentence):
            assert each.core | each.around <= kept or (
                not each.core & kept and sentence.heads.index(0) not in each.core
            )


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Neither the manager nor the players were aware of it.", {"Neither", "manager", "nor", "players", "aware"}),
        ("He saw neither the dog nor the cat.", {"saw", "neither", "dog", "nor", "cat"}),
    ],
)
def test_pairs_of_nouns_lead_on_to_what_is_said_of_them(text: str, negated: set[str]) -> None:
    (sentence,) = MODEL.parse([text])
    core = set().union(*(each.core for each in negations(sentence)))
    assert {sentence.words[place] for place in core} == negated


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The problem of the village is not money but time.", "The problem of the village is time."),
        ("What shocked us was not that he left but that nobody noticed.", "What shocked us was that nobody noticed."),
    ],
)
def test_what_is_so_may_stand_without_what_is_not(text: str, answer: str) -> None:
    assert MODEL.compress(text, rate=0.8).text == answer


@pytest.mark.parametrize("text", ["We did not win, but we played well.", "He has not paid but he will."])
def test_what_begins_a_new_statement_is_no_contrast(text: str) -> None:
    (sentence,) = MODEL.parse([text])
    assert not any(each.contrast for each in negations(sentence))
