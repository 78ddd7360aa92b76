"""Pairs parsed in batches are what each would be alone."""

from collections.abc import Iterable

import pytest

from laconic.corpus import Pair
from laconic.corpus.parsing import ParsedPair, parse_pairs, unparsed
from laconic.text import Sentence


class Splitter:
    """Takes blanks for the bounds of words, and remembers how many texts it was given at a time."""

    fingerprint = "splitter"

    def __init__(self) -> None:
        self.batches: list[int] = []

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        parsed = [Sentence.from_words(text.split()) if isinstance(text, str) else text for text in texts]
        self.batches.append(len(parsed))
        return parsed


def pairs(count: int) -> list[Pair]:
    return [
        Pair(str(number), f"source {number}", tuple(f"text {number} {place}" for place in range(1 + number % 3)))
        for number in range(count)
    ]


@pytest.mark.parametrize("tokenized", [False, True])
@pytest.mark.parametrize("references", [None, 0, 1, 2])
@pytest.mark.parametrize("count", [0, 1, 256, 600])
def test_each_pair_gets_its_own_parses(count: int, references: int | None, tokenized: bool) -> None:
    parser = Splitter()
    found = list(parse_pairs(pairs(count), parser, tokenized=tokenized, references=references))
    assert found == [
        ParsedPair(
            pair,
            Sentence.from_words(pair.source.split()),
            tuple(Sentence.from_words(text.split()) for text in pair.references[:references]),
        )
        for pair in pairs(count)
    ]
    assert sum(parser.batches) == sum(1 + len(pair.references[:references]) for pair in pairs(count))


def test_pairs_are_read_as_they_are_asked_for() -> None:
    def endless() -> Iterable[Pair]:
        while True:
            yield from pairs(3)

    parsed = parse_pairs(endless(), Splitter())
    assert next(iter(parsed)).reference.words == ("text", "0", "0")


def test_tokens_that_are_known_stay() -> None:
    assert unparsed("do n't", tokenized=False) == "do n't"
    assert unparsed("do n't", tokenized=True) == Sentence.from_words(["do", "n't"])
