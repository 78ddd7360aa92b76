"""Sentences written as JSON come back exactly."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.parse.english import EnglishParser
from laconic.parse.serial import sentence_from_json, sentence_to_json
from laconic.text import Sentence

WORDS = st.sampled_from(["-LRB-", "(", ")", "a b", "\u00a0", "``", "x\ty", "中", "\ud800", "the", "works"])


@settings(max_examples=60)
@given(st.lists(WORDS | st.text(min_size=1, max_size=6), max_size=8), st.booleans(), st.integers(0, 99))
def test_round_trip(parser: EnglishParser, words: list[str], parse: bool, start: int) -> None:
    sentence = replace(Sentence.from_words(words), start=start)
    sentence = parser.parse([sentence])[0] if parse else sentence
    record = json.loads(json.dumps(sentence_to_json(sentence)))
    assert sentence_from_json(record) == sentence


@pytest.mark.parametrize(
    "change",
    [
        {"tokens": ["It"]},
        {"tree": "(S (A It)"},
        {"tree": "(S (A It))"},
        {"heads": [0]},
        {"offsets": [1, 2]},
        {"text": None, "tokens": None},
    ],
)
def test_broken_records(parser: EnglishParser, change: dict[str, object]) -> None:
    record = sentence_to_json(parser.parse(["It works."])[0])
    with pytest.raises(DataError):
        sentence_from_json({**record, **change})


def test_a_field_is_missing(parser: EnglishParser) -> None:
    record = sentence_to_json(parser.parse(["It works."])[0])
    for name in record:
        with pytest.raises(DataError, match="not a parsed sentence"):
            sentence_from_json({key: value for key, value in record.items() if key != name})
