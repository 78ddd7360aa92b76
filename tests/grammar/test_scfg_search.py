"""Looking for rules of phrases: every condition finds the rules that have it."""

import pytest

from laconic.errors import UsageError
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.joshua import parse_rule
from laconic.grammar.scfg.search import PhraseQuery, count_transformations, phrase_record

LINES = [
    "[NP] ||| the [NN,1] of the [NNP,2] ||| the [NNP,2] 's [NN,1] ||| phrase=1",
    "[NN] ||| car ||| vehicle ||| phrase=2 lexical=3",
    "[NN] ||| motor car ||| car ||| phrase=3",
    "[VP] ||| car ||| car",
]
GRAMMAR = Scfg.of(map(parse_rule, LINES))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (PhraseQuery(), [0, 1, 2, 3]),
        (PhraseQuery(label="NN"), [1, 2]),
        (PhraseQuery(label="ADJP"), []),
        (PhraseQuery(word="vehicle"), [1]),
        (PhraseQuery(word="car"), [1, 2, 3]),
        (PhraseQuery(word="NN"), []),
        (PhraseQuery(kind="possessive"), [0]),
        (PhraseQuery(pattern=r"\|\|\| car$"), [2, 3]),
        (PhraseQuery(at_least={"phrase": 2}), [1, 2]),
        (PhraseQuery(at_most={"phrase": 2}), [0, 1, 3]),
        (PhraseQuery(at_least={"phrase": 1}, at_most={"lexical": 0}), [0, 2]),
        (PhraseQuery(label="NN", word="car", pattern="motor"), [2]),
    ],
)
def test_conditions_find_their_rules(query: PhraseQuery, found: list[int]) -> None:
    assert query.places(GRAMMAR).tolist() == found


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (PhraseQuery(kind="clone"), "'clone'; choose from possessive"),
        (PhraseQuery(pattern="["), "not a regular expression"),
        (PhraseQuery(at_least={"p": 0.5}), "no feature 'p'; it has phrase, lexical"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(query: PhraseQuery, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        query.places(GRAMMAR)


def test_a_record_tells_everything() -> None:
    assert phrase_record(GRAMMAR[0]) == {
        "label": "NP",
        "source": "the [NN,1] of the [NNP,2]",
        "target": "the [NNP,2] 's [NN,1]",
        "features": {"phrase": 1.0},
        "kinds": ["possessive"],
    }


def test_kinds_are_counted() -> None:
    counts = count_transformations(GRAMMAR)
    assert {name: count for name, count in counts.items() if count} == {
        "rules": 4,
        "without identity": 3,
        "without complex labels": 4,
        "without either": 3,
        "identity": 1,
        "reordering": 1,
        "without slots": 3,
        "possessive": 1,
    }
